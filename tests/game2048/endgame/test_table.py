"""Tables that are read: boards in their symmetries, and damage."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tessella.game2048.endgame.construction import make
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.table import Table, TableError
from tessella.game2048.sliding import DIRECTIONS, Rows, slide, with_tile

L3 = EndGame.parse("L3-16")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Return a small table of L3."""
    path = tmp_path_factory.mktemp("tables") / "L3-16.table"
    make(L3, path)
    return Table(path)


def boards(n: int) -> Iterator[Rows]:
    """Yield boards of games that are played at random from the start."""
    luck = random.Random(1)
    rows = L3.board(dict(enumerate(L3.formation.begin)))
    for _ in range(n):
        empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if not tile]
        rows = with_tile(rows, luck.choice(empty), luck.choice((2, 4)))
        yield rows
        afters = [slide(rows, move)[0] for move in DIRECTIONS]
        kept = [one for one in afters if one != rows and L3.with_large(one)]
        rows = luck.choice(kept) if kept else L3.board(dict(enumerate(L3.formation.begin)))


def test_a_board_has_the_same_chances_however_it_is_turned(table: Table) -> None:
    """Rotated and mirrored, the moves have the chances of the moves that they become."""
    known = 0
    for rows in boards(60):
        chances = table.chances(rows)
        mirrored = table.chances(tuple(row[::-1] for row in rows))
        turned = table.chances(tuple(zip(*rows[::-1], strict=True)))  # clockwise
        if chances is None:
            assert mirrored is turned is None
            continue
        known += 1
        names = {"left": "right", "right": "left", "up": "up", "down": "down"}
        assert mirrored == {names[move]: chance for move, chance in chances.items()}
        names = {"left": "up", "up": "right", "right": "down", "down": "left"}
        assert turned == {names[move]: chance for move, chance in chances.items()}
    assert known > 30


def test_legal_moves_alone_have_chances(table: Table) -> None:
    """A move has a chance where it changes the board: 1 where it makes the goal, 0 where a large tile moves."""
    rows = L3.board({0: 2, 4: 8, 8: 8, 12: 2})
    rows = with_tile(rows, (0, 1), 4)
    chances = table.chances(rows)
    assert chances is not None
    assert chances.keys() == {move for move in DIRECTIONS if slide(rows, move)[0] != rows}
    assert chances["down"] == 1.0
    assert table.chances(with_tile(L3.board({0: 2}), (3, 0), 2)) is not None


def test_boards_of_no_such_formation_have_none(table: Table) -> None:
    """Too few large tiles, two that are alike, or another size of board: the table does not know them."""
    for rows in (((2, 0, 0, 0),) * 4, ((2, 4), (0, 0)), with_tile(L3.board({0: 2}), (3, 3), 64)):
        assert table.chances(rows) is None


@pytest.mark.parametrize("keep", [0, 10, 100, -3])
def test_a_damaged_table_is_told_from_a_whole_one(table: Table, tmp_path: Path, keep: int) -> None:
    """A file that was cut gives one sentence."""
    path = tmp_path / "cut.table"
    path.write_bytes(table.path.read_bytes()[:keep])
    with pytest.raises(TableError, match="truncated or damaged"):
        Table(path)
