"""States as data: copies that share what never changes, and a dump to JSON without loss.

Works from the annotations of dataclasses, once a type. A state is made of numbers, strings, booleans, None, lists,
tuples, sets, dicts and further dataclasses. What cannot change (a scalar, a frozen dataclass, a tuple of such) is
shared between a state and its copy.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
Turn = Callable[[Any], Any]

SCALARS = (int, str, bool, float, type(None))


def copy(value: T) -> T:
    """Return a copy of a dataclass that can be changed without touching the original."""
    copier = _copier(type(value))  # type: ignore[arg-type]
    copied: T = copier(value) if copier else value
    return copied


def dump(value: object) -> dict[str, Any]:
    """Return a dataclass as JSON-able data."""
    dumper = _dumper(type(value))  # type: ignore[arg-type]
    assert dumper is not None
    data: dict[str, Any] = dumper(value)
    return data


def load(cls: type[T], data: object) -> T:
    """Return the dataclass of type `cls` that `dump` made into `data`."""
    loader = _loader(cls)  # type: ignore[arg-type]
    assert loader is not None
    loaded: T = loader(data)
    return loaded


def _fields(cls: type) -> list[tuple[str, Any]]:
    hints = typing.get_type_hints(cls)
    return [(field.name, hints[field.name]) for field in dataclasses.fields(cls)]


def _optional(kind: Any) -> Any:
    """For `X | None`, X. Raises `TypeError` for another union; one of scalars is a scalar itself."""
    arms = [arm for arm in typing.get_args(kind) if arm is not type(None)]
    if len(arms) != 1:
        raise TypeError(f"a state cannot hold {kind!r}")
    return arms[0]


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


def _is_scalar(kind: Any) -> bool:
    if kind in SCALARS or typing.get_origin(kind) is typing.Literal:
        return True
    return _is_union(kind) and all(_is_scalar(arm) for arm in typing.get_args(kind))


def _inside(kind: Any) -> Any:
    """For a container, the type of its items (of a dict's values). Raises `TypeError` for what a state cannot hold."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is dict and args[0] in (int, str):
        return args[1]
    if origin in (list, set, frozenset) or (origin is tuple and (args[1:] == (...,) or all(map(_is_scalar, args)))):
        return args[0]
    raise TypeError(f"a state cannot hold {kind!r}")


@cache
def _copier(kind: Any) -> Turn | None:
    """How to copy a value of this type; None when it may be shared."""
    if _is_scalar(kind):
        return None
    if _is_union(kind):
        inner = _copier(_optional(kind))
        return None if inner is None else (lambda value: None if value is None else inner(value))
    if dataclasses.is_dataclass(kind):
        return _dataclass_copier(typing.cast(type, kind))
    origin, item = typing.get_origin(kind), _copier(_inside(kind))
    if origin is tuple or origin is frozenset:
        return None if item is None else (lambda value: tuple(map(item, value)))
    if origin is list:
        return list.copy if item is None else (lambda value: [item(one) for one in value])
    if origin is set:
        return set.copy
    if item is None:
        return dict.copy
    return lambda value: {key: item(one) for key, one in value.items()}


def _dataclass_copier(cls: type) -> Turn | None:
    deep = [(name, copier) for name, kind in _fields(cls) if (copier := _copier(kind))]
    if not deep and cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return None
    new: Callable[[type], Any] = object.__new__

    def copy_one(value: Any) -> Any:
        twin = new(cls)
        facts = twin.__dict__
        facts.update(value.__dict__)
        for name, copier in deep:
            facts[name] = copier(facts[name])
        return twin

    return copy_one


@cache
def _dumper(kind: Any) -> Turn | None:
    """How to turn a value of this type into JSON-able data; None when it is so already."""
    if _is_scalar(kind):
        return None
    if _is_union(kind):
        inner = _dumper(_optional(kind))
        return None if inner is None else (lambda value: None if value is None else inner(value))
    if dataclasses.is_dataclass(kind):
        fields = [(name, _dumper(of)) for name, of in _fields(typing.cast(type, kind))]
        return lambda value: {
            name: dumper(getattr(value, name)) if dumper else getattr(value, name) for name, dumper in fields
        }
    origin, item = typing.get_origin(kind), _dumper(_inside(kind)) or _same
    if origin in (set, frozenset):
        return lambda value: sorted(map(item, value))
    if origin in (list, tuple):
        return lambda value: [item(one) for one in value]
    return lambda value: {str(key): item(one) for key, one in value.items()}


@cache
def _loader(kind: Any) -> Turn | None:
    """The way back from `_dumper`."""
    if _is_scalar(kind):
        return None
    if _is_union(kind):
        inner = _loader(_optional(kind))
        return None if inner is None else (lambda value: None if value is None else inner(value))
    if dataclasses.is_dataclass(kind):
        cls = typing.cast(type, kind)
        fields = [(name, _loader(of) or _same) for name, of in _fields(cls)]
        return lambda data: cls(**{name: loader(data[name]) for name, loader in fields})
    origin, item = typing.get_origin(kind), _loader(_inside(kind)) or _same
    if origin is dict:
        key = int if typing.get_args(kind)[0] is int else str
        return lambda data: {key(name): item(one) for name, one in data.items()}
    return lambda data: origin(item(one) for one in data)


def _same(value: Any) -> Any:
    return value
