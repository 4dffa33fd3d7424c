"""The flow of a match: placement (SD-P), collecting the plans (SD-N7), the turn (SD-R1), its end and the match's."""

from __future__ import annotations

from ..contract import HOST, Actor, Command, Event, IllegalCommand, Outcomes
from ..text import mark as _
from ..text import shown
from . import hits, plans, segments
from .aiming import lose_aim_at
from .hexes import FACINGS, STARTS
from .resolution import Resolution, begin
from .state import OVER, PASSED_OUT, PLACE, PLAN, STILL, Character, Table, to_act


def seated(table: Table, actor: Actor) -> Character | None:
    """The actor's character; None for the host and for anyone without a seat."""
    if type(actor) is int and 0 <= actor < len(table.characters):
        return table.characters[actor]
    return None


# Placement


def free_starts(table: Table, who: Character) -> list[str]:
    """SD-P2, SD-P3: the start hexes in which nobody stands, in board order."""
    return [hex_ for hex_ in STARTS[who.seat].hexes if standing_in(table, hex_) is None]


def standing_in(table: Table, hex_: str) -> Character | None:
    """SD-P3: the first character placed in this hex."""
    return next((character for character in table.characters if character.hex == hex_), None)


def refuse_place(table: Table, who: Character, hex_: str, facing: int) -> None:
    """SD-P1 to SD-P3: raise `IllegalCommand` unless this seat may place its character so now."""
    if table.phase != PLACE:
        raise IllegalCommand(_("Everybody has placed already."))
    next_seat = to_act(table)[0]
    if who.seat != next_seat:
        raise IllegalCommand(_("It is {name}'s turn to place."), name=table.characters[next_seat].name)
    start = STARTS[who.seat]
    if hex_ not in start.hexes:
        raise IllegalCommand(
            _("You cannot start on “{hex}”. Choose one of {hexes}."), hex=shown(hex_), hexes=tuple(start.hexes)
        )
    other = standing_in(table, hex_)
    if other is not None:
        raise IllegalCommand(_("{name} stands on {hex}. Choose another hex."), name=other.name, hex=hex_)
    if facing not in FACINGS:
        raise IllegalCommand(_("A facing is a number from 0 to 5, not {facing}."), facing=shown(facing))


def place(table: Table, who: Character, hex_: str, facing: int, events: list[Event]) -> None:
    """SD-P1, SD-P3: when the last one is placed, turn 1 begins."""
    who.hex = hex_
    who.facing = facing
    events.append({"type": "placed", "seat": who.seat, "hex": hex_, "facing": facing})
    if not to_act(table):
        begin_turn(table, events)


# Planning


def begin_turn(table: Table, events: list[Event]) -> None:
    """SD-P3, SD-E4.5: a turn of planning."""
    table.phase = PLAN
    table.turn += 1
    events.append({"type": "turn", "turn": table.turn})


def refuse_planning(table: Table, who: Character) -> None:
    """Raise `IllegalCommand` unless plans are collected and this seat is in the fight."""
    if table.phase != PLAN:
        name = table.characters[to_act(table)[0]].name
        raise IllegalCommand(_("Plans come when everybody is placed. It is {name}'s turn to place."), name=name)
    if not who.is_fighter:
        raise IllegalCommand(_("You are out of the fight."))


def refuse_plan(table: Table, who: Character, cards: list[object]) -> None:
    """SD-N1 to SD-N7: raise `IllegalCommand` unless this seat may send this plan now."""
    refuse_planning(table, who)
    if who.plan is not None:
        raise IllegalCommand(_("Your plan for this turn is in, and it is final."))
    if fault := plans.fault(table, who.seat, cards):
        raise fault


def send_plan(table: Table, who: Character, cards: list[str], chance: Outcomes, events: list[Event]) -> None:
    """SD-N7, SD-R1: the last plan starts the turn."""
    who.plan = tuple(cards)
    events.append({"type": "planned", "seat": who.seat})
    resolve_when_ready(table, chance, events)


def surrender(table: Table, who: Character, chance: Outcomes, events: list[Event]) -> None:
    """SD-N7, SD-E3: one is out; the last one left wins at once, and the others need not wait any longer."""
    hits.give_up(table, who, events)
    if not end_by_outs(table, events):
        resolve_when_ready(table, chance, events)


# The turn


def resolve_when_ready(table: Table, chance: Outcomes, events: list[Event]) -> None:
    """SD-N7: when every fighter's plan is in."""
    if not to_act(table):
        resolve(table, chance, events)


def resolve(table: Table, chance: Outcomes, events: list[Event]) -> None:
    """SD-R1: the plans of all fighters, played out: the segments, then the end of the turn."""
    turn = reveal(table, chance, events)
    for segment in segments.SEGMENTS:
        segments.play(turn, segment)
        if end_by_outs(table, events):  # SD-R4.13
            return
    end_turn(turn)


def reveal(table: Table, chance: Outcomes, events: list[Event]) -> Resolution:
    """SD-R3: all plans are public from now on, and the deck is shuffled."""
    table.last_plans = tuple(character.plan for character in table.characters)
    shown_plans = [None if plan is None else list(plan) for plan in table.last_plans]
    events.append({"type": "resolve", "turn": table.turn, "plans": shown_plans})
    for character in table.characters:
        character.plan = None
    coming = [list(reversed(plans.laid_so_far(plan or ()))) for plan in table.last_plans]
    return begin(table, chance, events, coming)


def end_turn(turn: Resolution) -> None:
    """SD-E4: what did not come up, bleeding, delay, marks; then the next turn, or the cap.

    Ruling: `bled` and `eased` are told of those who have something to lose.
    """
    table, events = turn.table, turn.events
    for fighter in table.fighters:
        for entry in reversed(turn.coming[fighter.seat]):
            turn.cancel(fighter, entry, "time")
    bleed(turn)
    if end_by_outs(table, events):
        return
    for fighter in table.fighters:
        if fighter.delay:
            fighter.delay //= 2  # half of it, rounded up, goes
            events.append({"type": "eased", "seat": fighter.seat, "delay": fighter.delay})
    for character in table.characters:
        character.movement, character.stance, character.strong = STILL, "", False
    if table.turn == table.turn_cap:
        end(table, (), "turn_cap", events)
    else:
        begin_turn(table, events)


def bleed(turn: Resolution) -> None:
    """SD-E4.2: all at once, then in seat order whoever has no endurance left."""
    table, events = turn.table, turn.events
    fighters = table.fighters
    for fighter in fighters:
        if fighter.bleeding:
            fighter.endurance -= fighter.bleeding
            events.append({"type": "bled", "seat": fighter.seat, "points": fighter.bleeding})
    for fighter in fighters:
        if fighter.endurance <= 0:
            hits.go_down(turn, fighter, PASSED_OUT)
    for fighter in fighters:
        if not fighter.is_fighter:
            lose_aim_at(table, fighter.seat, events)


# The end


def end_by_outs(table: Table, events: list[Event]) -> bool:
    """SD-E5: with one fighter or none left the match is over."""
    fighters = table.fighters
    if len(fighters) > 1:
        return False
    winners = tuple(fighter.seat for fighter in fighters)
    end(table, winners, "last_standing" if winners else "all_down", events)
    return True


def end(table: Table, winners: tuple[int, ...], reason: str, events: list[Event]) -> None:
    """SD-E5: plans that were not resolved are dropped unseen."""
    table.phase = OVER
    table.winners = winners
    table.end_reason = reason
    for character in table.characters:
        character.plan = None
    events.append({"type": "over", "winners": list(winners), "end_reason": reason})


# Who may do what


def refuse(table: Table, actor: Actor, command: Command) -> None:
    """Raise `IllegalCommand` unless `actor` may give this well-formed command now."""
    who = seated(table, actor)
    if who is None:
        if actor == HOST:
            raise IllegalCommand(_("The host has no command in this game."))
        raise IllegalCommand(_("You have no seat in this match."))
    if table.phase == OVER:
        raise IllegalCommand(_("The match is over."))
    if command["type"] == "place":
        refuse_place(table, who, command["hex"], command["facing"])
    elif command["type"] == "plan":
        refuse_plan(table, who, command["cards"])
    else:
        refuse_planning(table, who)


def carry_out(table: Table, seat: int, command: Command, chance: Outcomes, events: list[Event]) -> None:
    """Change the table by a legal command of this seat."""
    who = table.characters[seat]
    if command["type"] == "place":
        place(table, who, command["hex"], command["facing"], events)
    elif command["type"] == "plan":
        send_plan(table, who, command["cards"], chance, events)
    else:
        surrender(table, who, chance, events)


def default(table: Table, actor: Actor) -> Command:
    """The default placement of SD-P2, or the empty plan. Raises `IllegalCommand` for who owes nothing."""
    who = seated(table, actor)
    if who is None or who.seat not in to_act(table):
        raise IllegalCommand(_("Nobody waits for a command from here now."))
    if table.phase == PLACE:
        start = STARTS[who.seat]
        return {"type": "place", "hex": start.hex, "facing": start.facing}
    return {"type": "plan", "cards": []}
