"""What does Sudoku ask and say on top of the game: which puzzle, which technique, how it went?"""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from tessella import ids
from tessella.errors import TessellaError
from tessella.games import Position
from tessella.i18n import _
from tessella.play.progress import course, solved_of
from tessella.play.puzzle_process import Making, StoppedError
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.sudoku import LEVELS, Board, level_name
from tessella.sudoku.generator.recipe import SYMMETRIES, Recipe
from tessella.sudoku.tutor.practice import LESSONS, LONG, level_of_table, technique_of
from tessella.tui.background import aside
from tessella.tui.dialogs.base import Choice, Dialog, Press, Rows, Sheet, half_width, text
from tessella.tui.keys import meant
from tessella.tui.screens.base import sentence
from tessella.tui.widgets.text_lines import fit, width

if TYPE_CHECKING:
    from tessella.sudoku.rating.rater import Rating

RATING = 3.0
"""Seconds in which a solved puzzle's rating is worked out, or left."""

__all__ = ["MakingDialog", "NewSudoku", "PracticeDialog", "Reading", "SolvedDialog"]


class Reading(Sheet):
    """A long text: the whole reason of a hint, and what its signs mean."""

    CLOSES: ClassVar = frozenset({"escape", "enter", "space", "q", "t"})
    AUTO_FOCUS = "#box"

    def __init__(self, title: str, content: str, signs: list[tuple[str, str]]) -> None:
        super().__init__()
        self._heading = title
        self._content = content
        self._signs = signs

    def compose(self) -> Iterable[Widget]:
        """Return the text; arrows and PgUp and PgDn scroll it."""
        with VerticalScroll(id="box"):
            yield text(self._heading, "title")
            yield text(self._content)
            if self._signs:
                yield text("\n".join(f"{example:4} {words}" for example, words in self._signs), "soft gap")
            yield text(_("Arrows and PgUp, PgDn scroll; Esc goes back."), "foot")


class MakingDialog(Dialog[ids.Opening[Position]]):
    """A puzzle is being made; Esc gives it up. Gives what was made, None where it was given up."""

    def __init__(self, asked: str) -> None:
        super().__init__()
        self._asked = asked
        self._making: Making | None = None
        self._begun = time.monotonic()
        self._failed = False

    def compose(self) -> Iterable[Widget]:
        """Return the word that it is being made, and how to give up."""
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("Making the puzzle ..."), "title")
            yield text(_wanted(self._asked))
            yield text("", "soft clock")
            yield text("", "error")
            with Horizontal(classes="buttons"):
                yield Press(_("Give up"), "close")

    def on_mount(self) -> None:
        """Begin."""
        self.query_one("#close").focus()
        self.set_interval(0.5, self._tick)
        self._tick()
        self.run_worker(self._make())

    def _tick(self) -> None:
        if not self._failed:
            passed = clock(int((time.monotonic() - self._begun) * 1000))
            said = _("{time}  Esc gives up").format(time=passed)
            self.query_one(".clock", Static).update(said)

    async def _make(self) -> None:
        self._making = making = Making(self._asked)
        try:
            made = await aside(making.wait)
        except StoppedError:
            return
        except TessellaError as error:
            self._failed = True
            said = sentence(error) + (f" ({error.hint})" if error.hint else "")
            self.query_one(".error", Static).update(said)
        else:
            if self.is_current:
                self.dismiss(made)

    def on_unmount(self) -> None:
        """Make no puzzle that nobody waits for."""
        if self._making:
            self._making.stop()


def _wanted(asked: str) -> str:
    """Return in words what a puzzle is asked to be."""
    if technique := technique_of(asked):
        return _("It needs this technique: {technique}.").format(technique=technique.name)
    if level := level_of_table(asked):
        return _("Level: {level}").format(level=level_name(level))
    return asked


class PracticeDialog(Dialog[str]):
    """Which technique shall be practised? Gives the id of the next puzzle of its course."""

    AUTO_FOCUS = ""
    CLOSES: ClassVar = frozenset({"escape", "q"})

    def __init__(self, store: Store, id: str = "") -> None:
        super().__init__()
        self._store = store
        self._here = id

    def compose(self) -> Iterable[Widget]:
        """Return a line a technique: its name, and how far its course has come."""
        lessons = list(LESSONS.values())
        here = technique_of(self._here)
        rows = []
        for one in lessons:
            solved = solved_of(self._store, one)
            name = fit(one.name, 26)
            rows.append(name + (_("{solved} of {all}").format(solved=solved, all=LONG) if solved else ""))
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("Practice: {n} puzzles that need ...").format(n=LONG), "title")
            yield Rows(rows, lessons.index(here) if here in lessons else 0, "lessons")
            yield text(_("Arrows and Enter choose; Esc goes back."), "foot")

    def on_mount(self) -> None:
        """Let arrows choose, with the title in sight."""
        self.query_one(Rows).focus(scroll_visible=False)

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:

        self.dismiss(course(self._store, list(LESSONS.values())[event.number]).next_id)


class SolvedDialog(Dialog[str]):
    """What is said of a solved puzzle; gives the command that was chosen."""

    CLOSES: ClassVar = frozenset({"escape", "q", "space"})
    DOES: ClassVar = {"u": "undo", "b": "undo", "o": "statistics", "n": "next", "r": "next"}

    def __init__(self, facts: list[tuple[str, str]], following: str, solved: Board) -> None:
        super().__init__()
        self._facts = facts
        self._solved = solved
        self._following = following

    def compose(self) -> Iterable[Widget]:
        """Return a line a fact, and what can be done now."""
        wide = max((width(label) for label, _value in self._facts), default=0) + 2
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("Solved. Well done!"), "title")
            for label, value in self._facts:
                with Horizontal(classes="line"):
                    shown = text(label, "key")
                    shown.styles.width = wide
                    yield shown
                    yield text(value)
            yield text("", "soft rating")
            with Horizontal(classes="buttons"):
                yield Press(self._following, "next")
                yield Press(_("Look at it"), "close")
            yield text(_("Enter goes on, u takes back, o shows statistics, Esc closes."), "foot")

    def on_mount(self) -> None:
        """Let Enter go on; find out meanwhile how hard it was."""
        self.query_one("#next").focus()
        self.run_worker(self._rate())

    async def _rate(self) -> None:
        if rating := await aside(lambda: _rated(self._solved.puzzle)):
            said = _("ER {er:.1f} (Sudoku Explainer)").format(er=rating.er)
            self.query_one(".rating", Static).update(said)

    def on_key(self, event: events.Key) -> None:
        """Do what a key of the game asks for; Esc closes, which `Dialog` sees to: Textual asks every class."""
        if command := self.DOES.get(meant(event.key, event.character)):
            event.stop()
            self.dismiss(command)

    @on(Press.Pressed, "#next")
    def _next(self) -> None:
        self.dismiss("next")


def _rated(puzzle: Board) -> "Rating | None":
    """Return how hard a puzzle is; None where that takes too long, or there is no such thing."""
    from tessella.sudoku.rating.rater import rate_in_plain  # noqa: PLC0415 - only who has solved a puzzle needs these
    from tessella.sudoku.solver import count  # noqa: PLC0415 - as above

    if puzzle.box != (3, 3) or count(puzzle) != 1:
        return None
    return rate_in_plain(puzzle, seconds=RATING)


class NewSudoku(Dialog[str]):
    """What a new puzzle should be like; gives the id to make."""

    BOXES: ClassVar = {"4x4": "2x2", "6x6": "2x3", "9x9": "3x3", "12x12": "3x4", "16x16": "4x4"}

    def __init__(self, box: tuple[int, int], level: str) -> None:
        super().__init__()
        shape = f"{box[0]}x{box[1]}"
        self._rows = next((size for size, box_ in self.BOXES.items() if box_ == shape), "9x9")
        self._level = level if self._rows == "9x9" else ""

    def compose(self) -> Iterable[Widget]:
        """Return a line a wish."""
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("New puzzle"), "title")
            with Horizontal(classes="field"):
                yield text(_("Level"), "label")
                yield Choice({"": _("any")} | {name: level_name(name) for name in LEVELS}, self._level, "level")
            with Horizontal(classes="field"):
                yield text(_("Size"), "label")
                yield Choice(list(self.BOXES), self._rows, "size")
            with Horizontal(classes="field"):
                yield text(_("Symmetry"), "label")
                yield Choice(SYMMETRIES, "none", "symmetry")
            with Horizontal(classes="field"):
                yield text(_("Clues"), "label")
                yield Input("", id="clues")
                yield text(_("a number, or minimal; nothing: as it comes"), "soft")
            yield text(_("Levels are for 9x9. s practises a technique."), "soft gap")
            yield text("", "error")
            with Horizontal(classes="buttons"):
                yield Press(_("Start"), "start")
                yield Press(_("Practice"), "practice")
                yield Press(_("Cancel"), "close")

    def on_mount(self) -> None:
        """Let Enter start at once."""
        self.query_one("#start").focus()

    @on(Choice.Changed, "#level")
    def _level_changed(self) -> None:
        if self.query_one("#level", Choice).chosen:
            self.query_one("#size", Choice).choose("9x9")

    @on(Choice.Changed, "#size")
    def _size_changed(self) -> None:
        if self.query_one("#size", Choice).chosen != "9x9":
            self.query_one("#level", Choice).choose("")

    @on(Choice.Submitted)
    @on(Input.Submitted)
    @on(Press.Pressed, "#start")
    def _start(self) -> None:
        """Say what cannot be, or let it be made."""
        clues = half_width(self.query_one("#clues", Input).value)
        level = self.query_one("#level", Choice).chosen
        symmetry = self.query_one("#symmetry", Choice).chosen
        box = self.BOXES[self.query_one("#size", Choice).chosen]
        wishes = [level] if level else [box]
        wishes += [f"clues={clues}" if clues.isdecimal() else clues] if clues else []
        wishes += [symmetry] if symmetry != "none" else []
        try:
            recipe = Recipe.parse("/".join(wishes))
        except TessellaError as error:
            said = sentence(error) + (f" ({error.hint})" if error.hint else "")
            self.query_one(".error", Static).update(said)
        else:
            self.dismiss(f"sudoku:{recipe}" if str(recipe) else "sudoku:3x3")

    @on(Press.Pressed, "#practice")
    def _practise(self) -> None:
        self.dismiss("practice")

    def on_key(self, event: events.Key) -> None:
        """Go to practice."""
        if meant(event.key, event.character) == "s":
            event.stop()
            self._practise()
