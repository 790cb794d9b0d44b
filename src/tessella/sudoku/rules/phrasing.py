"""Rules in words: the names of houses, and a sentence for every constraint."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from tessella.i18n import N_, _, any_of_words, closed_up, language, list_of
from tessella.sudoku import geometry
from tessella.sudoku.geometry import DIGIT_SIGNS
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.constraint_types import type_named
from tessella.sudoku.rules.ruleset import Rules

USUAL = ("row", "column", "box")
HOUSE_NAMES = {  # of the kinds of `Rules.house_kinds`
    "row": N_("row {number}"),
    "column": N_("column {number}"),
    "box": N_("box {number}"),
    "region": N_("region {number}"),
    "main": N_("the diagonal from {cell}"),
    "anti": N_("the diagonal from {cell}"),
    "window": N_("window {number}"),
    "group": N_("group {number}"),
    "extra": N_("the extra region at {cell}"),
}

TITLES = {  # what each type is called
    "digits": N_("digits from {lowest}"),
    "jigsaw": N_("jigsaw"),
    "no_boxes": N_("no boxes"),
    "diagonal": N_("diagonals"),
    "windoku": N_("windows"),
    "disjoint_groups": N_("disjoint groups"),
    "extra_region": N_("extra region"),
    "all_different": N_("all different"),
    "anti_knight": N_("anti-knight"),
    "anti_king": N_("anti-king"),
    "non_consecutive": N_("non-consecutive"),
    "diagonal_non_consecutive": N_("diagonally non-consecutive"),
    "knight_sums": N_("knight sums"),
    "anti_taxicab": N_("anti-taxicab"),
    "global_entropy": N_("global entropy"),
    "global_mod3": N_("global modulo 3"),
    "dutch_flatmates": N_("Dutch flatmates"),
    "candidates": N_("given candidates"),
    "odd": N_("odd cells"),
    "even": N_("even cells"),
    "minimum": N_("minima"),
    "maximum": N_("maxima"),
    "column_indexer": N_("column indexers"),
    "row_indexer": N_("row indexers"),
    "counting_circles": N_("counting circles"),
    "killer": N_("killer cage"),
    "sum": N_("sum"),
    "clone": N_("clones"),
    "same_values": N_("same digits"),
    "equal_sums": N_("equal sums"),
    "quadruple": N_("quadruple"),
    "contain_at_least": N_("digits that are contained"),
    "look_and_say": N_("look-and-say cage"),
    "rellik_cage": N_("rellik cage"),
    "equality_cage": N_("equality cage"),
    "lunchbox": N_("lunchbox"),
    "count_distinct": N_("count of different digits"),
    "thermo": N_("thermometer"),
    "slow_thermo": N_("slow thermometer"),
    "arrow": N_("arrow"),
    "pill_arrow": N_("pill arrow"),
    "double_arrow": N_("double arrow"),
    "whisper": N_("whisper line"),
    "renban": N_("renban"),
    "palindrome": N_("palindrome"),
    "between": N_("between line"),
    "lockout": N_("lockout line"),
    "region_sum_line": N_("region sum line"),
    "entropic": N_("entropic line"),
    "modular": N_("modular line"),
    "zipper": N_("zipper line"),
    "sum_line": N_("sum line"),
    "value_indexing": N_("indexing line"),
    "kropki_white": N_("white dot"),
    "kropki_black": N_("black dot"),
    "kropki_negative": N_("all dots given"),
    "xv_x": "X",
    "xv_v": "V",
    "xv_negative": N_("all X and V given"),
    "greater_than": N_("greater than"),
    "pair_table": N_("table of neighbours"),
    "pair_table_all": N_("table of pairs"),
    "regex": N_("pattern"),
    "little_killer": N_("little killer"),
    "sandwich": N_("sandwich"),
    "x_sum": N_("X-sum"),
    "skyscraper": N_("skyscrapers"),
    "hidden_skyscraper": N_("hidden skyscraper"),
    "numbered_room": N_("numbered room"),
    "full_rank": N_("rank"),
    "full_rank_ties": N_("ties of ranks"),
}
_VARIANTS = {"kropki": N_("Kropki dots"), "xv": "XV"}  # those of several types, by how the names of these begin
SENTENCES = {  # what each type asks for
    "digits": N_("the lowest digit is {lowest}"),
    "jigsaw": N_("each region that is drawn holds every digit once"),
    "no_boxes": N_("rows and columns alone hold every digit once"),
    "diagonal": N_("no digit stands twice on a marked diagonal"),
    "windoku": N_("no digit stands twice in a shaded window"),
    "disjoint_groups": N_("cells at the same place in their boxes all differ"),
    "extra_region": N_("{cells} hold every digit once"),
    "all_different": N_("{cells} all differ"),
    "anti_knight": N_("equal digits are never a knight's move apart"),
    "anti_king": N_("equal digits never touch, not even at a corner"),
    "non_consecutive": N_("neighbours never differ by 1"),
    "diagonal_non_consecutive": N_("cells that touch at a corner never differ by 1"),
    "knight_sums": N_("cells a knight's move apart never add up to {sums}"),
    "anti_taxicab": N_("two equal digits are never that many steps apart"),
    "global_entropy": N_("every block of 2x2 cells has a low, a middle and a high digit"),
    "global_mod3": N_("every block of 2x2 cells has digits of all three remainders by 3"),
    "dutch_flatmates": N_("every 5 has a 1 right above or a 9 right below"),
    "candidates": N_("{cells} can only be {values}"),
    "odd": N_("only odd digits in {cells}"),
    "even": N_("only even digits in {cells}"),
    "minimum": N_("every unmarked neighbour of {cells} is greater"),
    "maximum": N_("every unmarked neighbour of {cells} is less"),
    "column_indexer": N_("a digit d in {cells} says that column d of its row holds the number of its own column"),
    "row_indexer": N_("a digit d in {cells} says that row d of its column holds the number of its own row"),
    "counting_circles": N_("a digit d in a circle stands in exactly d of the circles {cells}"),
    "killer": N_("{cells} differ and add up to {sum}"),
    "killer_without": N_("{cells} all differ"),
    "sum": N_("{cells} add up to {sum}"),
    "sum_weighed": N_("{cells}, times {coefficients}, add up to {sum}"),
    "clone": N_("{cells} hold the same digits in turn as {clone_cells}"),
    "same_values": N_("these hold the same digits: {sets}"),
    "equal_sums": N_("these have equal sums: {sets}"),
    "quadruple": N_("{values} stand among {cells}"),
    "contain_at_least": N_("{values} stand among {cells}"),
    "look_and_say": N_("{cells} hold each digit as often as {clue} says, a count and a digit in turn"),
    "rellik_cage": N_("{cells} differ, and no digits among them add up to {sum}"),
    "equality_cage": N_("{cells} differ, with as many odd as even and as many low as high digits"),
    "lunchbox": N_("{cells} differ, and the digits between the lowest and the highest add up to {sum}"),
    "count_distinct": N_("{first} is the number of different digits in {rest}"),
    "thermo": N_("digits rise along {cells}"),
    "slow_thermo": N_("digits never fall along {cells}"),
    "arrow": N_("{first} is the sum of {rest}"),
    "pill_arrow": N_("the number in {pill} is the sum of {cells}"),
    "double_arrow": N_("{first} and {last} together are the sum of {inner}"),
    "whisper": N_("neighbours differ by at least {difference} along {cells}"),
    "renban": N_("{cells} hold consecutive digits in any order"),
    "palindrome": N_("{cells} read the same both ways"),
    "between": N_("{inner} are between {first} and {last}"),
    "between_one": N_("{inner} is between {first} and {last}"),
    "lockout": N_("{first} and {last} differ by at least {difference}, and {inner} are not between them"),
    "region_sum_line": N_("the parts of {cells} in each box or region have equal sums"),
    "entropic": N_("any three in a row along {cells} are a low, a middle and a high digit"),
    "modular": N_("any {mod} in a row along {cells} have different remainders by {mod}"),
    "zipper": N_("cells equally far from the middle of {cells} have equal sums"),
    "sum_line": N_("{cells} fall into parts that each add up to {sum}"),
    "value_indexing": N_(
        "along {cells}, the second digit says how many cells after it the digit of {first} appears again"
    ),
    "kropki_white": N_("{cells} differ by {difference}"),
    "kropki_black": N_("one of {cells} is {ratio} times the other"),
    "kropki_negative": N_("neighbours without a dot are neither consecutive nor in the ratio 1 to 2"),
    "kropki_negative_white": N_("neighbours without a dot are not consecutive"),
    "kropki_negative_black": N_("neighbours without a dot are not in the ratio 1 to 2"),
    "xv_x": N_("{cells} add up to 10"),
    "xv_v": N_("{cells} add up to 5"),
    "xv_negative": N_("neighbours without a sign add up to neither 5 nor 10"),
    "greater_than": N_("{first} is greater than {last}"),
    "pair_table": N_("neighbours along {cells} are one of the pairs {allowed}"),
    "pair_table_all": N_("any two of {cells}, in that order, are one of the pairs {allowed}"),
    "regex": N_("{cells}, read in turn, match {pattern}"),
    "little_killer": N_("{cells} add up to {sum}"),
    "sandwich": N_("between the lowest and the highest digit, {line} adds up to {sum}"),
    "x_sum": N_("the first X digits of {line} add up to {sum}, X being the first of them"),
    "skyscraper": N_("{count} digits of {line} are higher than all before them"),
    "hidden_skyscraper": N_("the first digit of {line} that is lower than one before it is {value}"),
    "numbered_room": N_("digit number X of {line} is {value}, X being its first digit"),
    "full_rank": N_(
        "{line}, read as a number, is number {rank} when all rows and columns, read in both directions, "
        "are sorted from the smallest"
    ),
    "full_rank_ties": N_("which rows and columns may be equal as numbers: {ties}"),
}

_ONE_OF_THEM = ("candidates", "knight_sums")  # types whose numbers are alternatives
_OF_EACH_CELL = ("candidates", "odd", "even", "minimum", "maximum", "column_indexer", "row_indexer")
SHOWN = {  # what stands for cells and numbers of a constraint where a drawing shows them
    "cells": N_("its cells"),
    "line": N_("its line"),
    "first": N_("its first cell"),
    "last": N_("its last cell"),
    "rest": N_("its other cells"),
    "inner": N_("the cells between"),
    "pill": N_("its pill"),
    **dict.fromkeys(("sum", "count", "value", "rank", "clue"), N_("its number")),
    "values": N_("its digits"),
}
GENERAL = {  # sentences for a drawing, where those of the cells read badly
    "greater_than": N_("the sign between two cells opens to the greater one"),
    "skyscraper": N_("its number says how many digits of its line are higher than all before them"),
    "counting_circles": N_("a digit d in a circle stands in exactly d circles"),
    "between": N_("the digits between its ends lie between those at its ends"),
    "full_rank": N_(
        "its place when all rows and columns, read as numbers in both directions, are sorted from the smallest"
    ),
}


def title(constraint: Constraint) -> str:
    """Return what a constraint is called.

    >>> title(Rules.parse("killer:sum=10:r1c1r1c2").constraints[0])
    'killer cage'
    """
    return _(TITLES[constraint.type]).format(**dict(constraint.fields))


def titles(text: str) -> list[str]:
    """Return what the first few types in a text of rules are called, those of one variant by its one name.

    >>> titles("kropki_white:r1c1r1c2;kropki_black:r2c1r3c1;kropki_negative;killer:sum=5:r1c1r1c2")
    ['Kropki dots', 'killer cage']
    """
    names = (one.partition(":")[0] for one in text.split(";"))
    known = (_VARIANTS.get(name.partition("_")[0], TITLES[name]) for name in names if name in TITLES)
    return [_(title) for title in dict.fromkeys(known) if title != TITLES["digits"]][:3]


def told(constraint: Constraint, rules: Rules) -> str:
    """Return a constraint in a sentence.

    >>> rules = Rules.parse("killer:sum=10:r1c1r1c2;anti_king;sandwich:sum=8:r9c1r8c1r7c1r6c1r5c1r4c1r3c1r2c1r1c1")
    >>> for one in rules.constraints:
    ...     print(told(one, rules))
    anti-king: equal digits never touch, not even at a corner
    killer cage: r1c1 and r1c2 differ and add up to 10
    sandwich: between the lowest and the highest digit, column 1 from r9c1 adds up to 8
    """
    form = "between_one" if constraint.type == "between" and len(constraint.cells) == 3 else wording(constraint)
    text = closed_up(_(SENTENCES[form]).format(**_words(constraint, rules.size)))
    return _("{rule}: {text}").format(rule=title(constraint), text=text)


def summary(rules: Rules) -> list[str]:
    """Return what rules ask for, a sentence for each type, beside a drawing that shows cells and sums.

    >>> summary(Rules.parse("killer:sum=5:r1c1r1c2;killer:sum=6:r2c1r3c1"))
    ['killer cage: its cells differ and add up to its number']
    """
    shown = {name: _(text) for name, text in SHOWN.items()}
    lines = []
    for one in rules.constraints:
        sentence = GENERAL.get(one.type, SENTENCES[wording(one)])
        text = closed_up(_(sentence).format(**_words(one, rules.size) | shown))
        lines.append(_("{rule}: {text}").format(rule=title(one), text=text))
    return [*dict.fromkeys(lines)]


def told_in_full(rules: Rules) -> list[str]:
    """Return every constraint in a sentence, and the cells of all regions, diagonals and windows.

    >>> told_in_full(Rules.parse("diagonal:which=main", (2, 2)))[1]
    'the diagonal from r1c1: r1c1, r2c2, r3c3 and r4c4'
    """
    lines = [told(one, rules) for one in rules.constraints]
    for number, (kind, house) in enumerate(zip(rules.house_kinds, rules.houses, strict=True)):
        if kind not in (*USUAL, "extra"):
            words = {"rule": house_name(rules, number), "text": _listed(house, rules.size)}
            lines.append(_("{rule}: {text}").format(**words))
    return lines


def told_of_cell(rules: Rules, cell: int) -> list[str]:
    """Return the constraints that speak of a cell, behind the houses it lies in beside row, column and box."""
    own = [
        told(replace(one, cells=(cell,)) if one.type in _OF_EACH_CELL else one, rules)
        for one in rules.constraints
        if cell in all_cells(one)
    ]
    kinds = zip(rules.house_kinds, rules.houses, strict=True)
    return [house_name(rules, n) for n, (kind, house) in enumerate(kinds) if cell in house and kind not in USUAL] + own


def broken(constraint: Constraint, cells: Sequence[int], size: int) -> str:
    """Return the sentence that some cells break a constraint, or that no digits could keep it where none do.

    >>> broken(Rules.parse("anti_king").constraints[0], (0, 10), 9)
    'anti-king is broken by r1c1 and r2c2'
    >>> broken(Rules.parse("killer:sum=99:r1c1r1c2").constraints[0], (), 9)
    'no digits keep killer cage: r1c1 and r1c2'
    """
    if not cells:
        named = {"rule": title(constraint), "cells": _listed(all_cells(constraint), size)}
        return _("no digits keep {rule}: {cells}").format(**named)
    return _("{rule} is broken by {cells}").format(rule=title(constraint), cells=_listed(cells, size))


def wording(one: Constraint) -> str:
    """Return the name of the sentence of a constraint in `SENTENCES`."""
    if one.type == "killer" and one["sum"] is None:
        return "killer_without"
    if one.type == "sum" and one["coefficients"]:
        return "sum_weighed"
    if one.type == "kropki_negative" and one["white"] != one["black"]:
        return "kropki_negative_white" if one["white"] else "kropki_negative_black"
    return one.type


def _words(one: Constraint, size: int) -> dict[str, str]:
    words = {name: _word(one, name, size) for name in type_named(one.type).fields}
    if cells := one.cells:
        words |= {"cells": _listed(cells, size), "line": _line(cells, size)}
        words |= {"first": _listed(cells[:1], size), "rest": _listed(cells[1:], size)}
        words |= {"last": _listed(cells[-1:], size), "inner": _listed(cells[1:-1], size)}
    return words


def _word(one: Constraint, name: str, size: int) -> str:
    value = one[name]
    if name == "sets":
        return _("; ").join(_listed(cells, size) for cells in value)
    if name in ("clone_cells", "pill"):
        return _listed(value, size)
    if name == "allowed":
        return any_of_words("".join(DIGIT_SIGNS[digit] for digit in pair) for pair in value)
    if isinstance(value, tuple):
        return (any_of_words if one.type in _ONE_OF_THEM else list_of)(map(str, value))
    return str(value)


def _listed(cells: Iterable[int], size: int) -> str:
    return list_of(geometry.cell_name(cell, size) for cell in cells)


def _line(cells: Sequence[int], size: int) -> str:
    """Return the name of a row or a column that is read from a clue, and where from."""
    is_row = len(cells) > 1 and cells[0] // size == cells[1] // size
    name = geometry.house_name(cells[0] // size if is_row else size + cells[0] % size, size)
    return _("{house} from {cell}").format(house=name, cell=geometry.cell_name(cells[0], size))


def all_cells(one: Constraint) -> set[int]:
    """Return every cell that a constraint names."""
    fields = dict(one.fields)
    more = [*fields.get("sets", ()), fields.get("clone_cells", ()), fields.get("pill", ())]
    return {*one.cells}.union(*more)


def house_name(rules: Rules, house: int) -> str:
    """Return the name of a house by its number in `rules.houses`.

    >>> rules = Rules.parse("diagonal:which=both;windoku")
    >>> [house_name(rules, house) for house in (0, 10, 26, 27, 28, 29)]
    ['row 1', 'column 2', 'box 9', 'the diagonal from r1c1', 'the diagonal from r1c9', 'window 1']
    """
    if not rules.constraints:
        return geometry.house_name(house, rules.size)
    return _house_names(rules, language())[house]


@lru_cache(maxsize=64)
def _house_names(rules: Rules, _language: str) -> tuple[str, ...]:
    size, counts = rules.size, Counter[str]()
    names = []
    for kind, house in zip(rules.house_kinds, rules.houses, strict=True):
        counts[kind] += 1
        names.append(_(HOUSE_NAMES[kind]).format(number=counts[kind], cell=geometry.cell_name(house[0], size)))
    return tuple(names)
