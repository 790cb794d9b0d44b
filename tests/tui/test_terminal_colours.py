"""Themes in the colours that a terminal has."""

import dataclasses
import itertools

import pytest
from rich.color import Color, ColorSystem

from tessella.palette import READABLE, THEMES, Theme, contrast
from tessella.tui.terminal_colours import for_terminal
from tessella.tui.theme import ThemeStyles

SYSTEMS = {"256": ColorSystem.EIGHT_BIT, "standard": ColorSystem.STANDARD}
EACH = pytest.mark.parametrize(("system", "name"), [*itertools.product(SYSTEMS, THEMES)])


DARK = [theme.name for theme in THEMES.values() if theme.is_dark]


def sent(colour: str, system: str) -> str:
    """Return the number of the colour that Rich sends to a terminal."""
    return str(Color.parse(colour).downgrade(SYSTEMS[system]).number)


def test_true_colour_is_the_theme_itself() -> None:
    """Where there is true colour nothing is changed."""
    assert for_terminal(THEMES["dark"], "truecolor") is THEMES["dark"]
    assert for_terminal(THEMES["dark"], None) is THEMES["dark"]


@EACH
def test_neighbouring_tiles_are_sent_as_different_colours(system: str, name: str) -> None:
    """No tile has the colour of the next two, nor the small ones that of an empty cell."""
    theme = for_terminal(THEMES[name], system)
    tiles = [sent(tile, system) for tile in (theme.empty_tile, *theme.tiles)]
    for one, second, third in zip(tiles, tiles[1:], tiles[2:], strict=False):
        assert len({one, second, third}) == 3


@EACH
def test_cells_are_sent_as_different_colours(system: str, name: str) -> None:
    """What a background of a Sudoku cell says can be told from what another one says."""
    theme = for_terminal(THEMES[name], system)
    cells = [field.name for field in dataclasses.fields(Theme) if field.name.startswith("cell")]
    assert len({sent(getattr(theme, cell), system) for cell in cells}) == len(cells)


@EACH
def test_the_colours_of_cells_are_sent_as_different_ones(system: str, name: str) -> None:
    """No two of the nine are the same, nor a plain cell; in 16 colours without red and green there are but eight."""
    theme = for_terminal(THEMES[name], system)
    colours = {sent(colour, system) for colour in theme.colours}
    assert len(colours) == (8 if (system, name) == ("standard", "colorblind") else 9)
    assert sent(theme.cell, system) not in colours


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(DARK, 2)])
def test_no_theme_looks_like_another_in_16_colours(one: str, other: str) -> None:
    """Who chooses another dark theme sees another one: most tiles, and cells of a Sudoku, have other colours."""
    here, there = for_terminal(THEMES[one], "standard"), for_terminal(THEMES[other], "standard")
    assert sum(a != b for a, b in zip(here.tiles, there.tiles, strict=True)) >= 8
    names = [field.name for field in dataclasses.fields(Theme) if field.name.startswith(("cell", "digit", "box"))]
    assert sum(getattr(here, name) != getattr(there, name) for name in names) >= 4


def test_colours_that_few_confuse() -> None:
    """In 16 colours the theme for the colour-blind has neither red nor green nor magenta."""
    theme = for_terminal(THEMES["colorblind"], "standard")
    colours = {value for value in dataclasses.asdict(theme).values() if str(value).startswith("#")}
    colours |= {*theme.tiles, *theme.colours}
    assert {int(sent(colour, "standard")) % 8 for colour in colours} <= {0, 3, 4, 6, 7}


@EACH
def test_texts_can_be_read(system: str, name: str) -> None:
    """Words, numbers of tiles and digits stand out from every background in few colours too."""
    theme = for_terminal(THEMES[name], system)
    readable = 6.9 if (system, name) == ("standard", "contrast") else READABLE
    for text, background in itertools.product(
        ("text", "muted", "accent", "success", "error"), ("background", "surface")
    ):
        assert contrast(getattr(theme, text), getattr(theme, background)) >= readable, (text, background)
    for tile in theme.tiles:
        assert max(contrast(tile, text) for text in (theme.dark_text, theme.light_text)) >= readable
    styles = ThemeStyles(theme)
    digits = ("digit_given", "digit_entered", "pencil_mark", "digit_conflict")
    cells = [field.name for field in dataclasses.fields(Theme) if field.name.startswith("cell")]
    for text, cell in itertools.product(digits, [*cells, *(f"colour {number}" for number in range(1, 10))]):
        style = styles.cell(text, cell)
        assert style.color
        assert style.bgcolor
        assert contrast(style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex) >= readable, (text, cell)
