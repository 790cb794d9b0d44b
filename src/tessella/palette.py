"""The colours of every theme, for the terminal, the page and the pictures.

Colour is never the only cue: a tile carries its number, a given digit is bold, a conflict has a sign (terminal) or a
line (page). The tests hold every text to a contrast of at least 4.5:1 against its background (WCAG 2.2, success
criterion 1.4.3), and to 7:1 in the theme `contrast`.

The colours of tiles were chosen in OKLCH (Ottosson, "A perceptual color space for image processing", 2020): even steps
of lightness or hue; in `colorblind` lightness alone tells them apart, from blue to yellow, as every eye sees it.
"""

from dataclasses import dataclass
from functools import cached_property

READABLE = 4.5  # the least contrast of a text and its background (WCAG 2.2, 1.4.3)

Colours = tuple[str, str]  # a background and the text on it, both as #rrggbb


@dataclass(frozen=True)
class Theme:
    """One set of colours, each as #rrggbb.

    >>> THEMES["dark"].tile(2)
    ('#363e46', '#f4f5f7')
    """

    name: str
    is_dark: bool
    background: str  # the background of a page or screen
    surface: str  # the background of what lies on it: a dialog, a button
    text: str
    muted: str  # text of lesser things: labels, keys
    accent: str  # text of what matters: titles, what is selected
    success: str
    error: str

    # 2048
    dark_text: str  # the number on a light tile
    light_text: str  # the number on a dark tile
    board: str  # the background between the tiles
    empty_tile: str  # a cell without a tile
    tiles: tuple[str, ...]  # the backgrounds of 2, 4, 8 and so on; the last one serves all beyond

    # Sudoku: the background of a cell
    cell: str
    cell_peer: str  # in a row, column or box with the selected cell
    cell_same_digit: str  # with the same digit as the selected cell
    cell_selected: str
    cell_pattern: str  # in the pattern of a hint
    cell_pattern_other: str  # in the other part of that pattern: a fin, the second colour, the second set
    cell_elimination: str  # a hint removes a candidate here
    colours: tuple[str, ...]  # a person's own: grey, red, orange, yellow, green, teal, blue, purple, pink

    # Sudoku: lines and digits
    box_border: str
    digit_given: str
    digit_entered: str
    pencil_mark: str
    digit_conflict: str  # a digit that clashes with an equal one in its row, column or box, or that a check found wrong

    def tile(self, value: int) -> Colours:
        """Return the colours of a tile: of the two texts the one that stands out more."""
        step = min(max(value.bit_length() - 1, 1), len(self.tiles))
        return self._tile_colours[step - 1]

    @cached_property
    def _tile_colours(self) -> tuple[Colours, ...]:
        texts = (self.dark_text, self.light_text)
        return tuple((tile, max(texts, key=lambda text: contrast(tile, text))) for tile in self.tiles)


Linear = tuple[float, float, float]  # red, green and blue in proportion to the light, from 0 to 1


def linear(colour: str) -> Linear:
    """Return #rrggbb in linear RGB."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def oklab(colour: Linear) -> tuple[float, float, float]:
    """Return a colour in OKLab: its lightness, and green to red and blue to yellow from negative to positive."""
    red, green, blue = colour
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def luminance(colour: str) -> float:
    """Return the relative luminance of #rrggbb, from 0 to 1 (WCAG 2.2).

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    red, green, blue = linear(colour)
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
    background="#101317",
    surface="#1b2026",
    text="#e8eaed",
    muted="#98a2ad",
    accent="#e8b84b",
    success="#7cc88f",
    error="#ff8f85",
    dark_text="#0e1013",
    light_text="#f4f5f7",
    board="#1d2228",
    empty_tile="#272d35",
    tiles=(
        *("#363e46", "#3a505e", "#316673", "#22757a", "#409272", "#65a467", "#9bb050", "#d2b643", "#e8a63d"),
        *("#ec8c44", "#e87652", "#e66668", "#e0608a", "#d266a8", "#bb72cc", "#9f80de", "#9095e8"),
    ),
    cell="#1b2026",
    cell_peer="#242b33",
    cell_same_digit="#2c4256",
    cell_selected="#4a3f1c",
    cell_pattern="#17493b",
    cell_pattern_other="#49305c",
    cell_elimination="#572a2c",
    colours=(
        *("#444444", "#7f2021", "#6c3604", "#504307", "#045013"),
        *("#0d4c4c", "#024284", "#543282", "#792253"),
    ),
    box_border="#5a6673",
    digit_given="#f4f5f7",
    digit_entered="#8ecbff",
    pencil_mark="#a9b3bd",
    digit_conflict="#ff9d94",
)

_LIGHT = Theme(
    name="light",
    is_dark=False,
    background="#fbf8f2",
    surface="#f1ebdf",
    text="#2a2118",
    muted="#6b5f51",
    accent="#9a3f1d",
    success="#2c6a3c",
    error="#b3261e",
    dark_text="#2a2118",
    light_text="#ffffff",
    board="#d3c8b7",
    empty_tile="#e3dacb",
    tiles=(
        *("#f6f0e3", "#f0dfb8", "#ebd096", "#eebe7c", "#f2a866", "#f1935b", "#eb7a52", "#e56452", "#bd4145"),
        *("#a82e57", "#8e2b6b", "#752f85", "#5e3594", "#44419a", "#2b519c", "#085b87", "#025763"),
    ),
    cell="#fffdf8",
    cell_peer="#f3ecdd",
    cell_same_digit="#d8e4ef",
    cell_selected="#fbe3a6",
    cell_pattern="#cfeed8",
    cell_pattern_other="#e5d9f6",
    cell_elimination="#fcdcd4",
    colours=(
        *("#d2d2d2", "#fcc4bf", "#fec7a2", "#e5d183", "#a5e0a5"),
        *("#78e4e4", "#b3d4ff", "#dbcafc", "#fdc2dd"),
    ),
    box_border="#a8977f",
    digit_given="#2a2118",
    digit_entered="#1f4f99",
    pencil_mark="#63584b",
    digit_conflict="#a8201a",
)

_CONTRAST = Theme(
    name="contrast",
    is_dark=True,
    background="#000000",
    surface="#141414",
    text="#ffffff",
    muted="#d6d6d6",
    accent="#ffe64e",
    success="#7dff9b",
    error="#ffb3ab",
    dark_text="#000000",
    light_text="#ffffff",
    board="#000000",
    empty_tile="#2b2b2b",
    tiles=(
        *("#cecece", "#eadeb2", "#e8da82", "#d7d958", "#94e282", "#6ce5b5", "#58e3dc", "#63d6f1", "#80c7f8"),
        *("#9cb4fe", "#c4a4fe", "#eb97ef", "#fe8dc5", "#ff9595", "#fea47c", "#ffbb69", "#ffe64e"),
    ),
    cell="#000000",
    cell_peer="#1f1f1f",
    cell_same_digit="#00304d",
    cell_selected="#3d2f00",
    cell_pattern="#003d22",
    cell_pattern_other="#37124f",
    cell_elimination="#4f0d0d",
    colours=(
        *("#353535", "#72020e", "#552903", "#403503", "#02400d"),
        *("#013d3d", "#00356d", "#4e058b", "#6c0145"),
    ),
    box_border="#b0b0b0",
    digit_given="#ffffff",
    digit_entered="#8fd3ff",
    pencil_mark="#e0e0e0",
    digit_conflict="#ffb3ab",
)

_SAFE = Theme(
    name="colorblind",
    is_dark=True,
    background="#0d1119",
    surface="#182030",
    text="#eef1f6",
    muted="#9fadc4",
    accent="#ffd75e",
    success="#8fc7ff",
    error="#ffb000",
    dark_text="#0b0d12",
    light_text="#ffffff",
    board="#141b29",
    empty_tile="#1d2738",
    tiles=(
        *("#22386f", "#2c447c", "#385085", "#465d8a", "#55698c", "#62748c", "#7d8493", "#8b8f97", "#999a99"),
        *("#a8a595", "#b6b08f", "#c4bb89", "#d1c581", "#dccf79", "#e6d870", "#f0e067", "#fae95f"),
    ),
    cell="#141b29",
    cell_peer="#1e293d",
    cell_same_digit="#2b4a80",
    cell_selected="#5c4a10",
    cell_pattern="#114d61",
    cell_pattern_other="#54306b",
    cell_elimination="#6b3a12",
    colours=(
        *("#4d4d4d", "#a00117", "#7a3d02", "#5c4c02", "#045915"),
        *("#035757", "#074d96", "#6b1fb7", "#960162"),
    ),
    box_border="#6c7d99",
    digit_given="#ffffff",
    digit_entered="#ffd75e",
    pencil_mark="#b4c0d4",
    digit_conflict="#ffb87a",
)

THEMES = {theme.name: theme for theme in (_DARK, _LIGHT, _CONTRAST, _SAFE)}
"""Every theme by its name, in the order in which the theme key goes through them."""

DEFAULT = "dark"
