"""Shapes of rules."""

import xml.etree.ElementTree as ET
from pathlib import Path

from support.variant_puzzles import puzzles
from tessella.sudoku.board import Board
from tessella.sudoku.rules.drawing import STYLES, borders, has_margin, mark_spot, marks_top, region_of, shapes
from tessella.sudoku.rules.ruleset import Rules

WITHOUT_SHAPE = {  # types that say something of the whole grid, or of regions, which are drawn by their borders
    *("digits", "jigsaw", "no_boxes", "disjoint_groups", "anti_knight", "anti_king", "non_consecutive", "knight_sums"),
    *("diagonal_non_consecutive", "anti_taxicab", "global_entropy", "global_mod3", "dutch_flatmates"),
    *("kropki_negative", "xv_negative", "full_rank_ties"),
}


def test_every_rule_is_drawn(variant_data: Path) -> None:
    """Every constraint of every puzzle that has a place has a shape, in a known style, in the grid or just outside."""
    for one in puzzles(variant_data):
        for constraint in one.rules.constraints:
            alone = Rules(one.rules.box, (constraint,))
            found = shapes(alone)
            assert bool(found) == (constraint.type not in WITHOUT_SHAPE), constraint
            assert {shape.role for shape in found} <= {*STYLES}
            reach = 1 if has_margin(alone) else 0
            for shape in found:
                assert all(-reach <= place <= one.rules.size + reach for point in shape.points for place in point)


def test_the_picture_of_a_board_has_the_shapes(variant_data: Path) -> None:
    """The SVG of every puzzle is well formed and shows sums and clues."""
    for one in puzzles(variant_data):
        board = Board.of_givens((0,) * one.rules.size**2, one.rules.box, one.rules.constraints)
        texts = {node.text for node in ET.fromstring(board._repr_svg_()).iter() if node.tag.endswith("text")}  # noqa: S314
        assert {shape.text for shape in shapes(one.rules) if shape.kind == "text"} == texts


def test_regions_are_bordered() -> None:
    """A line stands between two cells just where their regions differ."""
    rules = Rules.parse("jigsaw:regions=1112143243324432", (2, 2))
    numbers = region_of(rules)
    lines = {*borders(rules)}
    assert ((3, 0), (3, 1)) in lines
    assert ((1, 0), (1, 1)) not in lines
    across = sum(numbers[cell] != numbers[cell + 1] for cell in range(16) if cell % 4 < 3)
    down = sum(numbers[cell] != numbers[cell + 4] for cell in range(12))
    assert len(lines) == across + down


def test_the_outline_of_a_cage_goes_round_its_corners() -> None:
    """Each edge of a cage lies inside its own cells, and meets the next one."""
    [outline, *_label] = shapes(Rules.parse("killer:sum=12:r1c1r1c2r2c1", (3, 3)))
    ends = [tuple(round(value, 6) for value in point) for point in outline.points]
    assert len(ends) == 2 * 8
    assert all(ends.count(end) == 2 for end in ends)


def test_zero_is_a_digit_in_a_corner() -> None:
    """A set that has to hold a 0 shows it, on a grid whose digits begin there."""
    rules = Rules.parse("digits:lowest=0;contain_at_least:values=0,3:r1c1r1c2;quadruple:values=0,5:r4c4r4c5r5c4r5c5")
    assert {shape.text for shape in shapes(rules) if shape.kind == "text"} == {"03", "05"}


def test_clues_in_one_place_stand_apart() -> None:
    """Two clues beside the same cell are smaller and stand one below the other; a clue alone stays in the middle."""
    rules = Rules.parse("little_killer:sum=4:r1c3r2c2r3c1;x_sum:sum=6:r1c4r2c4r3c4;sandwich:sum=8:r1c6r2c6r3c6")
    clues = {one.text: one for one in shapes(rules) if one.role == "clue"}
    (x1, y1), (x2, y2) = clues["4"].points[0], clues["X6"].points[0]
    assert x1 == x2 == 3.65  # off the arrow
    assert y2 - y1 >= clues["4"].size - 1e-9
    assert clues["8"].points == ((5.5, -0.5),)


def test_marks_leave_room_for_labels() -> None:
    """Pencil marks stand below the sums of cages; where there are none, they fill the cell."""
    rules = Rules.parse("killer:sum=12:r1c1r1c2")
    [label] = (one for one in shapes(rules) if one.text)
    highest = mark_spot(rules, 1)[1] - 0.4 * (1 - marks_top(rules)) / 3
    assert label.points[0][1] + 0.4 * label.size < highest
    assert mark_spot(Rules(), 5) == (0.5, 0.5)


def test_an_arrow_has_room_beside_several_clues() -> None:
    """Where a clue stands in one place with a little killer, both keep off its arrow."""
    alone = next(one for one in shapes(Rules.parse("x_sum:sum=6:r1c1r2c1r3c1r4c1", (2, 2))) if one.role == "clue")
    drawn = shapes(Rules.parse("x_sum:sum=6:r1c1r2c1r3c1r4c1;little_killer:sum=9:r1c2r2c3r3c4", (2, 2)))
    texts = sorted((one for one in drawn if one.role == "clue"), key=lambda one: -len(one.text))
    arrow = min(x for one in drawn if one.role == "arrow" for x, _y in one.points)
    assert [one.text for one in texts] == ["X6", "9"]
    assert texts[0].points[0][0] < alone.points[0][0]
    for one in texts:
        assert one.points[0][0] + 0.3 * one.size * len(one.text) < arrow
