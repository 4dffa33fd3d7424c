"""What may be commanded now: the list, the check with its reason from the same functions, and the default."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Actor, Command, IllegalCommand, MalformedCommand, Shape
from ..text import mark as _
from ..text import shown
from .powers import POWERS, Power, plays
from .state import MAX_POWERS, Table, is_alive, is_seat, teammate, to_act
from .turns import slots

WHOLE, TEXT = (int,), (str,)

SHAPES = {
    "pick": Shape({"power": TEXT}),
    "draw": Shape(),
    "play": Shape({"power": TEXT}, {"target": WHOLE, "slot": WHOLE, "target_slot": WHOLE, "delta": WHOLE}),
    "pass": Shape(),
    "place": Shape({"slot": WHOLE}),
    "give": Shape({"power": TEXT}),
}


OVER = _("This match is over. Start a rematch to play on.")


def listed(table: Table, actor: Actor) -> Iterator[Command]:
    """Every command of `actor`, in the page's order; none for the host, for those out, or once the match is over."""
    if not is_seat(actor, table):
        return
    player = table.players[actor]
    for power in player.offer:
        yield {"type": "pick", "power": power}
    if actor == table.active:
        if table.phase == "place":
            for slot in slots(table, actor):
                yield {"type": "place", "slot": slot}
        else:
            yield {"type": "draw"}
            yield from plays(table, actor)
            yield {"type": "pass"}
    if table.options.teams and gift_bar(table, actor) is None:
        for power in dict.fromkeys(player.powers):
            yield {"type": "give", "power": power}


def gift_bar(table: Table, seat: int) -> str | None:
    """T10-3: why this seat can give nothing now, as a sentence; None if it can."""
    mate = teammate(table, seat)
    if mate is None:
        return _("There are no teams in this match, so nobody to give a Power to.")
    receiver = table.players[mate]
    if len(receiver.powers) + receiver.picks_left >= MAX_POWERS:
        return _("Your team-mate's hand is full: 9 Powers, with those still to pick.")
    return OVER if table.phase == "over" else None


def refuse(table: Table, actor: Actor, command: Command) -> None:
    """Raise `IllegalCommand`, with the reason, unless this well-formed command is listed for `actor`."""
    if not is_seat(actor, table):
        raise IllegalCommand(_("Only the players at the table can do that."))
    if table.phase == "over":
        raise IllegalCommand(OVER)
    if not is_alive(table, actor):
        raise IllegalCommand(_("You're out of this match. You can watch to the end."))
    if "power" in command and command["power"] not in POWERS:
        raise MalformedCommand(_("There is no Power “{power}”."), power=shown(command["power"]))
    kind = command["type"]
    if kind == "give":
        refuse_gift(table, actor, command["power"])
    elif kind == "pick":
        refuse_pick(table, actor, command["power"])
    else:
        refuse_action(table, actor, command)


def refuse_gift(table: Table, seat: int, power: str) -> None:
    """T10-3."""
    reason = gift_bar(table, seat)
    if reason:
        raise IllegalCommand(reason)
    refuse_unheld(table, seat, power)


def refuse_pick(table: Table, seat: int, power: str) -> None:
    """T2-3, T8-5: only out of one's own offer."""
    offer = table.players[seat].offer
    if power in offer:
        return
    if table.phase not in ("pick", "reward"):
        raise IllegalCommand(_("Powers are picked before the deal. It's {name}'s turn now."), name=waited_for(table))
    if not offer:
        raise IllegalCommand(_("You have no Power to pick now: we're waiting for {names}."), names=waited_for(table))
    raise IllegalCommand(_("{power} isn't among the Powers you are offered."), power=POWERS[power].name)


def refuse_action(table: Table, seat: int, command: Command) -> None:
    """T4: one action, on one's own turn; after drawing only `place`."""
    if seat != table.active:
        raise not_your_move(table)
    kind = command["type"]
    if kind == "place":
        refuse_place(table, seat, command["slot"])
    elif table.phase == "place":
        raise IllegalCommand(_("You've drawn: place the card first."))
    elif kind == "play":
        refuse_play(table, seat, command)


def refuse_place(table: Table, seat: int, slot: int) -> None:
    """T4-3, T4-4."""
    if table.phase != "place":
        raise IllegalCommand(_("There is no card to place: draw one first."))
    if slot in slots(table, seat):
        return
    if slot == 2:
        raise IllegalCommand(_("It can't go on the hidden card: only a third 9 can."))
    raise no_such_slot(slot)


def refuse_play(table: Table, seat: int, command: Command) -> None:
    """T9: a Power in hand, with just its fields, each of them allowed."""
    power = POWERS[command["power"]]
    refuse_fields(power, command)
    refuse_unheld(table, seat, power.id)
    if power.in_effect and power.in_effect(table, seat):
        raise IllegalCommand(_("{power} is already in effect."), power=power.name)
    if power.slots and command["slot"] not in power.slots:
        if command["slot"] == 2:
            raise IllegalCommand(_("{power} needs one of your two visible cards."), power=power.name)
        raise no_such_slot(command["slot"])
    if power.aims:
        refuse_target(table, seat, power, command["target"])
    if power.target_slots and command["target_slot"] not in power.target_slots:
        raise IllegalCommand(
            _("{power} reaches only the visible cards, 0 and 1, not slot {slot}."),
            power=power.name,
            slot=shown(command["target_slot"]),
        )
    if power.deltas and command["delta"] not in power.deltas:
        raise IllegalCommand(
            _("{power} changes a card by −1 or 1, not by {delta}."), power=power.name, delta=shown(command["delta"])
        )
    reason = power.misfit and power.misfit(table, seat, command)
    if reason:
        raise IllegalCommand(reason)


def refuse_fields(power: Power, command: Command) -> None:
    """T4-5: a Power's fields are all required, and no others are taken."""
    for field in power.fields:
        if field not in command:
            raise MalformedCommand(_("{power} needs “{field}”."), power=power.name, field=field)
    if len(command) > len(power.fields) + 2:  # its fields, the type and the id
        extra = next(field for field in command if field not in ("type", "power", *power.fields))
        raise MalformedCommand(_("{power} takes no “{field}”."), power=power.name, field=extra)


def refuse_target(table: Table, seat: int, power: Power, target: int) -> None:
    """T9-3, and whom the Power spares: what `targets` lists, with the reason."""
    if not is_seat(target, table):
        raise IllegalCommand(_("There is no player in seat {target}."), target=shown(target))
    if target == seat:
        raise IllegalCommand(_("You can't choose yourself. Pick another player."))
    name = table.players[target].name
    if not is_alive(table, target):
        raise IllegalCommand(_("{name} is out. Choose someone else."), name=name)
    if table.players[target].ward:
        raise IllegalCommand(_("{name} is under Ward. Choose someone else."), name=name)
    reason = power.spares and power.spares(table, target)
    if reason:
        raise IllegalCommand(reason, name=name)


def refuse_unheld(table: Table, seat: int, power: str) -> None:
    if power not in table.players[seat].powers:
        raise IllegalCommand(_("{power} isn't in your hand."), power=POWERS[power].name)


def default(table: Table, actor: Actor) -> Command:
    """The page's "Missing choices". Raises `IllegalCommand` for an actor who owes nothing."""
    if not is_seat(actor, table) or actor not in to_act(table):
        raise not_your_move(table)
    if table.phase == "turn":
        return {"type": "pass"}
    if table.phase == "place":
        return {"type": "place", "slot": 0}
    return {"type": "pick", "power": table.players[actor].offer[0]}


def not_your_move(table: Table) -> IllegalCommand:
    if table.phase == "over":
        return IllegalCommand(OVER)
    return IllegalCommand(_("It isn't your move yet: we're waiting for {names}."), names=waited_for(table))


def no_such_slot(slot: int) -> IllegalCommand:
    return IllegalCommand(_("There is no slot {slot} here."), slot=shown(slot))


def waited_for(table: Table) -> tuple[str, ...]:
    return tuple(table.players[seat].name for seat in to_act(table))
