"""Drawings of hints."""

from xml.etree import ElementTree as ET

from tessella.sudoku import Board, explain, generate, hint


def test_drawing() -> None:
    """A drawing has a row a row, marks what is placed, and brackets the pattern."""
    found = hint(Board.parse("1...|..2.|.3..|...4"))
    text = found.draw()
    assert text.count("\n") == 4
    assert text.count("!") == 1
    assert "[" in text


def test_svg() -> None:
    """Every step of a path is a well-formed picture: what goes is struck through, what is placed is ringed."""
    for found in explain(generate(seed=3)):
        assert found.step is not None
        root = ET.fromstring(found.svg())  # noqa: S314 - our own picture
        strokes = [element.get("stroke") for element in root.iter()]
        assert strokes.count("#c00") == len(found.step.eliminations)
        assert strokes.count("#070") == len(found.step.placements)


def test_html_holds_every_step() -> None:
    """Each step is HTML with its sentences; one with links holds its picture, others a table of the grid."""
    kinds = set()
    for found in explain(generate(seed=3)):
        text = found.html()
        assert found.step is not None
        has_picture = "data:image/svg+xml;base64," in text
        assert has_picture == bool(found.step.chains or found.step.nodes)
        kinds.add(has_picture)
    assert kinds == {True, False}
