"""How do a theme's colours become styles of the terminal?

With NO_COLOR there are none: tiles are then reversed blocks, and weight and underline carry what colour did.
"""

from functools import cache

from rich.style import Style

from tessella.palette import Theme

__all__ = ["Look"]

REVERSED = ("cell_selected", "cell_same_digit", "cell_pattern", "cell_pattern_other", "cell_elimination")
"""Grounds of Sudoku cells that stand out without colour."""

# How a candidate of a hint is written: its ink, and what the terminal adds to it.
SIGNS = {
    "goes": ("digit_conflict", Style(strike=True)),
    "placed": ("digit_entered", Style(bold=True)),
    "on": ("digit_entered", Style(bold=True)),
    "off": ("pencil_mark", Style(italic=True)),
    "apart": ("digit_given", Style(italic=True)),
    "pattern": ("digit_given", Style(bold=True)),
}


class Look:
    """The styles of a theme, made once."""

    def __init__(self, theme: Theme, *, colour: bool = True) -> None:
        self.theme = theme
        self.colour = colour
        paper = theme.background
        self.base = self._style(theme.text, paper)
        self.strong = self._style(theme.text, paper, bold=True)
        self.soft = self._style(theme.muted, paper)
        self.accent = self._style(theme.accent, paper, bold=True)
        self.good = self._style(theme.success, paper, bold=True)
        self.bad = self._style(theme.error, paper, bold=True)
        self.banner = self._style(paper, theme.success, bold=True, reverse=not colour)
        self.lost = self._style(theme.error, theme.surface, bold=True)
        self.chosen = self._style(paper, theme.accent, bold=True, reverse=not colour)
        # Blanks carry a ground and no ink: half the bytes of a move.
        self.board = self._ground(theme.board)
        self.empty = self._ground(theme.empty_tile)
        self.tile = cache(self._tile)
        self.tile_ground = cache(self._tile_ground)
        self.ground = self._ground(theme.cell)
        self.cell = cache(self._cell)
        self.sign = cache(self._sign)
        self.cell_ground = cache(self._cell_ground)

    def _style(self, ink: str, ground: str, *, bold: bool = False, dim: bool = False, reverse: bool = False) -> Style:
        if self.colour:
            return Style(color=ink, bgcolor=ground, bold=bold or None)
        return Style(bold=bold or None, dim=dim or None, reverse=reverse or None)

    def _ground(self, ground: str, *, reverse: bool = False) -> Style:
        return Style(bgcolor=ground) if self.colour else Style(reverse=reverse or None)

    def _tile_ground(self, value: int) -> Style:
        """Return the style of the blanks of a tile."""
        return self._ground(self.theme.tile(value)[0], reverse=True)

    def _tile(self, value: int) -> Style:
        """Return the style of a tile of 2048; from 128 on its number is bold."""
        ground, ink = self.theme.tile(value)
        return self._style(ink, ground, bold=value >= 128, reverse=True)

    def _cell_ground(self, ground: str) -> Style:
        """Return the style of the blanks of a Sudoku cell."""
        return self._ground(getattr(self.theme, ground), reverse=ground in REVERSED)

    def _cell(self, ink: str, ground: str) -> Style:
        """Return the style of a Sudoku cell: two fields of the theme, such as `digit_given` and `cell`."""
        reverse = ground in REVERSED
        style = self._style(
            getattr(self.theme, ink),
            getattr(self.theme, ground),
            bold=ink in ("digit_given", "digit_conflict"),
            reverse=reverse,
        )
        return style + Style(underline=True) if ink == "digit_entered" else style

    def _sign(self, kind: str, ground: str) -> Style:
        """Return the style of a candidate that a hint speaks of, by what it says of it: a key of `SIGNS`."""
        ink, added = SIGNS[kind]
        theme = self.theme
        return self._style(getattr(theme, ink), getattr(theme, ground), reverse=ground in REVERSED) + added
