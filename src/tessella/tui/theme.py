"""Terminal styles of a theme.

With NO_COLOR there are no colours: tiles are reversed blocks, and weight and underline carry what colour did.
"""

from functools import cache

from rich.style import Style

from tessella.palette import READABLE, Theme, contrast

REVERSED = ("cell_selected", "cell_same_digit", "cell_pattern", "cell_pattern_other", "cell_elimination")
"""Backgrounds of Sudoku cells that are reversed where there is no colour."""

CANDIDATES = {
    "elimination": ("digit_conflict", Style(strike=True)),
    "placement": ("digit_entered", Style(bold=True)),
    "true": ("digit_entered", Style(bold=True)),
    "false": ("pencil_mark", Style(italic=True)),
    "pattern_other": ("digit_given", Style(italic=True)),
    "pattern": ("digit_given", Style(bold=True)),
}
"""Text styles of candidates by their role in a hint: a colour of the theme, and what is added to it."""


class ThemeStyles:
    """The styles of a theme, each made once."""

    def __init__(self, theme: Theme, *, colour: bool = True) -> None:
        self.name = theme.name
        self._theme = theme
        self._colour = colour
        background = theme.background
        self.base = self._style(theme.text, background)
        self.strong = self._style(theme.text, background, bold=True)
        self.muted = self._style(theme.muted, background)
        self.lines = self._style(theme.box_border, background)
        self.accent = self._style(theme.accent, background, bold=True)
        self.success = self._style(theme.success, background, bold=True)
        self.error = self._style(theme.error, background, bold=True)
        self.won = self._style(background, theme.success, bold=True, reverse=True)
        self.lost = self._style(theme.error, theme.surface, bold=True)
        self.selected = self._style(background, theme.accent, bold=True, reverse=True)
        # Blanks have a background and no text colour: half the bytes of a move.
        self.board = self._blank(theme.board)
        self.empty_tile = self._blank(theme.empty_tile)
        self.empty_tile_text = "" if colour else "."
        self.cells = self._blank(theme.cell)
        self.tile = cache(self._tile)
        self.tile_blank = cache(self._tile_blank)
        self.cell = cache(self._cell)
        self.cell_blank = cache(self._cell_blank)
        self.candidate = cache(self._candidate)
        self.swatch = cache(self._swatch)

    def _style(self, text: str, background: str, *, bold: bool = False, reverse: bool = False) -> Style:
        if self._colour:
            return Style(color=text, bgcolor=background, bold=bold or None)
        return Style(bold=bold or None, reverse=reverse or None)

    def _blank(self, background: str, *, reverse: bool = False) -> Style:
        return Style(bgcolor=background) if self._colour else Style(reverse=reverse or None)

    def _tile(self, value: int) -> Style:
        """Return the style of the number of a tile; it is bold from 128 on."""
        background, text = self._theme.tile(value)
        return self._style(text, background, bold=value >= 128, reverse=True)

    def _tile_blank(self, value: int) -> Style:
        return self._blank(self._theme.tile(value)[0], reverse=True)

    def _cell(self, text: str, background: str) -> Style:
        """Return the style of a Sudoku cell; names are fields of the theme such as `digit_given` and `cell`."""
        style = self._cell_text(text, background, bold=text in ("digit_given", "digit_conflict"))
        return style + Style(underline=True) if text == "digit_entered" else style

    def _cell_text(self, text: str, background: str, *, bold: bool = False) -> Style:
        theme = self._theme
        ground, ink = self._ground(background), getattr(theme, text)
        if contrast(ground, ink) < READABLE:  # in 16 colours there is no better background for every text
            ink = max(theme.dark_text, theme.light_text, key=lambda one: contrast(ground, one))
        return self._style(ink, ground, bold=bold, reverse=background in REVERSED)

    def _cell_blank(self, background: str) -> Style:
        return self._blank(self._ground(background), reverse=background in REVERSED)

    def _ground(self, background: str) -> str:
        """Return the colour of a background by its name: a field of the theme, or "colour 3"."""
        field, _blank, number = background.partition(" ")
        return self._theme.colours[int(number) - 1] if number else str(getattr(self._theme, field))

    def _swatch(self, colour: int) -> Style:
        """Return the style of the letter of one of the nine colours; it is reversed where there is no colour."""
        return self._cell_text("digit_given", f"colour {colour}") + Style(reverse=None if self._colour else True)

    def _candidate(self, role: str, background: str) -> Style:
        """Return the style of a candidate by its role in a hint, a key of `CANDIDATES`."""
        text, added = CANDIDATES[role]
        return self._cell_text(text, background) + added
