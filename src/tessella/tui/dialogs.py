"""Which questions does the full screen ask, and what does it show on top of a game?

Each dialog is one sheet of text and fields; Esc closes it, and what cannot be done is said in it, in one sentence.
"""

import datetime as dt
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.segment import Segment
from textual import events, on
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static

from tessella import ids
from tessella.errors import ParseError, RulesError, StoreError, TessellaError
from tessella.game2048.board import RULES, Rules
from tessella.i18n import _
from tessella.sitting import Sitting
from tessella.store import Store
from tessella.tui.game import sentence
from tessella.tui.keys import meant
from tessella.tui.lines import clock, fit, width

if TYPE_CHECKING:
    from tessella.tui.app import TessellaApp

__all__ = ["Choice", "Help", "IdDialog", "New2048", "Press", "StatisticsDialog"]

Result = TypeVar("Result")


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

    def __init__(self, words: Iterable[str], chosen: str, id: str) -> None:
        super().__init__(id=id)
        self.words = list(words)
        self.chosen = chosen

    def choose(self, word: str) -> None:
        """Choose a word."""
        if word != self.chosen:
            self.chosen = word
            self.refresh()
            self.post_message(self.Changed())

    def render_line(self, y: int) -> Strip:
        """Return the words, the chosen one in brackets."""
        style = self.rich_style
        segments = []
        for word in self.words if y == 0 else []:
            mine = word == self.chosen
            paint = style + type(style)(bold=mine, reverse=mine and self.has_focus, meta={"word": word})
            segments.append(Segment(f"[{word}]" if mine else f" {word} ", paint))
        return Strip(segments).adjust_cell_length(self.size.width, style)

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


class Help(Sheet):
    """The keys."""

    def __init__(self, keys: list[tuple[str, str]]) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> Iterable[Widget]:
        """Return the keys and what they do."""
        wide = max(width(key) for key, _does in self._keys) + 3
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("Keys"), "title")
            for key, does in self._keys:
                with Horizontal(classes="line"):
                    label = text(fit(key, wide), "key")
                    label.styles.width = wide
                    yield label
                    yield text(does)
            yield text(_("Letters mean the same in both cases and full width. Everything can be clicked."), "foot")
            with Horizontal(classes="buttons"):
                yield Press(_("Close"), "close")


class StatisticsDialog(Sheet):
    """What was played, and the best games."""

    def __init__(self, store: Store, table: str) -> None:
        super().__init__()
        self._store = store
        self._table = table

    def compose(self) -> Iterable[Widget]:
        """Return a line for each kind of game, and the best games of this one."""
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("Statistics"), "title")
            if not self._store.statistics():
                yield text(_("No game has been played yet."))
            else:
                yield text("\n".join(self._tables()))
                yield text("\n" + _("Best games under these rules"), "title")
                yield text("\n".join(self._records()))
            with Horizontal(classes="buttons"):
                yield Press(_("Close"), "close")

    def _tables(self) -> list[str]:
        head = (_("Rules"), _("Games"), _("Won"), _("Best"), _("With help"), _("Moves"), _("Time"))
        rows = [
            (
                row.score_table,
                str(row.games),
                str(row.won),
                str(row.best),
                str(row.best_assisted),
                str(row.moves),
                clock(row.ms),
            )
            for row in self._store.statistics()[:6]
        ]
        return table([head, *rows])

    def _records(self) -> list[str]:
        head = (_("Score"), _("Moves"), _("Undos"), _("Time"), _("Day"), _("Game"))
        both = self._store.records(self._table, limit=4) + self._store.records(self._table, assisted=True, limit=2)
        rows = [
            (
                str(record.score),
                str(record.moves),
                str(record.undos),
                clock(record.ms),
                f"{dt.datetime.fromtimestamp(record.used).astimezone():%Y-%m-%d}",
                record.id,
            )
            for record in both
        ]
        return table([head, *rows], left={5})


def table(rows: list[tuple[str, ...]], left: Iterable[int] = (0,), most: int = 70) -> list[str]:
    """Return rows as lines, each column as wide as its widest cell; numbers to the right.

    >>> table([("Rules", "Games"), ("2048:classic", "7")])
    ['Rules         Games', '2048:classic      7']
    """
    wide = [max(width(row[c]) for row in rows) for c in range(len(rows[0]))]
    wide[min(left)] -= max(0, sum(wide) + 2 * (len(wide) - 1) - most)
    lines = []
    for row in rows:
        cells = [
            fit(cell, wide[c]) if c in left else " " * (wide[c] - width(cell)) + cell for c, cell in enumerate(row)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


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
                yield Choice(RULES, self._preset, "preset")
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
        "classic": _("One in ten new tiles is a 4. At the target you may play on."),
        "sprint": _("As classic, but the game ends at the target."),
        "cascade": _("Merged tiles merge on. 100 points a merge; the game ends at the target."),
        "coinflip": _("Every second new tile is a 4; the game ends at the target."),
        "notebook": _("One in five new tiles is a 4; the game ends at the target."),
    }[preset]


class IdDialog(Dialog[Sitting]):
    """The game's id to copy, and a field for another one."""

    def __init__(self, sitting: Sitting) -> None:
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
            yield text(str(session.position))
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
        try:
            self.dismiss(open_id(self._sitting, typed))
        except TessellaError as error:
            self.query_one(".error", Static).update(sentence(error))


def open_id(sitting: Sitting, typed: str) -> Sitting:
    """Return a sitting at the game that was typed: an id, or what stands behind the colon of one, or a bare position.

    A game in progress is resumed. Where another one lies in its slot, that one is an undo away.
    """
    if typed == sitting.session.id:
        return sitting
    name = ids.split(sitting.session.id)[0]
    first: ParseError | None = None
    for text_ in (typed, f"{name}:{typed}", f"{name}::{typed}"):
        try:
            return Sitting.open(sitting.store, text_)
        except StoreError:
            return Sitting.open(sitting.store, text_, new=True)
        except ParseError as error:
            first = first or error
    assert first is not None
    raise first
