"""Teaching: paths that end solved, hints for the player's own position, mistakes first, three stages, drawings."""

import json
import random
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tessella.errors import ParseError, PuzzleError, RulesError
from tessella.sudoku import Board, find_all, generate, rate, solutions, solve
from tessella.sudoku.geometry import houses
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.registry import TECHNIQUES
from tessella.sudoku.tutor import hints
from tessella.sudoku.tutor.hints import STYLES, explain, hint

# Rated 9.0 and 10.7 by Sudoku Explainer 1.2.1; the second is Arto Inkala's of 2012.
DYNAMIC = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
NESTED = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def _walk(puzzle: Board, style: str) -> list[str]:
    """Return the codes of a path, once every step has been held against the solution."""
    solution = solve(puzzle).digits
    size = puzzle.size
    codes = []
    placed = {cell for cell, digit in enumerate(puzzle.digits) if digit}
    for found in explain(puzzle, style=style):
        assert found.step is not None
        assert found.where
        assert found.technique
        assert re.search(r"r\d+c\d+", found.reason)
        for digit, row, col in found.step.placements:
            cell = (row - 1) * size + col - 1
            assert solution[cell] == digit
            placed.add(cell)
        for digit, row, col in found.step.eliminations:
            assert solution[(row - 1) * size + col - 1] != digit
        codes.append(found.step.code)
    assert len(placed) == size * size
    return codes


@pytest.mark.parametrize("puzzle", ["." * 16, "." * 36, "." * 81, "123" + "." * 78, "." * 256])
def test_nothing_is_certain_with_hardly_a_given(puzzle: str) -> None:
    """Where every candidate is in some solution a hint says so, before it tries all techniques in vain."""
    with pytest.raises(PuzzleError, match="more than one solution, and no step is certain"):
        hint(Board.parse(puzzle))


def test_that_nothing_is_certain_is_known_without_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two digits stand nowhere there is no single solution, however slow a machine is to find one."""
    monkeypatch.setattr(hints, "_PATIENCE", 0.0)
    monkeypatch.setattr(hints, "next_step", None)  # no technique is tried in vain
    with pytest.raises(PuzzleError, match="more than one solution, and no step is certain"):
        hint(Board.parse("." * 256))


def test_trial_and_error_is_what_no_solution_holds() -> None:
    """It finds the candidates that are in none of a board's solutions, all of them, and no others."""
    luck = random.Random(5)
    for _ in range(20):
        cells = [0] * 36
        full = solve(generate(luck.randrange(99), box=(2, 3))).digits
        for cell in luck.sample(range(36), 9):
            cells[cell] = full[cell]
        board = Board.of_givens(cells, (2, 3))
        held = {(digit, i // 6 + 1, i % 6 + 1) for found in solutions(board) for i, digit in enumerate(found.digits)}
        every = {
            (digit, i // 6 + 1, i % 6 + 1)
            for i, mask in enumerate(board.candidates())
            for digit in range(1, 7)
            if mask >> digit - 1 & 1
        }
        assert {step.eliminations[0] for step in find_all(board, "trial and error")} == every - held


def test_styles_and_orders_that_there_are_not() -> None:
    """Another style or order is refused with those that there are."""
    board = Board.parse(EASY)
    with pytest.raises(ParseError, match="expected one of direct, candidates, got 'direkt'"):
        hint(board, style="direkt")
    with pytest.raises(ParseError, match="expected one of direct, candidates, got ''"):
        next(explain(board, style=""))
    with pytest.raises(ParseError, match="expected one of taught, rated, got 'rate'"):
        next(explain(board, order="rate"))


@pytest.mark.parametrize("style", STYLES)
def test_paths_end_solved(style: str) -> None:
    """The path of any puzzle ends with every cell filled, and no step contradicts the solution."""
    for seed in range(12):
        _walk(generate(seed=seed), style)


@pytest.mark.slow
def test_paths_of_hard_puzzles(sudoku_data: Path) -> None:
    """The same for puzzles that need every technique there is."""
    lines = (sudoku_data / "top1465.txt").read_text(encoding="utf-8").split()
    for line in random.Random(4).sample(lines, 3):
        _walk(Board.parse(line), "candidates")


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (2, 4), (2, 5), pytest.param((3, 4), marks=pytest.mark.slow)])
def test_paths_at_other_sizes(box: tuple[int, int]) -> None:
    """Techniques know no size: grids of other boxes are explained to the end."""
    _walk(generate(seed=1, box=box), "direct")


@pytest.mark.parametrize("puzzle", [Board.parse(DYNAMIC), generate(seed=3), generate(seed=11)], ids=["9.0", "3", "11"])
def test_rated_order_tells_the_rated_path(puzzle: Board) -> None:
    """In the rated order every step and rating is the rater's own, and each has its three stages."""
    told = [*explain(puzzle, order="rated")]
    path = rate(puzzle).path
    assert [found.rating for found in told] == [step.rating for step in path]
    for found, step in zip(told, path, strict=True):
        assert found.step is not None
        assert (found.step.technique, found.step.placements) == (step.technique, step.placements)
        assert (found.step.eliminations, found.step.complexity) == (step.eliminations, step.complexity)
        assert found.where
        assert found.technique
        assert re.search(r"r\d+c\d+", found.reason)


def test_rated_order_is_for_9x9() -> None:
    """Ratings are defined for 9x9; the rated order of another size is refused."""
    with pytest.raises(RulesError, match="9x9"):
        list(explain(generate(seed=1, box=(2, 3)), order="rated"))


def test_chains_are_drawn() -> None:
    """A picture has a square round each assumption and a line for each link; text has a paragraph a chain."""
    drawn = 0
    for found in explain(Board.parse(DYNAMIC), order="rated"):
        step = found.step
        if step is None or not step.chains:
            continue
        drawn += 1
        root = ET.fromstring(found.svg())  # noqa: S314 - our own picture
        frames = [element for element in root.iter() if element.get("fill") == "none" and element.tag.endswith("rect")]
        assert len(frames) == len(step.chains)
        links = sum(len(fact.parents) for chain in step.chains for fact in chain) + (step.code in {"c1", "c2", "c3"})
        lines = [element for element in root.iter() if element.get("stroke-width") == "1.5"]
        assert len(lines) == len(frames) + links
        assert found.draw().count("\n\n") == len(step.chains)
    assert drawn > 10


def test_hint_with_nested_chains() -> None:
    """In one of the hardest puzzles a hint is a chain, not a trial, and says all that it follows from."""
    found = hint(Board.parse(NESTED), style="candidates")
    assert found.step is not None
    assert found.step.code[0] == "f"
    solution = solve(Board.parse(NESTED)).digits
    assert all(solution[9 * row + col - 10] != digit for digit, row, col in found.step.eliminations)
    facts = {(fact.digit, fact.cell, fact.is_on) for chain in found.step.chains for fact in chain}
    assert found.reason.count("\n") >= len(facts) - 1


def test_direct_needs_no_marks() -> None:
    """By looking, an easy puzzle is solved by singles alone, and every step places a digit."""
    steps = [found.step for found in explain(Board.parse(EASY), style="direct")]
    assert all(step is not None and len(step.placements) == 1 for step in steps)


def test_uniqueness_can_be_turned_off() -> None:
    """Nothing that takes one solution for granted is used when that is not wanted."""
    needing = {technique.code for technique in TECHNIQUES if technique.needs_unique}
    assert needing >= {"0600", "0606", "0607", "0610"}
    for seed in range(12):
        codes = {found.step.code for found in explain(generate(seed=seed), uniqueness=False) if found.step}
        assert not codes & needing


def test_mistakes_first() -> None:
    """A wrong digit is pointed out before anything else, and the hint's move takes it back."""
    board = Board.parse(EASY).play("r1c3=1").play("r5c5=9")
    found = hint(board)
    assert found.is_mistake
    assert found.cells == (2, 40)
    for move in found.moves:
        board = board.play(move)
    assert board == Board.parse(EASY)


def test_pencil_marks_are_no_mistakes() -> None:
    """Marks that lack the right digit are not called wrong, and what is found does not lean on them."""
    board = Board.parse(EASY).play("r1c3~1").play("r1c3~2")
    assert not hint(board).is_mistake
    full = Board.parse(EASY).play("~").play("r1c3~4")
    assert not hint(full).is_mistake
    wrong = full.play("r5c5=9")
    assert hint(wrong).moves == ("r5c5-",)


def test_snyder_marks_rule_nothing_out(sudoku_data: Path) -> None:
    """With a digit marked where a box has two places for it, each hint is true of all candidates, and leads on."""
    board = _with_snyder_marks(Board.parse((sudoku_data / "top1465.txt").read_text(encoding="utf-8").split()[100]))
    solution = solve(board.puzzle).digits
    assert any(mask and not mask >> solution[cell] - 1 & 1 for cell, mask in enumerate(board.marks))
    seen = set()
    while not board.is_over():
        found = hint(board)
        assert found.step is not None
        assert board not in seen
        seen.add(board)
        assert all(solution[9 * row + col - 10] == digit for digit, row, col in found.step.placements)
        assert all(solution[9 * row + col - 10] != digit for digit, row, col in found.step.eliminations)
        if found.step.code == "0003":  # a naked single: nothing else fits
            [(_digit, row, col)] = found.step.placements
            assert found.grid.marks[9 * row + col - 10].bit_count() == 1
        for move in found.moves:
            board = board.play(move)


def _with_snyder_marks(board: Board) -> Board:
    candidates = board.candidates()
    for house in houses(board.box)[18:]:
        for digit in range(1, 10):
            places = [cell for cell in house if candidates[cell] >> digit - 1 & 1]
            for cell in places if len(places) == 2 else ():
                board = board.play(f"{board.name(cell)}~{digit}")
    return board


def test_own_marks_count() -> None:
    """What the player has struck out is not found again, and what follows from it is."""
    board = Board.parse(EASY).play("~")
    solution = solve(board.puzzle).digits
    for mask in range(9):
        if board.marks[2] >> mask & 1 and mask + 1 != solution[2]:
            board = board.play(f"r1c3~{mask + 1}")
    steps = []
    while True:
        found = hint(board, style="candidates")
        assert found.step is not None
        steps.append(found.step)
        if any((row, col) == (1, 3) for _digit, row, col in found.step.placements):
            break
        for move in found.moves:
            board = board.play(move)
    assert steps[-1].placements == ((solution[2], 1, 3),)


def test_moves_solve_the_puzzle(sudoku_data: Path) -> None:
    """A player who does all that the hints say, starting without marks, solves a hard puzzle."""
    line = (sudoku_data / "top1465.txt").read_text(encoding="utf-8").split()[100]
    board = Board.parse(line)
    while not board.is_over():
        found = hint(board)
        assert found.moves
        for move in found.moves:
            board = board.play(move)
    assert board.digits == solve(Board.parse(line)).digits


def test_nothing_left() -> None:
    """A solved puzzle has no hint, one without a solution neither, and both say so."""
    with pytest.raises(PuzzleError, match="already solved"):
        hint(solve(Board.parse(EASY)))
    with pytest.raises(PuzzleError, match="no solution"):
        hint(Board.parse("11" + "." * 79))


def test_many_solutions() -> None:
    """Where several solutions are left only what holds in all of them is hinted, or nothing."""
    with pytest.raises(PuzzleError, match="more than one solution"):
        hint(Board.parse("1" + "." * 80))


def test_hints_are_short_to_look_at() -> None:
    """The repr of a hint is one short line, of a step as of mistakes."""
    assert repr(hint(Board.parse("1...|..2.|.3..|...4"))) == "<Hint hidden single in a box: r1c2=2>"
    assert repr(hint(Board.parse(EASY).play("r1c3=1"))) == "<Hint mistake: r1c3->"
    assert all(len(repr(found)) < 120 for found in explain(generate(seed=3)))


SAMPLES = Path(__file__).parents[2] / "data"
DIAGONALS = "...8..17...6..2.3..9...4..6.7......3...3.......2..9..4....15.6......8...8..2.6...;diagonal:which=both"


def test_hints_of_other_houses() -> None:
    """On a board with diagonals every step is true to its rules, names the diagonal, and can be drawn."""
    board = Board.parse(DIAGONALS)
    solution = solve(board)
    told = []
    for one in explain(board):
        assert one.step
        assert all(solution.rows[row - 1][col - 1] == digit for digit, row, col in one.step.placements)
        assert all(solution.rows[row - 1][col - 1] != digit for digit, row, col in one.step.eliminations)
        assert one.board.constraints == board.constraints
        told.append(one.reason)
        assert one.draw()
        assert one.svg()
    assert any("all lie in the diagonal from r1c1, so no other cell" in reason for reason in told)
    assert hint(board.play("r1c1=2")).is_mistake is (solution.digits[0] != 2)
    last = [*explain(board, order="rated")][-1]
    assert last.board.constraints


def test_a_jigsaw_has_no_boxes() -> None:
    """Regions are named as such, and the drawing has no lines where there are no boxes."""
    text = (SAMPLES / "variants" / "std_generated.jsonl").read_text(encoding="utf-8")
    puzzle = next(one for one in map(json.loads, text.splitlines()) if one["name"] == "gen-jigsaw-1")
    rules = Rules.from_json(puzzle["constraints"], 9)
    found = hint(Board.of_givens([int(sign.replace(".", "0")) for sign in puzzle["givens"]], (3, 3), rules.constraints))
    assert (found.where, found.technique) == ("Look at region 9.", "hidden single")
    assert "|" not in found.draw()


def test_a_board_where_nothing_was_entered_waits_for_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logic is sound without it; only a digit of the player's can be wrong."""
    monkeypatch.setattr(hints, "_PATIENCE", -1.0)  # no search comes to its end
    thermometer = Board.of_givens([0] * 81, (3, 3), Rules.parse("thermo:r1c1r1c2r1c3r1c4r1c5r1c6r1c7").constraints)
    assert hint(thermometer).technique == "ends of a thermometer"
    solved = Board.parse("1...|..2.|.3..|...4")
    assert hint(solved).moves == ("r1c2=2",)
    wrong = solved.play("r1c2=3")
    assert hint(wrong).mistakes == ("r1c2-",)  # held against the solution, however long that takes
