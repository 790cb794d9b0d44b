"""Clues in words: what each says, and what it is called."""

from dataclasses import replace

from tessella.i18n import _, sentence
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.phrasing import title, told
from tessella.sudoku.techniques.clues import NAMES, Clue
from tessella.sudoku.techniques.phrasing import Words

_SIGNS = ("minimum", "maximum", "odd", "even")  # types of many cells, each of which has a sign of its own


def tell_clue(one: Clue, words: Words) -> str:
    """Return what a clue says, as a sentence."""
    rules = words.grid.shape.rules
    if (derived := one.derived) is None:
        if one.sources:
            text = _("; ").join(told(_of_cells(source, one), rules) for source in one.sources)
            return sentence(_("{text}.").format(text=text))
        house = next(house for house in words.grid.shape.shared(sum(1 << cell for cell in one.cells)))
        form = _("The cages in {house} and its other cells share out its digits.")
        return form.format(house=words.list_houses([house]))
    added, taken = words.list_cells(sorted(derived.added)), words.list_cells(sorted(derived.taken))
    values = {"added": added, "taken": taken, "total": str(derived.total), "rest": str(-derived.total)}
    if not derived.houses:
        whole, part = (words.list_cells(sorted(cells)) for cells in derived.cages)
        form = _("{whole} and its part {part} have known sums, which leaves {total} for {added}.")
        return form.format(whole=whole, part=part, **values)
    shape = words.grid.shape
    first, last = (words.list_houses([house]) for house in (derived.houses[0], derived.houses[-1]))
    if len(derived.houses) > 2 and derived.houses[-1] < 2 * words.size:
        values["houses"] = _("{first} to {last}").format(first=first, last=last)
    else:
        values["houses"] = words.list_houses(derived.houses)
    values["sum"] = str(len(derived.houses) * sum(range(rules.lowest, rules.lowest + rules.size)))
    inside = {cell for house in derived.houses for cell in shape.house_cells[house]}
    if derived.taken:
        form = _("The digits of {houses} add up to {sum}. By the cages there, {added} minus {taken} must be {total}.")
    elif derived.added <= inside:
        form = _("The digits of {houses} add up to {sum}. The cages inside leave {total} for {added}.")
    else:
        form = _(
            "The digits of {houses} add up to {sum}. The cages there add up to {total} more: the sum of "
            "{added} outside."
        )
    return form.format(**values)


def _of_cells(source: Constraint, one: Clue) -> Constraint:
    """Return what signs in many cells say of those of a clue."""
    cells = tuple(cell for cell in source.cells if cell in one.cells)
    return replace(source, cells=cells) if source.type in _SIGNS and cells else source


def name_clue(one: Clue, words: Words) -> str:
    """Return what a clue is called, with its cells."""
    if one.derived is None and one.sources:
        name = _(", ").join(dict.fromkeys(map(title, one.sources)))
    else:
        name = _(NAMES[one.code][1])
    return _("{name} ({cells})").format(name=name, cells=words.list_cells(sorted({*one.cells})))


def point_at(one: Clue, words: Words) -> str:
    """Return where to look for what a clue takes away, without saying what."""
    if one.derived is None and one.sources and len(one.cells) > 1:
        form = _("Look at this clue: {name}, from {first} to {last}.")
        named = {"first": words.list_cells(one.cells[:1]), "last": words.list_cells(one.cells[-1:])}
        return form.format(name=_(", ").join(dict.fromkeys(map(title, one.sources))), **named)
    return _("Look at {cells}.").format(cells=words.list_cells(one.cells[:4]))
