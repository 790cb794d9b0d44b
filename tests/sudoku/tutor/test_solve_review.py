"""Tests of the review of a solve: what it finds, and that it invents nothing."""

import json
import random

import pytest

from support.simulated_solver import SimulatedSolver
from tessella import i18n
from tessella.errors import PuzzleError
from tessella.sudoku import LEVELS, Board, explain, generate, solve
from tessella.sudoku.generator.target import SINGLES, slug
from tessella.sudoku.geometry import SYMBOLS, digits_of
from tessella.sudoku.tutor.practice import LESSONS
from tessella.sudoku.tutor.solve_review import Solve, review

KINDS = ("mistake", "attempt", "overlook", "wait", "help")


def simulated(seed: int) -> SimulatedSolver:
    """Return a whole solve with up to three slips; every sixth one is free of them."""
    rng = random.Random(seed)
    puzzle = generate(seed, level=[*LEVELS][seed % 6])
    solver = SimulatedSolver(puzzle, solve(puzzle), rng)
    solver.solve(rng.sample(KINDS, seed // 6 % 4))
    return solver


def check_review(seed: int) -> None:
    """Hold a review to what was done."""
    solver = simulated(seed)
    found = review(solver, most=1000)
    assert found.is_solved
    told = sorted((slip.ms, slip.kind, slip.cell) for slip in found.slips)
    made = sorted(solver.made, key=lambda one: one.ms)
    assert [(ms, cell) for ms, _kind, cell in told] == [(one.ms, one.cell) for one in made], (seed, told, made)
    by_clock = {slip.ms: slip for slip in found.slips}
    for one in made:
        slip = by_clock[one.ms]
        assert slip.kind in one.kinds, (seed, slip, one)
        assert one.digits in (None, slip.digits)
        assert str(slip)
    assert len(found.placements) == solver.start.digits.count(0)
    techniques = {one.cell: one.technique for one in found.placements}
    assert {cell: techniques[cell] for cell in solver.names} == solver.names
    assert found.advice
    assert found.seconds == solver.ms / 1000


@pytest.mark.parametrize("seed", range(6, 24))
def test_a_review_finds_every_slip_and_invents_none(seed: int) -> None:
    """A solver that takes the easiest step is blamed for the slips that it made on purpose, and for nothing else."""
    check_review(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1144, 12))
def test_144_reviews_find_every_slip_and_invent_none(seed: int) -> None:
    """The same for six solves of every level with every number of slips."""
    for one in range(seed, seed + 12):
        check_review(one)


# --- One thing at a time ---------------------------------------------------------------------------------------------

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def solved(puzzle: str = EASY, seconds: int = 5) -> Solve:
    """Return a solve by the easiest step, at an even pace."""
    journal = []
    for number, hint in enumerate(explain(Board.parse(puzzle), style="direct"), 1):
        journal += [(1000 * seconds * number, move) for move in hint.moves]
    return Solve(Board.parse(puzzle), journal)


def test_a_smooth_solve_leads_to_the_next_level() -> None:
    """Who solves without a slip, and as quickly as usual, is offered the next level; who was slow, the same."""
    found = review(solved(), level="easy")
    assert (found.slips, found.next_level, found.lesson) == ((), "medium", None)
    assert found.advice == "That went smoothly: try medium next."
    slow = review(solved(), level="easy", usual=found.seconds / 2)
    assert (slow.next_level, slow.advice) == ("easy", "That went smoothly.")
    assert review(solved(), level="extreme").next_level == "extreme"
    assert (review(solved()).level, review(solved()).next_level) == ("beginner", "easy")


def test_trouble_keeps_the_level_and_much_trouble_lowers_it() -> None:
    """Help keeps a level as it is; much of it leads to the one before, and below the lowest there is none."""
    start, journal = solved()
    for helped, level, offered in ((1, "easy", "easy"), (6, "easy", "beginner"), (6, "beginner", "beginner")):
        game = Solve(
            start, sorted([*journal, *((1000 * n, "hint") for n in range(helped))], key=lambda entry: entry[0])
        )
        found = review(game, level=level)
        assert (found.counts["help"], found.next_level) == (helped, offered)


def test_only_a_wait_that_is_much_longer_than_the_others_is_told() -> None:
    """It is none where every digit takes as long; nor is the look at the puzzle before the first digit."""
    start, journal = solved(seconds=40)
    assert review(Solve(start, journal)).slips == ()
    start, journal = solved()
    late = [(ms + 90_000, move) for ms, move in journal]
    assert review(Solve(start, late)).slips == ()
    [wait] = review(Solve(start, [*journal[:9], *late[9:]])).slips
    assert (wait.kind, wait.seconds, wait.step) == ("wait", 95.0, 9)


def test_a_slip_of_the_finger_is_none() -> None:
    """A wrong digit that is put right at once, or was meant for the cell that has it next, is not told."""
    start, [(ms, first), (_ms, second), *rest] = solved()
    cell, digit = first.split("=")
    other, wrong = second.split("=")[0], next(sign for sign in "123456789" if sign not in (digit, second[-1]))
    at_once = [(ms, f"{cell}={wrong}"), (ms + 900, first), (ms + 1900, second)]
    elsewhere = [(ms, f"{cell}={second[-1]}"), (ms + 900, "undo"), (ms + 1000, second), (ms + 2900, first)]
    late = [(ms, f"{cell}={wrong}"), (ms + 4000, first), (ms + 4500, second)]
    going_on = [(ms, f"{cell}={wrong}"), (ms + 900, second), (ms + 1900, first)]
    told = [review(Solve(start, [*begin, *rest])).counts["mistake"] for begin in (at_once, elsewhere, late, going_on)]
    assert told == [0, 0, 1, 1], (cell, other)


def test_help_again_and_again_is_looked_into_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often help is asked for at the same digits, the next step is looked for once."""
    monkeypatch.setattr("tessella.sudoku.tutor.solve_review._STEPS", 50)
    start = generate(2, level="hard")
    singles = [hint.moves for hint in explain(start, style="direct")][:18]
    journal = [(1000, move) for moves in singles for move in moves] + [(2000 + n, "hint") for n in range(500)]
    found = review(Solve(start, journal), most=1000)
    assert {slip.technique for slip in found.slips} == {"unique rectangle"}


def test_what_could_be_seen_at_once_was_not_earlier() -> None:
    """A single that appeared just before a guess is named, and not as one that had been there for no digit."""
    journal = [(1000 * n, f"r1c{n}={digit}") for n, digit in ((2, 1), (3, 2), (4, 7))]
    at_once, *_more = [slip.easier for slip in review(Solve(Board.parse(HARD), journal)).slips if slip.easier]
    assert at_once.digits == 0
    assert str(at_once) == "You could have seen 9 in r2c1 (hidden single in box) instead."


def test_what_help_may_have_told_is_no_guess() -> None:
    """Where no step up to a forcing chain helps, a digit is a guess; after a hint it may follow from that."""
    start = Board.parse(HARD)
    right = solve(start)
    moves = [f"{start.name(cell)}={digit}" for cell, digit in enumerate(right.digits) if not start.digits[cell]]
    assert review(Solve(start, [(9000, moves[0])])).counts["guess"] == 1
    found = review(Solve(start, [(8000, "hint"), (9000, moves[0]), (12000, moves[9])]))
    assert (found.counts["guess"], found.counts["help"]) == (0, 1)
    assert found.advice == "Before you ask for help, look for one more step."


def test_a_guess_that_failed_shows_the_other_digit() -> None:
    """What is left in a cell after a digit was wrong in it is no guess."""
    start = Board.parse(HARD)
    cell = start.digits.index(0)
    right = solve(start).digits[cell]
    fits = [digit for digit in range(1, 10) if start.candidates()[cell] >> digit - 1 & 1 and digit != right]
    name = start.name(cell)
    found = review(Solve(start, [(5000, f"{name}={fits[0]}"), (20000, f"{name}={right}")]))
    assert (found.counts["guess"], found.counts["mistake"]) == (0, 1)


def test_pencil_marks_are_known() -> None:
    """What complete pencil marks leave alone in its cell is a single."""
    hints = [*explain(generate(1, level="hard"))]
    last = next(number for number, hint in enumerate(hints) if "=" not in hint.moves[0])
    found = next(hint for hint in hints[last:] if "=" in hint.moves[0])
    board = Board.of_givens(hints[last].board.digits)
    marked = [
        f"{board.name(cell)}~{digit}"
        for cell, (mask, left) in enumerate(zip(board.candidates(), found.grid.marks, strict=True))
        for digit in digits_of(mask ^ left)
    ]
    journal = [(1000 * number, move) for number, move in enumerate(["~", *marked, found.moves[0]])]
    [known] = review(Solve(board, journal)).placements
    [bare] = review(Solve(board, journal[-1:])).placements
    assert known.technique in SINGLES
    assert bare.rating > known.rating


@pytest.mark.parametrize("seed", [1, 4])
def test_what_was_ruled_out_in_the_head_is_remembered(seed: int) -> None:
    """Who follows hints without a mark neither guesses nor overlooks: a rectangle goes, what it told stays."""
    puzzle = generate(seed, level="hard")
    moves = [move for hint in explain(puzzle) for move in hint.moves if "=" in move]
    found = review(Solve(puzzle, [(5000 * number, move) for number, move in enumerate(moves)]))
    assert (found.is_solved, found.counts["guess"], found.counts["overlooked"]) == (True, 0, 0)


def test_a_slip_whose_moves_were_taken_back_has_no_step() -> None:
    """One can go back to a slip as long as its moves lead to the position; otherwise its board alone is told."""
    start, journal = solved()
    helped = [*journal[:2], (11000, "hint"), *[(ms + 9000, move) for ms, move in journal[2:]]]
    [slip] = review(Solve(start, helped)).slips
    assert (slip.step, slip.board) == (2, start.play(journal[0][1]).play(journal[1][1]))
    gone = [*journal[:2], (11000, "hint"), (12000, "undo"), (13000, "undo"), (14000, journal[1][1])]
    [slip] = review(Solve(start, gone)).slips
    assert slip.step is None


def test_a_review_as_plain_values() -> None:
    """A review can be written as JSON; boards are text, and sentences are told."""
    start, journal = solved()
    told = json.loads(json.dumps(review(Solve(start, [(1000, "hint"), *journal])).to_json()))
    assert told["slips"][0]["kind"] == "help"
    assert Board.parse(told["slips"][0]["board"]) == start
    assert told["slips"][0]["text"].startswith("At 0:01: You asked for help. The next step was: ")
    assert (told["is_solved"], len(told["placements"])) == (True, 51)
    assert told["lesson"] in LESSONS


def test_a_lesson_fits_the_slips() -> None:
    """Where help was needed at a technique that can be practised, its lesson is named."""
    puzzle = generate(1, level="hard")
    journal, grid = [(1000, "hint")], puzzle
    for hint in explain(puzzle):
        if "=" not in hint.moves[0]:
            break
        journal.append((journal[-1][0] + 4000, hint.moves[0]))
        grid = grid.play(hint.moves[0])
    found = review(Solve(puzzle, [*journal[1:], (journal[-1][0] + 9000, "hint")]))
    assert found.lesson == LESSONS[slug(found.technique)]
    assert found.advice == f"Practise this technique: {found.technique}. You needed time or help there."
    with i18n.speaking("zh"):
        assert found.advice != f"Practise this technique: {found.technique}. You needed time or help there."


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 4), (4, 4)])
def test_grids_of_every_size_are_reviewed(box: tuple[int, int]) -> None:
    """On grids that have no ratings, singles are judged, and the rest is not called a guess."""
    puzzle = generate(3, box=box, clues=None)
    moves = [f"{puzzle.name(cell)}={SYMBOLS[digit]}" for cell, digit in enumerate(solve(puzzle).digits)]
    journal = [(5000 * cell, move) for cell, move in enumerate(moves) if not puzzle.digits[cell]]
    found = review(Solve(puzzle, journal))
    assert (found.is_solved, found.counts["guess"], found.level) == (True, 0, "")
    assert len(found.placements) == len(journal)


def test_a_puzzle_with_several_solutions_is_refused() -> None:
    """Where several digits are right, nothing can be said of them."""
    with pytest.raises(PuzzleError, match="more than one solution"):
        review(Solve(Board.parse("1...|..2.|.3..|....".replace("|", "")), []))
