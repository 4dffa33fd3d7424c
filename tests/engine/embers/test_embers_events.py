"""Events are complete enough to redraw: from the first view and the events a viewer is told, every later view follows.

A drawing is never compared and corrected: what it missed once would stay wrong to the end of the match.
"""

import pytest
from embers_drive import TABLES, random_match, viewers, visible

from games.engine.embers import GAME
from games.engine.embers.piles import KINDS, pieces

FIELDS = (
    "mode", "round", "round_cap", "first", "order", "turn", "deck_count", "detonator", "inferno",
    "boss", "play", "dying", "winners", "over", "seats",
)  # fmt: skip
"""What is redrawn of a view. `phase` and `to_act` are not: they follow from the rules, and no event repeats them.

Nor are `discard` and `destroyed`: the cards of the dead come to lie there, and no event names them.
"""
PRIVATE = ("hand", "gift", "fate_armed", "seen")
"""What is redrawn of `you`. `given` and `owed` are not: single cards of a Swap are told when they change hands.

So hands are not compared meanwhile.
"""


@pytest.mark.parametrize("number", range(len(TABLES)))
@pytest.mark.parametrize("seed", range(6))
def test_events_redraw_every_view(number, seed):
    moves = random_match(number, seed)
    for viewer in viewers(moves[0].before):
        drawing = Drawing(GAME.view(moves[0].before, viewer))
        for move in moves:
            told = visible(move.events, viewer)
            view = GAME.view(move.after, viewer)
            drawing.redraw(told, view["phase"])
            hands_too = view["phase"] != "swap"
            for field in FIELDS:
                drawn, seen = drawing.view[field], view[field]
                if field == "seats" and not hands_too:
                    drawn, seen = without_hands(drawn), without_hands(seen)
                assert drawn == seen, (field, move.command, told)
            if view["you"] and hands_too:
                for field in PRIVATE:
                    assert drawing.view["you"][field] == view["you"][field], (field, move.command, told)


def without_hands(seats):
    return [{**seat, "hand_count": None} for seat in seats]


def add(pile, *kinds):
    pile.extend(kinds)
    pile.sort(key=KINDS.index)


def take(pile, *kinds):
    for kind in kinds:
        pile.remove(kind)


class Drawing:
    """A view, changed by events alone; each has a method of its name."""

    def __init__(self, view):
        self.view = view
        self.seats = view["seats"]
        self.boss = view["boss"]
        self.you = view["you"] or {"seat": None, "hand": []}
        self.turns = [view["turn"]]
        self.done = False
        self.covered = self.effect = None
        self.burnt = False

    def redraw(self, events, phase):
        for event in events:
            if not self.turns and event["type"] != "turn_started":
                self.explode()
            getattr(self, event["type"])(*(event[field] for field in event if field not in ("type", "only")))
        if phase in ("turn", "over"):
            self.settle()
        if phase != "rob" and self.view["you"]:
            self.you["seen"] = None
        self.view["turn"] = self.turns[-1] if self.turns else None
        if phase != "rescue":
            self.view["dying"] = []

    # cards

    def hand(self, seat, change, *kinds):
        """`change` cards more or less in a hand, of these kinds where the viewer holds it and is told."""
        self.seats[seat]["hand_count"] += change
        if seat == self.you["seat"]:
            (add if change > 0 else take)(self.you["hand"], *kinds)

    def settle(self):
        """A card that has taken effect leaves the table when its turn goes on."""
        if self.done:
            self.leave_table()

    def leave_table(self):
        self.view["play"], self.done = None, False
        self.forget_choices()

    def lose_shields(self, seat, count):
        """The oldest loan first, own ones last."""
        borrowed = self.seats[seat]["borrowed"]
        for _shield in range(count):
            if borrowed:
                borrowed[0]["count"] -= 1
                if not borrowed[0]["count"]:
                    borrowed.pop(0)
            else:
                self.seats[seat]["shields"] -= 1

    def shed(self, seat):
        self.seats[seat].update(shields=0, borrowed=[])

    # rounds and turns

    def round_started(self, number, first):
        self.view.update(round=number, first=first)
        everybody = [(first + step) % len(self.seats) for step in range(len(self.seats))]
        self.view["order"] = [seat for seat in everybody if self.takes_part(self.seats[seat])]
        for seat in self.seats:
            seat.update(lent=0, bedrock=False, silenced=False)
            if seat["status"] == "dead":
                seat["will_due"] = None
        self.burn_down()
        self.burnt = False

    def takes_part(self, seat):
        return seat["status"] != "dead" or seat["returning"]

    def burn_down(self):
        """Inferno burns once a round end; on a ghost it does nothing that is told."""
        if not self.burnt:
            self.view["inferno"] = max(0, self.view["inferno"] - 1)
        self.burnt = True

    def shields_back(self, seat, target, count):
        self.lose_shields(target, count)
        if self.seats[seat]["status"] != "dead":
            self.seats[seat]["shields"] += count

    def blade_back(self, seat):
        self.seats[seat]["equipment"].remove("heirblade")

    def came_back(self, seat):
        self.seats[seat].update(status="alive", returning=False)

    def turn_started(self, seat, extra):
        self.settle()
        self.turns.append({"seat": seat, "played": False, "lend_used": False, "extra": extra})

    def turn_ended(self, seat):
        self.settle()
        assert self.turns.pop()["seat"] == seat

    def explode(self):
        """No turn runs any more, so the round ends, and all bombs with it; those on ghosts are told by nothing else."""
        for body in (*self.seats, self.boss):
            body["bombs"] = 0

    # drawing and free actions

    def drew(self, seat, count):
        self.view["deck_count"] -= count
        self.seats[seat]["hand_count"] += count

    def drew_cards(self, seat, cards):
        add(self.you["hand"], *cards)

    def reshuffled(self, count):
        self.view["deck_count"] += count

    def equipped(self, seat, card):
        self.hand(seat, -1, card)
        if card == "shield":
            self.seats[seat]["shields"] += 1
        else:
            add(self.seats[seat]["equipment"], card)

    def took_back(self, seat):
        self.seats[seat]["equipment"].remove("miracle")
        self.hand(seat, 1, "miracle")

    def returned(self, seat):
        self.hand(seat, -1, "miracle")
        self.live_again(seat)

    def live_again(self, seat):
        self.shed(seat)
        self.seats[seat].update(status="alive", ghost_until=None)

    def lent(self, seat, target, count):
        self.turns[-1]["lend_used"] = True
        self.seats[seat]["shields"] -= count
        self.seats[seat]["lent"] += count
        borrowed = self.seats[target]["borrowed"]
        for loan in borrowed:
            if loan["from"] == seat:
                loan["count"] += count
                return
        borrowed.append({"from": seat, "count": count})

    # plays

    def played(self, seat, card, target, guess, override):
        self.hand(seat, -len(pieces(card)), *pieces(card))
        self.covered = self.view["play"]
        self.view["play"] = {
            "seat": seat, "card": card, "target": target, "guess": guess, "actor": seat, "rewritten": False,
        }  # fmt: skip
        self.forget_choices()
        if not override:
            self.turns[-1]["played"] = True

    def forget_choices(self):
        self.you.update(gift=None, fate_armed=False)

    def gift_chosen(self, seat, card):
        self.you["gift"] = card

    def passed(self, seat):
        pass

    def fate_armed(self, seat):
        self.you["fate_armed"] = True

    def overridden(self, seat, card):
        assert (self.covered["seat"], self.covered["card"]) == (seat, card)
        self.hand(seat, len(pieces(card)), *pieces(card))

    def fate_invoked(self, seat):
        pass

    def rewritten(self, seat, pair, actor, target):
        self.hand(seat, -2, pair, pair)
        self.view["play"].update(actor=actor, target=target, rewritten=True)
        self.you["fate_armed"] = False

    def resolved(self, card, actor, target):
        self.effect, self.done = self.view["play"], True
        if card == "miracle":
            self.seats[target]["returning"] = True
            self.leave_table()
        elif card == "extra_turn" and self.turns[-1]["seat"] == actor:
            self.turns[-1].update(played=False, lend_used=False)

    def bomb_hung(self, target, by):
        body = self.boss if target == "boss" else self.seats[target]
        body["bombs"] += 1
        self.hand(target if self.effect["card"] == "goodwill" else by, -1, "bomb")
        if target == "boss":
            self.helped(by)

    def bomb_taken(self, seat, target):
        body = self.boss if target == "boss" else self.seats[target]
        body["bombs"] -= 1
        self.hand(seat, 1, "bomb")

    def gave(self, seat, target, count):
        self.seats[seat]["hand_count"] -= count
        if target != "boss":
            self.seats[target]["hand_count"] += count

    def gave_cards(self, seat, target, cards):
        if seat == self.you["seat"]:
            take(self.you["hand"], *cards)
        if target == self.you["seat"]:
            add(self.you["hand"], *cards)

    def stole(self, seat, target):
        self.seats[seat]["hand_count"] += 1
        if target == "boss":
            self.view["deck_count"] -= 1
        else:
            self.seats[target]["hand_count"] -= 1

    def stole_card(self, seat, target, card):
        (add if seat == self.you["seat"] else take)(self.you["hand"], card)

    def saw(self, seat, cards):
        self.you["seen"] = cards

    def shield_stolen(self, seat, target):
        self.lose_shields(target, 1)
        self.hand(seat, 1, "shield")

    def fetched(self, seat, card):
        self.hand(seat, 1, card)

    def turned(self, card, right):
        self.view["deck_count"] -= 1
        if right and self.effect["target"] == "boss":
            self.helped(self.effect["actor"])

    def detonator_set(self, seat):
        self.view["detonator"] = seat
        self.leave_table()
        if self.boss["status"] == "present":
            self.helped(seat)

    def detonator_used(self):
        self.view["detonator"] = None

    def bedrock_set(self, seat):
        self.seats[seat]["bedrock"] = True

    def inferno_set(self):
        self.view["inferno"] = 3

    # damage and death

    def hit(self, target, half_damage, broken, source):
        if source == "inferno":
            self.burn_down()
        if target == "boss":
            self.boss["half_hp"] = max(0, self.boss["half_hp"] - half_damage)
            if source != "bomb":
                self.helped(self.effect["actor"])
        else:
            self.lose_shields(target, broken)

    def dying(self, seats):
        self.view["dying"] = seats

    def saved(self, seat, by):
        if by == "miracle":
            self.seats[seat]["equipment"].remove("miracle")
        else:
            bearer = next(index for index, one in enumerate(self.seats) if "fatebinder" in one["equipment"])
            self.hand(bearer, -1, "miracle")
        self.live_again(seat)

    def ghosted(self, seat, until):
        self.seats[seat]["equipment"].remove("ghost")
        self.seats[seat].update(status="ghost", ghost_until=until, silenced=True)

    def died(self, seat):
        self.shed(seat)
        self.seats[seat].update(status="dead", hand_count=0, equipment=[], bombs=0, ghost_until=None)
        if seat == self.you["seat"]:
            self.you["hand"].clear()

    def will_gained(self, seat, card, due):
        self.seats[seat]["will_due"] = card if due else None
        if not due:
            self.hand(seat, 1, card)

    def bequeathed(self, seat, target):
        pass

    # the Fiend

    def boss_roll(self, appears):
        self.boss["status"] = "present" if appears else "absent"
        if appears:
            self.boss["half_hp"] = 16
            if self.view["detonator"] is not None:
                self.helped(self.view["detonator"])

    def boss_target(self, seat, half_damage):
        self.boss.update(target=seat, half_damage=half_damage)

    def helped(self, seat):
        self.boss["helpers"] = sorted({*self.boss["helpers"], seat})

    def boss_healed(self, half_hp):
        self.burn_down()
        self.boss["half_hp"] = half_hp

    def burned(self, card):
        pass

    def boss_fell(self):
        self.boss.update(status="dead", half_hp=0, bombs=0, target=None, half_damage=None)

    def loot(self, seat):
        self.hand(seat, 1, "ember")

    def match_over(self, winners, reason):
        self.settle()
        self.turns = []
        if reason == "cap":
            self.burn_down()
        self.view.update(winners=winners, over=True)
