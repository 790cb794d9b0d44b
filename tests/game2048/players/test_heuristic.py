"""The heuristic player on every size and by all rules, and games that it works out."""

from functools import cache
from itertools import product

import pytest

from tessella.errors import MoveError
from tessella.game2048.board import Board
from tessella.game2048.players.heuristic import WIN_POINTS, HeuristicPlayer
from tessella.game2048.rules import RULES, Rules
from tessella.game2048.sliding import DIRECTIONS, Rows, slide

SIZES = ["2x2", "2x3", "3x2", "3x3", "4x4", "4x5", "5x4", "2x8", "8x2", "5x5", "6x6", "7x7", "8x8"]


def worth_of(board: Board) -> dict[str, float]:
    """Return the expected points of each legal move and the best game after it, all of it enumerated."""
    rules = board.rules
    fours = rules.fours / 100

    @cache
    def best(rows: Rows) -> float:
        return max(moves(rows).values(), default=0.0)

    def moves(rows: Rows) -> dict[str, float]:
        found = {}
        for move in DIRECTIONS:
            slid, merged = slide(rows, move, rules.merging)
            if slid == rows:
                continue
            points = rules.points * len(merged) if rules.points else sum(merged)
            if rules.ends and max(merged, default=0) >= rules.target:
                found[move] = points + WIN_POINTS
                continue
            empty = [(r, c) for r, row in enumerate(slid) for c, tile in enumerate(row) if not tile]
            total = 0.0
            for r, c in empty:
                for tile, chance in ((2, 1 - fours), (4, fours)):
                    row = (*slid[r][:c], tile, *slid[r][c + 1 :])
                    total += chance * best((*slid[:r], row, *slid[r + 1 :]))
            found[move] = points + total / len(empty)
        return found

    return moves(board.rows)


@pytest.mark.parametrize(
    "text",
    [
        "2048:2x2/classic:2./.4#0",
        "2048:2x2/16/sprint:2./.2#0",
        "2048:2x2/cascade:../.2#0",
        "2048:2x2/fours=50/points=7/classic:2./.2#0",
        "2048:2x2/fours=0/classic:2./.2#0",
        "2048:3x2/classic:32,64/16,2/8,.#0",
        "2048:3x2/32/cascade:2,4/16,./8,2#0",
        "2048:2x3/classic:64,32,8/2,16,.#0",
        "2048:2x3/64/sprint:16,32,8/2,.,.#0",
    ],
)
def test_small_boards_are_worked_out(text: str) -> None:
    """On boards of up to six cells the values are the expected points of the best game, to its end."""
    board = Board.parse(text)
    assert HeuristicPlayer().values(board) == pytest.approx(worth_of(board), abs=1e-6)


def test_a_fresh_board_of_four_cells() -> None:
    """A whole game on 2x2 brings the points that the enumeration of all games says, one tile of chance before it."""
    board = Board.parse("2048:2x2/classic:2./..#0")
    player, oracle = HeuristicPlayer(), worth_of(board)
    assert max(player.values(board).values()) == pytest.approx(max(oracle.values()), abs=1e-9)
    assert player.values(board) == pytest.approx(oracle)


def test_the_end_is_worked_out_on_large_boards() -> None:
    """Where all that is left can be looked at, the values are points on any size."""
    board = Board.parse("2048:classic:2,4,8,16/32,64,128,256/512,1024,2,4/8,32,64,64#0")
    assert HeuristicPlayer(ply=9).values(board) == pytest.approx(worth_of(board), abs=1e-6)


@pytest.mark.parametrize(("preset", "size"), list(product(RULES, SIZES)))
def test_every_game_goes_on(preset: str, size: str) -> None:
    """Every preset is played on every size by legal moves, in any kind of search."""
    board = Board.start(Rules.of(preset, size=size), 5)
    player = HeuristicPlayer(ply=1)
    for _ in range(60):
        if board.is_over():
            break
        values = player.values(board)
        assert set(values) == set(board.moves())
        board = board.play(player.choose(board))
    else:
        assert board.ply == 60
    if not board.is_over():
        assert HeuristicPlayer(ply=2).choose(board) in board.moves()


@pytest.mark.parametrize("preset", RULES)
@pytest.mark.parametrize("size", ["2x2", "3x2", "3x3", "4x4", "6x3"])
def test_games_come_to_an_end(preset: str, size: str) -> None:
    """A game up to 64 that ends there is played to its end, and won where the board has room to spare."""
    rules = Rules.parse(f"{size}/{32 if size == '2x2' else 64}/ends=yes/{preset}")
    board = Board.start(rules, 1)
    player = HeuristicPlayer(ply=2)
    while not board.is_over():
        board = board.play(player.choose(board))
    assert board.is_won() or rules.rows * rules.cols <= 6


def test_the_default_looks_ahead() -> None:
    """Without depth or time the answer is the same every time, whatever was asked before."""
    board = Board.parse("2048:classic:2,4,8,16/32,.,.,8/.,4,2,./.,.,2,.#0")
    player = HeuristicPlayer()
    first = player.values(board)
    player.values(board.play("left"))
    assert player.values(board) == first == HeuristicPlayer().values(board)


@pytest.mark.parametrize("size", ["4x4", "5x5", "8x8"])
def test_in_a_given_time(size: str) -> None:
    """With a time, however short, there is an answer; with a depth besides, too."""
    board = Board.start(Rules.of(size=size), 3)
    for player in (
        HeuristicPlayer(seconds=1e-6),
        HeuristicPlayer(seconds=0.02),
        HeuristicPlayer(ply=2, seconds=1e-6),
        HeuristicPlayer(ply=2, seconds=5),
    ):
        assert player.choose(board) in board.moves()


@pytest.mark.parametrize(
    "text",
    [
        "2048:classic:65536,32768,16,2/4,8,.,./2,.,.,./.,.,.,2#0",
        "32768,32768,16,2/4,8,.,./2,.,.,./.,.,.,2",
        "131072,65536,16,2/4,8,16,4/2,4,8,16/2,4,8,.",
        "2048:5x5/classic:1048576,524288,16,2,2/4,8,.,.,./2,.,.,.,./.,.,.,2,./.,.,.,.,.#0",
        "2048:8x8/classic:" + "/".join(["4611686018427387904,2,4,8,16,32,64,."] * 8) + "#0",
    ],
)
def test_tiles_beyond_32768(text: str) -> None:
    """Tiles of any size are thought about."""
    board = Board.parse(text)
    for player in (HeuristicPlayer(ply=2), HeuristicPlayer()):
        assert player.choose(board) in board.moves()
        assert player.accepts(board)


def test_two_32768_are_merged() -> None:
    """Two 32768 side by side become one tile, which no other move makes up for."""
    board = Board.parse("32768,32768,16,2/4,8,2,4/2,16,8,16/4,2,4,2")
    assert HeuristicPlayer(ply=2).choose(board) in {"left", "right"}


@pytest.mark.parametrize("ply", [1, 2, 3, None])
@pytest.mark.parametrize("size", ["4x4", "4x5"])
def test_a_win_is_taken(ply: int | None, size: str) -> None:
    """Where the target ends the game, the move that makes it is the best."""
    rows = ["1024,1024,.,8", "512,4,8,16", "256,8,2,.", "64,512,256,."]
    if size == "4x5":
        rows = [row + ",." for row in rows]
    board = Board.parse(f"2048:{size}/sprint:{'/'.join(rows)}#0")
    chosen = HeuristicPlayer(ply=ply).choose(board)
    assert board.play(chosen).is_won()


@pytest.mark.parametrize("text", ["2 4 / 4 2", "2048:4x4/sprint:2048,2,.,./.,.,.,./.,.,.,./.,.,.,.#0"])
def test_the_end_of_a_game(text: str) -> None:
    """A game that is over has no move to choose."""
    with pytest.raises(MoveError, match="the game is over; there is no move to choose"):
        HeuristicPlayer().choose(Board.parse(text))


def test_names() -> None:
    """A player says what it is."""
    assert HeuristicPlayer().name == "heuristic"
    assert HeuristicPlayer(ply=3).name == "heuristic, 3 ply"
    assert HeuristicPlayer(seconds=0.1).name == "heuristic, 0.1 s"
    assert not HeuristicPlayer().in_points
