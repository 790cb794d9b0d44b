"""Histograms as SVG."""

from xml.etree import ElementTree as ET

from tessella.io.chart import histogram, round_step

SVG = "{http://www.w3.org/2000/svg}"


def test_a_histogram_has_a_bar_for_each_count() -> None:
    """Bars are as high as their counts, named where they have names, with their shares where there is room."""
    root = ET.fromstring(histogram("a <title>", [("one", 1), ("", 0), ("two", 3)], across="kinds", up="games"))  # noqa: S314 - our own
    _ground, *bars = root.iter(f"{SVG}rect")
    heights = [float(bar.attrib["height"]) for bar in bars]
    assert [round(height / heights[0]) for height in heights] == [1, 0, 3]
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"a <title>", "one", "two", "25.0%", "75.0%", "kinds", "games"} <= {*texts}
    assert "0.0%" not in texts


def test_many_bars_and_none() -> None:
    """Many bars have no shares above them; a histogram of nothing has axes."""
    many = histogram("", [(str(n), n) for n in range(40)], across="", up="")
    assert "%" not in many.partition("</style>")[2]
    assert "<path" in histogram("", [], across="", up="")


def test_numbers_of_axes() -> None:
    """Steps are round."""
    assert [round_step(most, 5) for most in (1, 40, 330, 1e6)] == [1, 10, 100, 200_000]
