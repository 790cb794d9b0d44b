"""A solver of Sudoku that always takes the easiest step, and makes slips where it is told to; it knows no technique."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from tessella.sudoku import Board, rate

UNITS = [
    *([(row, col) for col in range(9)] for row in range(9)),
    *([(row, col) for row in range(9)] for col in range(9)),
    *([(3 * band + row, 3 * stack + col) for row, col in product(range(3), range(3))]
      for band, stack in product(range(3), range(3))),
]  # fmt: skip
CELLS = [*product(range(9), range(9))]
CROSSINGS = [({*unit}, {*other}) for unit, other in product(UNITS, UNITS) if len({*unit} & {*other}) == 3]
PEERS = {cell: {other for unit in UNITS if cell in unit for other in unit} - {cell} for cell in CELLS}

Cell = tuple[int, int]
Digits = dict[Cell, int]
Candidates = dict[Cell, set[int]]
EASIEST_FIRST = ("full house", "hidden single in box", "hidden single in line", "naked single")


def candidates(digits: Digits) -> Candidates:
    """Return what fits each blank cell."""
    return {
        cell: {*range(1, 10)} - {digits.get(peer, 0) for peer in PEERS[cell]} for cell in CELLS if cell not in digits
    }


def singles(digits: Digits, left: Candidates | None = None) -> dict[tuple[Cell, int], str]:
    """Return every single with its easiest name."""
    left = candidates(digits) if left is None else left
    found = {(cell, min(fits)): "naked single" for cell, fits in left.items() if len(fits) == 1}
    for kind, units in (("hidden single in line", UNITS[:18]), ("hidden single in box", UNITS[18:])):
        for unit, digit in product(units, range(1, 10)):
            places = [cell for cell in unit if digit in left.get(cell, ())]
            if len(places) == 1 and digit not in {digits.get(cell) for cell in unit}:
                found[places[0], digit] = kind
    for unit in UNITS:
        blank = [cell for cell in unit if cell not in digits]
        if len(blank) == 1 and len(left[blank[0]]) == 1:
            found[blank[0], min(left[blank[0]])] = "full house"
    return found


def within_reach(digits: Digits) -> set[tuple[Cell, int]]:
    """Return what singles and locked candidates show, with two rounds of singles done in the head."""
    digits, reached = dict(digits), set()
    gone: set[tuple[Cell, int]] = set()
    for _round in range(3):
        left = {cell: {d for d in fits if (cell, d) not in gone} for cell, fits in candidates(digits).items()}
        is_open = True
        while is_open:
            is_open = False
            for (unit, other), digit in product(CROSSINGS, range(1, 10)):
                places = {cell for cell in unit if digit in left.get(cell, ())}
                if places and places <= other:
                    for cell in other - unit:
                        if digit in left.get(cell, ()):
                            left[cell].discard(digit)
                            gone.add((cell, digit))
                            is_open = True
        now = singles(digits, left)
        reached |= {*now}
        digits.update(now.keys())
    return reached


# The same position is asked about more than once.
_rated = lru_cache(maxsize=4)(rate)
_singles_of = lru_cache(maxsize=4)(lambda digits: singles(dict(digits)))


@dataclass(frozen=True)
class Made:
    """A slip that was made."""

    kinds: tuple[str, ...]  # what it may be called
    ms: int
    cell: str = ""
    digits: int | None = None  # of a wrong digit: how many were written on top


@dataclass
class SimulatedSolver:
    """A person at a puzzle; it fulfils what a review wants of a game."""

    start: Board
    solution: Board
    rng: random.Random
    journal: list[tuple[int, str]] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)  # the single that each digit was, by its cell
    ms: int = 0

    def __post_init__(self) -> None:
        self.digits = {(n // 9, n % 9): digit for n, digit in enumerate(self.start.digits) if digit}
        self.right = {(n // 9, n % 9): digit for n, digit in enumerate(self.solution.digits)}
        self.written = 0
        self.since = dict.fromkeys(self.singles(), 0)
        self.was_stuck = False  # whether it has seen more than singles
        self.blind: tuple[Cell, int] | None = None  # the single that is overlooked

    def singles(self) -> dict[tuple[Cell, int], str]:
        """Return every single of the position now."""
        return _singles_of(frozenset(self.digits.items()))

    @property
    def board(self) -> Board:
        """The position now."""
        values = (self.digits.get(cell, 0) for cell in CELLS)
        return Board.of_givens(values)

    def do(self, event: str, seconds: float | None = None) -> int:
        """Write an event down, after a few seconds; return its clock."""
        self.ms += round(1000 * (self.rng.uniform(4, 8) if seconds is None else seconds))
        self.journal.append((self.ms, event))
        return self.ms

    def write(self, cell: Cell, seconds: float | None = None) -> int:
        """Write the right digit."""
        ms = self.do(f"{name(cell)}={self.right[cell]}", seconds)
        if (single := (cell, self.right[cell])) in self.since:
            self.names[name(cell)] = self.singles()[single]
        self.digits[cell] = self.right[cell]
        self.written += 1
        self.since = {one: self.since.get(one, self.written) for one in self.singles()}
        return ms

    def easiest(self) -> Cell:
        """Return the cell of the easiest step: a single, or else the first digit on Sudoku Explainer's way."""
        found = {one: kind for one, kind in self.singles().items() if one != self.blind}
        if found:
            return min(found, key=lambda one: (EASIEST_FIRST.index(found[one]), one))[0]
        self.was_stuck = True
        _digit, row, col = next(step.placements[0] for step in _rated(self.board).path if step.placements)
        return row - 1, col - 1

    def wrong_digit(self, cell: Cell) -> int:
        """Return a digit that is not the cell's."""
        return self.rng.choice([digit for digit in range(1, 10) if digit != self.right[cell]])

    def is_beyond(self) -> bool:
        """Return whether Sudoku Explainer needs a step above 7.5 before any digit."""
        return not self.singles() and _rated(self.board).ep > 7.5

    # --- Slips: each returns whether there was an occasion ---

    def mistake(self) -> bool:
        """Write a wrong digit, go on, and put it right."""
        cell, more = self.easiest(), self.rng.randint(1, 4)
        if len(self.digits) + more >= 80:
            return False
        ms = self.do(f"{name(cell)}={self.wrong_digit(cell)}")
        others = [other for other in CELLS if other not in self.digits and other != cell]
        for other in self.rng.sample(others, more):
            self.write(other)
            self.names.pop(name(other), None)
        self.made.append(Made(("mistake",), ms, name(cell), more))
        if self.rng.random() < 0.5:
            self.do(f"{name(cell)}-")
        self.write(cell)
        self.names.pop(name(cell), None)
        self.since = dict.fromkeys(self.singles(), self.written)
        return True

    def attempt(self) -> bool:
        """Try a digit, go on from there, and take it all back."""
        blank = [cell for cell in CELLS if cell not in self.digits]
        more = self.rng.randint(1, 4)
        if len(blank) < more + 2:
            return False
        cell, *others = self.rng.sample(blank, more + 1)
        self.made.append(Made(("guess",), self.do(f"{name(cell)}={self.wrong_digit(cell)}"), name(cell), more))
        for other in others:
            self.do(f"{name(other)}={self.wrong_digit(other)}")
        for _move in range(more + 1):
            self.do("undo", 0.5)
        self.since = dict.fromkeys(self.singles(), self.written)
        self.write(cell)
        return True

    def luck(self) -> bool:
        """Write a digit where Sudoku Explainer needs a step above 7.5 before any."""
        if not self.is_beyond():
            return False
        cell = self.rng.choice([cell for cell in CELLS if cell not in self.digits])
        self.made.append(Made(("guess",), self.write(cell), name(cell)))
        return True

    def overlook(self) -> bool:
        """Leave a plain single while three more digits are written, then write one that takes much more."""
        plain = [one for one, kind in self.singles().items() if kind != "naked single"]
        if not plain or self.was_stuck or len(self.digits) > 70:
            return False
        self.blind = self.rng.choice(plain)
        while self.written < self.since[self.blind] + 3:
            if not [one for one in self.singles() if one != self.blind]:
                return False
            self.write(self.easiest())
        reached = within_reach(self.digits)
        hard = [cell for cell in CELLS if cell not in self.digits and (cell, self.right[cell]) not in reached]
        if not hard or self.singles().get(self.blind) in (None, "naked single"):
            return False
        cell = self.rng.choice(hard)
        self.made.append(Made(("guess", "overlooked"), self.write(cell), name(cell)))
        return True

    def wait(self) -> bool:
        """Take long, perhaps before a digit that no step up to 7.5 shows."""
        cell, kind = self.easiest(), "guess" if self.is_beyond() else "wait"
        self.made.append(Made((kind,), self.write(cell, self.rng.uniform(100, 400)), name(cell)))
        return True

    def help(self) -> bool:
        """Get a hint, and write what it says."""
        if not self.singles():
            return False
        self.made.append(Made(("help",), self.do("hint")))
        cell = self.easiest()
        self.write(cell)
        self.names.pop(name(cell), None)
        return True

    def habits(self) -> Iterator[str]:
        """Yield now and then what is no slip: a digit taken back and restored, a slip of the finger, marks, a pause."""
        if self.rng.random() < 0.1:
            yield "pause"
        if self.rng.random() < 0.05:
            yield from ("undo", "redo") if self.journal and "=" in self.journal[-1][1] else ()
        if self.rng.random() < 0.05:
            cell = self.rng.choice([cell for cell in CELLS if cell not in self.digits])
            yield f"{name(cell)}~{self.rng.randint(1, 9)}"

    def solve(self, slips: list[str]) -> None:
        """Solve the puzzle, with these slips at chance places where there is an occasion."""
        waiting = [(self.rng.uniform(0.05, 0.8), kind) for kind in slips]
        blank = 81 - len(self.digits)
        while len(self.digits) < 81:
            self.blind = None
            done = 1 - (81 - len(self.digits)) / blank
            due = [one for one in waiting if one[0] <= done]
            if due and getattr(self, due[0][1])():
                waiting.remove(due[0])
                continue
            self.blind = None
            for habit in self.habits():
                self.do(habit, 0.2)
            if not self.luck():
                self.write(self.easiest())


def name(cell: Cell) -> str:
    """Return the name of a cell."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"
