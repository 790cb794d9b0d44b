"""Rules drawn in characters."""

from pathlib import Path

import pytest

from support.variant_puzzles import puzzles
from tessella.sudoku.rules.character_drawing import LETTERS, is_drawn, key, lattice
from tessella.sudoku.rules.constraint_types import TYPES
from tessella.sudoku.rules.drawing import shapes
from tessella.sudoku.rules.ruleset import Rules

SAMPLE = Path(__file__).parents[2] / "data" / "variants"


def drawn(text: str, width: int = 3, height: int = 1) -> list[str]:
    """Return the drawing of rules of a 4x4 grid, line by line, without blanks at the end."""
    found = lattice(Rules.parse(text, (2, 2)), width, height)
    lines = [[found.signs.get((y, x), (" ", ""))[0] for x in range(found.columns)] for y in range(found.lines)]
    return ["".join(line).rstrip() for line in lines]


def test_cages() -> None:
    """Cages have dotted fences, other signs where a box ends as well, and their sums over their first cells."""
    assert drawn("killer:sum=12:r1c1r2c1r2c2r2c3;killer:sum=4:r3c3r4c3") == [
        "12------+-------+",
        "|   :   |       |",
        "|   ....|....   |",
        "|       |   :   |",
        "+===-===4===----+",
        "|       !   :   |",
        "|       |   :   |",
        "|       !   :   |",
        "+-------+-------+",
    ]


@pytest.mark.parametrize(("text", "place", "sign"), [
    ("thermo:r1c1r1c2r2c3r3c3", (1, 4), "-"),
    ("thermo:r1c1r1c2r2c3r3c3", (2, 8), "\\"),
    ("thermo:r1c1r1c2r2c3r3c3", (4, 10), "|"),
    ("thermo:r1c1r1c2r2c3r3c3", (0, 0), "T"),
    ("arrow:r2c1r1c2", (2, 4), "/"),
    ("arrow:r2c1r1c2", (2, 0), "A"),
    ("double_arrow:r1c1r1c2r1c3", (0, 8), "A"),
    ("renban:r1c1r2c2;whisper:r1c2r2c1", (2, 4), "X"),
    ("kropki_white:r1c1r1c2", (1, 4), "o"),
    ("kropki_white:difference=3:r1c1r2c1", (2, 3), "3"),
    ("kropki_black:r1c1r2c1", (2, 2), "@"),
    ("xv_x:r1c1r1c2", (1, 4), "X"),
    ("xv_v:r1c1r2c1", (2, 2), "V"),
    ("greater_than:r1c1r1c2", (1, 4), ">"),
    ("greater_than:r1c2r1c1", (1, 4), "<"),
    ("greater_than:r1c1r2c1", (2, 2), "v"),
    ("greater_than:r2c1r1c1", (2, 2), "^"),
    ("quadruple:values=1,4:r1c1r1c2r2c1r2c2", (2, 5), "4"),
    ("odd:r1c2", (0, 4), "o"),
    ("diagonal:which=main", (2, 4), "\\"),
    ("diagonal:which=anti", (2, 12), "/"),
])  # fmt: skip
def test_signs(text: str, place: tuple[int, int], sign: str) -> None:
    """Lines go on between cells, dots and letters stand there, and letters over a cell say of what kind a line is."""
    y, x = place
    assert drawn(text)[y][x] == sign


def test_clues_outside() -> None:
    """Clues stand around the frame; a little killer points where it goes; two in one place stand side by side."""
    rules = "sandwich:sum=5:r1c1r1c2r1c3r1c4;little_killer:sum=7:r1c3r2c4;little_killer:sum=4:r1c3r2c2r3c1;"
    rules += "little_killer:sum=9:r1c1r2c2;sandwich:sum=8:r1c2r2c2r3c2r4c2;x_sum:sum=6:r1c4r2c4r3c4r4c4"
    assert drawn(rules)[:3] == ["9\\    7\\ 8    /4 X6", "  +-------+-------+", " 5|       |       |"]
    assert drawn("skyscraper:count=2:r4c2r3c2r2c2r1c2;numbered_room:value=3:r2c4r2c3r2c2r2c1")[3::6] == [
        "|       |       |#3",
        "     ^2",
    ]
    alone = "skyscraper:count=2:r1c1r2c1r3c1r4c1;skyscraper:count=3:r1c2r2c2r3c2r4c2"
    assert drawn(alone)[0].split() == ["2", "3"]  # as puzzles are printed: where all are of one type, no sign is needed


def test_every_size_of_cell_has_the_same_signs() -> None:
    """Larger cells change where signs stand, not which."""
    rules = Rules.parse("killer:sum=12:r1c1r2c1;thermo:r5c5r6c6r7c7;kropki_black:r1c2r1c3;sandwich:sum=8:r1c9r1c8")
    for width, height in ((3, 1), (5, 1), (7, 3)):
        signs = {sign for sign, role in lattice(rules, width, height).signs.values() if role not in ("wall", "cage")}
        assert signs == {*"12T\\@8"}


def test_what_is_drawn_on_other_surfaces_is_drawn_in_characters() -> None:
    """What has shapes on the page has signs here, but for given candidates."""
    for puzzle in puzzles(SAMPLE):
        rules = puzzle.rules
        types = {one.type for one in rules.constraints} - {"candidates"}
        if types and any(shapes(Rules(rules.box, (one,))) for one in rules.constraints if one.type != "candidates"):
            assert is_drawn(rules), types
        size = rules.size
        found = lattice(rules, 3, 1)
        assert all(0 <= y < found.lines and 0 <= x < found.columns for y, x in found.signs)
        assert {*found.grounds} <= {*range(size * size)}
    assert {*LETTERS} <= {*TYPES}


def test_only_regions() -> None:
    """Without room for all the rules, walls alone are drawn, without a frame."""
    rules = Rules.parse("jigsaw:regions=1112143243324432;killer:sum=5:r1c1r1c2", (2, 2))
    found = lattice(rules, 3, 1, only_regions=True)
    assert (found.columns, found.lines, found.left, found.top) == (15, 7, 0, 0)
    assert {role for _sign, role in found.signs.values()} == {"wall"}
    assert all(0 <= y < found.lines and 0 <= x < found.columns for y, x in found.signs)


def test_the_key() -> None:
    """Each letter that is drawn is told once."""
    assert key(Rules.parse("thermo:r1c1r1c2;thermo:r2c1r2c2;renban:r3c1r3c2")) == [("T", "thermo"), ("R", "renban")]


@pytest.mark.parametrize("text", [
    "skyscraper:count=3:r1c4r2c4;sandwich:sum=2:r1c4r2c4;x_sum:sum=10:r1c4r2c4;numbered_room:value=2:r1c4r2c4",
    "skyscraper:count=3:r1c1r2c1;sandwich:sum=2:r1c1r2c1;x_sum:sum=10:r1c1r2c1;numbered_room:value=2:r1c1r2c1",
    "little_killer:sum=100000:r4c1r3c2;sandwich:sum=2:r4c1r3c1",
    "little_killer:sum=5:r1c1r4c4",
    "little_killer:sum=100000:r2c4r3c3",
    "kropki_black:ratio=100000:r1c1r2c1;kropki_white:difference=100000:r1c4r2c4",
    "quadruple:values=" + ",".join("4" * 30) + ":r1c1r1c2r2c1r2c2",
])  # fmt: skip
def test_all_stands_on_the_drawing(text: str) -> None:
    """No sign stands outside the lines and columns of its drawing, however much is to be said in one place."""
    found = lattice(Rules.parse(text, (2, 2)), 3, 1)
    assert all(0 <= y < found.lines and 0 <= x < found.columns for y, x in found.signs)


def test_several_clues_above_a_column_are_read_whole() -> None:
    """Clues above the first column move the grid to the right, those above the last one make the drawing wider."""
    above = "skyscraper:count=3:r1c{0}r2c{0};sandwich:sum=2:r1c{0}r2c{0};x_sum:sum=10:r1c{0}r2c{0}"
    for column in (1, 4):
        assert "2 X10 ^3" in drawn(above.format(column))[0]
