"""Every theme can be read, by every eye."""

import dataclasses
import itertools
import math

import pytest

from tessella.palette import THEMES, Linear, Theme, contrast, linear, oklab
from tessella.sudoku.rules.drawing import SIGNS, STYLES
from tessella.web.labels import TINTS

ALL = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def least(theme: Theme) -> float:
    """Return the contrast that a theme promises."""
    return 7.0 if theme.name == "contrast" else 4.5


def under_rules(ground: str, colour: str, theme: Theme) -> str:
    """Return a colour under a shape of the rules, whose colour is mixed with black, blended and laid over by 60 %."""
    mixed, tint = [], int(TINTS[theme.name].rstrip("%")) / 100
    for below, above in zip(parts(ground), parts(colour), strict=True):
        tone = above * tint
        blended = 1 - (1 - below) * (1 - tone) if theme.is_dark else below * tone
        mixed.append(0.4 * below + 0.6 * blended)
    return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)


def parts(colour: str) -> list[float]:
    """Return red, green and blue of #rgb or #rrggbb, from 0 to 1."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return [part / 255 for part in bytes.fromhex(digits)]


def test_contrast_of_published_pairs() -> None:
    """The contrast of black, white and the grey #767676 is what WCAG publishes."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(3.998, abs=0.005)


@ALL
def test_tiles_can_be_read(theme: Theme) -> None:
    """The number on every tile stands out from its tile."""
    for exponent in range(1, 65):
        assert contrast(*theme.tile(1 << exponent)) >= least(theme), exponent


@ALL
def test_words_can_be_read(theme: Theme) -> None:
    """Every text stands out from the background and from dialogs."""
    for text, background in itertools.product(
        ("text", "muted", "accent", "success", "error"), ("background", "surface")
    ):
        assert contrast(getattr(theme, text), getattr(theme, background)) >= least(theme), (text, background)


@ALL
def test_sudoku_digits_can_be_read(theme: Theme) -> None:
    """Given and own digits, marks and conflicts stand out from every ground that a cell can have."""
    texts = ("digit_given", "digit_entered", "pencil_mark", "digit_conflict")
    names = [field.name for field in dataclasses.fields(theme) if field.name.startswith("cell")]
    assert (len(names), len(theme.colours)) == (7, 9)
    for text, background in itertools.product(texts, (*(getattr(theme, name) for name in names), *theme.colours)):
        assert contrast(getattr(theme, text), background) >= least(theme), (text, background)


@ALL
def test_marks_can_be_read_under_the_rules(theme: Theme) -> None:
    """A mark stands out from its cell where a line or a shape of the rules lies over both, and so does the shape."""
    outlines = ("cage", "set", "arrow", "circle", "diagonal")
    under = [style.fill or style.stroke for role, style in STYLES.items() if role not in (*SIGNS, *outlines)]
    for colour in under:
        mark, cell = (under_rules(ground, colour, theme) for ground in (theme.pencil_mark, theme.cell))
        assert contrast(mark, cell) >= least(theme), colour
        assert contrast(cell, theme.cell) >= 1.1, colour


@ALL
def test_colours_of_cells_differ(theme: Theme) -> None:
    """No two of the nine colours of cells look alike, nor like a plain cell."""
    for one, other in itertools.combinations((theme.cell, *theme.colours), 2):
        assert distance(one, other) > 0.03, (one, other)


@ALL
def test_neighbouring_tiles_differ(theme: Theme) -> None:
    """A tile never has the ground of the next one, nor of an empty cell."""
    for one, other in itertools.pairwise((theme.empty_tile, *theme.tiles)):
        assert distance(one, other) > 0.02, (one, other)


@pytest.mark.parametrize("kind", ["protanopia", "deuteranopia", "tritanopia"])
def test_the_colorblind_theme_steps_in_lightness(kind: str) -> None:
    """To eyes that lack one kind of cone each tile is still lighter than the one before, and never equal to it."""
    tiles = [seen(tile, kind) for tile in THEMES["colorblind"].tiles]
    for one, other in itertools.pairwise(tiles):
        assert oklab(other)[0] > oklab(one)[0] + 0.01


# The matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency" (2009), severity 1.0, for linear RGB.
MATRICES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: str, kind: str) -> Linear:
    """Return a colour as such eyes see it, in linear RGB."""
    values = linear(colour)
    red, green, blue = (max(0.0, sum(a * b for a, b in zip(row, values, strict=True))) for row in MATRICES[kind])
    return red, green, blue


def distance(one: str, other: str) -> float:
    """Return how far apart two colours look."""
    return math.dist(oklab(linear(one)), oklab(linear(other)))
