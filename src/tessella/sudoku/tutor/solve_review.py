"""Review of a solve: how each digit could be known when it was written, what was easier, where time and luck went.

It follows the journal, moves that were taken back included, and knows what the person knew: the digits on the board,
pencil marks where they are complete, and what could be ruled out where no single was left. A digit is a guess where no
step up to `LIMIT` shows it, not even with two rounds of singles done in the head. Nobody is blamed for what they were
helped to, for what stands on a wrong digit, or for a digit that they had before.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Any, NamedTuple, Protocol

from tessella.errors import ParseError
from tessella.i18n import N_, _, clock, joined, ngettext
from tessella.sudoku.board import Board
from tessella.sudoku.explainer.search_order import next_elimination
from tessella.sudoku.generator.target import SINGLES, slug
from tessella.sudoku.geometry import cell_name, digits_of
from tessella.sudoku.rating.levels import LEVELS, level_name, level_of
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.rules.ruleset import CLASSIC
from tessella.sudoku.solver import solve
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.singles import full_houses, hidden_singles, naked_singles, rated_name
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.tutor.hints import are_complete
from tessella.sudoku.tutor.practice import LESSONS, Lesson

LIMIT = 75  # the rating, in tenths, up to which a step shows a digit
_RUNGS = (0, 28, 34, 50, LIMIT)  # what is looked for first: singles, locked candidates, then by levels
AHEAD = 2  # rounds of singles that people do in their head
_STEPS = 2000  # eliminations that one review follows
_PLAIN_TO_SEE = 15  # the rating of a single that is seen by looking
_MUCH_HARDER = 30  # the rating from which a step is no match for one of these
_STOOD = 3  # digits that are written beside a single before it is called overlooked
_LONG = (30, 5)  # a wait is long from so many seconds on, and from so many times the usual one
_AS_USUAL = 1.25  # times the usual time is quick enough
_MUCH_TROUBLE = 6  # guesses, mistakes and hints that make the level before the better one
_WAITS = 3  # long waits that are told
_SLIP_OF_THE_FINGER = 3  # seconds in which a wrong digit is put right that nobody meant
_TIMEOUT = 20.0  # seconds to solve the puzzle
_KINDS = N_("guess"), N_("mistake"), N_("overlooked"), N_("wait"), N_("help")  # the costliest first

Candidate = tuple[int, int]  # a cell and a digit


class Played(Protocol):
    """A Sudoku that was played, such as a `session.Session`."""

    @property
    def start(self) -> Any:
        """The position at the start."""

    @property
    def journal(self) -> Sequence[tuple[int, str]]:
        """The clock in milliseconds and the move, "undo", "redo" or "hint" (a check too) of each entry."""


class Solve(NamedTuple):
    """A start and a journal, to be reviewed."""

    start: Board
    journal: Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Easier:
    """A single that stood on the board when something else was done."""

    cell: str
    digit: str
    technique: str  # as the scale calls it
    digits: int  # how many right digits were written since it could first be seen

    def __str__(self) -> str:
        text = ngettext(
            "You could have seen {digit} in {cell} ({technique}) {n} digit earlier.",
            "You could have seen {digit} in {cell} ({technique}) {n} digits earlier.",
            self.digits,
        )
        if not self.digits:
            text = _("You could have seen {digit} in {cell} ({technique}) instead.")
        return text.format(cell=self.cell, digit=self.digit, technique=_(self.technique), n=self.digits)


@dataclass(frozen=True, slots=True)
class Placement:
    """A right digit that was written for the first time."""

    ms: int  # the clock
    seconds: float  # since the digits on the board changed last
    cell: str
    digit: str
    technique: str  # what showed it, as the scale calls it; "" for a guess, and where nothing is judged
    rating: float  # of that technique, 0 where there is none
    easier: Easier | None  # an easier single: the one overlooked longest, which may be this very one, or the easiest


@dataclass(frozen=True, slots=True)
class Slip:
    """A place where the solve went slowly, wrong, or by luck.

    `kind` is "guess", "mistake", "overlooked" (of a single, while something much harder was used), "wait" or "help".
    """

    kind: str
    ms: int  # the clock when it began
    seconds: float  # what it took: the wait before the digit, or how long a wrong one stood
    step: int | None  # how many moves of the game came before; None where these were taken back since
    board: Board  # the position before it, from which one can play on
    cell: str = ""  # "" for help
    digit: str = ""
    technique: str = ""  # what showed the digit, or what the position asked for
    easier: Easier | None = None
    digits: int = 0  # how many were written while a wrong one stood

    @property
    def name(self) -> str:
        """The kind, in the language that is spoken now."""
        return _(self.kind)

    @property
    def reason(self) -> str:
        """What happened, in a sentence or two, in the language that is spoken now."""
        values = asdict(self) | {"technique": _(self.technique), "time": clock(int(self.seconds))}
        told = [_SENTENCES[self._case](self)]
        if self.kind == "mistake":
            told += [_("It stayed there for {time}.")] if self.seconds >= 1 else []
            more = ngettext("Then you wrote {digits} more digit.", "Then you wrote {digits} more digits.", self.digits)
            told += [more] if self.digits else []
        return joined([sentence.format(**values) for sentence in told] + ([str(self.easier)] if self.easier else []))

    @property
    def _case(self) -> str:
        if self.kind == "guess" and self.digits:
            return "try"
        return "help alone" if self.kind == "help" and not self.technique else self.kind

    def __str__(self) -> str:
        if self.ms < 1000:
            return self.reason
        return _("At {time}: {reason}").format(time=clock(self.ms // 1000), reason=self.reason)


_SENTENCES: dict[str, Callable[[Slip], str]] = {
    "guess": lambda _slip: _("No step showed {digit} in {cell} yet, not even a forcing chain."),
    "try": lambda slip: ngettext(
        "You tried {digit} in {cell}, and took it back with {digits} more digit.",
        "You tried {digit} in {cell}, and took it back with {digits} more digits.",
        slip.digits,
    ),
    "mistake": lambda _slip: _("{digit} in {cell} was wrong."),
    "overlooked": lambda _slip: _("For {digit} in {cell} you used something harder: {technique}."),
    "wait": lambda _slip: _("{digit} in {cell} took you {time}: {technique}."),
    "help": lambda _slip: _("You asked for help. The next step was: {technique}."),
    "help alone": lambda _slip: _("You asked for help."),
}


@dataclass(frozen=True, slots=True)
class Spent:
    """The time that went into the digits that one technique showed."""

    technique: str  # "" for digits that are not judged
    digits: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Review:
    """What there is to say of a solve."""

    is_solved: bool
    seconds: float
    placements: tuple[Placement, ...]
    counts: dict[str, int]  # slips of each kind
    slips: tuple[Slip, ...]  # those that cost most, the worst first
    spent: tuple[Spent, ...]  # by technique, the longest first
    level: str  # of the puzzle: as it was made, or by the hardest step that was needed; "" where that is not known
    next_level: str  # the level to offer next, "" where the puzzle has none
    technique: str  # the one to look at, as the scale calls it; "" for none

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that fits."""
        return LESSONS.get(slug(self.technique.partition(" in ")[0])) if self.technique else None

    @property
    def advice(self) -> str:
        """One sentence of advice, in the language that is spoken now."""
        kind = next((kind for kind in _KINDS if self.counts[kind]), "")
        if kind == "mistake":
            text = _("Before you write a digit, look along its row, column and box once more.")
        elif kind == "guess" and self.technique:
            text = _("Look for this technique before you guess: {technique}.")
        elif kind == "guess":
            text = _("Before you guess, look for one more step.")
        elif kind == "overlooked" or (kind and self.technique in SINGLES):
            text = _("Look for this technique before you try anything harder: {technique}.")
        elif kind and self.technique:
            text = _("Practise this technique: {technique}. You needed time or help there.")
        elif kind:
            text = _("Before you ask for help, look for one more step.")
        elif self.next_level != self.level:
            text = _("That went smoothly: try {level} next.")
        else:
            text = _("That went smoothly.")
        return text.format(technique=_(self.technique), level=level_name(self.next_level) if self.next_level else "")

    def to_json(self) -> dict[str, Any]:
        """Return the review as plain values, for `json.dumps`."""
        told = [
            asdict(slip) | {"board": slip.board.to_text(), "reason": slip.reason, "text": str(slip)}
            for slip in self.slips
        ]
        lesson = self.lesson.slug if self.lesson else None
        return asdict(self) | {"slips": told, "advice": self.advice, "lesson": lesson}


def review(game: Played, *, level: str = "", usual: float = 0, most: int = 10) -> Review:
    """Return how a Sudoku was solved so far: every digit, the `most` costly slips, and what to do next.

    `level` is the one that the puzzle was made to; `usual` are the seconds that this person takes for such a one, 0
    where that is not known. Raises `PuzzleError` for a puzzle without a single solution, and `ParseError` for what is
    no game.
    """
    if not (hasattr(game, "start") and hasattr(game, "journal")):
        raise ParseError(_("expected a game with its moves, got {text}"), text=repr(game))
    walk = _Walk(game.start, solve(game.start.puzzle, timeout=_TIMEOUT).digits)
    for ms, event in game.journal:
        walk.follow(ms, event)
    walk.finish()
    placed, seconds, is_solved = walk.placements, walk.ms / 1000, walk.board.is_over()
    slips = [walk.placed_in_line(slip) for slip in (*walk.slips, *_waits(walk))]
    slips.sort(key=lambda slip: (_KINDS.index(slip.kind), -slip.seconds))
    counts = {kind: sum(slip.kind == kind for slip in slips) for kind in _KINDS}
    if not level and placed and game.start.rules == CLASSIC and all(one.technique for one in placed):
        level = level_of(max(one.rating for one in placed))
    is_quick = seconds <= _AS_USUAL * (usual or seconds)
    return Review(
        is_solved,
        seconds,
        tuple(placed),
        counts,
        tuple(slips[: max(most, 0)]),
        _spent(placed),
        level,
        _next_level(level, counts, is_quick=is_quick) if is_solved and level else level,
        _technique_of(slips),
    )


def _spent(placed: Sequence[Placement]) -> tuple[Spent, ...]:
    digits, seconds = Counter[str](), Counter[str]()
    for one in placed:
        digits[one.technique] += 1
        seconds[one.technique] += one.seconds  # type: ignore[assignment] # a Counter adds up any numbers
    return tuple(Spent(name, digits[name], spent) for name, spent in seconds.most_common())


def _next_level(level: str, counts: dict[str, int], *, is_quick: bool) -> str:
    """Return the level after a solve: the next one after a smooth and quick one, the one before after much trouble."""
    names = list(LEVELS)
    trouble = counts["guess"] + counts["mistake"] + counts["help"]
    way = -1 if trouble >= _MUCH_TROUBLE else 1 if is_quick and not trouble else 0
    return names[min(max(names.index(level) + way, 0), len(names) - 1)]


def _technique_of(slips: Sequence[Slip]) -> str:
    """Return the technique to look at: the one that the costliest kind of slip was about most often."""
    same = [slip for slip in slips if slip.kind == slips[0].kind]
    named = [slip.easier.technique if slip.easier else slip.technique for slip in same if slip.kind != "mistake"]
    return next((name for name, _times in Counter(filter(None, named)).most_common(1)), "")


def _waits(walk: "_Walk") -> Iterator[Slip]:
    """Yield the longest waits before a digit, as far as they are much longer than usual."""
    if walk.waits:
        least, times = _LONG
        long = max(least, times * median(one.seconds for one in walk.placements))
        for place in sorted(walk.waits, key=lambda place: -walk.placements[place].seconds)[:_WAITS]:
            if (one := walk.placements[place]).seconds >= long:
                at, stood = walk.waits[place], one.easier
                stood = stood if stood and _is_overlooked(stood) else None
                yield Slip(
                    *("wait", one.ms, one.seconds, at.step, at.board, one.cell, one.digit, one.technique), easier=stood
                )


def _singles(grid: Grid) -> dict[Candidate, str]:
    """Return the singles of a grid, each with its easiest technique."""
    shape, masks = grid.shape, grid.masks
    found: dict[Candidate, str] = {}
    for find in (naked_singles, hidden_singles, full_houses):
        for pattern in find(shape, masks):
            step = pattern.step(shape)
            cell, d = divmod(pattern.placed, grid.size)
            found[cell, d + 1] = rated_name(step, grid.size) if find is hidden_singles else step.technique
    return found


def _after(grid: Grid, step: Step) -> Grid:
    """Return a grid after what a step eliminates, and what else its cells would hold; nothing is written yet."""
    size, gone = grid.size, [((row - 1) * grid.size + col - 1, digit) for digit, row, col in step.eliminations]
    for digit, row, col in step.placements:
        cell = (row - 1) * size + col - 1
        gone += [(cell, other) for other in digits_of(grid.marks[cell]) if other != digit]
    return grid.after((), dict.fromkeys(gone))


def _harder(one: str, other: str) -> str:
    return max(one, other, key=lambda name: RATINGS.get(name, 0))


@dataclass(slots=True)
class _Wrong:
    """A wrong digit on the board."""

    at: "_Place"
    cell: int
    digit: int
    digits: int = 0  # how many were written since
    end: int = 0  # the clock when it went
    is_undone: bool = False
    is_helped: bool = False  # whether a hint or a check came between


class _Place(NamedTuple):
    """A place in the game: the clock, the position, and how many moves led there."""

    ms: int
    board: Board
    step: int


class _Walk:
    """The way of a person through a puzzle, event by event."""

    def __init__(self, start: Board, solution: tuple[int, ...]) -> None:
        self.line, self.cursor, self.ms = [start], 0, 0
        self.placements: list[Placement] = []
        self.slips: list[Slip] = []
        self.waits: dict[int, _Place] = {}  # the place of each digit that was judged, but the first
        self._solution = solution
        self._most = LIMIT if start.rules == CLASSIC else 0  # other grids have no ratings: there singles are all
        self._steps = _STEPS
        self._next_techniques: dict[tuple[int, ...], str] = {}  # by the right digits
        self._changed_ms = 0  # the clock when digits changed last
        self._had = {cell_digit for cell_digit in enumerate(start.digits) if cell_digit[1]}  # digits that are no news
        self._wrong: dict[int, _Wrong] = {}
        self._gone: list[_Wrong] = []  # wrong digits that went, until the next digit tells why
        self._refuted = set[int]()  # cells that held a wrong digit: what is left there may follow from that
        self._is_helped = False  # whether the next digit is one that help led to
        self._is_told = False  # whether help may have told of more than can be followed here
        self._grid = Grid.of_marks(start.puzzle, start.puzzle.candidates())  # of the right digits
        self._right = start.givens
        self._singles = _singles(self._grid)
        self._stuck = [self._grid] * (not self._singles and self._most > 0)  # where no single was left
        self._known = set[Candidate]()  # what could be ruled out there
        self._since: dict[Candidate, int] = {}  # the singles, and how many digits were written when each could be seen
        self._look()

    @property
    def board(self) -> Board:
        """The position now."""
        return self.line[self.cursor]

    def follow(self, ms: int, event: str) -> None:
        """Take one entry of the journal."""
        before = _Place(ms, self.board, self.cursor)
        self.ms = ms
        if event == "hint":
            self._help(before)
        elif event == "undo":
            self.cursor -= 1
        elif event == "redo":
            self.cursor += 1
            self.resolve()
        elif event != "pause":
            del self.line[self.cursor + 1 :]
            if event != "new":
                self.line.append(before.board.play(event))
                self.cursor += 1
        if self.board.digits != before.board.digits:
            self._change(before, event)

    def _change(self, before: _Place, event: str) -> None:
        old, new = before.board.digits, self.board.digits
        is_clean = self._is_clean(before.board)
        for cell in [cell for cell, wrong in self._wrong.items() if new[cell] != wrong.digit]:
            wrong = self._wrong.pop(cell)
            wrong.end, wrong.is_undone = self.ms, event == "undo"
            self._gone.append(wrong)
            self._refuted.add(cell)
        written = [cell for cell, digit in enumerate(new) if digit and digit != old[cell]]
        if event in ("undo", "redo"):
            written = []
        for wrong in self._wrong.values():
            wrong.digits += len(written)
        for cell in written:
            self.resolve((cell, new[cell]))
            if new[cell] != self._solution[cell]:
                if is_clean:
                    self._wrong[cell] = _Wrong(before, cell, new[cell])
            elif (cell, new[cell]) not in self._had:
                self._had.add((cell, new[cell]))
                self._place(before, (cell, new[cell]), is_clean=is_clean)
        self._changed_ms = self.ms
        self._look()

    def _is_clean(self, board: Board) -> bool:
        return all(digit in (0, right) for digit, right in zip(board.digits, self._solution, strict=True))

    def resolve(self, following: Candidate | None = None) -> None:
        """Tell what the wrong digits were that went, by the digit that was written next, if there was one."""
        for wrong in self._gone:
            seconds = (wrong.end - wrong.at.ms) / 1000
            is_next = following is not None and following[0] == wrong.cell and following[1] != wrong.digit
            is_elsewhere = following is not None and following[1] == wrong.digit
            if (is_next or is_elsewhere) and not wrong.digits and seconds <= _SLIP_OF_THE_FINGER:
                continue
            is_try = wrong.is_undone and wrong.digits > 0 and is_next and not wrong.is_helped
            kind = "guess" if is_try else "mistake"
            self.slips.append(_slip(kind, wrong.at, (wrong.cell, wrong.digit), seconds, digits=wrong.digits))
        self._gone.clear()

    def finish(self) -> None:
        """Tell of the wrong digits that stand at the end."""
        for wrong in self._wrong.values():
            wrong.end = self.ms
        self._gone += self._wrong.values()
        self.resolve()

    def placed_in_line(self, slip: Slip) -> Slip:
        """Return a slip; without its step where the moves before it were taken back, and others played."""
        is_there = slip.step is not None and slip.step <= self.cursor and self.line[slip.step] is slip.board
        return slip if is_there else replace(slip, step=None)

    def _help(self, at: _Place) -> None:
        for wrong in (*self._wrong.values(), *self._gone):
            wrong.is_helped = True
        technique = ""
        if self._is_clean(at.board):
            if self._right not in self._next_techniques:
                self._next_techniques[self._right] = self._next_technique()
            technique = self._next_techniques[self._right]
        self.slips.append(_slip("help", at, None, 0.0, technique=technique))
        self._is_helped = True
        self._is_told |= not self._singles

    # --- What could be seen ---

    def _look(self) -> None:
        """Take in what can be seen now: the right digits, and the singles, each with the moment it appeared."""
        board = self.board
        pairs = zip(board.digits, self._solution, strict=True)
        right = tuple(digit if digit == wanted else 0 for digit, wanted in pairs)
        if right != self._right:
            new = [(cell, digit) for cell, digit in enumerate(right) if digit and digit != self._right[cell]]
            if len(new) == sum(map(bool, right)) - sum(map(bool, self._right)):
                self._grid = self._grid.after(new)
            else:
                shown = Board(board.box, board.givens, right, (0,) * len(right), constraints=board.constraints)
                self._grid = Grid.of_marks(shown, shown.candidates())
            self._right = right
            self._singles = _singles(self._grid)
            self._stuck += [self._grid] * (not self._singles and self._most > 0)
        since = self._since if self._is_clean(board) else {}
        self._since = {single: since.get(single, len(self.placements)) for single in self._singles}

    def _place(self, at: _Place, placed: Candidate, *, is_clean: bool) -> None:
        """Judge a right digit, written for the first time."""
        number, seconds, technique = len(self.placements), (self.ms - self._changed_ms) / 1000, None
        if is_clean and not self._is_helped:
            technique = self._shown_by(at.board, placed)
            may_follow = self._is_told or placed[0] in self._refuted or not self._most
            technique = technique or self._recalled_by(placed) or (None if may_follow or self._steps <= 0 else "")
        rating = RATINGS[technique] if technique else 0
        easier = self._easier(placed, rating or 999) if is_clean else None
        cell, digit = at.board.name(placed[0]), at.board.rules.signs[placed[1]]
        self.placements.append(Placement(at.ms, seconds, cell, digit, technique or "", rating / 10, easier))
        if technique == "":
            key = easier.technique if easier else self._next_technique()
            self.slips.append(_slip("guess", at, placed, seconds, technique=key, easier=easier))
        elif rating >= _MUCH_HARDER and easier and _is_overlooked(easier) and self._is_hard(placed):
            self.slips.append(_slip("overlooked", at, placed, seconds, technique=str(technique), easier=easier))
        elif technique and number:  # the first digit takes a look at the whole puzzle
            self.waits[number] = at
        self._is_helped = False

    def _is_hard(self, placed: Candidate) -> bool:
        recalled = self._recalled_by(placed)
        return recalled is None or RATINGS[recalled] >= _MUCH_HARDER

    def _easier(self, placed: Candidate, rating: int) -> Easier | None:
        """Return the single of a lower rating, or this very one, that was overlooked longest; or else the easiest."""
        size, found = self.board.size, []
        for (cell, digit), since in self._since.items():
            technique = self._singles[cell, digit]
            one = Easier(cell_name(cell, size), self.board.rules.signs[digit], technique, len(self.placements) - since)
            if (cell, digit) == placed:
                found += [one] * _is_overlooked(one)
            elif RATINGS[technique] < rating and (cell, digit) not in self._had:
                found.append(one)
        if overlooked := [one for one in found if _is_overlooked(one)]:
            return max(overlooked, key=lambda one: one.digits)
        return min(found, key=lambda one: RATINGS[one.technique], default=None)

    def _shown_by(self, board: Board, placed: Candidate) -> str | None:
        """Return the easiest technique that shows a digit, None where nothing was found that does."""
        if single := self._singles.get(placed):
            return single
        own = tuple(mask & mark for mask, mark in zip(self._grid.marks, board.marks, strict=True))
        grid = Grid.of_marks(board, own) if are_complete(board, own, self._solution) else self._grid
        return self._easiest(grid, placed)

    def _recalled_by(self, placed: Candidate) -> str | None:
        """Return what `_shown_by` does, for who remembers all that could be ruled out where no single was left."""

        def recall(grid: Grid) -> Grid:
            return grid.after((), [one for one in self._known if grid.marks[one[0]] >> one[1] - 1 & 1])

        for grid in self._stuck:
            now = recall(grid)
            while found := self._next(now, LIMIT):
                now = found[0]
            for cell, (old, new) in enumerate(zip(grid.marks, now.marks, strict=True)):
                self._known |= {(cell, digit) for digit in digits_of(old & ~new)}
        self._stuck.clear()
        return self._easiest(recall(self._grid), placed) if self._known else None

    def _easiest(self, grid: Grid, placed: Candidate) -> str | None:
        rungs = (self._shown_within(grid, placed, most) for most in (_RUNGS if self._most else (0,)))
        return next(filter(None, rungs), None)

    def _shown_within(self, grid: Grid, placed: Candidate, most: int) -> str | None:
        """Return the hardest technique that a digit takes of those up to a rating, None where they do not show it."""
        hardest, cell, digit = "", *placed
        groups = grid.shape.groups[grid.size * cell + digit - 1]
        for ahead in range(AHEAD + 1):
            while not any(grid.masks[group] == bit for group, bit in groups) and (found := self._next(grid, most)):
                grid, name = found
                hardest = _harder(hardest, name)
            singles = _singles(grid)
            if placed in singles:
                return _harder(hardest, singles[placed])
            if ahead < AHEAD:
                grid = grid.after(singles)
        return None

    def _next(self, grid: Grid, most: int) -> tuple[Grid, str] | None:
        """Return the grid after the next elimination that is rated up to `most`, and its technique."""
        if not most or self._steps <= 0 or (found := next_elimination(grid, most)) is None:
            return None
        self._steps -= 1
        return _after(grid, found[0]), found[0].technique

    def _next_technique(self) -> str:
        """Return the technique that leads to the next digit, "" where it is none of these."""
        if self._singles:
            return min(self._singles.values(), key=RATINGS.__getitem__)
        grid, hardest = self._grid, ""
        while found := self._next(grid, self._most):
            grid, name = found
            hardest = _harder(hardest, name)
            if _singles(grid):
                return hardest
        return ""


def _is_overlooked(easier: Easier) -> bool:
    return RATINGS[easier.technique] <= _PLAIN_TO_SEE and easier.digits >= _STOOD


def _slip(kind: str, at: _Place, written: Candidate | None, seconds: float, **more: Any) -> Slip:
    cell, digit = (at.board.name(written[0]), at.board.rules.signs[written[1]]) if written else ("", "")
    return Slip(kind, at.ms, seconds, at.step, at.board, cell, digit, **more)
