"""Themes for terminals with 256 or 16 colours.

Rich rounds each colour to one that the terminal has: two tiles become alike, and dark greys navy. So a theme is put in
the terminal's own colours first, and what must be told apart stays different.
"""

from collections.abc import Container
from dataclasses import fields, replace
from functools import cache
from itertools import product
from math import dist, hypot
from typing import Any

from tessella.palette import READABLE, Theme, contrast, linear, oklab

_CUBE = (0, 95, 135, 175, 215, 255)
_256 = (  # the colours 16 to 255 of a terminal, each as Rich maps it to itself
    *(f"#{r:02x}{g:02x}{b:02x}" for r, g, b in product(_CUBE, repeat=3) if not r == g == b or r in (0, 255)),
    *(f"#{grey:02x}{grey:02x}{grey:02x}" for grey in (round(step * 255 / 25) for step in range(1, 25))),
)
_HUE_WEIGHT = 2  # hue counts more than lightness: a green that becomes grey says something else
_GREY = 0.04  # the OKLab chroma below which a colour may become grey

_WORDS = ("text", "muted", "accent", "success", "error")

Look = tuple[float, float, float]  # OKLab with its hues weighted

# The 16 colours, but for brown: terminals draw it as anything from brown to yellow.
BLACK, RED, GREEN, BLUE, MAGENTA, CYAN = "#000000", "#aa0000", "#00aa00", "#0000aa", "#aa00aa", "#00aaaa"
GREY, DARK_GREY, LIGHT_RED, LIGHT_GREEN = "#aaaaaa", "#555555", "#ff5555", "#55ff55"
YELLOW, LIGHT_BLUE, PINK, LIGHT_CYAN, WHITE = "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"
_TILES = (
    *(WHITE, CYAN, BLUE, GREEN, MAGENTA, RED, LIGHT_BLUE, LIGHT_GREEN, LIGHT_CYAN, PINK, YELLOW),  # up to 2048
    *(LIGHT_RED, GREY, CYAN, BLUE, GREEN, MAGENTA),
)
_DARK_16 = Theme(
    name="dark",
    is_dark=True,
    background=BLACK,
    surface=BLACK,
    text=WHITE,
    muted=GREY,
    accent=YELLOW,
    success=LIGHT_GREEN,
    error=LIGHT_RED,
    dark_text=BLACK,
    light_text=WHITE,
    board=BLACK,
    empty_tile=DARK_GREY,
    tiles=_TILES,
    cell=BLACK,
    cell_peer=DARK_GREY,
    cell_same_digit=BLUE,
    cell_selected=GREY,
    cell_pattern=CYAN,
    cell_pattern_other=MAGENTA,
    cell_elimination=RED,
    colours=(WHITE, LIGHT_RED, RED, YELLOW, GREEN, CYAN, LIGHT_BLUE, MAGENTA, PINK),  # each with its letter
    box_border=GREY,
    digit_given=WHITE,
    digit_entered=LIGHT_CYAN,
    pencil_mark=GREY,
    digit_conflict=LIGHT_RED,
)
_LIGHT_16 = Theme(
    name="light",
    is_dark=False,
    background=WHITE,
    surface=WHITE,
    text=BLACK,
    muted=DARK_GREY,
    accent=BLUE,
    success=BLUE,
    error=RED,
    dark_text=BLACK,
    light_text=WHITE,
    board=WHITE,
    empty_tile=GREY,
    tiles=(DARK_GREY, *_TILES[1:12], DARK_GREY, *_TILES[13:]),
    cell=WHITE,
    cell_peer=GREY,
    cell_same_digit=LIGHT_CYAN,
    cell_selected=YELLOW,
    cell_pattern=LIGHT_GREEN,
    cell_pattern_other=PINK,
    cell_elimination=LIGHT_RED,
    colours=(DARK_GREY, LIGHT_RED, RED, YELLOW, LIGHT_GREEN, CYAN, LIGHT_BLUE, MAGENTA, PINK),
    box_border=DARK_GREY,
    digit_given=BLACK,
    digit_entered=BLUE,
    pencil_mark=DARK_GREY,
    digit_conflict=RED,
)
_CONTRAST_16 = replace(  # nothing but what stands out by 7:1: white, and bright colours under black
    _DARK_16,
    name="contrast",
    error=PINK,
    tiles=(*(WHITE, GREY, YELLOW, LIGHT_GREEN, CYAN, LIGHT_CYAN, PINK) * 2, WHITE, GREY, YELLOW),
    cell_selected=YELLOW,
    cell_pattern_other=PINK,
    colours=(GREY, RED, WHITE, YELLOW, LIGHT_GREEN, CYAN, BLUE, PINK, LIGHT_CYAN),
    box_border=WHITE,
    digit_entered=WHITE,
    pencil_mark=WHITE,
    digit_conflict=YELLOW,
)
_SAFE_16 = replace(  # blue, yellow and greys, which every eye tells apart: no red, green or magenta
    _DARK_16,
    name="colorblind",
    accent=LIGHT_CYAN,
    success=LIGHT_CYAN,
    error=YELLOW,
    tiles=(*(BLUE, LIGHT_BLUE, GREY, LIGHT_CYAN, YELLOW, WHITE) * 2, BLUE, LIGHT_BLUE, GREY, LIGHT_CYAN, YELLOW),
    cell_selected=YELLOW,
    cell_pattern_other=LIGHT_BLUE,
    cell_elimination=WHITE,
    colours=(GREY, YELLOW, WHITE, CYAN, LIGHT_CYAN, LIGHT_BLUE, BLUE, DARK_GREY, GREY),  # of these there are but eight
    digit_conflict=YELLOW,
)
_16 = {theme.name: theme for theme in (_DARK_16, _LIGHT_16, _CONTRAST_16, _SAFE_16)}


def for_terminal(theme: Theme, colours: str | None) -> Theme:
    """Return a theme in the colours that a terminal has; `colours` is Rich's name of its colour system.

    >>> from tessella.palette import THEMES
    >>> for_terminal(THEMES["dark"], "256").cell_selected
    '#5f5f00'
    """
    if colours == "256":
        return _in_256(theme)
    if colours == "standard":
        return _16[theme.name]
    return theme


def _in_256(theme: Theme) -> Theme:
    """Return a theme in the nearest of the 256 colours, with a different one for each tile and each kind of cell."""
    colours: dict[str, Any] = {name: _nearest(getattr(theme, name)) for name in ("background", "surface")}
    faint = {one for one in _256 if min(contrast(one, ground) for ground in colours.values()) < READABLE}
    for name in (field.name for field in fields(theme)):
        if name in _WORDS:
            colours[name] = _nearest(getattr(theme, name), faint)
        elif name.startswith("cell"):
            cells = {colours[other] for other in colours if other.startswith("cell")}
            colours[name] = _nearest(getattr(theme, name), cells)
        elif name not in ("name", "is_dark", "tiles", "colours", *colours):
            colours[name] = _nearest(getattr(theme, name))
    tiles = [colours["empty_tile"]]
    for tile in theme.tiles:
        tiles.append(_nearest(tile, tiles))
    colours |= {"dark_text": BLACK, "light_text": WHITE}  # one of these can be read on any colour
    own = [colours["cell"]]
    for colour in theme.colours:
        own.append(_nearest(colour, own))
    return replace(theme, **colours, tiles=tuple(tiles[1:]), colours=tuple(own[1:]))


def _look(colour: str) -> Look:
    light, *hue = oklab(linear(colour))
    return light, _HUE_WEIGHT * hue[0], _HUE_WEIGHT * hue[1]


def _is_grey(look: Look) -> bool:
    return hypot(*look[1:]) < _HUE_WEIGHT * _GREY


def _nearest(colour: str, taken: Container[str] = ()) -> str:
    """Return the one of the 256 that looks most like a colour and is not taken."""
    wanted = _look(colour)
    looks = _looks()[not _is_grey(wanted)]
    return min((one for one in looks if one not in taken), key=lambda one: dist(looks[one], wanted))


@cache
def _looks() -> tuple[dict[str, Look], dict[str, Look]]:
    """Return the 256 colours with their looks: all of them, and those that are not grey."""
    looks = {colour: _look(colour) for colour in _256}
    return looks, {colour: look for colour, look in looks.items() if not _is_grey(look)}
