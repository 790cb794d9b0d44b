"""The signs and backgrounds with which a hint is drawn on the grid, and their legend.

Each candidate that a hint speaks of carries a sign behind its digit, so that nothing rests on colour:

    7-      is removed               5!      is placed
    5?      the chain's assumption   3b 4C   its next nodes, in order: small is false, capital is true
    7*      a fin, the other colour, the second set; a filled      7:      the pattern
            cell that blocks others
"""

from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

from tessella.i18n import _
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques.step import Fact, Node, Step

if TYPE_CHECKING:
    from tessella.sudoku.tutor.hints import Hint


class Sign(NamedTuple):
    """The sign of one candidate in a hint."""

    digit: int
    sign: str  # what stands behind the digit
    role: str  # a key of `theme.CANDIDATES`


Signs = dict[int, dict[int, Sign]]  # by cell, then by digit


def draw_hint(hint: "Hint") -> tuple[Signs, dict[int, str]]:
    """Return the signs of a hint's candidates and the backgrounds of its cells, both by cell."""
    step = hint.step
    if step is None:
        return {}, dict.fromkeys(hint.cells, "cell_elimination")
    signs: Signs = {}
    for cell, sign in _signs(hint, step):
        signs.setdefault(cell, {}).setdefault(sign.digit, sign)
    chains = _chains(step)
    all_houses = hint.grid.shape.house_cells
    backgrounds = {} if chains else {cell: "cell_peer" for house in step.houses for cell in all_houses[house]}
    backgrounds |= dict.fromkeys(hint.cells, "cell_pattern") | dict.fromkeys(hint.secondary, "cell_pattern_other")
    for cell, here in signs.items():
        if all(sign.role == "elimination" for sign in here.values()):
            backgrounds[cell] = "cell_elimination"
    return signs, backgrounds


def _signs(hint: "Hint", step: Step) -> Iterator[tuple[int, Sign]]:
    """Yield cells and signs, the one first that a candidate is drawn with where there are several."""
    size = hint.board.size
    for changes, sign, role in ((step.placements, "!", "placement"), (step.eliminations, "-", "elimination")):
        for digit, row, col in changes:
            yield (row - 1) * size + col - 1, Sign(digit, sign, role)
    yield from _chain_signs(step)
    others, standing = hint.secondary, hint.grid.digits
    yield from ((cell, Sign(standing[cell], "*", "pattern_other")) for cell in sorted(others) if standing[cell])
    for cell, digits in _pattern(hint, step):
        for digit in digits:
            yield cell, Sign(digit, *(("*", "pattern_other") if cell in others else (":", "pattern")))


def _chain_signs(step: Step) -> Iterator[tuple[int, Sign]]:
    """Yield cells and signs of the nodes of all chains, lettered as the reason numbers them: b is 2.

    Chains from one assumption are one there, each fact in it once.
    """
    numbers: dict[tuple[int, tuple[int, ...], bool], int] = {}
    for chain in _chains(step):
        if _fact(chain[0]) not in numbers:
            numbers = {}
        for digit, cells, is_on in map(_fact, chain):
            number = numbers.setdefault((digit, cells, is_on), len(numbers))
            letter = ascii_lowercase[number % 26] if number else "?"
            sign = Sign(digit, *((letter.upper(), "true") if is_on else (letter, "false")))
            yield from ((cell, sign) for cell in cells)


def _fact(node: Node | Fact) -> tuple[int, tuple[int, ...], bool]:
    return node.digit, node.cells if isinstance(node, Node) else (node.cell,), node.is_on


def _chains(step: Step) -> "tuple[tuple[Node | Fact, ...], ...]":
    return step.chains or ((step.nodes,) if step.nodes else ())


def _pattern(hint: "Hint", step: Step) -> Iterator[tuple[int, Iterable[int]]]:
    """Yield the cells of the pattern, each with the candidates there that make it up."""
    marks = hint.grid.marks
    for group in step.sets:
        for cell in group.cells:
            yield cell, [digit for digit in group.digits if marks[cell] >> digit - 1 & 1]
    if not _chains(step):
        for cell in (*step.cells, *step.second, *step.fins):
            held = [digit for digit in step.digits if marks[cell] >> digit - 1 & 1]
            yield cell, held or digits_of(marks[cell])


def legend(hint: "Hint") -> list[tuple[str, str, str]]:
    """Return the signs that a hint is drawn with: an example, its role, and what it means."""
    signs, _backgrounds = draw_hint(hint)
    size, step = hint.board.size, hint.step
    losing = {(row - 1) * size + col - 1 for _digit, row, col in step.eliminations} if step else set()
    is_of_clue = step and step.second and not step.fins and losing.issuperset(step.second)
    found: dict[str, Sign] = {}
    for sign in sorted(
        (one for here in signs.values() for one in here.values()), key=lambda sign: sign.sign.lower(), reverse=True
    ):
        found["assumption" if sign.sign == "?" else sign.role] = sign
    meanings = {
        "pattern": _("the pattern"),
        "pattern_other": _("blocks")
        if any(map(hint.grid.digits.__getitem__, hint.secondary))
        else _("stays")
        if is_of_clue
        else _("fin or second part"),
        "assumption": _("assumed"),
        "true": _("true; letters: order"),
        "false": _("false"),
        "placement": _("is placed"),
        "elimination": _("is removed"),
    }
    shown = [(found[role], text) for role, text in meanings.items() if role in found]
    return [(hint.board.rules.signs[sign.digit] + sign.sign, sign.role, text) for sign, text in shown]
