"""Steps written down: text, pictures, JSON and pages, through the real program and in the library."""

import dataclasses
import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from support.program import run
from support.screens import POSITIONS
from tessella import i18n
from tessella.sudoku import Board, explain, generate, hint, solve
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.tutor import export

CHAINS = ".6..7..3.375.4...9...3...4..36.8.1..2..7...8..8......5........3...1.9.586...5.29."  # it needs some
SMALL = "1.....2..3.....4"
WHISPERS = (
    "............................61......;whisper:difference=3:r1c6r2c5r1c4r1c5r2c4r2c3r2c2;"
    "whisper:difference=3:r3c1r3c2r4c1r5c1;whisper:difference=3:r4c2r4c3r5c3;whisper:difference=3:r5c2r6c3r5c4"
)
SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """What a page of HTML consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag."""
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "rect", "circle", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Take the end of what is open."""
        if tag not in ("rect", "circle", "path"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Take words."""
        self.words += data


def test_stages() -> None:
    """Each stage of a hint says what the one before says, and more; only the last one draws the grid."""
    said = [run("sudoku", "hint", SMALL, "--stage", str(stage)).stdout.splitlines() for stage in (1, 2, 3)]
    assert [len(lines) for lines in said[:2]] == [1, 2]
    assert said[1][0] == said[0][0]
    assert said[2][-3:-1] == said[1]
    assert any("!" in line for line in said[2][:-4])
    assert said[0][0].startswith("Look at ")


def test_a_chain_in_notation() -> None:
    """A fourth stage writes a chain in notation, which JSON and pages always have; other steps say no more."""
    text = POSITIONS["0707"]
    found = hint(Board.parse(text))
    last = [run("sudoku", "hint", text, "--stage", str(stage)).stdout.splitlines()[-1] for stage in (3, 4)]
    assert last == [found.reason, found.notation]
    assert run("sudoku", "hint", SMALL, "--stage", "4").stdout == run("sudoku", "hint", SMALL).stdout
    assert export.as_json(found)["notation"] == found.notation
    assert found.notation in Page(export.as_page(found.board, [found])).words


def test_what_looking_finds_is_drawn_without_pencil_marks() -> None:
    """A hint for a digit that looking finds draws digits alone; one that needs candidates says what its signs mean."""
    looked = run("sudoku", "hint", SMALL).stdout
    assert "=" not in looked
    marked = run(
        "sudoku", "hint", ".2...3..48..7..39...7....61..3.7...8..6..213.5.........4.8....6..8.1..2..5...9..."
    ).stdout
    assert "[ ] the pattern" in marked
    assert "8- is removed" in marked
    grid = [line for line in looked.splitlines() if "|" in line]
    assert sum(line.count("!") for line in grid) == 1


def test_text() -> None:
    """Every step of a path is numbered, with its reason below, and drawn where that is asked for."""
    found = list(explain(Board.parse(SMALL)))
    lines = run("sudoku", "explain", SMALL).stdout.splitlines()
    assert len(lines) == 3 * len(found)
    for number, one in enumerate(found, 1):
        assert lines[3 * number - 3].startswith(f"{number}. {one.technique}")
        assert lines[3 * number - 1].strip() == one.reason
    drawn = run("sudoku", "explain", SMALL, "--draw", "--lang", "zh").stdout.splitlines()
    assert len(drawn) == (3 + 2 + 5) * len(found)
    assert not set(lines) & set(drawn)


def test_reasons_of_several_lines_stand_below_their_step() -> None:
    """Every line of an argument by cases is set in as far as the step that it belongs to."""
    reasons = [found.reason for found in explain(Board.parse(WHISPERS))]
    text = run("sudoku", "explain", WHISPERS, "--box", "2x3").stdout
    assert any("\n" in reason for reason in reasons)
    assert all(re.match(r"\d+\. |   ", line) for line in text.splitlines())
    assert [" ".join(reason.split()) in " ".join(text.split()) for reason in reasons] == [True] * len(reasons)


def test_the_hint_of_a_variant_shows_its_cages() -> None:
    """Above the candidates stands the grid with its cages, and the rules that no drawing shows."""
    puzzle = "................;anti_knight;killer:sum=7:r1c1r1c2"
    shown = run("sudoku", "hint", puzzle).stdout
    assert shown.startswith(f"{Board.parse(puzzle)}\n\n")
    assert "\n7---" in shown
    assert "7---" not in run("sudoku", "hint", puzzle, "--stage", "2").stdout


def test_json_holds_every_field() -> None:
    """A path as JSON holds every field of every step, and what it places leads to the solution."""
    puzzle = generate(seed=5)
    done = run("sudoku", "explain", puzzle.to_text(), "--format", "json", "--style", "direct")
    value = json.loads(done.stdout)
    found = list(explain(puzzle, style="direct"))
    assert value["puzzle"] == puzzle.to_text()
    assert [one["number"] for one in value["steps"]] == list(range(1, len(found) + 1))
    board = puzzle
    for one, wanted in zip(value["steps"], found, strict=True):
        assert wanted.step is not None
        assert set(one["step"]) == {field.name for field in dataclasses.fields(Step)}
        assert one["reason"] == wanted.reason
        assert one["step"]["eliminations"] == [f"r{row}c{col}<>{digit}" for digit, row, col in wanted.step.eliminations]
        assert {tuple(cell) for cell in map(cell_of, one["step"]["cells"])} == {divmod(c, 9) for c in wanted.step.cells}
        for move in one["step"]["placements"]:
            board = board.play(move)
    assert board.digits == solve(puzzle).digits


def test_json_names_digits_from_0_where_the_grid_does() -> None:
    """What a step places is the move of the hint, and no candidate is above the largest digit."""
    found = hint(Board.parse("1.....2..3.....4;digits:lowest=0;killer:sum=3:r1c1r2c2"))
    value = export.as_json(found)
    assert value["step"]["placements"] == list(found.moves) == ["r1c2=1"]
    assert {*"".join(value["candidates"].values())} == {*"0123"}


def cell_of(name: str) -> tuple[int, int]:
    """Return row and column of a cell's name, from 0."""
    row, col = name[1:].split("c")
    return int(row) - 1, int(col) - 1


def test_chains_in_json() -> None:
    """The nodes of a chain are named, with whether each is true."""
    for found in explain(Board.parse(CHAINS), order="rated"):
        assert found.step is not None
        if found.step.chains:
            value = export.as_json(found)
            assert json.loads(json.dumps(value)) == value
            assert value["rating"] == found.rating >= 6.5
            fact = value["step"]["chains"][0][0]
            assert cell_of(fact["cell"]) == divmod(found.step.chains[0][0].cell, 9)
            return
    pytest.fail("a puzzle that needs chains has none")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("box", [(2, 3), (3, 3), (4, 4)])
def test_page(box: tuple[int, int], language: str) -> None:
    """A page says its language, needs nothing beside it, with a picture and the reason of every step."""
    i18n.use(language)
    puzzle = generate(seed=2, clues=None, box=box)
    found = list(explain(puzzle))[:30]
    text = export.as_page(puzzle, found)
    page = Page(text)
    assert not page.open
    tags = [tag for tag, _attributes in page.tags]
    assert ("html", {"lang": "en" if language == "en" else "zh-Hans"}) in page.tags
    assert not {"script", "link", "img", "iframe"} & set(tags)
    assert not any(name in attributes for _tag, attributes in page.tags for name in ("src", "href", "onclick"))
    assert tags.count("li") - 6 == len(found)
    assert sum(attributes.get("role") == "img" for _tag, attributes in page.tags) == len(found) + 1
    for one in found:
        assert one.reason in page.words
        root = ET.fromstring(export.as_svg(one))  # noqa: S314 - our own picture
        assert root.tag == SVG + "svg"


def test_pictures(tmp_path: Path) -> None:
    """A folder gets a picture a step; one file gets all of them, each whole."""
    steps = len(list(explain(Board.parse(SMALL))))
    folder, file = tmp_path / "steps", tmp_path / "all.svg"
    assert run("sudoku", "explain", SMALL, "--format", "svg", "--out", str(folder)).returncode == 0
    names = sorted(one.name for one in folder.iterdir())
    assert names == [f"step-{number:02}.svg" for number in range(1, steps + 1)]
    for one in folder.iterdir():
        assert ET.parse(one).getroot().tag == SVG + "svg"  # noqa: S314 - our own picture
    assert run("sudoku", "explain", SMALL, "--format", "svg", "--out", str(file)).returncode == 0
    assert len(ET.parse(file).getroot().findall(SVG + "svg")) == steps  # noqa: S314 - our own picture
    blocked = run("sudoku", "explain", SMALL, "--format", "svg", "--out", str(file / "below"))
    assert blocked.returncode == 2
    assert blocked.stderr.startswith("cannot write ")


@pytest.mark.parametrize("form", ["svg", "json", "html"])
def test_one_hint(form: str, tmp_path: Path) -> None:
    """One hint is written in each format, to a file where one is named."""
    out = tmp_path / f"x.{form}"
    done = run("sudoku", "hint", SMALL, "--format", form, "--out", str(out))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    text = out.read_text(encoding="utf-8")
    if form == "json":
        assert json.loads(text)["reason"] == hint(Board.parse(SMALL)).reason
    elif form == "svg":
        assert ET.fromstring(text).tag == SVG + "svg"  # noqa: S314 - our own picture
    else:
        assert hint(Board.parse(SMALL)).reason in Page(text).words


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["hint", SMALL, "--stage", "5"], "expected a stage of a hint, from 1 to 4, got '5'"),
        (["hint", SMALL, "--format", "pdf"], "expected a format, one of text, svg, json, html, got 'pdf'"),
        (["explain", SMALL, "--rated"], "ratings and levels are for 9x9 grids"),
        (["explain", "." * 16], "more than one solution"),
    ],
)
def test_bad_arguments(arguments: list[str], sentence: str) -> None:
    """What cannot be is one sentence, and exit code 2."""
    done = run("sudoku", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence)


def test_ratings_are_those_of_the_rater() -> None:
    """The rating beside a step is the one that the rater gives its technique."""
    seen = set()
    for seed in range(5, 12):
        for found in explain(generate(seed=seed, clues="minimal"), style="direct"):
            assert found.step is not None
            if found.step.technique in RATINGS and found.step.code != "0002":
                seen.add(found.step.technique)
                assert export.rating(found) in (RATINGS[found.step.technique] / 10, None)
    assert len(seen) > 4


@pytest.mark.parametrize("form", export.FORMATS)
@pytest.mark.parametrize("arguments", [("." * 81,), (SMALL, "--rated")])
def test_what_cannot_be_explained_leaves_no_half_of_an_answer(form: str, arguments: tuple[str, ...]) -> None:
    """Where there is no path, nothing goes to standard output, not even how one would begin."""
    done = run("sudoku", "explain", *arguments, "--format", form)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr
