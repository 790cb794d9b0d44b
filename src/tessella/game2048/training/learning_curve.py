"""Learning curves, and the scores of many games, as SVG pictures in the colours of a theme.

A picture has two panels: scores above, and below how often each tile was made, in the tile's own colour.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, isqrt, log10
from typing import Annotated, TypeAlias

import msgspec

from tessella.i18n import _
from tessella.palette import THEMES, Theme

WIDTH, HEIGHT = 760, 620
LEFT, RIGHT, TOP, GAP, BOTTOM = 76, 70, 52, 62, 46  # room around the panels, and between them
PANEL = (HEIGHT - TOP - GAP - BOTTOM) / 2  # how high a panel is
BARS = 40  # about how many bars the scores of many games are put into

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 60)]
Amount: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1e12)]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One point of a learning curve: the games from an empty board that ended since the one before.

    `moves` and `seconds` are those of the whole training, `reached` is the share of games by the tile they reached.
    In a network of stages a game counts as it was when it made its first 32768.
    """

    moves: Count
    seconds: Amount
    games: Count
    mean: Amount
    stderr: Amount
    best: Count
    reached: dict[str, Amount]


def curve(points: Sequence[CurvePoint], *, theme: str = "light") -> str:
    """Return a learning curve: the mean score with its standard error, and the share of games that made each tile."""
    colours = THEMES[theme]
    most = max((point.moves for point in points), default=1)
    above = _Panel(TOP, colours, most, max((point.mean for point in points), default=1) * 1.05)
    band = [(p.moves, p.mean + p.stderr) for p in points] + [(p.moves, p.mean - p.stderr) for p in reversed(points)]
    parts = [
        above.frame(_("mean score"), _short),
        f'<polygon points="{above.path(band)}" fill="{colours.accent}" fill-opacity="0.25"/>',
        above.line([(p.moves, p.mean) for p in points], colours.accent),
    ]
    below = _Panel(TOP + PANEL + GAP, colours, most, 1)
    parts.append(below.frame(_("games that reached a tile"), "{:.0%}".format, across=(_("moves"), _short)))
    made = {tile: share for tile, share in points[-1].reached.items() if share} if points else {}
    parts += [below.line([(p.moves, p.reached[tile]) for p in points], _tile_colour(colours, tile)) for tile in made]
    lowest = 0.0
    for y, tile in sorted((below.y(share), tile) for tile, share in made.items()):  # names at the ends of the lines
        lowest = max(y + 4, lowest + 14)  # moved apart where two would touch
        square = f'<rect x="{WIDTH - RIGHT + 8}" y="{lowest - 9:.1f}" width="9" height="9" rx="2"'
        parts += [f'{square} fill="{_tile_colour(colours, tile)}"/>', _text(WIDTH - RIGHT + 21, lowest, tile)]
    return _picture(_("Learning curve"), parts, colours)


def scores(
    title: str,
    found: Sequence[int],
    *,
    mean: float,
    stderr: float,
    reached: Mapping[str, float],
    errors: Mapping[str, float],
    theme: str = "light",
) -> str:
    """Return the scores of many games as a histogram with their mean, and the share that made each tile."""
    colours = THEMES[theme]
    step = _step(max(found, default=1) or 1, min(BARS, 8 + isqrt(len(found))))
    tally = Counter(score // step for score in found)
    counts = [tally[number] for number in range(max(tally, default=0) + 1)]
    above = _Panel(TOP, colours, len(counts) * step, max(counts) * 1.08 or 1)
    middle = above.x(mean)
    parts = [
        above.frame(_("games"), _short, across=(_("score"), _short)),
        *(
            above.bar(above.x(number * step) + 0.5, above.x((number + 1) * step) - 0.5, count, colours.tile(256)[0])
            for number, count in enumerate(counts)
        ),
        f'<path d="M{middle:.1f} {above.top}V{above.bottom}" stroke="{colours.text}" stroke-dasharray="4 3"/>',
        _text(middle + 6, above.top + 12, _("mean {mean:,.0f} ± {error:,.0f}").format(mean=mean, error=stderr)),
    ]
    made = sum(share > 0 for share in reached.values())
    tiles = list(reached)[: made + 1]  # and the one that is still to come
    below = _Panel(TOP + PANEL + GAP, colours, max(len(tiles), 1), 1)
    parts.append(below.frame(_("games that reached a tile"), "{:.0%}".format))
    for number, tile in enumerate(tiles):
        share, error = reached[tile], errors.get(tile, 0.0)
        low, high = below.y(max(share - error, 0)), below.y(min(share + error, 1))
        centre = below.x(number + 0.5)
        parts += [
            below.bar(below.x(number + 0.15), below.x(number + 0.85), share, _tile_colour(colours, tile)),
            f'<path d="M{centre:.1f} {low:.1f}V{high:.1f}" stroke="{colours.text}"/>',
            _text(centre, below.y(share) - 8, f"{share:.1%}", "middle"),
            _text(centre, below.bottom + 16, tile, "middle"),
        ]
    return _picture(title, parts, colours)


Format = Callable[[float], str]  # how the numbers of an axis are written


@dataclass(frozen=True)
class _Panel:
    """A field with two axes from 0, as wide as the picture allows and half as high."""

    top: float
    colours: Theme
    most_x: float
    most_y: float

    @property
    def bottom(self) -> float:
        return self.top + PANEL

    def x(self, value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * value / (self.most_x or 1)

    def y(self, value: float) -> float:
        return self.bottom - PANEL * value / (self.most_y or 1)

    def path(self, points: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)

    def line(self, points: Iterable[tuple[float, float]], colour: str) -> str:
        joined = 'fill="none" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
        return f'<polyline points="{self.path(points)}" stroke="{colour}" {joined}/>'

    def bar(self, left: float, right: float, value: float, colour: str) -> str:
        top = self.y(value)
        size = f'width="{max(right - left, 0.5):.1f}" height="{max(self.bottom - top, 0):.1f}"'
        return f'<rect x="{left:.1f}" y="{top:.1f}" {size} fill="{colour}"/>'

    def frame(self, title: str, up: Format, *, across: tuple[str, Format] | None = None) -> str:
        """Return the lines and numbers behind what is drawn, with a title above and the name of the axis below."""
        muted = self.colours.muted
        parts = [_text(LEFT, self.top - 10, title, "start", muted)]
        for value in _ticks(self.most_y, 5):
            at = self.y(value)
            parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="{self.colours.empty_tile}"/>')
            parts.append(_text(LEFT - 8, at + 4, up(value), "end", muted))
        if across:
            name, format_ = across
            ticks = _ticks(self.most_x, 6)
            parts += [_text(self.x(value), self.bottom + 16, format_(value), "middle", muted) for value in ticks]
            parts.append(_text(WIDTH - RIGHT, self.bottom + 34, name, "end", muted))
        parts.append(f'<path d="M{LEFT} {self.bottom}H{WIDTH - RIGHT}" stroke="{muted}"/>')
        return "\n".join(parts)


def _step(most: float, count: int) -> int:
    rough = max(most / count, 1)
    size = 10 ** floor(log10(rough))
    return int(size * next(factor for factor in (1, 2, 5, 10) if factor * size >= rough))


def _ticks(most: float, count: int) -> list[float]:
    """Return round values from 0 to `most`.

    >>> _ticks(1, 5), _ticks(33_000, 5)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 10000.0, 20000.0, 30000.0])
    """
    scale = 1000 if most <= 100 else 1
    step = _step(most * scale, count)
    return [value / scale for value in range(0, floor(most * scale + 1e-9) + 1, step)]


def _short(value: float) -> str:
    units = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""))
    size, unit = next((one for one in units if value >= one[0]), (1, ""))
    return f"{value / size:g}{unit}"


def _tile_colour(colours: Theme, tile: str) -> str:
    return colours.tile(max(int(tile), 64))[0]


def _text(x: float, y: float, text: str, anchor: str = "start", colour: str = "") -> str:
    fill = f' fill="{colour}"' if colour else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{fill}>{escape(text)}</text>'


def _picture(title: str, parts: Iterable[str], colours: Theme) -> str:
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    head = f"""\
<svg xmlns="http://www.w3.org/2000/svg" {size}>
<title>{escape(title)}</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours.background}"/>
<g font-family="sans-serif" font-size="12" fill="{colours.text}">
<text x="{LEFT}" y="24" font-size="16" font-weight="bold">{escape(title)}</text>
"""
    return head + "\n".join(parts) + "\n</g>\n</svg>\n"
