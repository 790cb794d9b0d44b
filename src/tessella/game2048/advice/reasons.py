"""Reasons for a move of 2048: one sentence on why it is better than another.

Two moves are compared by what anybody can see on the board after each, before the new tile: where the largest tile
lies, how many cells are free, what was merged, what can be merged next, whether a row or column is in order. A sentence
says only what is true of the board. Which of its truths made the player choose is for the player to know, so the most
telling one is said first; where nothing of the kind sets the moves apart, the sentence says that looking ahead does.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple, TypeAlias

from tessella.game2048.board import Board
from tessella.game2048.sliding import DIRECTIONS, Cell, Rows, slide
from tessella.i18n import N_, _, ngettext

Line: TypeAlias = tuple[int, ...]

_MOVE_NAMES = {"left": N_("left"), "right": N_("right"), "up": N_("up"), "down": N_("down")}
_LINE_NAMES = {
    ("row", True): N_("top row"),
    ("row", False): N_("bottom row"),
    ("column", True): N_("left column"),
    ("column", False): N_("right column"),
}

NEARLY_EQUAL = 0.002
"""Moves are nearly equal whose values differ by less than this share: a network is not surer than that."""
NOTABLE = 8
"""A merge is worth a word if it makes at least the largest tile through this."""
SHUT_IN = 8
"""A tile is shut in if each of its neighbours is at least this many times as large."""


def move_name(move: str) -> str:
    """Return how a move is called inside a sentence.

    >>> move_name("left")
    'left'
    """
    return _(_MOVE_NAMES[move])


class Gap(NamedTuple):
    """How much worse a move is than another, as far as the player can tell."""

    value: float
    in_points: bool

    @property
    def points(self) -> int:
        """The gap in whole points, 0 where the player does not count in points."""
        return round(self.value) if self.in_points else 0


def nearly(best: float, value: float) -> bool:
    """Return whether a move is as good as the best one, as far as a player can tell."""
    return best - value <= NEARLY_EQUAL * abs(best)


def why(board: Board, values: Sequence[tuple[str, float]], *, in_points: bool) -> str:
    """Return one sentence on why the first of these moves is the best: it is compared with the strongest worse one.

    `values` are the legal moves with what they are worth, the best first.
    """
    best, most = values[0]
    if len(values) == 1:
        return _sentence(_("{best} is the only move."), best=best)
    worse = [(move, value) for move, value in values if not nearly(most, value)]
    if not worse:
        if math.isclose(most, values[1][1]):
            return _sentence(_("{best} and {second} are equally good here."), best=best, second=values[1][0])
        if len(values) == 2:
            return _sentence(_("Both moves are nearly equal here; {best} is a little ahead."), best=best)
        return _sentence(_("All moves are nearly equal here; {best} is a little ahead."), best=best)
    other, value = worse[0]
    gap = Gap(most - value, in_points)
    if len(values) - len(worse) == 2:
        return _two_against(board, (best, values[1][0]), other, gap)
    return against(board, best, other, gap)


def _two_against(board: Board, better: tuple[str, str], other: str, gap: Gap) -> str:
    one, two = (_Comparison.of(board, move, other) for move in better)
    if kept := one.corners_kept():
        if two.corners_kept() == kept:
            text = _("Both {best} and {second} keep {tile} in the corner, while {other} would take it out.")
            return one.say(text, second=better[1])
    elif gap.points > 1 and all(not rule(one) for rule in _RULES):
        text = _("{best} and {second} are nearly equal; {other} is worth about {points} points less.")
        return one.say(text, second=better[1], points=f"{gap.points:,}")
    return against(board, better[0], other, gap)


def against(board: Board, best: str, other: str, gap: Gap) -> str:
    """Return one sentence on why a move is better than another.

    >>> board = Board.parse("2... / 4... / 8... / 512,16,16,.")
    >>> against(board, "left", "right", Gap(500, in_points=True))
    'Left keeps 512 in the corner, while right would take it out and let a new tile in.'
    """
    both = _Comparison.of(board, best, other)
    for rule in _RULES:
        if text := rule(both):
            return text
    if gap.points > 0:
        text = ngettext(
            "Looking ahead, {best} is worth one point more than {other}.",
            "Looking ahead, {best} is worth about {points} points more than {other}.",
            gap.points,
        )
        return both.say(text, points=f"{gap.points:,}")
    return both.say(_("Looking ahead, {best} comes out better than {other}."))


def _sentence(template: str, **facts: object) -> str:
    moves = {role: move_name(str(facts[role])) for role in ("best", "second", "other") if role in facts}
    text = template.format(**(facts | moves))
    return text[0].upper() + text[1:]


# --- What can be seen -----------------------------------------------------------------------------------------------


class _After(NamedTuple):
    """A board after a move, before the new tile."""

    rows: Rows
    merged: tuple[int, ...]

    @property
    def free(self) -> int:
        return sum(not tile for row in self.rows for tile in row)

    @property
    def made(self) -> int:
        """The largest tile that the move makes, 0 for none."""
        return max(self.merged, default=0)

    @property
    def highest(self) -> int:
        return max(map(max, self.rows))


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Two moves on a board, and the board after each: `one` comes of the better move."""

    board: Board
    best: str
    other: str
    one: _After
    two: _After

    @classmethod
    def of(cls, board: Board, best: str, other: str) -> "_Comparison":
        one, two = (_After(*slide(board.rows, move, board.rules.merging)) for move in (best, other))
        return cls(board, best, other, one, two)

    @property
    def tile(self) -> int:
        """The largest tile on the board."""
        return self.board.highest

    @property
    def more(self) -> int:
        """How many more cells are free after the better move."""
        return self.one.free - self.two.free

    def say(self, template: str, **facts: object) -> str:
        """Return a sentence with the two moves, the largest tile and more facts filled in."""
        return _sentence(template, **{"best": self.best, "other": self.other, "tile": self.tile, **facts})

    def corners_kept(self) -> list[Cell]:
        """Return the corners in which the largest tile stays, where the other move leaves it in none."""
        before = _corners(self.board.rows, self.tile)
        return [
            (r, c) for r, c in before if self.one.rows[r][c] == self.tile and not _corners(self.two.rows, self.tile)
        ]


_CORNERS = ((0, 0), (0, -1), (-1, 0), (-1, -1))


def _corners(rows: Rows, tile: int) -> list[Cell]:
    return [(r, c) for r, c in _CORNERS if rows[r][c] >= tile]


def _neighbours(rows: Rows) -> list[tuple[int, int]]:
    return [pair for line in (*rows, *zip(*rows, strict=True)) for pair in pairwise(line)]


def _pairs(rows: Rows) -> list[int]:
    """Return the tiles that lie beside an equal one, once for each such pair: no new tile can come between."""
    return [one for one, two in _neighbours(rows) if one and one == two]


def _beside(rows: Rows, tile: int, other: int) -> bool:
    return any(pair in ((tile, other), (other, tile)) for pair in _neighbours(rows))


def _at_edge(rows: Rows, tile: int) -> bool:
    return max(chain(rows[0], rows[-1], *((row[0], row[-1]) for row in rows))) >= tile


def _shut_in(rows: Rows) -> list[int]:
    height, width = len(rows), len(rows[0])
    found = []
    for r in range(height):
        for c in range(width):
            near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            around = [rows[y][x] for y, x in near if 0 <= y < height and 0 <= x < width]
            if rows[r][c] and min(around) >= SHUT_IN * rows[r][c]:
                found.append(rows[r][c])
    return found


def _line(rows: Rows, corner: Cell, kind: str) -> Line:
    """Return the row or column of a corner, from the corner on."""
    r, c = corner
    line = rows[r] if kind == "row" else tuple(row[c] for row in rows)
    return line[::-1] if (c if kind == "row" else r) else line


def _in_order(line: Line) -> bool:
    return all(one >= two for one, two in pairwise(line))


def _spawns(board: Board, rows: Rows) -> list[Rows]:
    tiles = [tile for tile, chance in ((2, 100 - board.rules.fours), (4, board.rules.fours)) if chance]
    empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if not tile]
    return [(*rows[:r], (*rows[r][:c], tile, *rows[r][c + 1 :]), *rows[r + 1 :]) for r, c in empty for tile in tiles]


def _slid(board: Board, rows: Rows) -> list[Rows]:
    every = [slide(rows, move, board.rules.merging)[0] for move in DIRECTIONS]
    return [after for after in every if after != rows]


def _can_end(board: Board, after: _After) -> bool:
    return after.free == 1 and any(not _slid(board, rows) for rows in _spawns(board, after.rows))


def _can_be_forced(board: Board, after: _After, corner: Cell) -> bool:
    """Return whether some new tile would leave moves, but only such as take the largest tile out of its corner."""
    r, c = corner
    later = [_slid(board, rows) for rows in _spawns(board, after.rows)]
    return any(moves and all(rows[r][c] < board.highest for rows in moves) for moves in later)


# --- Rules, the most telling first ----------------------------------------------------------------------------------


def _wins(both: _Comparison) -> str:
    target = both.board.rules.target
    if not both.tile < target <= both.one.highest or both.two.highest >= target:
        return ""
    return both.say(_("{best} makes {tile} and wins the game."), tile=both.one.highest)


def _survives(both: _Comparison) -> str:
    rules = both.board.rules
    ended = rules.ends and both.one.highest >= rules.target
    if ended or not _can_end(both.board, both.two) or _can_end(both.board, both.one):
        return ""
    return both.say(_("The next tile could end the game after {other}, but not after {best}."))


def _corner(both: _Comparison) -> str:
    if not both.corners_kept():
        return ""
    made = both.two.made
    if made > both.one.made and made * NOTABLE >= both.tile:
        text = _("{other} would make {made} now but take {tile} out of the corner; {best} keeps it there.")
        return both.say(text, made=made)
    if both.more > 0:
        text = ngettext(
            "{best} keeps {tile} in the corner and leaves one more free cell than {other}.",
            "{best} keeps {tile} in the corner and leaves {n} more free cells than {other}.",
            both.more,
        )
        return both.say(text, n=both.more)
    if both.one.made * NOTABLE >= both.tile:
        text = _("{best} makes {made} and keeps {tile} in the corner, while {other} would take it out.")
        return both.say(text, made=both.one.made)
    # A tile that slides out of its corner always leaves it empty.
    return both.say(_("{best} keeps {tile} in the corner, while {other} would take it out and let a new tile in."))


def _into_corner(both: _Comparison) -> str:
    rows, tile = both.board.rows, both.one.highest
    if _corners(rows, both.tile) or not _corners(both.one.rows, tile) or _corners(both.two.rows, both.two.highest):
        return ""
    if tile != both.tile:
        return both.say(
            _("{best} makes {tile} in the corner, while {other} leaves the largest tile in none."), tile=tile
        )
    if _corners(both.two.rows, tile):
        return ""
    return both.say(_("{best} brings {tile} into a corner, while {other} does not."))


def _largest(both: _Comparison) -> str:
    made = both.one.made
    if made <= max(both.tile, both.two.made):
        return ""
    return both.say(_("{best} makes {tile}, the largest tile so far, while {other} does not."), tile=made)


def _forced(both: _Comparison) -> str:
    board, one, two = both.board, both.one, both.two
    for r, c in _corners(board.rows, both.tile):
        stays = one.rows[r][c] == two.rows[r][c] == both.tile
        if stays and _can_be_forced(board, two, (r, c)) and not _can_be_forced(board, one, (r, c)):
            return both.say(
                _("The next tile could force {tile} out of the corner after {other}, but not after {best}.")
            )
    return ""


def _edge(both: _Comparison) -> str:
    before, kept, lost = (_at_edge(rows, both.tile) for rows in (both.board.rows, both.one.rows, both.two.rows))
    if not (before and kept) or lost:
        return ""
    return both.say(_("{best} keeps {tile} at the edge, while {other} would move it inwards."))


def _lines(both: _Comparison, corners: Iterable[Cell]) -> Iterator[tuple[str, Line, Line, Line]]:
    """Yield the rows and columns of corners: their names, before, after the better move, and after the other."""
    for corner in corners:
        for kind in ("row", "column"):
            before, one, two = (_line(rows, corner, kind) for rows in (both.board.rows, both.one.rows, both.two.rows))
            yield _(_LINE_NAMES[kind, corner[kind == "column"] == 0]), before, one, two


def _keeps_order(both: _Comparison, corners: Iterable[Cell]) -> str:
    for name, before, kept, broken in _lines(both, corners):
        is_kept = all(sum(map(bool, line)) >= 3 and _in_order(line) for line in (before, kept))
        if is_kept and kept[0] >= before[0] and not _in_order(broken):
            text = _("{best} keeps the {line} in order from large to small, while {other} would break it.")
            return both.say(text, line=name)
    return ""


def _full(both: _Comparison) -> str:
    """Look for gaps beside the largest tile in its corner: along a full row or column it cannot be moved away."""
    for name, before, kept, gaps in _lines(both, _corners(both.board.rows, both.tile)):
        if not kept[0] == gaps[0] == both.tile or not all(kept) or all(gaps):
            continue
        if all(before):
            return both.say(
                _("{best} keeps the {line} full beside {tile}, while {other} would leave a gap in it."), line=name
            )
        return both.say(_("{best} fills the {line} beside {tile}, while {other} leaves a gap in it."), line=name)
    return ""


def _merges(both: _Comparison) -> str:
    made = both.one.made
    if made <= both.two.made or made * NOTABLE < both.tile:
        return ""
    if both.more <= 0:
        return both.say(_("{best} makes {tile} now, while {other} does not."), tile=made)
    text = ngettext(
        "{best} makes {tile} and leaves one more free cell than {other}.",
        "{best} makes {tile} and leaves {n} more free cells than {other}.",
        both.more,
    )
    return both.say(text, tile=made, n=both.more)


def _together(both: _Comparison) -> str:
    rows, tile = both.board.rows, both.tile
    second = max((other for other in chain(*rows) if other < tile), default=0)
    if second * NOTABLE < tile or second < NOTABLE:
        return ""
    one, two = both.one.rows, both.two.rows
    if not _beside(one, tile, second) or _beside(two, tile, second) or second not in chain(*two):
        return ""
    if _beside(rows, tile, second):
        return both.say(
            _("{best} keeps {second_tile} beside {tile}, while {other} would separate them."), second_tile=second
        )
    return both.say(_("{best} brings {second_tile} beside {tile}, while {other} does not."), second_tile=second)


def _shuts(both: _Comparison) -> str:
    shut = _shut_in(both.two.rows)
    if not shut or _shut_in(both.one.rows):
        return ""
    text = _("{other} would trap a {tile} among much larger tiles, while {best} does not.")
    return both.say(text, tile=min(shut))


def _next(both: _Comparison) -> str:
    tile = max(_pairs(both.one.rows), default=0)
    if tile <= max(_pairs(both.two.rows), default=0) or 2 * tile * NOTABLE < both.tile or tile <= 2:
        return ""
    text = (
        ngettext(
            "{best} leaves one more free cell than {other}, and two {tile} side by side to merge into {next}.",
            "{best} leaves {n} more free cells than {other}, and two {tile} side by side to merge into {next}.",
            both.more,
        )
        if both.more > 0
        else _("{best} leaves two {tile} side by side to merge into {next}, while {other} does not.")
    )
    return both.say(text, tile=tile, next=2 * tile, n=both.more)


def _frees(both: _Comparison) -> str:
    if both.more <= 0:
        return ""
    text = ngettext(
        "{best} leaves one more free cell than {other}.", "{best} leaves {n} more free cells than {other}.", both.more
    )
    return both.say(text, n=both.more)


def _more_pairs(both: _Comparison) -> str:
    more = len(_pairs(both.one.rows)) - len(_pairs(both.two.rows))
    if more <= 0:
        return ""
    text = ngettext(
        "{best} leaves one more pair of equal tiles side by side than {other}.",
        "{best} leaves {n} more pairs of equal tiles side by side than {other}.",
        more,
    )
    return both.say(text, n=more)


_RULES: tuple[Callable[[_Comparison], str], ...] = (
    _wins,
    _survives,
    _corner,
    _into_corner,
    _largest,
    _forced,
    _edge,
    lambda both: _keeps_order(both, _corners(both.board.rows, both.tile)),
    _full,
    _merges,
    _together,
    _shuts,
    _next,
    _frees,
    _more_pairs,
    lambda both: _keeps_order(both, _CORNERS),
)
