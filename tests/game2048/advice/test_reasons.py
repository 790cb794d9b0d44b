"""Is what a reason says true of the board?"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from support.reference import slide_2048
from support.strategies import boards_2048, rows_2048
from tessella import i18n
from tessella.game2048 import Board, Rules
from tessella.game2048.advice.reasons import against, nearly, player_name, why
from tessella.game2048.sliding import DIRECTIONS, Rows

# --- What the words mean, told again from the board -------------------------------------------------------------------

Grid = dict[tuple[int, int], int]


def grid_of(rows: Rows) -> Grid:
    """Return the tiles by row and column."""
    return {(r, c): tile for r, row in enumerate(rows) for c, tile in enumerate(row)}


class Seen:
    """A board and what it is after each move, found by the slow law."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.rules = board.rules
        self.before = grid_of(board.rows)
        self.largest = max(self.before.values())
        self.height, self.width = len(board.rows), len(board.rows[0])
        self.corners = [(r, c) for r in (0, self.height - 1) for c in (0, self.width - 1)]

    def slid(self, move: str) -> Grid:
        """Return the board after a move, before the new tile."""
        return grid_of(slide_2048(self.board.rows, move, self.rules.merging)[0])

    def made(self, move: str) -> list[int]:
        """Return the tiles that a move makes."""
        return slide_2048(self.board.rows, move, self.rules.merging)[1]

    def free(self, move: str) -> int:
        """Return how many cells a move leaves free."""
        return list(self.slid(move).values()).count(0)

    def in_corner(self, grid: Grid, tile: int) -> bool:
        """Return whether the tile lies in a corner."""
        return any(grid[corner] == tile for corner in self.corners)

    def keeps(self, move: str, tile: int) -> bool:
        """Return whether the tile lies in a corner and stays there."""
        after = self.slid(move)
        return any(self.before[corner] == after[corner] == tile for corner in self.corners)

    def takes_out(self, move: str, tile: int) -> bool:
        """Return whether the tile lies in a corner, and in none after the move."""
        return self.in_corner(self.before, tile) and not self.in_corner(self.slid(move), tile)

    def lets_in(self, move: str, tile: int) -> bool:
        """Return whether the tile leaves an empty corner behind."""
        after = self.slid(move)
        return any(self.before[corner] == tile and not after[corner] for corner in self.corners)

    def with_new_tile(self, move: str) -> Iterator[Rows]:
        """Yield every board that may come of a move."""
        after = self.slid(move)
        for cell in after:
            for tile, chance in ((2, 100 - self.rules.fours), (4, self.rules.fours)):
                if not after[cell] and chance:
                    grid = after | {cell: tile}
                    yield tuple(tuple(grid[r, c] for c in range(self.width)) for r in range(self.height))

    def next_moves(self, rows: Rows) -> list[tuple[Rows, list[int]]]:
        """Return every move that a board takes: the tiles after it, and those that it makes."""
        slid = [slide_2048(rows, move, self.rules.merging) for move in DIRECTIONS]
        return [(after, made) for after, made in slid if after != rows]

    def can_end(self, move: str) -> bool:
        """Return whether some new tile leaves no move."""
        return any(not self.next_moves(rows) for rows in self.with_new_tile(move))

    def can_force(self, move: str, tile: int) -> bool:
        """Return whether some new tile leaves moves, none of which leaves the tile in a corner where it was."""
        for r, c in self.corners:
            if self.slid(move)[r, c] != tile:
                continue
            for rows in self.with_new_tile(move):
                after = [later for later, _made in self.next_moves(rows)]
                if after and all(later[r][c] != tile for later in after):
                    return True
        return False

    def line(self, name: str, grid: Grid) -> list[int]:
        """Return the tiles of a row or column that is called by its name."""
        side, kind = name.split()
        if kind == "row":
            return [grid[0 if side == "top" else self.height - 1, c] for c in range(self.width)]
        return [grid[r, 0 if side == "left" else self.width - 1] for r in range(self.height)]

    def order(self, name: str, grid: Grid) -> set[int]:
        """Return the ends from which a line falls: 0, 1, both or none."""
        line = self.line(name, grid)
        return {end for end, way in enumerate((line, line[::-1])) if way == sorted(way, reverse=True)}

    def neighbours(self, cell: tuple[int, int], grid: Grid) -> list[int]:
        """Return the tiles around a cell."""
        r, c = cell
        return [grid[near] for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if near in grid]

    def beside(self, grid: Grid, one: int, two: int) -> bool:
        """Return whether two tiles lie side by side."""
        return any(tile == one and two in self.neighbours(cell, grid) for cell, tile in grid.items())

    def at_edge(self, grid: Grid, tile: int) -> bool:
        """Return whether the tile lies in an outer row or column."""
        return any(grid[r, c] == tile for r, c in grid if r in (0, self.height - 1) or c in (0, self.width - 1))

    def shut_in(self, move: str, tile: int) -> bool:
        """Return whether a move leaves such a tile with much larger neighbours alone."""
        after = self.slid(move)
        return any(
            there == tile and all(near >= 8 * tile for near in self.neighbours(cell, after))
            for cell, there in after.items()
        )

    def pairs(self, move: str) -> int:
        """Return how many pairs of equal neighbours a move leaves."""
        after = self.slid(move)
        return sum(self.neighbours(cell, after).count(tile) for cell, tile in after.items() if tile) // 2

    def will_make(self, move: str, tile: int) -> bool:
        """Return whether the tile can be made next, whatever new tile comes."""
        return all(any(tile in made for _after, made in self.next_moves(rows)) for rows in self.with_new_tile(move))


Claim = Callable[..., Any]

SAYINGS: dict[str, Claim] = {
    "{best} makes {tile} and wins the game.": lambda s, best, tile: (
        tile in s.made(best) and s.largest < s.rules.target <= tile
    ),
    "The next tile could end the game after {other}, but not after {best}.": lambda s, best, other: (
        s.can_end(other) and not s.can_end(best)
    ),
    "{other} would make {made} now but take {tile} out of the corner; {best} keeps it there.": (
        lambda s, best, other, made, tile: made in s.made(other) and s.takes_out(other, tile) and s.keeps(best, tile)
    ),
    "{best} keeps {tile} in the corner and leaves {n} more free cells than {other}.": lambda s, best, other, tile, n: (
        s.keeps(best, tile) and s.takes_out(other, tile) and s.free(best) - s.free(other) == n > 1
    ),
    "{best} keeps {tile} in the corner and leaves one more free cell than {other}.": lambda s, best, other, tile: (
        s.keeps(best, tile) and s.takes_out(other, tile) and s.free(best) - s.free(other) == 1
    ),
    "{best} makes {made} and keeps {tile} in the corner, while {other} would take it out.": (
        lambda s, best, other, made, tile: made in s.made(best) and s.keeps(best, tile) and s.takes_out(other, tile)
    ),
    "{best} keeps {tile} in the corner, while {other} would take it out and let a new tile in.": (
        lambda s, best, other, tile: s.keeps(best, tile) and s.takes_out(other, tile) and s.lets_in(other, tile)
    ),
    "{best} makes {tile} in the corner, while {other} leaves the largest tile in none.": (
        lambda s, best, other, tile: (
            tile in s.made(best)
            and s.in_corner(s.slid(best), tile)
            and not s.in_corner(s.slid(other), max(s.slid(other).values()))
        )
    ),
    "{best} brings {tile} into a corner, while {other} does not.": lambda s, best, other, tile: (
        tile == s.largest
        and not s.in_corner(s.before, tile)
        and s.in_corner(s.slid(best), tile)
        and not s.in_corner(s.slid(other), tile)
    ),
    "{best} makes {tile}, the largest tile so far, while {other} does not.": lambda s, best, other, tile: (
        tile in s.made(best) and tile > s.largest and tile not in s.made(other)
    ),
    "The next tile could force {tile} out of the corner after {other}, but not after {best}.": (
        lambda s, best, other, tile: tile == s.largest and s.can_force(other, tile) and s.keeps(best, tile)
    ),
    "{best} keeps {tile} at the edge, while {other} would move it inwards.": lambda s, best, other, tile: (
        tile == s.largest
        and s.at_edge(s.before, tile)
        and max(s.slid(best).values()) >= tile
        and any(s.at_edge(s.slid(best), larger) for larger in (tile, 2 * tile))
        and not s.at_edge(s.slid(other), tile)
    ),
    "{best} keeps the {line} in order from large to small, while {other} would break it.": (
        lambda s, best, other, line: (
            s.order(line, s.before) & s.order(line, s.slid(best)) - s.order(line, s.slid(other))
        )
    ),
    "{best} keeps the {line} full beside {tile}, while {other} would leave a gap in it.": (
        lambda s, best, other, line, tile: (
            all(s.line(line, s.before))
            and all(s.line(line, s.slid(best)))
            and not all(s.line(line, s.slid(other)))
            and tile in s.line(line, s.slid(best))
        )
    ),
    "{best} fills the {line} beside {tile}, while {other} leaves a gap in it.": (
        lambda s, best, other, line, tile: (
            not all(s.line(line, s.before))
            and all(s.line(line, s.slid(best)))
            and not all(s.line(line, s.slid(other)))
            and tile in s.line(line, s.slid(best))
        )
    ),
    "{best} makes {tile} and leaves {n} more free cells than {other}.": lambda s, best, other, tile, n: (
        tile in s.made(best) and s.free(best) - s.free(other) == n > 1
    ),
    "{best} makes {tile} and leaves one more free cell than {other}.": lambda s, best, other, tile: (
        tile in s.made(best) and s.free(best) - s.free(other) == 1
    ),
    "{best} makes {tile} now, while {other} does not.": lambda s, best, other, tile: (
        tile in s.made(best) and tile not in s.made(other)
    ),
    "{best} keeps {second} beside {tile}, while {other} would separate them.": lambda s, best, other, second, tile: (
        s.beside(s.before, tile, second)
        and s.beside(s.slid(best), tile, second)
        and not s.beside(s.slid(other), tile, second)
    ),
    "{best} brings {second} beside {tile}, while {other} does not.": lambda s, best, other, second, tile: (
        not s.beside(s.before, tile, second)
        and s.beside(s.slid(best), tile, second)
        and not s.beside(s.slid(other), tile, second)
    ),
    "{other} would trap a {tile} among much larger tiles, while {best} does not.": (
        lambda s, best, other, tile: s.shut_in(other, tile) and not s.shut_in(best, tile)
    ),
    "{best} leaves {n} more free cells than {other}, and two {tile} side by side to merge into {made}.": (
        lambda s, best, other, n, tile, made: (
            s.free(best) - s.free(other) == n > 1
            and s.beside(s.slid(best), tile, tile)
            and made == 2 * tile
            and s.will_make(best, made)
        )
    ),
    "{best} leaves one more free cell than {other}, and two {tile} side by side to merge into {made}.": (
        lambda s, best, other, tile, made: (
            s.free(best) - s.free(other) == 1
            and s.beside(s.slid(best), tile, tile)
            and made == 2 * tile
            and s.will_make(best, made)
        )
    ),
    "{best} leaves two {tile} side by side to merge into {made}, while {other} does not.": (
        lambda s, best, other, tile, made: (
            s.beside(s.slid(best), tile, tile)
            and not s.beside(s.slid(other), tile, tile)
            and made == 2 * tile
            and s.will_make(best, made)
        )
    ),
    "{best} leaves {n} more free cells than {other}.": lambda s, best, other, n: s.free(best) - s.free(other) == n > 1,
    "{best} leaves one more free cell than {other}.": lambda s, best, other: s.free(best) - s.free(other) == 1,
    "{best} leaves {n} more pairs of equal tiles side by side than {other}.": lambda s, best, other, n: (
        s.pairs(best) - s.pairs(other) == n > 1
    ),
    "{best} leaves one more pair of equal tiles side by side than {other}.": lambda s, best, other: (
        s.pairs(best) - s.pairs(other) == 1
    ),
}
WORDS = {
    "best": r"(?P<best>left|right|up|down)",
    "other": r"(?P<other>left|right|up|down)",
    "line": r"(?P<line>(?:top|bottom) row|(?:left|right) column)",
}
PATTERNS = {
    re.compile(
        re.sub(r"\\\{(\w+)\\\}", lambda m: WORDS.get(m[1], rf"(?P<{m[1]}>\d+)"), re.escape(saying)), re.IGNORECASE
    ): saying
    for saying in SAYINGS
}


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """Return which saying a sentence is, and the words and numbers in it; "" where it says nothing of the board."""
    for pattern, saying in PATTERNS.items():
        if match := pattern.fullmatch(text):
            words = match.groupdict()
            return saying, {name: int(word) if word.isdigit() else word.lower() for name, word in words.items()}
    return "", {}


def is_true(board: Board, text: str) -> bool:
    """Return whether a sentence holds."""
    saying, words = parse(text)
    return bool(SAYINGS[saying](Seen(board), **words))


# --- Truth ------------------------------------------------------------------------------------------------------------


@st.composite
def crowded(draw: st.DrawFn) -> Board:
    """Boards that are nearly full, with large tiles here and there: where sentences about danger are said."""
    height, width = draw(st.tuples(st.integers(2, 4), st.integers(2, 4)))
    exponents = st.one_of(st.integers(1, 4), st.integers(1, min(9, height * width + 1)))
    tiles = [[1 << draw(exponents) for _ in range(width)] for _ in range(height)]
    for _hole in range(draw(st.integers(0, 3))):
        tiles[draw(st.integers(0, height - 1))][draw(st.integers(0, width - 1))] = 0
    merging, fours = draw(st.sampled_from(["once", "cascade"])), draw(st.sampled_from([0, 10, 100]))
    return Board.from_rows(tiles, Rules(height, width, fours=fours, merging=merging))


@st.composite
def small(draw: st.DrawFn) -> Board:
    """Boards with few large tiles, where one move more often keeps what another spoils."""
    return Board.from_rows(draw(rows_2048((4, 4), most=8)))


some_boards = st.one_of(crowded(), small(), boards_2048())


@given(some_boards, st.data())
def test_reasons_are_true(board: Board, data: st.DataObject) -> None:
    """Whatever a sentence says of two moves is so, told again from the board by other code."""
    moves = board.moves()
    assume(len(moves) > 1)
    best, other = data.draw(st.permutations(moves))[:2]
    text = against(board, best, other, 1234)
    if text == f"Looking ahead, {best} is worth about 1,234 points more than {other}.":
        return
    assert is_true(board, text), f"{board.to_text()}: {text}"
    _saying, words = parse(text)
    assert (words["best"], words.get("other", other)) == (best, other)


@given(some_boards, st.data())
def test_reasons_for_two_moves_are_true(board: Board, data: st.DataObject) -> None:
    """Where two moves are equally good, what is said of both holds for both."""
    moves = board.moves()
    assume(len(moves) > 2)
    best, second, other = data.draw(st.permutations(moves))[:3]
    values = [(best, 10_000.0), (second, 9_999.0), (other, 9_000.0)]
    text = why(board, values, in_points=True)
    both = re.fullmatch(rf"Both {best} and {second} keep (\d+) in the corner, while {other} would take it out\.", text)
    if both:
        seen, tile = Seen(board), int(both[1])
        assert seen.keeps(best, tile)
        assert seen.keeps(second, tile)
        assert seen.takes_out(other, tile)
    elif text.endswith("less."):
        assert text.lower() == f"{best} and {second} are nearly equal; {other} is worth about 1,000 points less."
    elif not text.startswith("Looking ahead"):
        assert is_true(board, text), text


EXAMPLES = [
    ("64,.,.,4 / .,.,8,16 / .,1024,.,1024 / .,64,2,4", "right up", "Right makes 2048 and wins the game."),
    (
        "8,512,2,512 / 4,2,4,2 / 128,16,2,256 / 2,1024,2048,.",
        "down right",
        "The next tile could end the game after right, but not after down.",
    ),
    (
        "4,8,.,8 / .,.,2,32 / .,.,2,4 / 32,.,2,.",
        "down right",
        "Right would make 16 now but take 32 out of the corner; down keeps it there.",
    ),
    (
        ".,16,.,32 / 8,.,4,2 / .,2,4,. / .,4,.,2",
        "up left",
        "Up keeps 32 in the corner and leaves 2 more free cells than left.",
    ),
    (
        ".,.,.,. / 4,2,.,. / 64,8,4,2 / 2,.,2,64",
        "right up",
        "Right keeps 64 in the corner and leaves one more free cell than up.",
    ),
    (
        ".,4,.,2 / 32,.,4,. / 2,.,4,. / 2,.,4,64",
        "down up",
        "Down makes 8 and keeps 64 in the corner, while up would take it out.",
    ),
    (
        ".,.,2,4 / .,256,2,. / 2,128,32,. / 4,.,.,256",
        "right up",
        "Right keeps 256 in the corner, while up would take it out and let a new tile in.",
    ),
    (
        ".,32,32,2 / .,2,2,. / 4,2,.,8 / .,.,.,4",
        "left right",
        "Left makes 64 in the corner, while right leaves the largest tile in none.",
    ),
    ("4,.,16,4 / .,32,4,. / 4,.,.,. / 4,2,32,.", "right up", "Right brings 32 into a corner, while up does not."),
    (
        ".,2,.,128 / 2,2,.,. / .,.,2,128 / 8,8,2,.",
        "up left",
        "Up makes 256, the largest tile so far, while left does not.",
    ),
    (
        ".,16,4,512 / .,.,32,. / .,4,.,. / .,.,.,2",
        "right up",
        "The next tile could force 512 out of the corner after up, but not after right.",
    ),
    (
        ".,4,.,. / 16,.,4,. / .,2,8,4 / 4,4,64,.",
        "left up",
        "Left keeps 64 at the edge, while up would move it inwards.",
    ),
    (
        "32,8,2,. / .,2,4,. / 8,16,16,32 / .,.,.,.",
        "left up",
        "Left keeps the top row in order from large to small, while up would break it.",
    ),
    (
        "2,4,.,16 / 2,.,4,4 / 2,.,.,4 / .,.,.,512",
        "right down",
        "Right keeps the right column full beside 512, while down would leave a gap in it.",
    ),
    (
        "128,2,.,128 / .,.,2,. / 4,16,.,. / 4,4,.,16",
        "right up",
        "Right fills the right column beside 128, while up leaves a gap in it.",
    ),
    (
        ".,.,1024,128 / 2,.,.,128 / 2,.,.,2 / 2,.,64,2",
        "down left",
        "Down makes 256 and leaves 2 more free cells than left.",
    ),
    ("16,.,.,. / 4,4,32,64 / .,32,16,. / .,2,.,4", "right up", "Right makes 8 and leaves one more free cell than up."),
    (".,2,2,64 / .,.,32,. / 2,2,32,. / 8,4,.,2", "down right", "Down makes 64 now, while right does not."),
    (
        "2,.,.,4 / 4,.,.,. / 64,32,2,4 / 256,.,.,256",
        "up left",
        "Up keeps 64 beside 256, while left would separate them.",
    ),
    (".,.,.,. / 2,1024,.,4 / .,.,2,4 / 8,512,2,16", "up right", "Up brings 512 beside 1024, while right does not."),
    (
        "512,.,128,. / .,4,.,4 / .,128,4,2048 / 4,.,128,.",
        "right down",
        "Down would trap a 4 among much larger tiles, while right does not.",
    ),
    (
        "4..4 / .44. / 2284 / ....",
        "right up",
        "Right leaves 2 more free cells than up, and two 8 side by side to merge into 16.",
    ),
    (
        "16,4,.,. / 4,2,2,4 / 4,.,4,. / .,.,.,16",
        "right up",
        "Right leaves one more free cell than up, and two 4 side by side to merge into 8.",
    ),
    (
        "4,.,32,2 / .,32,2,. / 4,256,.,4 / .,.,4,.",
        "right down",
        "Right leaves two 32 side by side to merge into 64, while down does not.",
    ),
    ("4,.,128,2 / .,.,4,256 / 2,2,.,4 / .,.,2,2", "right down", "Right leaves 2 more free cells than down."),
    (".,.,4,16 / 128,.,32,8 / .,.,2,. / 64,4,4,.", "right up", "Right leaves one more free cell than up."),
    (
        "2,16,.,. / .,.,.,2 / 2,.,8,2 / 1024,64,.,2",
        "right up",
        "Right leaves 2 more pairs of equal tiles side by side than up.",
    ),
    ("...2 / 484. / .224 / 4..2", "left up", "Left leaves one more pair of equal tiles side by side than up."),
]


@pytest.mark.parametrize(
    ("name", "chinese"),
    [
        ("heuristic", "启发式算法"),
        ("heuristic, 2-3 ply", "启发式算法，搜索 2-3 层"),
        ("small network, 2 ply", "小网络，搜索 2 层"),
        ("network 4x6, 0.5 s", "4x6 网络，0.5 秒"),
        ("network 4x6, 3 stages, 3 ply", "4x6 网络，3 个阶段，搜索 3 层"),
        ("my player, 2 ply", "my player, 2 ply"),
    ],
)
def test_players_are_named_in_the_language_that_is_spoken(name: str, chinese: str) -> None:
    """In English by their names; one that is no player of the package keeps its name."""
    assert player_name(name) == name
    with i18n.speaking("zh"):
        assert player_name(name) == chinese


@pytest.mark.parametrize(("board", "moves", "text"), EXAMPLES, ids=[text for _board, _moves, text in EXAMPLES])
def test_examples(board: str, moves: str, text: str) -> None:
    """For each sentence there is a board on which it is said."""
    best, other = moves.split()
    assert against(Board.parse(board), best, other, 50) == text


def test_every_saying_has_an_example() -> None:
    """No sentence is left out of the examples, so each of them is read in every language."""
    assert {parse(text)[0] for _board, _moves, text in EXAMPLES} == set(SAYINGS)


# --- What is said where the board says nothing ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "in_points", "text"),
    [
        ({"left": 5000.0}, True, "Left is the only move."),
        ({"left": 5000.0, "right": 5000.0}, True, "Left and right are equally good here."),
        ({"up": -7.0, "down": -7.0, "left": -7.01}, False, "Up and down are equally good here."),
        ({"left": 5000.0, "up": 4999.0}, True, "Both moves are nearly equal here; left is a little ahead."),
        (
            {"up": 5000.0, "left": 4999.0, "down": 4998.0},
            True,
            "All moves are nearly equal here; up is a little ahead.",
        ),
        ({"left": 5000.0, "right": 3765.6}, True, "Looking ahead, left is worth about 1,234 points more than right."),
        ({"left": 60.0, "right": 59.4}, True, "Looking ahead, left is worth one point more than right."),
        ({"left": 3.0, "right": 2.6}, True, "Looking ahead, left comes out better than right."),
        ({"left": -5.0, "right": -9.0}, False, "Looking ahead, left comes out better than right."),
    ],
)
def test_where_the_board_says_nothing(values: dict[str, float], in_points: bool, text: str) -> None:  # noqa: FBT001
    """A lone move, equal moves and moves that look alike each have their sentence."""
    board = Board.parse("2,8,8,2 / 4,16,16,4 / 2,8,8,2 / 4,16,16,4")
    assert why(board, list(values.items()), in_points=in_points) == text


@given(st.floats(-1e9, 1e9), st.floats(0, 1e9))
@example(best=1000.0, less=1.9)
def test_nearly(best: float, less: float) -> None:
    """A move is nearly as good that is worse by a five-hundredth of the best one's value at most."""
    assert nearly(best, best - less) == (best - (best - less) <= abs(best) / 500)


@pytest.mark.parametrize(("board", "moves", "text"), EXAMPLES, ids=[text for _board, _moves, text in EXAMPLES])
def test_the_same_is_said_in_chinese(board: str, moves: str, text: str) -> None:
    """The Chinese sentence has the numbers and the moves of the English one, and no English word."""
    best, other = moves.split()
    with i18n.speaking("zh"):
        said = against(Board.parse(board), best, other, 50)
        names = [i18n._(move) for move in moves.split() if re.search(rf"(?i)\b{move}\b(?! column)", text)]
    assert not re.search(r"[A-Za-z]", said)
    assert sorted(re.findall(r"\d+", said)) == sorted(re.findall(r"\d+", text.replace("one more", "1")))
    assert all(name in said for name in names)
