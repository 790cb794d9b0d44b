"""Rules in words."""

from pathlib import Path

from support.variant_puzzles import puzzles
from tessella import i18n
from tessella.sudoku.board import Board
from tessella.sudoku.rules.constraint_types import TYPES
from tessella.sudoku.rules.phrasing import SENTENCES, TITLES, summary, told, told_of_cell
from tessella.sudoku.rules.ruleset import Rules


def test_conflicts_name_every_kind_of_house() -> None:
    """A digit that stands twice in a diagonal or a window is told by the name of the house, in both languages."""
    board = Board.parse("." * 81 + ";diagonal:which=both;windoku").play("r2c2=5").play("r3c3=5")
    houses = [text.partition(" holds")[0] for text in board.conflicts()]
    assert houses == ["box 1", "the diagonal from r1c1", "window 1"]
    with i18n.speaking("zh"):
        assert "对角线" in board.conflicts()[1]


def test_every_rule_is_told_in_both_languages(variant_data: Path) -> None:
    """Every constraint of every puzzle has a sentence, and every type has its words."""
    assert {*TYPES} == {*TITLES}
    assert {*TYPES} <= {*SENTENCES}
    for one in puzzles(variant_data):
        for constraint in one.rules.constraints:
            english = told(constraint, one.rules)
            with i18n.speaking("zh"):
                chinese = told(constraint, one.rules)
            assert english != chinese
            assert not {"{", "}"} & {*english, *chinese}


def test_chinese_words_stand_without_spaces() -> None:
    """Where Chinese words stand for cells and sums, no space is left between them and their sentence."""
    rules = Board.parse("." * 81 + ";killer:sum=3:r1c1r1c2;thermo:r5c5r5c6").rules
    with i18n.speaking("zh"):
        assert summary(rules) == ["杀手笼：其中各格互不相同，和为所标的数", "温度计：数字沿其中各格递增"]


def test_rules_of_a_cell() -> None:
    """A cell is told of its cages, its lines, and the houses that not every Sudoku has."""
    rules = Board.parse("." * 81 + ";diagonal:which=main;killer:sum=3:r1c1r1c2;thermo:r5c5r5c6").rules
    assert told_of_cell(rules, 0) == ["the diagonal from r1c1", "killer cage: r1c1 and r1c2 differ and add up to 3"]
    assert told_of_cell(rules, 2) == []


def test_a_broken_rule_is_a_conflict(variant_data: Path) -> None:
    """What breaks a rule is told with its cells; the solution of a puzzle breaks none and ends it."""
    board = Board.parse("." * 81 + ";killer:sum=10:r1c1r1c2;anti_knight").play("r1c1=4").play("r1c2=5")
    [problem] = board.conflicts()
    assert (problem, problem.cells) == ("killer cage is broken by r1c1 and r1c2", (0, 1))
    assert board.play("r1c2=6").play("r3c1=6").conflicts()[-1] == "anti-knight is broken by r1c2 and r3c1"
    for one in puzzles(variant_data):
        if one.solution and one.rules.lowest:
            givens = [int(sign, 36) for sign in one.solution]
            assert Board.of_givens(givens, one.rules.box, one.rules.constraints).is_over(), one.name


def test_one_cell_between_two_is_told_in_the_singular() -> None:
    """It is, and they are."""
    one, many = "between:r1c1r2c2r3c3", "between:r1c1r1c2r1c3r1c4"
    assert told(Rules.parse(one).constraints[0], Rules.parse(one)) == "between line: r2c2 is between r1c1 and r3c3"
    assert "r1c2 and r1c3 are between" in told(Rules.parse(many).constraints[0], Rules.parse(many))
