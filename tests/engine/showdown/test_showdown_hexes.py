"""Board A against the facts of its page."""

import pytest

from games.engine.showdown import hexes

OFFSETS = {
    0: {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 0), "NW": (-1, -1)},
    1: {"N": (0, -1), "NE": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)},
}
"""SD-B2, by even and odd column: columns to the right, rows to the south."""


def hex_at(column, row):
    name = f"A-{hexes.COLUMNS[column]}{row}" if 0 <= column < len(hexes.COLUMNS) else ""
    return name if name in hexes.HEXES else None


def test_the_board_has_137_hexes_in_board_order():
    assert len(hexes.HEXES) == 137
    assert hexes.HEXES[:2] == ("A-A1", "A-A2")
    assert hexes.HEXES[12] == "A-B0"
    assert hexes.HEXES[-1] == "A-K12"
    assert tuple(sorted(hexes.HEXES, key=lambda name: (name[2], int(name[3:])))) == hexes.HEXES
    assert len(hexes.OPEN_HEXES) == 136


def test_neighbours_follow_the_rows_of_even_and_odd_columns():
    for name in hexes.HEXES:
        column, row = hexes.COLUMNS.index(name[2]), int(name[3:])
        shifts = OFFSETS[column % 2].values()
        assert hexes.NEIGHBOURS[name] == tuple(hex_at(column + dc, row + dr) for dc, dr in shifts)
    assert hexes.NEIGHBOURS["A-E5"] == ("A-E4", "A-F4", "A-F5", "A-E6", "A-D5", "A-D4")
    assert hexes.NEIGHBOURS["A-F5"] == ("A-F4", "A-G5", "A-G6", "A-F6", "A-E6", "A-E5")
    assert hexes.NEIGHBOURS["A-A1"] == (None, "A-B0", "A-B1", "A-A2", None, None)


def test_axial_coordinates():
    assert hexes.AXIAL["A-A1"] == (0, 0)
    assert hexes.AXIAL["A-I11"] == (8, 6)
    assert hexes.AXIAL["A-B0"] == (1, -1)


def test_the_corral_is_the_nineteen_hexes_of_the_page():
    rows = {"D": (5, 7), "E": (5, 8), "F": (4, 8), "G": (5, 8), "H": (5, 7)}
    named = {f"A-{column}{row}" for column, (first, last) in rows.items() for row in range(first, last + 1)}
    assert named == hexes.CORRAL
    assert len(named) == 19


def test_all_start_hexes_lie_in_the_corral_and_no_default_is_in_another_list():
    for start in hexes.STARTS:
        assert set(start.hexes) <= hexes.CORRAL
        assert [other.character for other in hexes.STARTS if start.hex in other.hexes] == [start.character]
    assert [start.character for start in hexes.STARTS] == ["marshal", "kid", "reb", "yankee"]
    assert hexes.STARTS[1].hexes == ("A-G5", "A-G6", "A-G7", "A-H5", "A-H6", "A-H7")


def test_range_is_the_number_of_steps():
    for origin in ("A-A1", "A-F6", "A-I11", "A-K12"):
        reached = {origin: 0}
        frontier = [origin]
        for steps in range(1, 25):
            found = {near for name in frontier for near in hexes.NEIGHBOURS[name] if near} - reached.keys()
            reached |= dict.fromkeys(found, steps)
            frontier = sorted(found)
        assert reached == {name: hexes.distance(origin, name) for name in hexes.HEXES}


def test_the_aim_zone_is_all_between_its_two_rows():
    """SD-B7: what steps ahead-left and ahead-right reach, on a board without an edge."""
    for facing in hexes.FACINGS:
        left, right = hexes.STEPS[(facing - 1) % 6], hexes.STEPS[(facing + 1) % 6]
        q, r = hexes.AXIAL["A-F6"]
        cone = {(q + a * left[0] + b * right[0], r + a * left[1] + b * right[1]) for a in range(30) for b in range(30)}
        inside = {name for name in hexes.HEXES if hexes.in_zone("A-F6", facing, name)}
        assert inside == {name for name, axial in hexes.AXIAL.items() if axial in cone}
        assert set(hexes.zone("A-F6", facing)) == inside - {hexes.TROUGH}


def test_the_trough_is_crossed_only_where_the_line_goes_through_its_inside():
    assert hexes.crosses_trough("A-E9", "A-K12")  # straight through its centre
    assert hexes.crosses_trough("A-I10", "A-I12")
    assert not hexes.crosses_trough("A-H10", "A-J10")  # past its northern edge
    assert not hexes.crosses_trough("A-H11", "A-I10")  # neighbours of it, side by side
    assert hexes.crosses_trough("A-H11", "A-J10")
    assert not hexes.crosses_trough("A-I8", "A-I10")  # the line would reach it only beyond its end
    assert not hexes.crosses_trough("A-D6", "A-H6")


def test_a_line_that_only_touches_the_trough_does_not_cross_it():
    """Of its six neighbours, those two apart are joined along its edge, opposite ones through its middle."""
    q, r = hexes.AXIAL[hexes.TROUGH]
    assert len(hexes.BESIDE_TROUGH) == 6
    for here in hexes.BESIDE_TROUGH:
        for there in hexes.BESIDE_TROUGH:
            (here_q, here_r), (there_q, there_r) = hexes.AXIAL[here], hexes.AXIAL[there]
            is_opposite = (here_q + there_q, here_r + there_r) == (2 * q, 2 * r)
            assert hexes.crosses_trough(here, there) == is_opposite, (here, there)


def test_crossing_is_mutual():
    some = hexes.OPEN_HEXES[::3]
    for here in some:
        for there in some:
            assert hexes.crosses_trough(here, there) == hexes.crosses_trough(there, here)


@pytest.mark.parametrize(
    ("is_down", "other_is_down", "beside", "seen"),
    [
        (False, False, True, True),
        (True, False, True, False),
        (False, True, True, True),
        (True, True, True, False),
        (False, False, False, True),
        (True, False, False, True),
        (False, True, False, True),
        (True, True, False, False),
    ],
)
def test_sight_over_the_trough(is_down, other_is_down, beside, seen):
    """SD-B8: `here` lies beside the trough or not; `there` never does."""
    here = "A-H10" if beside else "A-E9"
    assert hexes.crosses_trough(here, "A-K12")
    assert hexes.sees(here, is_down, "A-K12", other_is_down) is seen
    assert hexes.sees("A-K12", other_is_down, here, is_down) is seen
    assert hexes.sees("A-D6", is_down, "A-H6", other_is_down)
