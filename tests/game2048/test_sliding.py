"""Tests of slides: every line and board against the rules as they are told, and against an oracle."""

import pytest
from hypothesis import given

from support.reference import slide_2048
from support.strategies import directions, mergings, rows_2048
from tessella.errors import MoveError, ParseError
from tessella.game2048 import DIRECTIONS, slide
from tessella.game2048.sliding import Rows, slide_line

# A line slid to the right, the line that comes of it, and how many merges that took: as the rules are told.
CASCADE = [
    ((2, 2, 0, 4), (0, 0, 0, 8), 2),
    ((2, 2, 2, 2), (0, 0, 0, 8), 3),
    ((4, 2, 2, 0), (0, 0, 0, 8), 2),
    ((2, 0, 2, 2), (0, 0, 2, 4), 1),
    ((2, 2, 4, 8), (0, 0, 0, 16), 3),
    ((4, 4, 4, 0), (0, 0, 4, 8), 1),
]


ONCE = [
    ((2, 2, 4, 4), (0, 0, 4, 8), 2),
    ((2, 2, 2, 2), (0, 0, 4, 4), 2),
    ((2, 2, 2, 0), (0, 0, 2, 4), 1),
    ((4, 2, 2, 0), (0, 0, 4, 4), 1),
]


VECTORS = [("once", *vector) for vector in ONCE] + [("cascade", *vector) for vector in CASCADE]


def turned(line: tuple[int, ...], direction: str) -> Rows:
    """Return a line that slides right, laid so that it slides in another direction."""
    if direction in ("left", "up"):
        line = line[::-1]
    return (line,) if direction in ("left", "right") else tuple((tile,) for tile in line)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(("merging", "line", "slid", "merges"), VECTORS)
def test_published_vectors(
    merging: str, line: tuple[int, ...], slid: tuple[int, ...], merges: int, direction: str
) -> None:
    """The lines in the rules slide as the rules say, in every direction."""
    rows, merged = slide(turned(line, direction), direction, merging)
    assert rows == turned(slid, direction)
    assert len(merged) == merges


@given(rows_2048(), directions, mergings)
def test_slide_agrees_with_the_oracle(rows: Rows, direction: str, merging: str) -> None:
    """A slide gives what walking tile by tile over the grid gives, for every size and both kinds of merging."""
    slid, merged = slide(rows, direction, merging)
    assert (slid, sorted(merged)) == slide_2048(rows, direction, merging)


@pytest.mark.parametrize("merging", ["once", "cascade"])
def test_every_short_line_agrees_with_the_oracle(merging: str) -> None:
    """Each of the 3125 lines of five cells with tiles up to 16 slides as the oracle says."""
    tiles = (0, 2, 4, 8, 16)
    for number in range(5**5):
        line = tuple(tiles[number // 5**i % 5] for i in range(5))
        slid, merged = slide_line(line, merging)
        expected, values = slide_2048((line,), "left", merging)
        assert ((slid,), sorted(merged)) == (expected, values), line


@given(rows_2048(), directions, mergings)
def test_slide_keeps_the_sum(rows: Rows, direction: str, merging: str) -> None:
    """A slide never changes the sum of the tiles, and each merge leaves one tile less."""
    slid, merged = slide(rows, direction, merging)
    assert sum(map(sum, slid)) == sum(map(sum, rows))
    assert count(rows) - count(slid) == len(merged)


def count(rows: Rows) -> int:
    """Return how many tiles there are."""
    return sum(tile > 0 for row in rows for tile in row)


@given(rows_2048(), directions)
def test_cascade_leaves_no_equal_neighbours_ahead(rows: Rows, direction: str) -> None:
    """After a cascade the same slide changes nothing: no gap, and no equal pair, is left in any line."""
    slid, _merged = slide(rows, direction, "cascade")
    assert slide(slid, direction, "cascade") == (slid, ())


def test_slide_refuses_a_direction_or_merging_that_is_none() -> None:
    """A direction or a merging that there is not is refused by a sentence with those that there are."""
    with pytest.raises(MoveError, match=r"^expected one of left, right, up, down, got 'north'$"):
        slide(((2, 0), (0, 0)), "north")
    with pytest.raises(ParseError, match=r"^expected one of once, cascade, got 'twice'$"):
        slide(((2, 0), (0, 0)), "left", "twice")
