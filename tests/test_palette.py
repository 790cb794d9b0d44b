"""Every theme can be read, by every eye."""

import dataclasses
import itertools
import math

import pytest

from tessella.palette import THEMES, Theme, contrast

ALL = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def least(theme: Theme) -> float:
    """Return the contrast that a theme promises."""
    return 7.0 if theme.name == "contrast" else 4.5


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
    backgrounds = [field.name for field in dataclasses.fields(theme) if field.name.startswith("cell")]
    assert len(backgrounds) == 7
    for text, background in itertools.product(texts, backgrounds):
        assert contrast(getattr(theme, text), getattr(theme, background)) >= least(theme), (text, background)


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


def linear(colour: str) -> tuple[float, ...]:
    """Return #rrggbb as linear red, green and blue."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def seen(colour: str, kind: str) -> tuple[float, ...]:
    """Return a colour as such eyes see it, in linear RGB."""
    values = linear(colour)
    return tuple(max(0.0, sum(a * b for a, b in zip(row, values, strict=True))) for row in MATRICES[kind])


def oklab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    """Return a linear colour in OKLab (Ottosson 2020)."""
    red, green, blue = rgb
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def distance(one: str, other: str) -> float:
    """Return how far apart two colours look."""
    pairs = zip(oklab(linear(one)), oklab(linear(other)), strict=True)
    return math.sqrt(sum((a - b) ** 2 for a, b in pairs))
