"""Tests of the steps of many boards: every slide against the rules in plain Python."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from game2048.test_vector_env import begun, set_boards, tiles
from support import strategies
from tessella.game2048 import DIRECTIONS, Board, Rules
from tessella.game2048.sliding import Rows, slide
from tessella.game2048.vector_env import DISABLED, games


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(strategies.rows_2048(shape=(4, 4), most=14), st.integers(0, 3)), min_size=1, max_size=20),
    st.sampled_from([Rules(), Rules(target=1024, ends=True)]),
)
def test_any_board_moves_by_the_law(boards: list[tuple[Rows, int]], rules: Rules) -> None:
    """Slides, points, legal moves and ends are the plain law's on every board that the kernel can hold."""
    many = begun(games(rules, len(boards), mode=DISABLED), len(boards), 1)
    set_boards(many, [rows for rows, _action in boards])
    plain = [Board.from_rows(rows, rules) for rows, _action in boards]
    _cells, legal = many.look()
    step = many.step(np.array([action for _rows, action in boards]))
    for i, (board, (rows, action)) in enumerate(zip(plain, boards, strict=True)):
        move = DIRECTIONS[action]
        assert [DIRECTIONS[k] for k in range(4) if legal[i, k]] == [*board.moves()]
        after = tiles(step.cells[i])
        slid, merged = slide(rows, move)
        if slid == rows:
            assert after == rows
            assert step.points[i] == 0
        elif not (rules.ends and board.is_won()):
            new = [
                (a, b) for one, two in zip(after, slid, strict=True) for a, b in zip(one, two, strict=True) if a != b
            ]
            assert len(new) == 1
            assert new[0] in {(2, 0), (4, 0)}
            assert step.points[i] == sum(merged)
        played = Board.from_rows(after, rules)
        assert step.terminated[i] == played.is_over()
        assert [DIRECTIONS[k] for k in range(4) if step.legal[i, k]] == [*played.moves()]


def test_every_row_slides_by_the_law() -> None:
    """All rows of tiles up to 16384, four on a board, slide to all four sides as in the plain law."""
    rng = np.random.default_rng(2)
    rows = [
        (1 << a if a else 0, 1 << b if b else 0, 1 << c if c else 0, 1 << d if d else 0)
        for a, b, c, d in rng.integers(0, 15, (4096, 4)).tolist()
    ]
    rows += [(a, b, c, d) for a in (0, 2, 4) for b in (0, 2, 4) for c in (0, 2, 4) for d in (0, 2, 4)] * 4
    boards: list[Rows] = [tuple(rows[i : i + 4]) for i in range(0, len(rows) - 3, 4)]
    for action, move in enumerate(DIRECTIONS):
        for turn in (False, True):
            tried = [tuple(zip(*board, strict=True)) for board in boards] if turn else boards
            many = begun(games(Rules(), len(tried), mode=DISABLED), len(tried), 3)
            set_boards(many, tried)
            step = many.step(np.full(len(tried), action))
            for board, cells, points in zip(tried, step.cells, step.points.tolist(), strict=True):
                slid, merged = slide(board, move)
                after = np.array(tiles(cells))
                assert (after == np.array(slid))[np.array(slid) > 0].all()
                assert points == sum(merged)
