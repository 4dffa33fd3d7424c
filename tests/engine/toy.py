"""A complete little game with a bit of everything a game may have, to try the conformance suite and the foundation on.

Auction of 2 to 4 seats: each round everyone bids a number in secret; the highest bidder (the lowest seat of several)
takes a point and either peeks at another's card or lays letters, in any order, of which there are too many to list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from games.engine.contract import (
    HOST,
    Actor,
    Command,
    Env,
    Event,
    Game,
    IllegalCommand,
    Outcomes,
    Shape,
    View,
    Viewer,
)
from games.engine.options import Option
from games.engine.text import mark as _

LETTERS = ("a", "b", "c", "d", "e", "f")
BIDS = range(3)
SECONDS = 30


@dataclass(frozen=True)
class Laid:
    seat: int
    letters: tuple[str, ...]


@dataclass
class Bidder:
    name: str
    card: int
    points: int = 0
    bid: int | None = None
    folded: bool = False
    known: dict[int, int] = field(default_factory=dict)


@dataclass
class Auction:
    rounds: int
    hosted: bool
    bidders: list[Bidder]
    round: int = 1
    winner: int | None = None
    deadline: float = SECONDS
    laid: list[Laid] = field(default_factory=list)
    over: bool = False


def living(table: Auction) -> list[int]:
    return [seat for seat, one in enumerate(table.bidders) if not one.folded]


def owed(table: Auction) -> list[int]:
    if table.over:
        return []
    if table.winner is not None:
        return [table.winner]
    return [seat for seat in living(table) if table.bidders[seat].bid is None]


def orders(laid: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Every order of some of the letters, each before its extensions."""
    yield list(laid)
    for letter in LETTERS:
        if letter not in laid:
            yield from orders((*laid, letter))


class Toy(Game[Auction]):
    slug = "toy"
    name = _("Auction")
    min_seats, max_seats = 2, 4
    options = (Option("rounds", 2, range(1, 5)), Option("hosted", False, (True, False)))
    shapes = {
        "bid": Shape({"number": (int,)}),
        "fold": Shape(),
        "peek": Shape({"seat": (int,)}),
        "lay": Shape({"letters": (list,)}),
        "hurry": Shape(),
    }
    state = Auction

    def setup(self, options: dict[str, Any], names: Sequence[str], env: Env) -> Auction:
        self.check_seats(names)
        cards = env.chance.shuffle("deck", list(range(1, 13)))
        bidders = [Bidder(name, card) for name, card in zip(names, cards, strict=False)]
        return Auction(options["rounds"], options["hosted"], bidders)

    def commands(self, state: Auction, actor: Actor) -> Iterable[Command]:
        if actor == HOST:
            if state.hosted and state.winner is None and owed(state):
                yield {"type": "hurry"}
            return
        if type(actor) is not int or actor not in range(len(state.bidders)) or state.over:
            return
        if state.winner == actor:
            yield from ({"type": "peek", "seat": seat} for seat in living(state) if seat != actor)
            yield from ({"type": "lay", "letters": letters} for letters in orders())
        if state.winner is None and not state.bidders[actor].folded:
            if state.bidders[actor].bid is None:
                yield from ({"type": "bid", "number": number} for number in BIDS)
            yield {"type": "fold"}

    def sample(self, state: Auction, actor: Actor, chance: Outcomes) -> Command:
        offered = list(islice(self.commands(state, actor), 4))
        command: Command = chance.pick("command", offered)
        if command["type"] == "lay":
            letters = chance.shuffle("letters", LETTERS)
            return {"type": "lay", "letters": letters[: chance.pick("count", range(len(LETTERS)))]}
        return command

    def refuse(self, state: Auction, actor: Actor, command: Command, env: Env) -> None:
        if command["type"] == "lay" and state.winner == actor and type(actor) is int:
            letters = command["letters"]
            if any(type(letter) is not str or letter not in LETTERS for letter in letters):
                raise IllegalCommand(_("Only the letters a to f can be laid."))
            if len(set(letters)) < len(letters):
                raise IllegalCommand(_("No letter can be laid twice."))
            return
        if command["type"] == "lay" or command not in list(self.commands(state, actor)):
            raise IllegalCommand(_("That cannot be done now."))
        if command["type"] == "hurry" and env.now < state.deadline:
            raise IllegalCommand(_("There is still time to bid."))

    def carry_out(self, table: Auction, actor: Actor, command: Command, env: Env, events: list[Event]) -> None:
        if command["type"] == "hurry":
            missing = owed(table)
            events.append({"type": "hurried", "seats": missing})
            for seat in missing:
                table.bidders[seat].bid = 0
            self.reveal(table, env, events)
            return
        assert isinstance(actor, int)
        me = table.bidders[actor]
        if command["type"] == "bid":
            me.bid = command["number"]
            events.append({"type": "bid", "seat": actor})
        elif command["type"] == "fold":
            me.folded, me.bid = True, None
            events.append({"type": "folded", "seat": actor})
            if len(living(table)) == 1:
                self.finish(table, events)
        elif command["type"] == "peek":
            seen = table.bidders[command["seat"]].card
            me.known[command["seat"]] = seen
            events.append({"type": "peeked", "seat": actor, "at": command["seat"]})
            events.append({"type": "seen", "at": command["seat"], "card": seen, "only": [actor]})
            self.next_round(table, env, events)
        else:
            table.laid.append(Laid(actor, tuple(command["letters"])))
            events.append({"type": "laid", "seat": actor, "letters": list(command["letters"])})
            self.next_round(table, env, events)
        if table.winner is None and not table.over and not owed(table):
            self.reveal(table, env, events)

    def reveal(self, table: Auction, env: Env, events: list[Event]) -> None:
        bids = [one.bid for one in table.bidders]
        table.winner = max(living(table), key=lambda seat: (bids[seat] or 0, -seat))
        table.bidders[table.winner].points += 1
        for one in table.bidders:
            one.bid = None
        events.append({"type": "revealed", "bids": bids, "winner": table.winner})

    def next_round(self, table: Auction, env: Env, events: list[Event]) -> None:
        table.winner = None
        if table.round == table.rounds:
            self.finish(table, events)
            return
        table.round += 1
        table.deadline = env.now + SECONDS
        events.append({"type": "round_started", "round": table.round})

    def finish(self, table: Auction, events: list[Event]) -> None:
        table.over = True
        events.append({"type": "over", "winners": self.winners(table)})

    def winners(self, table: Auction) -> list[int]:
        seats = living(table)
        best = max(table.bidders[seat].points for seat in seats)
        return [seat for seat in seats if table.bidders[seat].points == best] if table.over else []

    def default(self, state: Auction, actor: Actor) -> Command:
        if type(actor) is not int or actor not in owed(state):
            raise IllegalCommand(_("Nothing is to be done."))
        return {"type": "bid", "number": 0} if state.winner is None else {"type": "lay", "letters": []}

    def seconds(self, state: Auction) -> int | None:
        return None if state.over else SECONDS

    def phase(self, state: Auction) -> str:
        return "over" if state.over else "bid" if state.winner is None else "prize"

    def wait(self, state: Auction) -> str:
        return f"{self.phase(state)} {state.round}"

    def view(self, state: Auction, viewer: Viewer) -> View:
        seats = [
            {"name": one.name, "points": one.points, "ready": one.bid is not None, "folded": one.folded}
            for one in state.bidders
        ]
        view: View = {
            "game": self.slug,
            "phase": self.phase(state),
            "to_act": owed(state),
            "seats": seats,
            "you": None,
            "over": state.over,
            "winners": self.winners(state),
            "round": state.round,
            "laid": [{"seat": laid.seat, "letters": list(laid.letters)} for laid in state.laid],
        }
        if isinstance(viewer, int):
            me = state.bidders[viewer]
            known = [me.known.get(seat) for seat in range(len(state.bidders))]
            view["you"] = {"seat": viewer, "card": me.card, "bid": me.bid, "known": known}
        return view


TOY = Toy()
