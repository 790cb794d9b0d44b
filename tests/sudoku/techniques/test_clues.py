"""What a clue leaves of the candidates of its cells, against every way to fill them."""

from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.clues import clues_of

Row = tuple[int, ...]


def _sandwiched(row: Row) -> int:
    first, last = sorted((row.index(1), row.index(6)))
    return sum(row[first + 1 : last])


LINES: dict[str, tuple[str, Callable[[Row], bool]]] = {
    "sandwich:sum=9": ("sandwich", lambda row: _sandwiched(row) == 9),
    "x_sum:sum=11": ("xsum", lambda row: sum(row[: row[0]]) == 11),
    "numbered_room:value=1": ("room", lambda row: row[row[0] - 1] == 1),
    "numbered_room:value=4": ("room", lambda row: row[row[0] - 1] == 4),
}


@pytest.mark.parametrize("text", LINES)
def test_a_clue_outside_leaves_what_some_way_has(text: str) -> None:
    """A candidate stays just where some permutation of the digits with it fits the other candidates and the clue."""
    code, is_kept = LINES[text]
    rules = Rules.parse(f"{text}:r1c1r1c2r1c3r1c4r1c5r1c6", (2, 3))
    [clue] = [one for one in clues_of(rules)[code] if len(one.cells) == 6]
    ways = [row for row in permutations(range(1, 7)) if is_kept(row)]
    assert 0 < len(ways) < 720
    rng, dead_ends = Random(7), 0
    for share in (0.95, 0.7, 0.5, 0.35) * 25:
        masks = tuple(sum((rng.random() < share) << d for d in range(6)) or 63 for _cell in range(6))
        fitting = [row for row in ways if all(mask >> digit - 1 & 1 for mask, digit in zip(masks, row, strict=True))]
        left = tuple(sum({1 << row[n] - 1 for row in fitting}) for n in range(6))
        assert clue.left(masks) == (left if fitting else None)
        dead_ends += not fitting
    assert 0 < dead_ends < 100
