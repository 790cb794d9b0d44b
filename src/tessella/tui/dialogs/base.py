"""Which questions does the full screen ask, and what does it show on top of a game?

Each dialog is one sheet of text and fields; Esc closes it, and what cannot be done is said in it, in one sentence.
"""

import datetime as dt
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import events, on
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Region
from textual.message import Message
from textual.screen import ModalScreen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static

from tessella import ids
from tessella.errors import ParseError, RulesError, StoreError, TessellaError
from tessella.game2048.rules import RULES, Rules
from tessella.i18n import _
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.tui.keys import meant
from tessella.tui.screens.base import sentence
from tessella.tui.widgets.text_lines import fit, width

if TYPE_CHECKING:
    from tessella.tui.app import TessellaApp

__all__ = [
    "Choice",
    "Dialog",
    "Help",
    "IdDialog",
    "New2048",
    "Press",
    "Rows",
    "Sheet",
    "StatisticsDialog",
    "half_width",
    "table",
    "text",
]

Result = TypeVar("Result")

NARROW = 60
"""Columns of a screen below which tables are told in sentences."""
MANY = 10_000
"""Games that are looked through for the fastest."""


class _Blocks(ScrollBarRender):
    """A scroll bar of whole cells: a Chinese terminal draws the signs for parts of one in two columns."""

    VERTICAL_BARS: ClassVar = [" "]


ScrollBar.renderer = _Blocks


def text(content: str, classes: str = "") -> Static:
    """Return words that stand as they are."""
    return Static(content, classes=f"text {classes}", markup=False)


class Press(Static):
    """A button in one line."""

    can_focus = True

    class Pressed(Message):
        """The button was clicked, or Enter pressed on it."""

        def __init__(self, press: "Press") -> None:
            super().__init__()
            self._press = press

        @property
        def control(self) -> "Press":
            """The button."""
            return self._press

    def __init__(self, label: str, id: str) -> None:
        super().__init__(label, id=id, markup=False)

    def on_click(self) -> None:
        """Press."""
        self.post_message(self.Pressed(self))

    def on_key(self, event: events.Key) -> None:
        """Press with Enter or the space bar."""
        if event.key in ("enter", "space"):
            event.stop()
            self.post_message(self.Pressed(self))


class Choice(Widget):
    """One of a few words: arrows or a click choose."""

    can_focus = True

    class Changed(Message):
        """Another word was chosen."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__()
            self._choice = choice

        @property
        def control(self) -> "Choice":
            """Where it was chosen."""
            return self._choice

    class Submitted(Message):
        """Enter was pressed."""

    def __init__(self, words: Iterable[str] | Mapping[str, str], chosen: str, id: str) -> None:
        super().__init__(id=id)
        self.labels = dict(words) if isinstance(words, Mapping) else {}
        self.words = list(words)
        self.chosen = chosen

    def choose(self, word: str) -> None:
        """Choose a word."""
        if word != self.chosen:
            self.chosen = word
            self.refresh()
            self.post_message(self.Changed(self))

    def render_line(self, y: int) -> Strip:
        """Return the words, the chosen one in brackets; where they do not all fit, those around it."""
        style = self.rich_style
        segments = []
        for word in self.words[self._first() :] if y == 0 else []:
            mine, label = word == self.chosen, self.labels.get(word, word)
            paint = style + Style(bold=mine, reverse=mine and self.has_focus, meta={"word": word})
            segments.append(Segment(f"[{label}]" if mine else f" {label} ", paint))
        return Strip(segments).adjust_cell_length(self.size.width, style)

    def _first(self) -> int:
        """Return the first word that is shown, such that the chosen one is."""
        wide = [width(self.labels.get(word, word)) + 2 for word in self.words]
        last = self.words.index(self.chosen)
        return next(
            first for first in range(last + 1) if sum(wide[first : last + 1]) <= self.size.width or first == last
        )

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked."""
        if word := event.style.meta.get("word"):
            self.choose(word)

    def on_key(self, event: events.Key) -> None:
        """Go left or right."""
        step = {"left": -1, "h": -1, "right": 1, "l": 1, "space": 1}.get(meant(event.key, event.character))
        if step:
            event.stop()
            self.choose(self.words[(self.words.index(self.chosen) + step) % len(self.words)])
        elif event.key == "enter":
            event.stop()
            self.post_message(self.Submitted())


class Dialog(ModalScreen[Result]):
    """A sheet on top of a game."""

    BINDINGS: ClassVar = [("tab,down", "app.focus_next"), ("shift+tab,up", "app.focus_previous")]
    CLOSES: ClassVar = frozenset({"escape"})

    app: "TessellaApp"

    def on_key(self, event: events.Key) -> None:
        """Close with Esc."""
        if meant(event.key, event.character) in self.CLOSES:
            event.stop()
            self.dismiss(None)

    @on(Press.Pressed, "#close")
    def _close(self) -> None:
        self.dismiss(None)


class Sheet(Dialog[None]):
    """A dialog that only shows."""

    CLOSES: ClassVar = frozenset({"escape", "enter", "space", "q", "?"})


class Help(Dialog[str]):
    """The keys; a click on one gives the command that it stands for."""

    CLOSES: ClassVar = frozenset({"escape", "enter", "space", "q", "?"})

    def __init__(self, keys: list[tuple[str, str, str]]) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> Iterable[Widget]:
        """Return the keys and what they do."""
        wide = max(width(key) for key, _does, _command in self._keys) + 3
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("Keys"), "title")
            for key, does, command in self._keys:
                with Horizontal(classes="line", name=command):
                    label = text(key, "key")
                    label.styles.width = wide
                    yield label
                    yield text(does)
            yield text(_("Letters mean the same in both cases and full width. Everything can be clicked."), "foot")
            with Horizontal(classes="buttons"):
                yield Press(_("Close"), "close")

    def on_click(self, event: events.Click) -> None:
        """Do what the line under the mouse speaks of."""
        widget, _region = self.get_widget_at(event.screen_x, event.screen_y)
        for node in widget.ancestors_with_self:
            if node.has_class("line") and node.name:
                self.dismiss(node.name)


class StatisticsDialog(Sheet):
    """What was played, and the best games."""

    def __init__(self, store: Store, table: str) -> None:
        super().__init__()
        self._store = store
        self._table = table
        self._is_2048 = ids.split(table)[0] == "2048"

    def compose(self) -> Iterable[Widget]:
        """Return a line for each kind of game, and the best games of this one."""
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("Statistics"), "title")
            kinds = self._rules() if self._is_2048 else self._levels()
            if len(kinds) == 1:
                yield text(_("No game has been played yet."))
            else:
                if self._is_2048:
                    yield text("\n".join(self._table_of(kinds, left=0)))
                else:
                    yield from self._sudoku(kinds)
                best = self._best_scores() if self._is_2048 else self._best_times()
                if len(best) > 1:
                    named = _("Best games under these rules") if self._is_2048 else _("Fastest puzzles")
                    yield text(named, "title gap")
                    yield text("\n".join(self._table_of(best, left=len(best[0]) - 1)))
            with Horizontal(classes="buttons"):
                yield Press(_("Close"), "close")

    def _table_of(self, rows: list[tuple[str, ...]], left: int) -> list[str]:
        return table(rows, left, most=min(70, self.app.size.width - 8))

    def _rules(self) -> list[tuple[str, ...]]:
        """Return a row for each set of rules that was played, below a head."""
        head = (_("Rules"), _("Games"), _("Won"), _("Best"), _("With help"), _("Moves"), _("Time"))
        kinds = [row for row in self._store.statistics() if row.score_table.startswith("2048")]
        rows = [
            (row.score_table, row.games, row.won, row.best, row.best_assisted, row.moves, clock(row.ms))
            for row in kinds[:6]
        ]
        return [head, *(tuple(map(str, row)) for row in rows)]

    def _levels(self) -> list[tuple[str, ...]]:
        """Return a row for each level that was played, below a head."""
        from tessella.play.progress import standings  # noqa: PLC0415 - 2048 needs no Sudoku
        from tessella.sudoku.rating.rater import level_name  # noqa: PLC0415 - the same

        head = (_("Level"), _("Games"), _("Solved"), _("No help"), _("Fastest"), _("Mean"))
        rows = [
            (
                level_name(row.level) if row.level else _("no level"),
                str(row.games),
                str(row.solved),
                str(row.unaided),
                clock(row.best_ms) if row.unaided else "-",
                clock(row.mean_ms) if row.solved else "-",
            )
            for row in standings(self._store)
        ]
        return [head, *rows]

    def _sudoku(self, kinds: list[tuple[str, ...]]) -> Iterable[Widget]:
        """Return the levels as a table, or as sentences where that is too wide; days in a row; the first courses."""
        from tessella.play.progress import courses, streak, told  # noqa: PLC0415 - 2048 needs no Sudoku

        if self.app.size.width < NARROW:
            yield text("\n".join(told(self._store)))
            return
        yield text("\n".join(self._table_of(kinds, left=0)))
        days = streak(self._store)
        said = _("Puzzles of the day in a row: {now}, at best {longest}")
        yield text(
            "\n".join([said.format(now=days.now, longest=days.longest), *map(str, courses(self._store)[:3])]), "gap"
        )

    def _best_scores(self) -> list[tuple[str, ...]]:
        head = (_("Score"), _("Moves"), _("Undos"), _("Time"), _("Day"), _("Game"))
        both = self._store.best_games(self._table, limit=4) + self._store.best_games(
            self._table, assisted=True, limit=2
        )
        rows = [(str(one.score), str(one.moves), str(one.undos), clock(one.ms), _day(one.used), one.id) for one in both]
        return [head, *rows]

    def _best_times(self) -> list[tuple[str, ...]]:
        head = (_("Time"), _("Undos"), _("Day"), _("Game"))
        both = self._store.best_games(limit=MANY) + self._store.best_games(assisted=True, limit=MANY)
        solved = {one.id: one for one in both if one.won and one.id.startswith("sudoku")}
        fastest = sorted(solved.values(), key=lambda one: one.ms)[:3]
        rows = [(clock(one.ms), str(one.undos), _day(one.used), one.id) for one in fastest]
        return [head, *rows]


def _day(used: float) -> str:
    return f"{dt.datetime.fromtimestamp(used).astimezone():%Y-%m-%d}"


def table(rows: list[tuple[str, ...]], left: int, most: int) -> list[str]:
    """Return rows as lines of at most `most` columns, each column as wide as its widest cell.

    Numbers stand to the right; the column `left` stands to the left, and is cut where there is no room.

    >>> table([("Rules", "Games"), ("2048:classic", "7")], left=0, most=70)
    ['Rules         Games', '2048:classic      7']
    """
    wide = [max(width(row[c]) for row in rows) for c in range(len(rows[0]))]
    wide[left] -= max(0, sum(wide) + 2 * (len(wide) - 1) - most)
    lines = []
    for row in rows:
        cells = [
            fit(cell, wide[c]) if c == left else " " * (wide[c] - width(cell)) + cell for c, cell in enumerate(row)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


class Rows(Widget):
    """A list to choose from: arrows and Enter, or a click."""

    can_focus = True

    class Reached(Message):
        """Another line is the one that Enter chooses."""

    class Chosen(Message):
        """A line was chosen."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, rows: list[str], chosen: int, id: str) -> None:
        super().__init__(id=id)
        self._rows = rows
        self.chosen = chosen
        self.styles.height = len(rows)

    def on_mount(self) -> None:
        """Show the chosen line."""
        self.call_after_refresh(self._go, self.chosen)

    def render_line(self, y: int) -> Strip:
        """Return a line, marked where it is the chosen one."""
        mine = y == self.chosen
        style = self.rich_style + Style(bold=mine, reverse=mine, meta={"row": y})
        content = fit(("> " if mine else "  ") + self._rows[y], self.size.width) if y < len(self._rows) else ""
        return Strip([Segment(content, style)]).adjust_cell_length(self.size.width, style)

    def _go(self, number: int) -> None:
        self.chosen = number % len(self._rows)
        self.refresh()
        self.post_message(self.Reached())
        region = Region(0, self.chosen, 1, 1).translate(self.virtual_region.offset)
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(region, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked."""
        if (row := event.style.meta.get("row")) is not None:
            event.stop()
            self._go(int(row))
            self.post_message(self.Chosen(self.chosen))

    def on_key(self, event: events.Key) -> None:
        """Go up or down, or choose."""
        name = meant(event.key, event.character)
        step = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -5, "pagedown": 5}.get(name)
        if step:
            event.stop()
            far = self.chosen + step
            self._go(far if abs(step) == 1 else min(max(far, 0), len(self._rows) - 1))
        elif name in ("enter", "space"):
            event.stop()
            self.post_message(self.Chosen(self.chosen))


def half_width(typed: str) -> str:
    """Return what was typed as if no input method had been on.

    >>> half_width(" ２０４８：ｓｐｒｉｎｔ＃７ ")
    '2048:sprint#7'
    """
    return unicodedata.normalize("NFKC", typed).strip()


class New2048(Dialog[str]):
    """The rules of a new game of 2048; gives the id to open."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._preset = str(rules).rpartition("/")[2]
        self._rules = rules

    def compose(self) -> Iterable[Widget]:
        """Return a line a rule."""
        rules = self._rules
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("New game"), "title")
            with Horizontal(classes="field"):
                yield text(_("Rules"), "label")
                yield Choice(list(RULES), self._preset, "preset")
            yield text(_about(self._preset), "soft about")
            for id_, label, value, about in (
                ("size", _("Size"), f"{rules.rows}x{rules.cols}", _("rows x columns, from 2x2 to 8x8")),
                ("target", _("Target"), str(rules.target), _("a power of two from 8")),
                ("fours", _("Fours"), str(rules.fours), _("how many in a hundred new tiles are a 4")),
            ):
                with Horizontal(classes="field"):
                    yield text(label, "label")
                    yield Input(value, id=id_, select_on_focus=True)
                    yield text(about, "soft")
            yield text("", "error")
            with Horizontal(classes="buttons"):
                yield Press(_("Start"), "start")
                yield Press(_("Cancel"), "close")

    def on_mount(self) -> None:
        """Let Enter start at once: the old game is one undo away."""
        self.query_one("#start").focus()

    @on(Choice.Changed)
    def _preset_changed(self) -> None:
        preset = self.query_one(Choice).chosen
        self.query_one(".about", Static).update(_about(preset))
        self.query_one("#fours", Input).value = str(RULES[preset].fours)

    @on(Choice.Submitted)
    @on(Input.Submitted)
    @on(Press.Pressed, "#start")
    def _start(self) -> None:
        try:
            rules = self._asked()
        except RulesError as error:
            self.query_one(".error", Static).update(sentence(error))
        else:
            self.dismiss(f"2048:{rules}")

    def _asked(self) -> Rules:
        size, target, fours = (
            half_width(self.query_one(f"#{id_}", Input).value) for id_ in ("size", "target", "fours")
        )
        size = size.lower().replace("×", "x").replace("*", "x")
        if target == str(self._rules.target) and size != f"{self._rules.rows}x{self._rules.cols}":
            target = ""  # the old board's target was not asked for
        return Rules.of(
            self.query_one(Choice).chosen, size=size or None, target=target or None, fours=fours.rstrip("%") or None
        )


def _about(preset: str) -> str:
    """Return a sentence on a preset."""
    return {
        "classic": _("One in ten new tiles is a 4. You can play on after the target."),
        "sprint": _("As classic, but the game ends at the target."),
        "cascade": _(
            "Merged tiles can merge again in the same move. Each merge is worth 100 points; the game ends at the target."
        ),
        "coinflip": _("Every second new tile is a 4; the game ends at the target."),
        "notebook": _("One in five new tiles is a 4; the game ends at the target."),
    }[preset]


class IdDialog(Dialog[StoredGame | str]):
    """The game's id to copy, and a field for another one; gives the game, or the id of one that takes long to make."""

    def __init__(self, sitting: StoredGame) -> None:
        super().__init__()
        self._sitting = sitting

    def compose(self) -> Iterable[Widget]:
        """Return the id and the field."""
        session = self._sitting.session
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("Game id"), "title")
            yield text(_("This game, the same on every machine:"), "soft")
            yield text(session.id)
            yield text(_("Its position now:"), "soft gap")
            yield text(session.position.to_text())
            yield text(_("Go to another game, by its id or a position:"), "soft gap")
            yield Input(placeholder=session.id, id="id", classes="wide")
            yield text("", "error")
            with Horizontal(classes="buttons"):
                yield Press(_("Open"), "open")
                yield Press(_("Copy"), "copy")
                yield Press(_("Cancel"), "close")

    @on(Press.Pressed, "#copy")
    def _copy(self) -> None:
        self.app.copy_to_clipboard(self._sitting.session.id)
        self.query_one(".error", Static).update(_("The id was sent to the clipboard."))

    @on(Input.Submitted)
    @on(Press.Pressed, "#open")
    def _open(self) -> None:
        typed = half_width(self.query_one(Input).value)
        if not typed:
            self.dismiss(None)
            return
        name = ids.split(self._sitting.session.id)[0]
        if slow := next((id_ for id_ in (typed, f"{name}:{typed}") if _is_slow(id_)), None):
            self.dismiss(slow)
            return
        try:
            self.dismiss(open_id(self._sitting, typed))
        except TessellaError as error:
            self.query_one(".error", Static).update(sentence(error))


def _is_slow(text: str) -> bool:
    if not text.startswith("sudoku:"):
        return False
    from tessella.sudoku.tutor.practice import is_slow  # noqa: PLC0415 - 2048 needs no Sudoku

    return is_slow(text)


def open_id(sitting: StoredGame, typed: str) -> StoredGame:
    """Return a sitting at the game that was typed: an id, or what stands behind the colon of one, or a bare position.

    A game in progress is resumed. Where another one lies in its slot, that one is an undo away.
    """
    if typed == sitting.session.id:
        return sitting
    name = ids.split(sitting.session.id)[0]
    first: ParseError | None = None
    for text_ in (typed, f"{name}:{typed}", f"{name}::{typed}"):
        try:
            return StoredGame.open(sitting.store, text_)
        except StoreError:
            return StoredGame.open(sitting.store, text_, new=True)
        except ParseError as error:
            first = first or error
    assert first is not None
    raise first
