"""Why is one move better than another, in words?

Two moves are compared by what anybody can see on the board after each, before the new tile: where the largest tile
lies, how many cells are free, what was merged, what can be merged next, whether a row or column is in order. A sentence
says only what is true of the board; which of its truths made the player choose is for the player to know, so the most
telling one is said first. Where nothing of the kind sets the moves apart, the sentence says that looking ahead does.

Sentences are made when they are asked for, in the language that is spoken then.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from tessella.game2048.board import Board
from tessella.game2048.sliding import DIRECTIONS, Rows, slide
from tessella.i18n import N_, _, ngettext

__all__ = ["Gap", "against", "move_name", "nearly", "why"]

_NAMES = {"left": N_("left"), "right": N_("right"), "up": N_("up"), "down": N_("down")}
_LINES = {
    ("row", True): N_("top row"),
    ("row", False): N_("bottom row"),
    ("column", True): N_("left column"),
    ("column", False): N_("right column"),
}

NEAR = 0.002
"""Moves are nearly equal whose values differ by less than this share: a network is not surer than that."""
NOTABLE = 8
"""A merge is worth a word if it makes at least the largest tile through this."""
SHUT = 8
"""A tile is shut in if each of its neighbours is at least this many times as large."""


def move_name(move: str) -> str:
    """Return how a move is called inside a sentence.

    >>> move_name("left")
    'left'
    """
    return _(_NAMES[move])


@dataclass(frozen=True, slots=True)
class Gap:
    """How much worse a move is than another, as far as the player can tell."""

    value: float
    in_points: bool


def nearly(best: float, value: float) -> bool:
    """Return whether a move is as good as the best one, as far as a player can tell."""
    return best - value <= NEAR * abs(best)


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
        return _two_against(board, best, values[1][0], other, gap)
    return against(board, best, other, gap)


def _two_against(board: Board, best: str, second: str, other: str, gap: Gap) -> str:
    """Return one sentence on why two moves, nearly equal, are better than another."""
    one, two, three = (_After.of(board, move) for move in (best, second, other))
    words: dict[str, object] = {"best": best, "second": second, "other": other, "tile": board.highest}
    if kept := _kept_in_corner(board, one, three):
        if _kept_in_corner(board, two, three) == kept:
            return _sentence(
                _("Both {best} and {second} keep {tile} in the corner, while {other} would take it out."), **words
            )
    elif all(not rule(board, one, three) for rule in _RULES) and gap.in_points and round(gap.value) > 1:
        return _sentence(
            _("{best} and {second} are nearly equal; {other} is worth about {points} points less."),
            points=f"{round(gap.value):,}",
            **words,
        )
    return against(board, best, other, gap)


def against(board: Board, best: str, other: str, gap: Gap) -> str:
    """Return one sentence on why a move is better than another.

    >>> board = Board.parse("2... / 4... / 8... / 512,16,16,.")
    >>> against(board, "left", "right", Gap(500, in_points=True))
    'Left keeps 512 in the corner, while right would take it out and let a new tile in.'
    """
    one, two = _After.of(board, best), _After.of(board, other)
    for rule in _RULES:
        if text := rule(board, one, two):
            return text
    if gap.in_points and round(gap.value) > 0:
        return _sentence(
            ngettext(
                "Looking ahead, {best} is worth one point more than {other}.",
                "Looking ahead, {best} is worth about {points} points more than {other}.",
                round(gap.value),
            ),
            best=best,
            other=other,
            points=f"{round(gap.value):,}",
        )
    return _sentence(_("Looking ahead, {best} comes out better than {other}."), best=best, other=other)


def _sentence(template: str, **facts: object) -> str:
    """Return a sentence of the catalogue filled in, with a large letter in front."""
    moves = {role: move_name(str(facts[role])) for role in ("best", "second", "other") if role in facts}
    text = template.format(**(facts | moves))
    return text[0].upper() + text[1:]


# --- What can be seen -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _After:
    """A board after a move, before the new tile."""

    move: str
    rows: Rows
    merged: tuple[int, ...]

    @classmethod
    def of(cls, board: Board, move: str) -> "_After":
        return cls(move, *slide(board.rows, move, board.rules.merging))

    @property
    def free(self) -> int:
        return sum(not tile for row in self.rows for tile in row)

    @property
    def made(self) -> int:
        """The largest tile that the move makes, 0 for none."""
        return max(self.merged, default=0)

    @property
    def highest(self) -> int:
        return max(max(row) for row in self.rows)


_CORNERS = ((0, 0), (0, -1), (-1, 0), (-1, -1))


def _corners(rows: Rows, tile: int) -> list[tuple[int, int]]:
    """Return the corners in which at least this tile lies."""
    return [(r, c) for r, c in _CORNERS if rows[r][c] >= tile]


def _neighbours(rows: Rows) -> list[tuple[int, int]]:
    """Return every two cells that lie side by side."""
    return [pair for line in (*rows, *zip(*rows, strict=True)) for pair in pairwise(line)]


def _pairs(rows: Rows) -> list[int]:
    """Return the tiles that lie beside an equal one, once for each such pair: no new tile can come between."""
    return [one for one, two in _neighbours(rows) if one and one == two]


def _beside(rows: Rows, tile: int, other: int) -> bool:
    """Return whether two tiles lie side by side."""
    return any(pair in ((tile, other), (other, tile)) for pair in _neighbours(rows))


def _at_edge(rows: Rows, tile: int) -> bool:
    """Return whether at least this tile lies in a row or column at the edge."""
    edge = (*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows))
    return max(edge) >= tile


def _shut_in(rows: Rows) -> list[int]:
    """Return the tiles that have only much larger neighbours."""
    height, width = len(rows), len(rows[0])
    found = []
    for r in range(height):
        for c in range(width):
            near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            around = [rows[y][x] for y, x in near if 0 <= y < height and 0 <= x < width]
            if rows[r][c] and all(tile >= SHUT * rows[r][c] for tile in around):
                found.append(rows[r][c])
    return found


def _line(rows: Rows, corner: tuple[int, int], kind: str) -> tuple[int, ...]:
    """Return the row or column of a corner, from the corner on."""
    r, c = corner
    line = rows[r] if kind == "row" else tuple(row[c] for row in rows)
    return line[::-1] if (c if kind == "row" else r) else line


def _line_name(corner: tuple[int, int], kind: str) -> str:
    return _(_LINES[kind, (corner[0] if kind == "row" else corner[1]) == 0])


def _in_order(line: tuple[int, ...]) -> bool:
    """Return whether no tile is larger than the one before."""
    return all(one >= two for one, two in pairwise(line))


def _is_long(line: tuple[int, ...]) -> bool:
    """Return whether a line has tiles enough to be called in order."""
    return sum(1 for tile in line if tile) >= 3


def _spawns(board: Board, rows: Rows) -> list[Rows]:
    """Return the boards that a new tile can make of this one."""
    tiles = [tile for tile, chance in ((2, 100 - board.rules.fours), (4, board.rules.fours)) if chance]
    empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if not tile]
    return [(*rows[:r], (*rows[r][:c], tile, *rows[r][c + 1 :]), *rows[r + 1 :]) for r, c in empty for tile in tiles]


def _moves(board: Board, rows: Rows) -> list[tuple[str, Rows]]:
    """Return the moves that change something, each with the tiles after it."""
    slid = [(move, slide(rows, move, board.rules.merging)[0]) for move in DIRECTIONS]
    return [(move, after) for move, after in slid if after != rows]


def _can_end(board: Board, after: _After) -> bool:
    """Return whether some new tile would leave no move."""
    return after.free == 1 and any(not _moves(board, rows) for rows in _spawns(board, after.rows))


def _can_be_forced(board: Board, after: _After, corner: tuple[int, int], tile: int) -> bool:
    """Return whether some new tile would leave moves, but only such as take the tile out of its corner."""
    r, c = corner
    for rows in _spawns(board, after.rows):
        moves = _moves(board, rows)
        if moves and all(later[r][c] < tile for _move, later in moves):
            return True
    return False


# --- Rules, the most telling first ----------------------------------------------------------------------------------


def _wins(board: Board, one: _After, two: _After) -> str:
    target = board.rules.target
    if board.highest < target <= one.highest and two.highest < target:
        return _sentence(_("{best} makes {tile} and wins the game."), best=one.move, tile=one.highest)
    return ""


def _survives(board: Board, one: _After, two: _After) -> str:
    ended = board.rules.ends and one.highest >= board.rules.target
    if not ended and _can_end(board, two) and not _can_end(board, one):
        return _sentence(
            _("The next tile could end the game after {other}, but not after {best}."),
            best=one.move,
            other=two.move,
        )
    return ""


def _kept_in_corner(board: Board, one: _After, two: _After) -> list[tuple[int, int]]:
    """Return the corners in which the largest tile stays, where the other move leaves it in none."""
    tile = board.highest
    before = _corners(board.rows, tile)
    return [(r, c) for r, c in before if one.rows[r][c] == tile and not _corners(two.rows, tile)]


def _corner(board: Board, one: _After, two: _After) -> str:
    tile = board.highest
    kept = _kept_in_corner(board, one, two)
    if not kept:
        return ""
    words: dict[str, object] = {"best": one.move, "other": two.move, "tile": tile}
    if two.made > one.made and two.made * NOTABLE >= tile:
        return _sentence(
            _("{other} would make {made} now, but takes {tile} out of the corner; {best} keeps it there."),
            made=two.made,
            **words,
        )
    more = one.free - two.free
    if more > 0:
        return _sentence(
            ngettext(
                "{best} keeps {tile} in the corner and leaves one more free cell than {other}.",
                "{best} keeps {tile} in the corner and leaves {n} more free cells than {other}.",
                more,
            ),
            n=more,
            **words,
        )
    if one.made * NOTABLE >= tile:
        return _sentence(
            _("{best} makes {made} and keeps {tile} in the corner, while {other} would take it out."),
            made=one.made,
            **words,
        )
    # A tile that slides out of its corner always leaves it empty.
    return _sentence(
        _("{best} keeps {tile} in the corner, while {other} would take it out and let a new tile in."), **words
    )


def _into_corner(board: Board, one: _After, two: _After) -> str:
    tile = one.highest
    if _corners(board.rows, board.highest) or not _corners(one.rows, tile) or _corners(two.rows, two.highest):
        return ""
    if tile != board.highest:
        return _sentence(
            _("{best} makes {tile} in the corner, while {other} leaves the largest tile in none."),
            best=one.move,
            other=two.move,
            tile=tile,
        )
    if _corners(two.rows, tile):
        return ""
    return _sentence(
        _("{best} brings {tile} into a corner, while {other} does not."), best=one.move, other=two.move, tile=tile
    )


def _largest(board: Board, one: _After, two: _After) -> str:
    if one.made <= max(board.highest, two.made):
        return ""
    return _sentence(
        _("{best} makes {tile}, the largest tile so far, while {other} does not."),
        best=one.move,
        other=two.move,
        tile=one.made,
    )


def _forced(board: Board, one: _After, two: _After) -> str:
    tile = board.highest
    for corner in _corners(board.rows, tile):
        r, c = corner
        if one.rows[r][c] != tile or two.rows[r][c] != tile:
            continue
        if _can_be_forced(board, two, corner, tile) and not _can_be_forced(board, one, corner, tile):
            return _sentence(
                _("The next tile could force {tile} out of the corner after {other}, but not after {best}."),
                best=one.move,
                other=two.move,
                tile=tile,
            )
    return ""


def _edge(board: Board, one: _After, two: _After) -> str:
    tile = board.highest
    if not (_at_edge(board.rows, tile) and _at_edge(one.rows, tile)) or _at_edge(two.rows, tile):
        return ""
    return _sentence(
        _("{best} keeps {tile} at the edge, while {other} would move it inwards."),
        best=one.move,
        other=two.move,
        tile=tile,
    )


def _order(board: Board, one: _After, two: _After) -> str:
    """Look at the row and column of the largest tile, if that lies in a corner."""
    return _keeps_order(board, one, two, _corners(board.rows, board.highest))


def _other_order(board: Board, one: _After, two: _After) -> str:
    """Look at the rows and columns at the edge."""
    return _keeps_order(board, one, two, _CORNERS)


def _keeps_order(board: Board, one: _After, two: _After, corners: Iterable[tuple[int, int]]) -> str:
    for corner in corners:
        for kind in ("row", "column"):
            before, kept, broken = (_line(rows, corner, kind) for rows in (board.rows, one.rows, two.rows))
            is_kept = all(_is_long(line) and _in_order(line) for line in (before, kept))
            if is_kept and kept[0] >= before[0] and not _in_order(broken):
                return _sentence(
                    _("{best} keeps the {line} in order from large to small, while {other} would break it."),
                    best=one.move,
                    other=two.move,
                    line=_line_name(corner, kind),
                )
    return ""


def _full(board: Board, one: _After, two: _After) -> str:
    """Look for gaps beside the largest tile in its corner: along a full row or column it cannot be moved away."""
    tile = board.highest
    for corner in _corners(board.rows, tile):
        for kind in ("row", "column"):
            before, kept, gaps = (_line(rows, corner, kind) for rows in (board.rows, one.rows, two.rows))
            if kept[0] != tile or gaps[0] != tile or not all(kept) or all(gaps):
                continue
            template = (
                _("{best} keeps the {line} full beside {tile}, while {other} would leave a gap in it.")
                if all(before)
                else _("{best} fills the {line} beside {tile}, while {other} leaves a gap in it.")
            )
            return _sentence(template, best=one.move, other=two.move, tile=tile, line=_line_name(corner, kind))
    return ""


def _together(board: Board, one: _After, two: _After) -> str:
    tile = board.highest
    second = max((tile_ for row in board.rows for tile_ in row if tile_ < tile), default=0)
    if second * NOTABLE < tile or second < NOTABLE:
        return ""
    if not _beside(one.rows, tile, second) or _beside(two.rows, tile, second) or second not in chain(*two.rows):
        return ""
    template = (
        _("{best} keeps {second_tile} beside {tile}, while {other} would part them.")
        if _beside(board.rows, tile, second)
        else _("{best} brings {second_tile} beside {tile}, while {other} does not.")
    )
    return _sentence(template, best=one.move, other=two.move, tile=tile, second_tile=second)


def _more_pairs(board: Board, one: _After, two: _After) -> str:  # noqa: ARG001 - every rule is asked in the same way
    more = len(_pairs(one.rows)) - len(_pairs(two.rows))
    if more <= 0:
        return ""
    return _sentence(
        ngettext(
            "{best} leaves one more pair of equal tiles side by side than {other}.",
            "{best} leaves {n} more pairs of equal tiles side by side than {other}.",
            more,
        ),
        best=one.move,
        other=two.move,
        n=more,
    )


def _merges(board: Board, one: _After, two: _After) -> str:
    if one.made <= two.made or one.made * NOTABLE < board.highest:
        return ""
    words: dict[str, object] = {"best": one.move, "other": two.move, "tile": one.made}
    more = one.free - two.free
    if more > 0:
        return _sentence(
            ngettext(
                "{best} makes {tile} and leaves one more free cell than {other}.",
                "{best} makes {tile} and leaves {n} more free cells than {other}.",
                more,
            ),
            n=more,
            **words,
        )
    return _sentence(_("{best} makes {tile} now, while {other} does not."), **words)


def _shuts(board: Board, one: _After, two: _After) -> str:  # noqa: ARG001 - every rule is asked in the same way
    shut = _shut_in(two.rows)
    if not shut or _shut_in(one.rows):
        return ""
    return _sentence(
        _("{other} would shut a {tile} in among much larger tiles, while {best} does not."),
        best=one.move,
        other=two.move,
        tile=min(shut),
    )


def _next(board: Board, one: _After, two: _After) -> str:
    tile = max(_pairs(one.rows), default=0)
    if tile <= max(_pairs(two.rows), default=0) or 2 * tile * NOTABLE < board.highest or tile <= 2:
        return ""
    words: dict[str, object] = {"best": one.move, "other": two.move, "tile": tile, "next": 2 * tile}
    more = one.free - two.free
    if more > 0:
        return _sentence(
            ngettext(
                "{best} leaves one more free cell than {other}, and two {tile} side by side to make {next} of.",
                "{best} leaves {n} more free cells than {other}, and two {tile} side by side to make {next} of.",
                more,
            ),
            n=more,
            **words,
        )
    return _sentence(_("{best} leaves two {tile} side by side to make {next} of, while {other} does not."), **words)


def _frees(board: Board, one: _After, two: _After) -> str:  # noqa: ARG001 - the same
    more = one.free - two.free
    if more <= 0:
        return ""
    return _sentence(
        ngettext(
            "{best} leaves one more free cell than {other}.", "{best} leaves {n} more free cells than {other}.", more
        ),
        best=one.move,
        other=two.move,
        n=more,
    )


_RULES: tuple[Callable[[Board, _After, _After], str], ...] = (
    _wins,
    _survives,
    _corner,
    _into_corner,
    _largest,
    _forced,
    _edge,
    _order,
    _full,
    _merges,
    _together,
    _shuts,
    _next,
    _frees,
    _more_pairs,
    _other_order,
)
