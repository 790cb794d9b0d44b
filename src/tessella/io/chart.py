"""Charts as SVG pictures: panels with axes, lines and bars in the colours of a theme, and whole histograms."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

from tessella.io.numbers import short
from tessella.palette import THEMES, Theme

WIDTH, HEIGHT = 760, 620
LEFT, RIGHT, TOP, GAP, BOTTOM = 76, 70, 52, 62, 46  # room around the panels, and between two of them
PANEL = (HEIGHT - TOP - GAP - BOTTOM) / 2  # how high a panel is
SHARES = 12  # bars that have room for a share above them
LABELS = 24  # bars that have room for a label below them

Format = Callable[[float], str]  # how the numbers of an axis are written


@dataclass(frozen=True)
class Panel:
    """A field with two axes from 0, as wide as the picture allows and half as high."""

    top: float
    colours: Theme
    most_x: float
    most_y: float

    @property
    def bottom(self) -> float:
        """Where the lower axis is."""
        return self.top + PANEL

    def x(self, value: float) -> float:
        """Return where a value of the lower axis is."""
        return LEFT + (WIDTH - LEFT - RIGHT) * value / (self.most_x or 1)

    def y(self, value: float) -> float:
        """Return how high a value is."""
        return self.bottom - PANEL * value / (self.most_y or 1)

    def path(self, points: Iterable[tuple[float, float]]) -> str:
        """Return points as SVG writes them."""
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)

    def line(self, points: Iterable[tuple[float, float]], colour: str) -> str:
        """Return a line through points."""
        joined = 'fill="none" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
        return f'<polyline points="{self.path(points)}" stroke="{colour}" {joined}/>'

    def bar(self, left: float, right: float, value: float, colour: str) -> str:
        """Return a bar from the lower axis up to a value, between two places."""
        top = self.y(value)
        size = f'width="{max(right - left, 0.5):.1f}" height="{max(self.bottom - top, 0):.1f}"'
        return f'<rect x="{left:.1f}" y="{top:.1f}" {size} fill="{colour}"/>'

    def frame(self, title: str, up: Format, *, across: tuple[str, Format] | None = None) -> str:
        """Return the lines and numbers behind what is drawn, with a title above and the name of the axis below."""
        muted = self.colours.muted
        parts = [label(LEFT, self.top - 10, title, "start", muted)]
        for value in _ticks(self.most_y, 5):
            at = self.y(value)
            parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="{self.colours.empty_tile}"/>')
            parts.append(label(LEFT - 8, at + 4, up(value), "end", muted))
        if across:
            name, format_ = across
            ticks = _ticks(self.most_x, 6)
            parts += [label(self.x(value), self.bottom + 16, format_(value), "middle", muted) for value in ticks]
            parts.append(label(WIDTH - RIGHT, self.bottom + 34, name, "end", muted))
        parts.append(f'<path d="M{LEFT} {self.bottom}H{WIDTH - RIGHT}" stroke="{muted}"/>')
        return "\n".join(parts)


def histogram(title: str, bars: Sequence[tuple[str, int]], *, across: str, up: str) -> str:
    """Return a picture of counts, a bar each with its name, that suits light and dark pages alike.

    Where there are many bars, those without a name have none below them.
    """
    light, total = THEMES["light"], sum(count for _name, count in bars) or 1
    panel = Panel(TOP, light, len(bars), max((count for _name, count in bars), default=1) * 1.08)
    room = 0.15 if len(bars) <= LABELS else 0.05  # of a bar's place, at each of its sides
    parts = [panel.frame(up, short)]
    for number, (name, count) in enumerate(bars):
        centre = panel.x(number + 0.5)
        parts.append(panel.bar(panel.x(number + room), panel.x(number + 1 - room), count, light.accent))
        parts.append(label(centre, panel.bottom + 16, name, "middle") if name else "")
        if count and len(bars) <= SHARES:
            parts.append(label(centre, panel.y(count) - 6, f"{count / total:.1%}", "middle"))
    parts.append(label(WIDTH - RIGHT, panel.bottom + 34, across, "end", light.muted))
    return picture(title, filter(None, parts), light, height=round(TOP + PANEL + BOTTOM), dark=THEMES["dark"])


def round_step(most: float, count: int) -> int:
    """Return the least of 1, 2, 5, 10, 20 and so on of which `count` are as much as `most`."""
    rough = max(most / count, 1)
    size = 10 ** floor(log10(rough))
    return int(size * next(factor for factor in (1, 2, 5, 10) if factor * size >= rough))


def _ticks(most: float, count: int) -> list[float]:
    """Return round values from 0 to `most`.

    >>> _ticks(1, 5), _ticks(33_000, 5)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 10000.0, 20000.0, 30000.0])
    """
    scale = 1000 if most <= 100 else 1
    step = round_step(most * scale, count)
    return [value / scale for value in range(0, floor(most * scale + 1e-9) + 1, step)]


def label(x: float, y: float, text: str, anchor: str = "start", colour: str = "") -> str:
    """Return a text at a place, in the colour of texts where none is given."""
    fill = f' fill="{colour}"' if colour else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{fill}>{escape(text)}</text>'


def picture(
    title: str, parts: Iterable[str], colours: Theme, *, height: int = HEIGHT, dark: Theme | None = None
) -> str:
    """Return a whole picture; with `dark`, it has those colours instead where the reader prefers dark pages."""
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    head = f"""\
<svg xmlns="http://www.w3.org/2000/svg" {size}>
<title>{escape(title)}</title>
{_style(colours, dark) if dark else ""}\
<rect width="{WIDTH}" height="{height}" fill="{colours.background}"/>
<g font-family="sans-serif" font-size="12" fill="{colours.text}">
<text x="{LEFT}" y="24" font-size="16" font-weight="bold">{escape(title)}</text>
"""
    return head + "\n".join(parts) + "\n</g>\n</svg>\n"


def _style(colours: Theme, dark: Theme) -> str:
    """Return rules that stand above the colours in the picture; a viewer that knows no rules shows it as it is."""
    names = ("background", "text", "muted", "accent", "empty_tile")
    pairs = [(getattr(colours, name), getattr(dark, name)) for name in names]
    rules = "".join(
        f'[{attribute}="{one}"]{{{attribute}:{other}}}' for one, other in pairs for attribute in ("fill", "stroke")
    )
    return f"<style>@media (prefers-color-scheme: dark){{{rules}}}</style>\n"
