"""The card table and the result cards against the figures of their page."""

from collections import Counter

from games.engine.showdown import cards, results

COSTS = {
    "1f": 2, "1b": 3, "2f": 1, "2b": 2, "3f": 1, "3b": 1, "4f": 1, "4b": 1, "5f": 2, "5b": 3, "6f": 2, "6b": 2,
    "7f": 1, "7b": 2, "8f": 3, "8b": 2, "9f": 3, "9b": 2, "10f": 2, "10b": 1, "11f": 3, "11b": 2, "12f": 3, "12b": 2,
}  # fmt: skip


def test_twelve_cards_with_two_sides_each_in_order():
    assert {side.code: side.cost for side in cards.SIDES} == COSTS
    assert [side.code for side in cards.SIDES] == [f"{number}{face}" for number in range(1, 13) for face in "fb"]
    assert [side.code for side in cards.SIDES if not side.actions] == ["6b", "8b", "9b"]
    assert [side.code for side in cards.SIDES if side.is_brawling] == ["7b", "10f", "10b", "11f", "11b", "12f", "12b"]
    assert {side.code: side.needs for side in cards.SIDES if side.needs} == {"2f": "1f", "3f": "2f", "4f": "2f"}


def test_entries_are_written_with_their_choices_in_order():
    by_side = {
        side.code: [entry.written for entry in cards.ENTRIES.values() if entry.side is side] for side in cards.SIDES
    }
    assert by_side["1f"] == ["1f:ahead_left", "1f:ahead", "1f:ahead_right"]
    assert by_side["2b"] == ["2b:back_left", "2b:back", "2b:back_right"]
    assert by_side["9f"] == ["9f", "9f:ground"]
    assert by_side["10f"] == ["10f:@0", "10f:@1", "10f:@2", "10f:@3"]
    assert by_side["7f"][:5] == ["7f:shoot:@0", "7f:shoot:@1", "7f:shoot:@2", "7f:shoot:@3", "7f:shoot:A-A1"]
    assert len(by_side["7f"]) == 4 + 136
    assert by_side["5f"][:2] == ["5f:cock", "5f:aim:@0"]
    assert by_side["5f"][141] == "5f:shoot:@0"
    assert len(by_side["5f"]) == len(by_side["6f"]) == 1 + 2 * 140
    assert by_side["6b"] == []


def test_only_turns_aims_and_shots_keep_aim():
    keeping = {
        ":".join(filter(None, (entry.side.code, entry.action.word)))
        for entry in cards.ENTRIES.values()
        if entry.action.keeps_aim
    }
    assert keeping == {"3b", "5f:aim", "5f:shoot", "6f:aim", "6f:shoot", "7f:shoot"}


def test_the_deck_is_the_page_s():
    assert tuple(range(1, 33)) == results.NUMBERS
    assert [card.fire for card in results.CARDS] == [*range(10), *range(10), *range(10), None, None]
    assert [card.delay for card in results.CARDS] == [
        1, 0, 2, 1, 3, 1, 0, 2, 1, 2, 0, 1, 1, 2, 0, 1, 2, 1, 3, 1, 2, 1, 0, 1, 2, 0, 1, 2, 0, 1, 1, 2,
    ]  # fmt: skip
    assert Counter(card.vital for card in results.CARDS) == {"kill": 20, "maim": 12}
    assert Counter(card.place for card in results.CARDS) == {
        "body": 12,
        "leg": 7,
        "gun_arm": 6,
        "gun_hand": 4,
        "head": 3,
    }
