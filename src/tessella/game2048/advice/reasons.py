"""Reasons for a move of 2048: one sentence on why it is better than another.

Two moves are compared by what anybody can see on the board after each, before the new tile: where the largest tile
lies, how many cells are free, what was merged, what can be merged next, whether a row or column is in order. A sentence
says only what is true of the board. Which of its truths made the player choose is for the player to know, so the most
telling one is said first; where nothing of the kind sets the moves apart, the sentence says that looking ahead does.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple, TypeAlias

from tessella.game2048.board import Board
from tessella.game2048.sliding import DIRECTIONS, Cell, Rows, slide, with_tile
from tessella.i18n import N_, _, ngettext

Line: TypeAlias = tuple[int, ...]

_MOVE_NAMES = {"left": N_("left"), "right": N_("right"), "up": N_("up"), "down": N_("down")}
_LINE_NAMES = {
    ("row", True): N_("top row"),
    ("row", False): N_("bottom row"),
    ("column", True): N_("left column"),
    ("column", False): N_("right column"),
}
_PLAYER_NAMES = {
    "heuristic": N_("heuristic"),
    "table": N_("table {size}"),
    "small network": N_("small network"),
    "network": N_("network {size}"),
    "stages": N_("{player}, {n} stages"),
    "ply": N_("{player}, {n} ply"),
    "s": N_("{player}, {n} s"),
}

NEARLY_EQUAL = 0.002  # moves are nearly equal whose values differ by less than this share: a network is no surer
EQUAL_CHANCES = 0.00005  # exact chances that differ by less are printed alike
NOTABLE = 8  # a merge is worth a word if it makes at least the largest tile through this
SHUT_IN = 8  # a tile is shut in if each of its neighbours is at least this many times as large


def move_name(move: str) -> str:
    """Return how a move is called inside a sentence.

    >>> move_name("left")
    'left'
    """
    return _(_MOVE_NAMES[move])


def player_name(name: str) -> str:
    """Return what a player of the package is called in the language that is spoken; any other name as it is.

    >>> player_name("network 4x6, 2 ply")
    'network 4x6, 2 ply'
    """
    kind = r"(heuristic|small network|(?:network|table)(?= ))(?: ([^,]+))?"
    match = re.fullmatch(kind + r"(?:, \d+ stages)?(?:, \S+ (?:ply|s))?", name)
    if match is None:
        return name
    called = _(_PLAYER_NAMES[match[1]]).format(size=match[2])
    for number, unit in re.findall(r", (\S+) (stages|ply|s)\b", name):
        called = _(_PLAYER_NAMES[unit]).format(player=called, n=number)
    return called


def nearly(best: float, value: float) -> bool:
    """Return whether a move is as good as the best one, as far as a player can tell."""
    return best - value <= NEARLY_EQUAL * abs(best)


def chance_text(share: float) -> str:
    """Return a chance that is known exactly, with two decimals of its percentage.

    >>> chance_text(0.83363), chance_text(1.0), chance_text(0.99999)
    ('83.36%', '100.00%', '>99.99%')
    """
    if 0.99995 <= share < 1:
        return ">99.99%"
    return "<0.01%" if 0 < share < 0.00005 else f"{100 * share:.2f}%"


def by_table(table: str, tile: int, chances: Sequence[tuple[str, float]]) -> str:
    """Return one sentence on the exact chances of making a tile after each move, the best first.

    >>> by_table("table L3-512", 512, [("left", 0.83), ("up", 0.8)])
    'Left makes 512 with a chance of 83.00%, up with 80.00%: these are exact, by table L3-512.'
    """
    (best, most), *others = chances
    facts = {"best": best, "tile": tile, "chance": chance_text(most), "table": player_name(table)}
    if not others:
        text = _("{best} is the only move; it makes {tile} with a chance of {chance}, exactly, by {table}.")
        return _sentence(text, **facts)
    (other, least), *_rest = others
    if most == least:
        text = _("{best} and {second} both make {tile} with a chance of {chance}: this is exact, by {table}.")
        return _sentence(text, **facts, second=other)
    text = _("{best} makes {tile} with a chance of {chance}, {other} with {less}: these are exact, by {table}.")
    return _sentence(text, **facts, other=other, less=chance_text(least))


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
    points = round(most - value) if in_points else 0
    if len(values) - len(worse) == 2:
        return _two_against(board, (best, values[1][0]), other, points)
    return against(board, best, other, points)


def _two_against(board: Board, better: tuple[str, str], other: str, points: int) -> str:
    one, two = (_Comparison.of(board, move, other) for move in better)
    if kept := one.corners_kept():
        if two.corners_kept() == kept:
            text = _("Both {best} and {second} keep {tile} in the corner, while {other} would take it out.")
            return one.say(text, second=better[1])
    elif points > 1 and not any(_reasons(one)):
        text = _("{best} and {second} are nearly equal; {other} is worth about {points} points less.")
        return one.say(text, second=better[1], points=f"{points:,}")
    return against(board, better[0], other, points)


def against(board: Board, best: str, other: str, points: int) -> str:
    """Return one sentence on why a move is better than another.

    `points` is how much worse the other is, 0 where the player does not count in points.

    >>> against(Board.parse("2... / 4... / 8... / 512,16,16,."), "left", "right", 500)
    'Left keeps 512 in the corner, while right would take it out and let a new tile in.'
    """
    both = _Comparison.of(board, best, other)
    if text := next(_reasons(both), ""):
        return text
    if points > 0:
        text = ngettext(
            "Looking ahead, {best} is worth one point more than {other}.",
            "Looking ahead, {best} is worth about {points} points more than {other}.",
            points,
        )
        return both.say(text, points=f"{points:,}")
    return both.say(_("Looking ahead, {best} comes out better than {other}."))


def _sentence(template: str, **facts: object) -> str:
    moves = {role: move_name(str(facts[role])) for role in ("best", "second", "other") if role in facts}
    text = template.format(**(facts | moves))
    return text[0].upper() + text[1:]


class _After(NamedTuple):
    """A board after a move, before the new tile."""

    rows: Rows
    made: int  # the largest tile that the move makes, 0 for none
    free: int  # how many cells are empty
    highest: int


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
        return cls(board, best, other, _after(board, best), _after(board, other))

    @property
    def tile(self) -> int:
        """The largest tile on the board."""
        return self.board.highest

    @property
    def more(self) -> int:
        """How many more cells are free after the better move."""
        return self.one.free - self.two.free

    def say(self, template: str, **facts: object) -> str:
        """Return a sentence with the two moves, the largest tile, how many more cells are free and other facts."""
        known = {"best": self.best, "other": self.other, "tile": self.tile, "n": self.more}
        return _sentence(template, **(known | facts))

    def corners_kept(self) -> list[Cell]:
        """Return the corners in which the largest tile stays, where the other move leaves it in none."""
        if _corners(self.two.rows, self.tile):
            return []
        return [(r, c) for r, c in _corners(self.board.rows, self.tile) if self.one.rows[r][c] == self.tile]


def _after(board: Board, move: str) -> _After:
    rows, merged = slide(board.rows, move, board.rules.merging)
    return _After(rows, max(merged, default=0), sum(row.count(0) for row in rows), max(map(max, rows)))


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
    """Return the tiles whose neighbours are all much larger."""
    tiles = {(r, c): tile for r, row in enumerate(rows) for c, tile in enumerate(row)}

    def around(r: int, c: int) -> list[int]:
        return [tiles[cell] for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if cell in tiles]

    return [tile for cell, tile in tiles.items() if tile and min(around(*cell)) >= SHUT_IN * tile]


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
    return [with_tile(rows, cell, tile) for cell in empty for tile in tiles]


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


def _reasons(both: _Comparison) -> Iterator[str]:
    """Yield what is true of the two moves, a sentence each, the most telling first; only the first is read."""
    corners = _corners(both.board.rows, both.tile)
    yield from _endings(both)
    yield from _largest_tile(both, corners)
    yield from _keeps_order(both, corners)
    yield from _full_lines(both, corners)
    yield from _merges(both)
    yield from _keeps_order(both, _CORNERS)


def _endings(both: _Comparison) -> Iterator[str]:
    board, target = both.board, both.board.rules.target
    if both.tile < target <= both.one.highest and both.two.highest < target:
        yield both.say(_("{best} makes {tile} and wins the game."), tile=both.one.highest)
    is_won = board.rules.ends and both.one.highest >= target
    if not is_won and _can_end(board, both.two) and not _can_end(board, both.one):
        yield both.say(_("The next tile could end the game after {other}, but not after {best}."))


def _largest_tile(both: _Comparison, corners: list[Cell]) -> Iterator[str]:
    board, one, two, tile = both.board, both.one, both.two, both.tile
    if both.corners_kept():
        yield from _keeps_corner(both)
    if not corners and _corners(one.rows, one.highest) and not _corners(two.rows, two.highest):
        if one.highest != tile:
            text = _("{best} makes {tile} in the corner, while {other} leaves the largest tile in none.")
            yield both.say(text, tile=one.highest)
        elif not _corners(two.rows, tile):
            yield both.say(_("{best} brings {tile} into a corner, while {other} does not."))
    if one.made > max(tile, two.made):
        yield both.say(_("{best} makes {tile}, the largest tile so far, while {other} does not."), tile=one.made)
    for r, c in corners:
        stays = one.rows[r][c] == two.rows[r][c] == tile
        if stays and _can_be_forced(board, two, (r, c)) and not _can_be_forced(board, one, (r, c)):
            yield both.say(_("The next tile could force {tile} out of the corner after {other}, but not after {best}."))
    before, kept, lost = (_at_edge(rows, tile) for rows in (board.rows, one.rows, two.rows))
    if before and kept and not lost:
        yield both.say(_("{best} keeps {tile} at the edge, while {other} would move it inwards."))


def _keeps_corner(both: _Comparison) -> Iterator[str]:
    one, made = both.one.made, both.two.made
    if made > one and made * NOTABLE >= both.tile:
        text = _("{other} would make {made} now but take {tile} out of the corner; {best} keeps it there.")
        yield both.say(text, made=made)
    if both.more > 0:
        text = ngettext(
            "{best} keeps {tile} in the corner and leaves one more free cell than {other}.",
            "{best} keeps {tile} in the corner and leaves {n} more free cells than {other}.",
            both.more,
        )
        yield both.say(text)
    if one * NOTABLE >= both.tile:
        yield both.say(
            _("{best} makes {made} and keeps {tile} in the corner, while {other} would take it out."), made=one
        )
    # A tile that slides out of its corner always leaves it empty.
    yield both.say(_("{best} keeps {tile} in the corner, while {other} would take it out and let a new tile in."))


def _lines(both: _Comparison, corners: Iterable[Cell]) -> Iterator[tuple[str, Line, Line, Line]]:
    """Yield the rows and columns of corners: their names, before, after the better move, and after the other."""
    for corner in corners:
        for kind in ("row", "column"):
            before, one, two = (_line(rows, corner, kind) for rows in (both.board.rows, both.one.rows, both.two.rows))
            yield _(_LINE_NAMES[kind, corner[kind == "column"] == 0]), before, one, two


def _keeps_order(both: _Comparison, corners: Iterable[Cell]) -> Iterator[str]:
    for name, before, kept, broken in _lines(both, corners):
        is_kept = all(sum(map(bool, line)) >= 3 and _in_order(line) for line in (before, kept))
        if is_kept and kept[0] >= before[0] and not _in_order(broken):
            text = _("{best} keeps the {line} in order from large to small, while {other} would break it.")
            yield both.say(text, line=name)


def _full_lines(both: _Comparison, corners: Iterable[Cell]) -> Iterator[str]:
    """Look for gaps beside the largest tile in its corner: along a full row or column it cannot be moved away."""
    for name, before, kept, gaps in _lines(both, corners):
        if kept[0] == gaps[0] == both.tile and all(kept) and not all(gaps):
            keeps = _("{best} keeps the {line} full beside {tile}, while {other} would leave a gap in it.")
            fills = _("{best} fills the {line} beside {tile}, while {other} leaves a gap in it.")
            yield both.say(keeps if all(before) else fills, line=name)


def _merges(both: _Comparison) -> Iterator[str]:
    one, two, made, more = both.one.rows, both.two.rows, both.one.made, both.more
    if made > both.two.made and made * NOTABLE >= both.tile:
        text = _("{best} makes {tile} now, while {other} does not.")
        if more > 0:
            text = ngettext(
                "{best} makes {tile} and leaves one more free cell than {other}.",
                "{best} makes {tile} and leaves {n} more free cells than {other}.",
                more,
            )
        yield both.say(text, tile=made)
    second = max((tile for tile in chain(*both.board.rows) if tile < both.tile), default=0)
    is_large = second >= NOTABLE and second * NOTABLE >= both.tile and second in chain(*two)
    if is_large and _beside(one, both.tile, second) and not _beside(two, both.tile, second):
        keeps = _("{best} keeps {second_tile} beside {tile}, while {other} would separate them.")
        brings = _("{best} brings {second_tile} beside {tile}, while {other} does not.")
        yield both.say(keeps if _beside(both.board.rows, both.tile, second) else brings, second_tile=second)
    if (shut := _shut_in(two)) and not _shut_in(one):
        text = _("{other} would trap a {tile} among much larger tiles, while {best} does not.")
        yield both.say(text, tile=min(shut))
    yield from _leaves(both)


def _leaves(both: _Comparison) -> Iterator[str]:
    one, two, more = _pairs(both.one.rows), _pairs(both.two.rows), both.more
    tile = max(one, default=0)
    if tile > max([2, *two]) and 2 * tile * NOTABLE >= both.tile:
        text = _("{best} leaves two {tile} side by side to merge into {next}, while {other} does not.")
        if more > 0:
            text = ngettext(
                "{best} leaves one more free cell than {other}, and two {tile} side by side to merge into {next}.",
                "{best} leaves {n} more free cells than {other}, and two {tile} side by side to merge into {next}.",
                more,
            )
        yield both.say(text, tile=tile, next=2 * tile)
    if more > 0:
        text = ngettext(
            "{best} leaves one more free cell than {other}.", "{best} leaves {n} more free cells than {other}.", more
        )
        yield both.say(text)
    if (pairs := len(one) - len(two)) > 0:
        text = ngettext(
            "{best} leaves one more pair of equal tiles side by side than {other}.",
            "{best} leaves {n} more pairs of equal tiles side by side than {other}.",
            pairs,
        )
        yield both.say(text, n=pairs)
