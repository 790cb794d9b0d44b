"""Which colours does Tessella use?

Every theme stands here once; the terminal, the web page and the pictures read it. Colour is never the only cue: a tile
carries its number, a given digit is bold, a conflict is underlined. The tests hold every text to a contrast of at least
4.5:1 against its ground (WCAG 2.2, success criterion 1.4.3), and to 7:1 in the theme `contrast`.

The tile grounds were chosen in OKLCH (Ottosson, "A perceptual color space for image processing", 2020): even steps of
lightness or hue; in `colorblind` lightness alone tells them apart, from blue to yellow, as every eye sees it.
"""

from dataclasses import dataclass
from functools import cached_property

__all__ = ["DEFAULT", "THEMES", "Paint", "Theme", "contrast", "luminance"]

Paint = tuple[str, str]
"""A ground and the ink on it, both as #rrggbb."""


@dataclass(frozen=True)
class Theme:
    """One set of colours, each as #rrggbb.

    >>> THEMES["dark"].tile(2)
    ('#363e46', '#f4f5f7')
    """

    name: str
    is_dark: bool
    paper: str
    """The ground of a page or screen."""
    raised: str
    """The ground of what lies on it: a dialog, a button."""
    ink: str
    soft: str
    """Ink of lesser things: labels, keys."""
    accent: str
    """Ink of what matters: titles, what is chosen."""
    good: str
    bad: str
    dark_ink: str
    """Of the two inks on tiles, the one for light grounds."""
    light_ink: str
    board: str
    """The ground between the tiles of 2048."""
    empty: str
    """A cell without a tile."""
    tiles: tuple[str, ...]
    """The grounds of 2, 4, 8 and so on; the last one serves all beyond."""
    cell: str
    """The ground of a Sudoku cell."""
    house: str
    """A cell that the chosen one sees."""
    same: str
    """A cell with the same digit as the chosen one."""
    chosen: str
    """The cell under the cursor."""
    lit: str
    """A cell of a hint's pattern."""
    apart: str
    """A cell of it that must be told apart: a fin, the other colour, the second set."""
    loses: str
    """A cell that loses a candidate by it."""
    rules: str
    """The lines between boxes."""
    given: str
    own: str
    mark: str
    wrong: str
    """Ink of a digit in conflict."""

    def tile(self, value: int) -> Paint:
        """Return ground and ink of a tile: of the two inks the one that stands out more."""
        step = min(max(value.bit_length() - 1, 1), len(self.tiles))
        return self._paints[step - 1]

    @cached_property
    def _paints(self) -> tuple[Paint, ...]:
        inks = (self.dark_ink, self.light_ink)
        return tuple((ground, max(inks, key=lambda ink: contrast(ground, ink))) for ground in self.tiles)

    @property
    def cells(self) -> tuple[str, ...]:
        """Every ground that a Sudoku cell can have."""
        return self.cell, self.house, self.same, self.chosen, self.lit, self.apart, self.loses


def luminance(colour: str) -> float:
    """Return the relative luminance of #rrggbb, from 0 to 1 (WCAG 2.2).

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG 2.2).

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


_DARK = Theme(
    name="dark",
    is_dark=True,
    paper="#101317",
    raised="#1b2026",
    ink="#e8eaed",
    soft="#98a2ad",
    accent="#e8b84b",
    good="#7cc88f",
    bad="#ff8f85",
    dark_ink="#0e1013",
    light_ink="#f4f5f7",
    board="#1d2228",
    empty="#272d35",
    tiles=(
        *("#363e46", "#3a505e", "#316673", "#22757a", "#409272", "#65a467", "#9bb050", "#d2b643", "#e8a63d"),
        *("#ec8c44", "#e87652", "#e66668", "#e0608a", "#d266a8", "#bb72cc", "#9f80de", "#9095e8"),
    ),
    cell="#1b2026",
    house="#242b33",
    same="#2c4256",
    chosen="#4a3f1c",
    lit="#17493b",
    apart="#49305c",
    loses="#572a2c",
    rules="#5a6673",
    given="#f4f5f7",
    own="#8ecbff",
    mark="#a9b3bd",
    wrong="#ff9d94",
)

_LIGHT = Theme(
    name="light",
    is_dark=False,
    paper="#fbf8f2",
    raised="#f1ebdf",
    ink="#2a2118",
    soft="#6b5f51",
    accent="#9a3f1d",
    good="#2c6a3c",
    bad="#b3261e",
    dark_ink="#2a2118",
    light_ink="#ffffff",
    board="#d3c8b7",
    empty="#e3dacb",
    tiles=(
        *("#f6f0e3", "#f0dfb8", "#ebd096", "#eebe7c", "#f2a866", "#f1935b", "#eb7a52", "#e56452", "#bd4145"),
        *("#a82e57", "#8e2b6b", "#752f85", "#5e3594", "#44419a", "#2b519c", "#085b87", "#025763"),
    ),
    cell="#fffdf8",
    house="#f3ecdd",
    same="#d8e4ef",
    chosen="#fbe3a6",
    lit="#cfeed8",
    apart="#e5d9f6",
    loses="#fcdcd4",
    rules="#a8977f",
    given="#2a2118",
    own="#1f4f99",
    mark="#63584b",
    wrong="#a8201a",
)

_CONTRAST = Theme(
    name="contrast",
    is_dark=True,
    paper="#000000",
    raised="#141414",
    ink="#ffffff",
    soft="#d6d6d6",
    accent="#ffe64e",
    good="#7dff9b",
    bad="#ffb3ab",
    dark_ink="#000000",
    light_ink="#ffffff",
    board="#000000",
    empty="#2b2b2b",
    tiles=(
        *("#cecece", "#eadeb2", "#e8da82", "#d7d958", "#94e282", "#6ce5b5", "#58e3dc", "#63d6f1", "#80c7f8"),
        *("#9cb4fe", "#c4a4fe", "#eb97ef", "#fe8dc5", "#ff9595", "#fea47c", "#ffbb69", "#ffe64e"),
    ),
    cell="#000000",
    house="#1f1f1f",
    same="#00304d",
    chosen="#3d2f00",
    lit="#003d22",
    apart="#37124f",
    loses="#4f0d0d",
    rules="#b0b0b0",
    given="#ffffff",
    own="#8fd3ff",
    mark="#e0e0e0",
    wrong="#ffb3ab",
)

_SAFE = Theme(
    name="colorblind",
    is_dark=True,
    paper="#0d1119",
    raised="#182030",
    ink="#eef1f6",
    soft="#9fadc4",
    accent="#ffd75e",
    good="#8fc7ff",
    bad="#ffb000",
    dark_ink="#0b0d12",
    light_ink="#ffffff",
    board="#141b29",
    empty="#1d2738",
    tiles=(
        *("#22386f", "#2c447c", "#385085", "#465d8a", "#55698c", "#62748c", "#7d8493", "#8b8f97", "#999a99"),
        *("#a8a595", "#b6b08f", "#c4bb89", "#d1c581", "#dccf79", "#e6d870", "#f0e067", "#fae95f"),
    ),
    cell="#141b29",
    house="#1e293d",
    same="#2b4a80",
    chosen="#5c4a10",
    lit="#114d61",
    apart="#54306b",
    loses="#6b3a12",
    rules="#6c7d99",
    given="#ffffff",
    own="#ffd75e",
    mark="#b4c0d4",
    wrong="#ffb87a",
)

THEMES = {theme.name: theme for theme in (_DARK, _LIGHT, _CONTRAST, _SAFE)}
"""Every theme by its name, in the order in which the theme key goes through them."""

DEFAULT = "dark"
