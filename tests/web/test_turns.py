"""Turns: one piece of work after the other, in the order of asking; a long one lets the next begin."""

import asyncio
import contextvars
import threading

import pytest

from games import turns

ASKED_BY = contextvars.ContextVar("asked_by")


async def all_of(*calls):
    return await asyncio.gather(*(turns.run(*call) for call in calls))


def test_work_is_done_one_by_one_in_the_order_of_asking():
    under_way, order = [], []

    def works(number):
        under_way.append(number)
        order.append((number, len(under_way)))
        under_way.remove(number)

    asyncio.run(all_of(*((works, number) for number in range(50))))
    assert order == [(number, 1) for number in range(50)]


def test_work_that_takes_long_lets_the_next_begin(monkeypatch):
    monkeypatch.setattr(turns, "LONG", 0.01)
    met = threading.Barrier(turns.THREADS, timeout=10)
    answers = asyncio.run(all_of(*[(met.wait,)] * turns.THREADS))
    assert sorted(answers) == list(range(turns.THREADS))


def test_no_more_is_under_way_than_there_are_threads(monkeypatch):
    monkeypatch.setattr(turns, "LONG", 0.001)
    gate, begun = threading.Event(), threading.Semaphore(0)

    def works():
        begun.release()
        return gate.wait(10)

    async def crowd():
        asked = asyncio.gather(*(turns.run(works) for _ in range(turns.THREADS + 3)))
        while begun._value < turns.THREADS:
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)
        most = begun._value
        gate.set()
        return most, await asked

    assert asyncio.run(crowd()) == (turns.THREADS, [True] * (turns.THREADS + 3))


def test_a_fault_is_its_callers_and_the_next_goes_on():
    async def both():
        return await asyncio.gather(turns.run(int, "one"), turns.run(int, "1"), return_exceptions=True)

    fault, one = asyncio.run(both())
    assert isinstance(fault, ValueError)
    assert one == 1


def test_work_whose_caller_is_gone_is_not_begun():
    gate, done = threading.Event(), []

    async def goes():
        first = asyncio.create_task(turns.run(gate.wait, 10))
        gone = asyncio.create_task(turns.run(done.append, "gone"))
        last = asyncio.create_task(turns.run(done.append, "last"))
        await asyncio.sleep(0)
        gone.cancel()
        gate.set()
        await asyncio.gather(first, last)
        with pytest.raises(asyncio.CancelledError):
            await gone

    asyncio.run(goes())
    assert done == ["last"]


def test_work_knows_what_its_caller_knows_and_leaves_nothing_behind():
    async def asks(name):
        ASKED_BY.set(name)
        return await turns.run(ASKED_BY.get), await turns.run(ASKED_BY.set, "somebody else"), ASKED_BY.get()

    async def both():
        return [await asyncio.create_task(asks(name)) for name in ("Ann", "Bob")]

    assert [(first, last) for first, _token, last in asyncio.run(both())] == [("Ann", "Ann"), ("Bob", "Bob")]
