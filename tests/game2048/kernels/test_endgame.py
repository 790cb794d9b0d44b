"""One step of the kernels of end games, held against plain slides."""

import numpy as np

from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.indexing import index_of
from tessella.game2048.kernels import endgame as kernels
from tessella.game2048.sliding import DIRECTIONS, slide, with_tile

L3 = EndGame.parse("L3-16")


def test_a_step_marks_what_can_follow_and_nothing_else() -> None:
    """From one position, those are marked that a new tile and a move lead to, without a goal, large tiles in place."""
    index = index_of(L3)
    small = {0: 2, 4: 8, 8: 8, 12: 2}
    number, upper, rank = index.place(index.digits_of(small))
    layers = [index.layer(number + more) for more in range(3)]
    marks = [np.zeros(int(layer.starts[-1]), np.uint8) for layer in layers]
    marks[0][layers[0].starts[upper] + rank] = 1
    nexts = (layers[1], marks[1], layers[2], marks[2])
    found = kernels.reach(
        0, len(layers[0].counts), layers[0], marks[0], *nexts, index.halves, index.lines, len(index.cells)
    )
    rows = L3.with_large(L3.board(small))
    assert (found, rows is not None) == (1, True)
    expected: list[set[int]] = [set(), set()]
    for r, row in enumerate(rows or ()):
        for c, old in enumerate(row):
            for tile in (2, 4) if not old else ():
                board = with_tile(rows or (), (r, c), tile)
                for after in (slide(board, move)[0] for move in DIRECTIONS):
                    tiles = [one for line in after for one in line]
                    in_place = all(tiles[cell] < 0 for cell in L3.formation.fixed)
                    if after != board and in_place and not any(tiles[cell] == 16 for cell in L3.formation.goals):
                        layer, upper, rank = index.place(index.digits_of(dict(enumerate(tiles))))
                        assert layer == number + tile // 2
                        expected[tile // 2 - 1].add(int(layers[tile // 2].starts[upper]) + rank)
    assert [{*np.flatnonzero(one).tolist()} for one in marks[1:]] == expected
    assert all(expected)
