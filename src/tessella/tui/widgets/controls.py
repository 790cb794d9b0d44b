"""The controls of dialogs: a button in one line, a choice between words, a list to choose from."""

from collections.abc import Callable, Iterable

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
        """The control that sent it."""
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


class Choice(Widget):
    """One of a few words, chosen by arrows or a click."""

    can_focus = True

    class Changed(_Sent):
        """Another word was chosen."""

    class Submitted(Message):
        """Enter was pressed."""

    def __init__(self, words: Iterable[str], chosen: str, id: str, *, label: Callable[[str], str] = str) -> None:
        super().__init__(id=id)
        self._words = list(words)
        self._labels = [label(word) for word in self._words]
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
        first = self._first_shown()
        for word, label in zip(self._words[first:], self._labels[first:], strict=True) if y == 0 else ():
            is_chosen = word == self.chosen
            word_style = style + Style(bold=is_chosen, reverse=is_chosen and self.has_focus, meta={"word": word})
            segments.append(Segment(f"[{label}]" if is_chosen else f" {label} ", word_style))
        return Strip(segments).adjust_cell_length(self.size.width, style)

    def _first_shown(self) -> int:
        """Return the number of the first word that is shown, such that the chosen one is."""
        widths = [cell_len(label) + 2 for label in self._labels]
        last = first = self._words.index(self.chosen)
        while first and sum(widths[first - 1 : last + 1]) <= self.size.width:
            first -= 1
        return first

    def on_click(self, event: events.Click) -> None:
        """Choose the word that was clicked."""
        if (word := event.style.meta.get("word")) is not None:
            self.choose(word)

    def on_key(self, event: events.Key) -> None:
        """Go left or right."""
        step = {"left": -1, "h": -1, "right": 1, "l": 1, "space": 1}.get(key_name(event))
        if step:
            event.stop()
            self.choose(self._words[(self._words.index(self.chosen) + step) % len(self._words)])
        elif event.key == "enter":
            event.stop()
            self.post_message(self.Submitted())


class ListBox(Widget):
    """A list to choose from: arrows and Enter, or a click."""

    can_focus = True

    class Highlighted(Message):
        """Another line is the one that Enter chooses."""

    class Chosen(Message):
        """A line was chosen."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, lines: list[str], highlighted: int, id: str) -> None:
        super().__init__(id=id)
        self._lines = lines
        self.highlighted = highlighted
        self.styles.height = len(lines)

    def on_mount(self) -> None:
        """Scroll to the highlighted line."""
        self.call_after_refresh(self._go, self.highlighted)

    def render_line(self, y: int) -> Strip:
        """Return a line, marked where it is the highlighted one."""
        is_highlighted = y == self.highlighted
        style = self.rich_style + Style(bold=is_highlighted, reverse=is_highlighted, meta={"line": y})
        text = fit(("> " if is_highlighted else "  ") + self._lines[y], self.size.width) if y < len(self._lines) else ""
        return Strip([Segment(text, style)]).adjust_cell_length(self.size.width, style)

    def _go(self, number: int) -> None:
        self.highlighted = number
        self.refresh()
        self.post_message(self.Highlighted())
        if isinstance(self.parent, Widget):
            region = Region(0, number, 1, 1).translate(self.virtual_region.offset)
            self.parent.scroll_to_region(region, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Choose the line that was clicked."""
        if (line := event.style.meta.get("line")) is not None:
            event.stop()
            self._go(int(line))
            self.post_message(self.Chosen(self.highlighted))

    def on_key(self, event: events.Key) -> None:
        """Go up or down, or choose."""
        name, last = key_name(event), len(self._lines) - 1
        if step := {"up": -1, "k": -1, "down": 1, "j": 1}.get(name):
            event.stop()
            self._go((self.highlighted + step) % len(self._lines))
        elif step := {"pageup": -5, "pagedown": 5}.get(name):
            event.stop()
            self._go(min(max(self.highlighted + step, 0), last))
        elif name in ("enter", "space"):
            event.stop()
            self.post_message(self.Chosen(self.highlighted))
