"""Learning curves, and the scores of many games, as SVG pictures.

A picture has two panels: scores above, and below how often each tile was made, in the tile's own colour.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Annotated, TypeAlias

import msgspec

from tessella.i18n import _, short
from tessella.io.chart import GAP, PANEL, RIGHT, TOP, WIDTH, Panel, label, picture, round_step
from tessella.palette import THEMES, Theme

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


def curve(points: Sequence[CurvePoint]) -> str:
    """Return a learning curve: the mean score with its standard error, and the share of games that made each tile."""
    colours = THEMES["light"]
    most = max((point.moves for point in points), default=1)
    above = Panel(TOP, colours, most, max((point.mean for point in points), default=1) * 1.05)
    band = [(p.moves, p.mean + p.stderr) for p in points] + [(p.moves, p.mean - p.stderr) for p in reversed(points)]
    parts = [
        above.frame(_("mean score"), short),
        f'<polygon points="{above.path(band)}" fill="{colours.accent}" fill-opacity="0.25"/>',
        above.line([(p.moves, p.mean) for p in points], colours.accent),
    ]
    below = Panel(TOP + PANEL + GAP, colours, most, 1)
    parts.append(below.frame(_("games that reached a tile"), "{:.0%}".format, across=(_("moves"), short)))
    made = {tile: share for tile, share in points[-1].reached.items() if share} if points else {}
    parts += [below.line([(p.moves, p.reached[tile]) for p in points], _tile_colour(colours, tile)) for tile in made]
    lowest = 0.0
    for y, tile in sorted((below.y(share), tile) for tile, share in made.items()):  # names at the ends of the lines
        lowest = max(y + 4, lowest + 14)  # moved apart where two would touch
        square = f'<rect x="{WIDTH - RIGHT + 8}" y="{lowest - 9:.1f}" width="9" height="9" rx="2"'
        parts += [f'{square} fill="{_tile_colour(colours, tile)}"/>', label(WIDTH - RIGHT + 21, lowest, tile)]
    return picture(_("Learning curve"), parts, colours)


def scores(
    title: str,
    found: Sequence[int],
    *,
    mean: float,
    stderr: float,
    reached: Mapping[str, float],
    errors: Mapping[str, float],
) -> str:
    """Return the scores of many games as a histogram with their mean, and the share that made each tile."""
    colours = THEMES["light"]
    step = round_step(max(found, default=1) or 1, min(BARS, 8 + isqrt(len(found))))
    tally = Counter(score // step for score in found)
    counts = [tally[number] for number in range(max(tally, default=0) + 1)]
    above = Panel(TOP, colours, len(counts) * step, max(counts) * 1.08 or 1)
    middle = above.x(mean)
    parts = [
        above.frame(_("games"), short, across=(_("score"), short)),
        *(
            above.bar(above.x(number * step) + 0.5, above.x((number + 1) * step) - 0.5, count, colours.tile(256)[0])
            for number, count in enumerate(counts)
        ),
        f'<path d="M{middle:.1f} {above.top}V{above.bottom}" stroke="{colours.text}" stroke-dasharray="4 3"/>',
        label(middle + 6, above.top + 12, _("mean {mean:,.0f} ± {error:,.0f}").format(mean=mean, error=stderr)),
    ]
    made = sum(share > 0 for share in reached.values())
    tiles = list(reached)[: made + 1]  # and the one that is still to come
    below = Panel(TOP + PANEL + GAP, colours, max(len(tiles), 1), 1)
    parts.append(below.frame(_("games that reached a tile"), "{:.0%}".format))
    for number, tile in enumerate(tiles):
        share, error = reached[tile], errors.get(tile, 0.0)
        low, high = below.y(max(share - error, 0)), below.y(min(share + error, 1))
        centre = below.x(number + 0.5)
        parts += [
            below.bar(below.x(number + 0.15), below.x(number + 0.85), share, _tile_colour(colours, tile)),
            f'<path d="M{centre:.1f} {low:.1f}V{high:.1f}" stroke="{colours.text}"/>',
            label(centre, below.y(share) - 8, f"{share:.1%}", "middle"),
            label(centre, below.bottom + 16, tile, "middle"),
        ]
    return picture(title, parts, colours)


def _tile_colour(colours: Theme, tile: str) -> str:
    return colours.tile(max(int(tile), 64))[0]
