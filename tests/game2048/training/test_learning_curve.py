"""Tests of the pictures of a training and of many games."""

from xml.etree import ElementTree as ET

from tessella.game2048.training import learning_curve
from tessella.game2048.training.learning_curve import CurvePoint

TILES = ("1024", "2048", "4096")
POINTS = [
    CurvePoint(1000 * n, 10.0 * n, 50, 400.0 * n, 20.0, 900 * n, dict(zip(TILES, (0.9, 0.1 * n, 0.0), strict=True)))
    for n in range(1, 8)
]


def parts(svg: str, name: str) -> list[ET.Element]:
    """Return the elements of a picture that have this name."""
    return list(ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}" + name))  # noqa: S314 - our own


def test_a_curve_has_a_line_for_the_mean_and_for_each_tile_that_was_made() -> None:
    """Lines go through all points and rise where the numbers do; a tile that no game made at the end has none."""
    svg = learning_curve.curve(POINTS)
    mean, *tiles = parts(svg, "polyline")
    assert len(tiles) == 2
    places = [tuple(map(float, pair.split(","))) for pair in mean.attrib["points"].split()]
    assert len(places) == len(POINTS)
    assert places == sorted(places, key=lambda place: (place[0], -place[1]))
    assert len({place[1] for place in places}) == len(POINTS)
    texts = [text.text for text in parts(svg, "text")]
    assert {"1024", "2048"} <= {*texts}
    assert "4096" not in texts


def test_a_curve_without_points() -> None:
    """A training that has just begun has a picture too, with axes and without lines."""
    svg = learning_curve.curve([])
    assert all(not line.attrib["points"] for line in parts(svg, "polyline"))
    assert parts(svg, "path")


def test_scores_are_counted_into_bars() -> None:
    """The bars are as high as the numbers of games in them, and each tile has one with its share."""
    found = [100] * 5 + [2500] * 10 + [9900]
    svg = learning_curve.scores(
        "a <title>", found, mean=2200.0, stderr=50.0, reached={"512": 1.0, "1024": 0.5, "2048": 0.0, "4096": 0.0},
        errors={"512": 0.01},
    )  # fmt: skip
    heights = [float(bar.attrib["height"]) for bar in parts(svg, "rect")[1:-3]]
    tall = sorted(height for height in heights if height)
    assert [round(height / tall[0]) for height in tall] == [1, 5, 10]
    texts = [text.text for text in parts(svg, "text")]
    assert {"100.0%", "50.0%", "512", "1024", "2048"} <= {*texts}
    assert "4096" not in texts, "only the next tile to come is shown"
    assert parts(svg, "title")[0].text == "a <title>"
