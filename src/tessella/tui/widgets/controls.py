"""The controls of dialogs: a button in one line, a choice between words, a list to choose from."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from tessella.tui.keys import key_name
from tessella.tui.widgets.text_lines import fit


class _Sent(Message):
    """A message of a control, by which `on` can choose it with a selector."""

    def __init__(self, control: Widget) -> None:
        super().__init__()
        self._control = control

    @property
    def control(self) -> Widget:
        return self._control


class Button(Static):
    """A button in one line."""

    can_focus = True

    class Pressed(_Sent):
        """The button was clicked, or Enter pressed on it."""

    def __init__(self, label: str, id: str) -> None:
        super().__init__(label, id=id, markup=False)

    def on_click(self) -> None:
        """Press the button."""
        self.post_message(self.Pressed(self))

    def on_key(self, event: events.Key) -> None:
        """Press the button with Enter or the space bar."""
        if event.key in ("enter", "space"):
            event.stop()
            self.post_message(self.Pressed(self))


class Picker(Widget):
    """Labels of which one is chosen by keys or a click."""

    can_focus = True
    STEPS: ClassVar[Mapping[str, int]] = {}
    """Names of keys, and how far they go: one step goes round at the ends, more stop there."""

    class Changed(_Sent):
        """Another one was chosen."""

    class Submitted(_Sent):
        """The chosen one was confirmed with Enter, or clicked in a list."""

    def __init__(self, labels: Iterable[str], number: int, id: str) -> None:
        super().__init__(id=id)
        self.labels = list(labels)
        self.number = number  # of the chosen one

    def choose(self, number: int) -> None:
        """Choose a label by its number."""
        if number != self.number:
            self.number = number
            self.refresh()
            self.post_message(self.Changed(self))

    def on_key(self, event: events.Key) -> None:
        """Choose by keys, or confirm with Enter or the space bar."""
        name, last = key_name(event), len(self.labels) - 1
        if step := self.STEPS.get(name):
            number = self.number + step
            self.choose(number % (last + 1) if abs(step) == 1 else min(max(number, 0), last))
        elif name in ("enter", "space"):
            self.post_message(self.Submitted(self))
        else:
            return
        event.stop()


class Choice(Picker):
    """One of a few words in a line."""

    STEPS: ClassVar[Mapping[str, int]] = {"left": -1, "h": -1, "right": 1, "l": 1, "space": 1}

    def __init__(self, words: Iterable[str], chosen: str, id: str, labels: Iterable[str] = ()) -> None:
        self._words = list(words)
        super().__init__(labels or self._words, self._words.index(chosen), id)

    @property
    def chosen(self) -> str:
        """The chosen word."""
        return self._words[self.number]

    @chosen.setter
    def chosen(self, word: str) -> None:
        self.choose(self._words.index(word))

    def render_line(self, _y: int) -> Strip:
        """Return the words, the chosen one in brackets; where they do not all fit, those around it."""
        style, widths, segments = self.rich_style, [cell_len(label) + 2 for label in self.labels], []
        fits = (n for n in range(self.number) if sum(widths[n : self.number + 1]) <= self.size.width)
        for number in range(next(fits, self.number), len(widths)):
            label, is_chosen = self.labels[number], number == self.number
            word_style = style + Style(bold=is_chosen, reverse=is_chosen and self.has_focus, meta={"number": number})
            segments.append(Segment(f"[{label}]" if is_chosen else f" {label} ", word_style))
        return Strip(segments).adjust_cell_length(self.size.width, style)

    def on_click(self, event: events.Click) -> None:
        """Choose the word that was clicked."""
        if (number := event.style.meta.get("number")) is not None:
            self.choose(number)


class ListBox(Picker):
    """A list to choose from."""

    STEPS: ClassVar[Mapping[str, int]] = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -5, "pagedown": 5}

    def on_mount(self) -> None:
        """Scroll to the highlighted line."""
        self.styles.height = len(self.labels)
        self.focus(scroll_visible=False)  # arrows choose at once, with the title in sight
        self.call_after_refresh(self._scroll_to_chosen)

    def render_line(self, y: int) -> Strip:
        """Return a line, marked where it is the chosen one."""
        is_chosen = y == self.number
        style = self.rich_style + Style(bold=is_chosen, reverse=is_chosen)
        return Strip([Segment(fit(("> " if is_chosen else "  ") + self.labels[y], self.size.width), style)])

    def choose(self, number: int) -> None:
        """Choose a word."""
        super().choose(number)
        self._scroll_to_chosen()

    def _scroll_to_chosen(self) -> None:
        if isinstance(self.parent, Widget):
            region = Region(0, self.number, 1, 1).translate(self.virtual_region.offset)
            self.parent.scroll_to_region(region, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Choose the line that was clicked."""
        self.choose(event.y)
        self.post_message(self.Submitted(self))
