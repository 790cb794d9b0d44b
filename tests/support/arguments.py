"""The arguments of explanations read back from their sentences, and whether each inference in them holds.

`cases_in` reads "If r4c6 is 1, then r5c4 is 9; if r4c6 is 7, ..." in every language. `follows` knows a single
inference: what is known is struck from the cells that see it, and so is the opposite of the claim; then a cell has no
candidate left, or a digit no place in a house, or some cells of a house have fewer candidates than they are. It shares
nothing with the techniques.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, cycle, islice, pairwise
from typing import NamedTuple

from tessella import i18n
from tessella.sudoku import Board, Step
from tessella.sudoku.geometry import SYMBOLS, digits_of, houses, houses_of, peers
from tessella.sudoku.techniques import explanation
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import look_up


class Claim(NamedTuple):
    """A digit is in one of some cells (or in none of them)."""

    cells: tuple[int, ...]
    digit: int
    is_on: bool


Case = list[list[Claim]]  # what is assumed, and what follows step by step

_CELLS = r"r\d+c\d+(?:(?:, | and | nor |、)r\d+c\d+)*"
_CLAUSES = {
    "en": (
        rf"(?P<on>(?:one of )?(?P<a>{_CELLS}) is (?P<d>\w))",
        rf"(?P<off>(?:none of |neither )?(?P<a>{_CELLS}) is (?:not )?(?P<d>\w))",
        rf"(?P<off>the set (?P<a>{_CELLS}) loses (?P<d>\w))",
    ),
    "zh": (
        rf"(?P<on>(?P<a>{_CELLS}) (?:之一)?是 (?P<d>\w))",
        rf"(?P<off>(?P<a>{_CELLS}) (?:都不|不)是 (?P<d>\w))",
        rf"(?P<off>数组 (?P<a>{_CELLS}) 失去 (?P<d>\w))",
    ),
}
_FORMS = {  # between sentences, what begins the sentences and cases, between cases, between what follows; the rest
    "en": (r"(?<=\.)\s", "if ", "; ", ", then ", "otherwise "),
    "zh": (r"(?<=。)", "若 ", "；", r"，则 ?|，于是 ?", "否则"),
}


def _claims(text: str, size: int, language: str) -> list[Claim]:
    found = []
    for part in re.split(r"(?<= [1-9A-P])(?:, | and |、)(?=r|one|none|neither|the)", text):
        matches = (re.fullmatch(form, part) for form in _CLAUSES[language])
        match = next((one for one in matches if one), None)
        assert match, f"not a clause: {part!r} in {text!r}"
        is_on = "on" in match.groupdict() and not re.match("none|neither", part)
        found.append(Claim(tuple(_numbers(match["a"], size)), SYMBOLS.index(match["d"]), is_on))
    return found


def cases_in(text: str, size: int, language: str) -> Iterator[list[Case]]:
    """Yield the cases of each sentence that has some; what holds otherwise is a case with nothing that follows."""
    between, begin, further, then, otherwise = _FORMS[language]
    for sentence in re.split(between, text):
        if not sentence.lower().startswith(begin):
            continue
        cases = []
        for case in sentence.rstrip(".。").split(further):
            assert case.lower().startswith((begin, otherwise)), case
            told = case[len(begin) if case.lower().startswith(begin) else len(otherwise) :]
            cases.append([_claims(stage.strip(), size, language) for stage in re.split(then, told)])
        yield cases


Box = tuple[int, int]
Make = Callable[[Box, random.Random], Board]


def steps_in(technique: str, make: Make, *, least: int = 200) -> Iterator[tuple[Grid, Step]]:
    """Yield steps of a technique with their grids, at least so many, all in positions that chance has marked."""
    find = look_up(technique)[1]
    found = 0
    for seed, box in zip(range(6000), cycle([*[(2, 3)] * 5, *[(3, 3)] * 4, (3, 4)])):
        grid = Grid.of(make(box, random.Random(seed)))
        for step in islice(find(grid), 20):
            found += 1
            yield grid, step
        if found >= least:
            return
    raise AssertionError(found)


def scattered(box: Box, luck: random.Random) -> Board:
    """Return a blank board with two candidates or three in each cell."""
    digits = range(box[0] * box[1])
    marks = [sum(1 << d for d in luck.sample(digits, luck.choice((2, 2, 3)))) for _cell in range(len(digits) ** 2)]
    blank = (0,) * len(marks)
    return Board(box, blank, blank, tuple(marks))


def with_rectangle(box: Box, luck: random.Random) -> Board:
    """Return a board with four cells that hold the same two candidates, and others in some."""
    size = box[0] * box[1]
    cells: tuple[int, ...] = (0,)
    while len({houses_of(box)[cell][2] for cell in cells}) != 2:
        rows, cols = (luck.sample(range(size), 2) for _side in range(2))
        cells = tuple(size * row + col for row in rows for col in cols)
    return _with_ring(scattered(box, luck), cells, luck)


def with_loop(_box: Box, luck: random.Random) -> Board:
    """Return a board with a ring of six cells that hold the same two candidates, and others in some."""
    one, two, three = luck.sample(range(3), 3)
    low, middle, high = luck.randrange(3), 3 + luck.randrange(3), 6 + luck.randrange(3)
    places = (one, low), (one, middle), (two, middle), (two, high), (three, high), (three, low)
    return _with_ring(scattered((3, 3), luck), tuple(9 * row + col for row, col in places), luck)


def _with_ring(board: Board, cells: tuple[int, ...], luck: random.Random) -> Board:
    size, box = board.size, board.box
    marks, digits = list(board.marks), luck.sample(range(size), 5)
    extra = digits[2 : 2 + luck.choice((1, 1, 2, 3))]
    lines = sorted({house for cell in cells for house in houses_of(box)[cell][:2]})
    for house in luck.sample(lines, luck.choice((0, 1, 2, len(lines), len(lines)))):
        for cell in houses(box)[house]:  # the first digit has few places here
            marks[cell] = marks[cell] & ~(1 << digits[0]) or 1 << digits[1] | 1 << digits[2]
    odd = luck.sample(cells, luck.choice((1, 2, 2, 3)))
    for cell in cells:
        more = luck.sample(extra, luck.randint(1, len(extra))) if cell in odd else ()
        marks[cell] = sum(1 << d for d in (*digits[:2], *more))
    return Board(box, board.givens, board.digits, tuple(marks))


def with_grave(_box: Box, luck: random.Random) -> Board:
    """Return a board with two candidates in each blank cell and two places for each missing digit, but for a few."""
    rows, cols = (
        [3 * band + n for band in luck.sample(range(3), 3) for n in luck.sample(range(3), 3)] for _side in "rc"
    )
    full = [(3 * (row % 3) + row // 3 + col) % 9 + 1 for row in rows for col in cols]
    ring = luck.sample(range(1, 10), luck.choice((3, 4, 5)))
    after = dict(pairwise([*ring, ring[0]]))
    digits = tuple(0 if digit in ring else digit for digit in full)
    marks = [1 << d - 1 | 1 << after[d] - 1 if d in after else 0 for d in full]
    blank = [cell for cell, mask in enumerate(marks) if mask]
    first = luck.choice(blank)
    near = [cell for cell in blank if cell in peers((3, 3))[first]]
    for cell in (first, *luck.sample(near, luck.choice((0, 1, 1, 2)))):
        marks[cell] |= 1 << luck.choice([d for d in ring if not marks[cell] >> d - 1 & 1]) - 1
    return Board((3, 3), digits, digits, tuple(marks))


def argument(step: Step, grid: Grid) -> list[list[Case]]:
    """Return the cases of the sentences that give the reason of a step, which are the same in every language."""
    told = {}
    for language in i18n.LANGUAGES:
        with i18n.speaking(language):
            told[language] = list(cases_in(explanation.reason(step, grid), grid.size, language))
    assert told["en"] == told["zh"]
    return told["en"]


def is_impossible(grid: Grid, claims: Iterable[Claim], *, sets: bool = False) -> bool:
    """Return whether claims strike out all of a cell, or all places of a digit; with `sets` all of a set of cells."""
    size, claims = grid.size, {*claims}
    if any(one._replace(is_on=not one.is_on) in claims for one in claims):
        return True
    left = left_by(grid, claims)
    if not all(left.values()):
        return True
    for house in houses(grid.shape.box):
        blank = [cell for cell in house if cell in left]
        standing = {grid.digits[cell] for cell in house}
        if {*range(1, size + 1)} - standing - set().union(*(left[cell] for cell in blank)):
            return True
        for count in range(2, len(blank) + 1) if sets else ():
            if any(len(set().union(*(left[cell] for cell in group))) < count for group in combinations(blank, count)):
                return True
    return False


def left_by(grid: Grid, claims: Iterable[Claim]) -> dict[int, set[int]]:
    """Return what claims leave of each blank cell's candidates."""
    near = peers(grid.shape.box)
    left = {cell: {*digits_of(mask)} for cell, mask in enumerate(grid.marks) if not grid.digits[cell]}
    for cells, digit, is_on in claims:
        seeing = set.intersection(*({*near[cell]} for cell in cells)) - {*cells}
        for cell in seeing & left.keys() if is_on else cells:
            left[cell].discard(digit)
        if is_on and len(cells) == 1:
            left[cells[0]] &= {digit}
    return left


def follows(grid: Grid, known: Sequence[Claim], claim: Claim) -> bool:
    """Return whether a claim follows from others in one inference."""
    opposite = [Claim(claim.cells, claim.digit, is_on=False)]
    if not claim.is_on:
        opposite = [Claim((cell,), claim.digit, is_on=True) for cell in claim.cells]
    tries = [[*known, one] for one in opposite]
    return all(is_impossible(grid, one) or is_impossible(grid, one, sets=True) for one in tries)


def check_cases(step: Step, grid: Grid, cases: list[Case], *, is_whole: bool) -> None:
    """Check that each inference of cases holds; with `is_whole` that they leave nothing out, and show what goes."""
    gone = _gone(step, grid.size)
    told = explanation.reason(step, grid)
    for case in cases:
        known: list[Claim] = []
        for number, stage in enumerate(case):
            for claim in stage:
                assert not number or follows(grid, known, claim), (told, claim)
                known.append(claim)
        assert not is_whole or all(follows(grid, known, claim) for claim in gone), told
    if is_whole:
        none = [one._replace(is_on=not one.is_on) for case in cases for one in case[0]]
        assert is_impossible(grid, none) or is_impossible(grid, none, sets=True), told


def check_deadly(grid: Grid, step: Step) -> None:
    """Check that a reason says what would leave its cells just two digits, that may be swapped, and what follows."""
    cells, size = {*step.cells, *step.second}, grid.size
    counts = Counter(house for cell in cells for house in houses_of(grid.shape.box)[cell])
    assert {*counts.values()} == {2}
    assert not any(grid.givens >> cell & 1 for cell in cells)
    told = explanation.reason(step, grid)
    gone = {digit for digit, _row, _col in step.eliminations}
    if match := re.search(rf"Without (.*) in ({_CELLS}), the cells ({_CELLS}) would hold only", told):
        extra = {SYMBOLS.index(digit) for digit in re.findall(r"\w", match[1].replace(" and ", " "))}
        assert ({*_numbers(match[2], size)}, {*_numbers(match[3], size)}) == ({*step.second}, cells)
        tries = [[Claim(step.second, digit, is_on=False) for digit in extra]]
        if "no cell that sees all" in told:  # one of the cells takes it
            assert all(
                follows(grid, [Claim(step.second, d, is_on=True)], one) for d in gone for one in _gone(step, size)
            )
        elif "uses up" in told:
            taken = extra.union(*(digits_of(grid.marks[cell]) for cell in step.fins))
            assert len(taken) == len(step.fins) + 1
            sees = peers(grid.shape.box)
            assert all({*step.second, *step.fins} <= {*sees[one.cells[0]]} for one in _gone(step, size))
    elif "so one of these" in told:  # type 4
        [kept] = {*step.digits} - gone
        assert follows(grid, [], Claim(step.second, kept, is_on=True))
        one, other = step.second
        tries = [
            [Claim((a,), kept, is_on=True), Claim((b,), d, is_on=True)]
            for a, b in ((one, other), (other, one))
            for d in gone
        ]
    else:
        tries = [[one._replace(is_on=True)] for one in _gone(step, size)]
    for claims in tries if step.code not in ("0605", "0606") else ():
        left = left_by(grid, claims)
        assert set().union(*(left.get(cell, {grid.digits[cell]}) for cell in cells)) <= {*step.digits}, told


def _numbers(names: str, size: int) -> list[int]:
    return [(int(row) - 1) * size + int(col) - 1 for row, col in re.findall(r"r(\d+)c(\d+)", names)]


def _gone(step: Step, size: int) -> list[Claim]:
    return [Claim(((row - 1) * size + col - 1,), digit, is_on=False) for digit, row, col in step.eliminations]


def check_bounds(text: str, solution: Sequence[int], grid: Grid) -> None:
    """Check what the reason of a clue says of cells: it holds in the solution, and sums are worked out right.

    Read are "r1c1 is at least 3", "r1c2 and r1c3 are at least 1+2=3", "r2c2 can only be 2 or 3", "2 in r1c1 needs 7 in
    r1c2, where none is left" and "That leaves only these: 6=1+2+3".
    """
    size, lowest = grid.size, grid.shape.rules.lowest
    value = {cell: digit + lowest - 1 for cell, digit in enumerate(solution)}
    for cells, side, parts, n in re.findall(rf"({_CELLS}) (?:is|are) at (least|most) (?:([0-9+]+)=)?(\d+)", text):
        whole = sum(value[cell] for cell in _numbers(cells, size)) if parts else None
        known = [value[cell] for cell in _numbers(cells, size)] if whole is None else [whole]
        assert all(one >= int(n) if side == "least" else one <= int(n) for one in known), text
        assert not parts or sum(map(int, parts.split("+"))) == int(n), text
    for cell, digits in re.findall(r"(r\d+c\d+) can only be (\d(?:, \d)*(?: or \d)?)[,.;]", text):
        assert str(value[_numbers(cell, size)[0]]) in digits, text
    for digits, cell in re.findall(r"needs ([\d, or]+) in (r\d+c\d+), where none is left", text):
        number = _numbers(cell, size)[0]
        left = grid.marks[number] or 1 << grid.digits[number] - 1
        assert not any(left >> int(one) - lowest & 1 for one in re.findall(r"\d", digits)), text
    if listed := re.search(r"That leaves only (?:these: )?([0-9+=, -]+)\.", text):
        named = re.search(rf"({_CELLS.replace(' and | nor ', ' and ')})", text)
        assert named, text
        for way in listed[1].split(", "):
            both = [eval(side) for side in way.split("=")]  # noqa: S307 - digits and signs alone
            assert len({*both}) == 1 or len(both) == 1, text
