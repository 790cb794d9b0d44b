"""How is a hint drawn on the grid, and which sign means what?

Each candidate that a hint speaks of carries a sign behind its digit, so that nothing rests on colour:

    7-      goes                     5!      is placed
    5?      the chain's assumption   3b 4C   its next nodes, in order: small is false, capital is true
    7*      a fin, the other colour, the second set                7:      the pattern
"""

from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

from tessella.i18n import _
from tessella.sudoku.rules import SYMBOLS, digits_of, houses
from tessella.sudoku.techniques.step import Node

if TYPE_CHECKING:
    from tessella.sudoku.techniques.step import Fact, Step
    from tessella.sudoku.tutor.hints import Hint

__all__ = ["Sign", "drawn", "legend"]


class Sign(NamedTuple):
    """What a hint says of one candidate."""

    digit: int
    sign: str
    """What stands behind the digit."""
    kind: str
    """A key of `look.SIGNS`."""


Signs = dict[int, dict[int, Sign]]
"""By cell, then by digit."""


def drawn(hint: "Hint") -> tuple[Signs, dict[int, str]]:
    """Return the signs of a hint's candidates, and the grounds of its cells, by cell."""
    step = hint.step
    if step is None:
        return {}, dict.fromkeys(hint.cells, "cell_elimination")
    size = hint.board.size
    signs: Signs = {}

    def sign(cell: int, digit: int, text: str, kind: str) -> None:
        signs.setdefault(cell, {}).setdefault(digit, Sign(digit, text, kind))

    for digit, row, col in step.placements:
        sign((row - 1) * size + col - 1, digit, "!", "placed")
    for digit, row, col in step.eliminations:
        sign((row - 1) * size + col - 1, digit, "-", "goes")
    for cell, digit, text, kind in _links(step):
        sign(cell, digit, text, kind)
    apart = _apart(step)
    for cell, digits in _pattern(hint):
        for digit in digits:
            sign(cell, digit, *(("*", "apart") if cell in apart else (":", "pattern")))
    places = houses(hint.board.box)
    grounds = {} if _chains(step) else {cell: "cell_peer" for house in step.houses for cell in places[house]}
    grounds |= dict.fromkeys(hint.cells, "cell_pattern") | dict.fromkeys(apart, "cell_pattern_other")
    for cell, here in signs.items():
        if all(one.kind == "goes" for one in here.values()):
            grounds[cell] = "cell_elimination"
    return signs, grounds


def _links(step: "Step") -> Iterator[tuple[int, int, str, str]]:
    """Yield cell, digit, sign and kind of the nodes of all chains, lettered as the reason numbers them: b is 2.

    Chains from one assumption are one there, each fact in it once.
    """
    seen: dict[tuple[object, ...], int] = {}
    for chain in _chains(step):
        if (chain[0].digit, *_cells(chain[0]), chain[0].is_on) not in seen:
            seen = {}
        for node in chain:
            number = seen.setdefault((node.digit, *_cells(node), node.is_on), len(seen))
            letter = ascii_lowercase[number % 26] if number else "?"
            text, kind = (letter.upper(), "on") if node.is_on else (letter, "off")
            for cell in _cells(node):
                yield cell, node.digit, text, kind


def _cells(node: "Node | Fact") -> tuple[int, ...]:
    return node.cells if isinstance(node, Node) else (node.cell,)


def _chains(step: "Step") -> "tuple[tuple[Node | Fact, ...], ...]":
    """Return the chains of a step, each from its assumption to its end."""
    return step.chains or ((step.nodes,) if step.nodes else ())


def _apart(step: "Step") -> set[int]:
    """Return the cells that must be told apart from the others of a pattern."""
    apart = {*step.second, *step.fins}
    if not _chains(step):
        apart |= {cell for one in step.sets[1::2] for cell in one.cells} - {
            cell for one in step.sets[::2] for cell in one.cells
        }
    return apart


def _pattern(hint: "Hint") -> Iterator[tuple[int, Iterable[int]]]:
    """Yield the cells of the pattern, each with the candidates there that make it up."""
    step, marks = hint.step, hint.grid.marks
    assert step is not None
    for group in step.sets:
        for cell in group.cells:
            yield cell, [digit for digit in group.digits if marks[cell] >> digit - 1 & 1]
    if not _chains(step):
        for cell in (*step.cells, *step.second, *step.fins):
            held = [digit for digit in step.digits if marks[cell] >> digit - 1 & 1]
            yield cell, held or digits_of(marks[cell])


def legend(hint: "Hint") -> list[tuple[str, str, str]]:
    """Return the signs that a hint is drawn with: an example, its kind, and what it means."""
    if hint.step is None:
        return []
    signs, _grounds = drawn(hint)
    found: dict[str, Sign] = {}
    every = (one for here in signs.values() for one in here.values())
    for one in sorted(every, key=lambda sign: sign.sign.lower(), reverse=True):
        found["assumed" if one.sign == "?" else one.kind] = one
    meant = {
        "pattern": _("the pattern"),
        "apart": _("fin or other colour"),
        "assumed": _("assumed"),
        "on": _("true; letters: order"),
        "off": _("false"),
        "placed": _("is placed"),
        "goes": _("goes"),
    }
    lines = []
    for kind, words in meant.items():
        if kind in found:
            one = found[kind]
            lines.append((SYMBOLS[one.digit] + one.sign, one.kind, words))
    return lines
