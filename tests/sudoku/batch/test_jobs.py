"""Solving, counting, checking, conversion and generation, through the real program and by the engine."""

import json
import random
import tracemalloc
from pathlib import Path

import pytest

from support.endless import PUZZLE, SEVERAL, SOLVED, Endless, cells_exchanged, numbered
from support.program import run
from support.reference import sudoku_solutions
from tessella.sudoku import Board, generate, notation, solve
from tessella.sudoku.batch import engine
from tessella.sudoku.batch.job import Job, Output, drawn
from tessella.sudoku.batch.jobs import convert_all
from tessella.sudoku.generator.bulk import generate_blocks
from tessella.sudoku.generator.recipe import Recipe, Series


def test_solve_a_file(tmp_path: Path) -> None:
    """`solve FILE --format line --out FILE` writes one line of 81 signs a puzzle, in order."""
    luck = random.Random(5)
    puzzles = [cells_exchanged(luck) for _ in range(20)]
    (tmp_path / "in.txt").write_text(numbered(["# a list", *puzzles]), encoding="utf-8")
    done = run("sudoku", "solve", str(tmp_path / "in.txt"), "--format", "line", "--out", str(tmp_path / "out.txt"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    lines = (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()
    for puzzle, line in zip(puzzles, lines, strict=True):
        wanted = next(sudoku_solutions([int(sign) for sign in puzzle.replace(".", "0")]))
        assert line == "".join(map(str, wanted))


def test_counting() -> None:
    """`--count` says how many solutions each puzzle has, `--limit` where to stop."""
    done = run("sudoku", "solve", "--count", "--limit", "50", typed=numbered([PUZZLE, SEVERAL, "55" + "." * 79]))
    assert done.stdout == "1\n50+\n0\n"
    assert done.returncode == 1
    assert run("sudoku", "solve", "--count", typed="." * 16).stdout == "288\n"


def test_all_solutions() -> None:
    """`--all` writes every solution, a line each."""
    done = run("sudoku", "solve", "--all", "--format", "line", typed="12......" + "." * 8)
    expected = {"".join(map(str, found)) for found in sudoku_solutions([1, 2] + [0] * 14, 2, 2)}
    assert set(done.stdout.split()) == expected
    assert len(done.stdout.split()) == len(expected) == 24


def test_improper_puzzles() -> None:
    """A puzzle that is not proper is written as it is and explained, the others are solved, and the exit code is 1."""
    done = run("sudoku", "solve", typed=numbered([SEVERAL, PUZZLE, "55" + "." * 79]))
    assert done.stdout == numbered([SEVERAL, SOLVED, "55" + "." * 79])
    assert done.returncode == 1
    first, hint, third = done.stderr.splitlines()
    assert first.startswith("line 1: more than one solution, for example ")
    assert hint.startswith("hint: r")
    assert third == "line 3: no solution: row 1 holds 5 more than once: r1c1, r1c2"


def test_wrong_line_ends_the_work(tmp_path: Path) -> None:
    """A wrong line is said with number and text, and the file that was to be written stays what it was."""
    target = tmp_path / "out.txt"
    target.write_text("what was there", encoding="utf-8")
    text = numbered([PUZZLE, PUZZLE[:80], PUZZLE])
    done = run("sudoku", "solve", "--out", str(target), typed=text)
    assert done.returncode == 2
    assert done.stderr.startswith("line 2: expected 81 cells, got 80: '53..7....6")
    assert target.read_text(encoding="utf-8") == "what was there"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["out.txt"]
    going = run("sudoku", "solve", "--out", str(target), "--keep-going", typed=text)
    assert going.returncode == 2
    assert target.read_text(encoding="utf-8") == numbered([SOLVED, SOLVED])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("." * 79, "line 1: expected 81 cells, got 79"),
        ("." * 82, "line 1: expected 81 cells, got 82"),
        ("." * 80 + "A", "line 1: expected a digit from 1 to 9 or a blank in r9c9, got 'A'"),
        (bytes(range(256)), "line 1: expected text in UTF-8"),
        ("", "expected a Sudoku, got nothing"),
        ("# nothing but a comment\n", "expected a Sudoku, got nothing"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><opensudoku/>", "line 1: expected XML without a document type"),
        ('{"givens": 7}', "line 1: expected a Sudoku as a text, as rows or as an object"),
    ],
)
def test_bad_input(typed: str | bytes, message: str) -> None:
    """What is no puzzle is one sentence on standard error and exit code 2."""
    done = run("sudoku", "solve", typed=typed)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


def test_check_tells_everything() -> None:
    """`check` says all that is wrong with a puzzle, and compares the solution that a file gives."""
    wrong = SOLVED[:-1] + "1"
    done = run("sudoku", "check", typed=f"puzzle,solution\n{PUZZLE},{SOLVED}\n{PUZZLE},{wrong}\n55{'.' * 79},\n")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("line 3: the solution given beside the puzzle is wrong")
    assert lines[1:3] == [
        "line 4: row 1 holds 5 more than once: r1c1, r1c2",
        "line 4: box 1 holds 5 more than once: r1c1, r1c2",
    ]
    assert lines[-1] == "1 of 3 puzzles are proper"


def test_solving_into_csv_and_json() -> None:
    """CSV and JSON hold the puzzle and its solution side by side."""
    assert run("sudoku", "solve", "--format", "csv", typed=PUZZLE).stdout == f"puzzle,solution\n{PUZZLE},{SOLVED}\n"
    value = json.loads(run("sudoku", "solve", "--format", "json", typed=PUZZLE).stdout)
    assert value["givens"] == [list(row) for row in Board.parse(PUZZLE).rows]
    assert value["solution"] == [list(row) for row in Board.parse(SOLVED).rows]


def test_giving_up() -> None:
    """A puzzle that takes longer than `--timeout` is given up in words, with exit code 1."""
    done = run("sudoku", "solve", "--count", "--limit", "999999999", "--timeout", "0.1", typed="." * 625)
    assert (done.returncode, done.stdout) == (1, "?\n")
    assert done.stderr == "line 1: gave up after 0.1 seconds\n"


def test_in_a_pipe() -> None:
    """The commands read standard input and write to standard output, so that one feeds the next."""
    boxed = run("sudoku", "convert", "--format", "boxed", typed=PUZZLE)
    back = run("sudoku", "convert", "-", typed=boxed.stdout)
    solved = run("sudoku", "solve", typed=back.stdout)
    assert back.stdout == PUZZLE + "\n"
    assert solved.stdout == SOLVED + "\n"
    assert run("sudoku", "check", typed=solved.stdout).stdout == "1 of 1 puzzle is proper\n"


@pytest.mark.parametrize("form", ["line", "rows", "json", "opensudoku"])
def test_many_puzzles_do_not_fill_memory(form: str) -> None:
    """Converting a long stream takes the memory of a few puzzles, whatever its length."""
    one = notation.write(Board.parse(PUZZLE), form).encode()
    start = b"\n"
    if form == "opensudoku":
        start, body = b"<opensudoku>", one.partition(b"<game")[2].partition(b"/>")[0]
        one = b"<game" + body + b"/>\n"
    if form == "rows":
        one += b"\n"
    source = Endless(iter([start, *[one * 10] * 100]))
    seen = 0

    def write(text: str) -> None:
        nonlocal seen
        seen += text.count("\n")

    convert_all(Job(Endless(iter([start, one])), Output(write), print), form="line")  # what is kept once for all
    seen = 0
    tracemalloc.start()
    try:
        tally = convert_all(Job(source, Output(write), print, keep_going=True), form="line")
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert tally.read == seen == 1000
    assert peak < 2 << 20


def test_new_puzzles() -> None:
    """`new` makes puzzles with one solution, as many and with as many clues as asked, the same for a seed."""
    done = run("sudoku", "new", "-n", "3", "--clues", "30", "--symmetry", "180", "--seed", "5")
    assert done.returncode == 0
    lines = done.stdout.split()
    assert len(set(lines)) == 3
    for line in lines:
        digits = [int(sign) for sign in line.replace(".", "0")]
        assert sum(digit > 0 for digit in digits) == 30
        assert [digit > 0 for digit in digits] == [digit > 0 for digit in reversed(digits)]
        assert len(list(sudoku_solutions(digits))) == 1
    again = run("sudoku", "new", "-n", "3", "--clues", "30", "--symmetry", "180", "--seed", "5", "--format", "sdm")
    assert again.stdout.replace("0", ".").split() == lines


def test_revealing() -> None:
    """`new --reveal` shows the puzzle, waits for Enter, and then shows its answer."""
    done = run("sudoku", "new", "--reveal", "--seed", "1", "--format", "line", typed="\n")
    puzzle, prompt, answer = [line for line in done.stdout.splitlines() if line]
    assert prompt == "Press Enter to see the solution."
    found = next(sudoku_solutions([int(sign) for sign in puzzle.replace(".", "0")]))
    assert answer == "".join(map(str, found))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--clues", "14"), "expected 17 to 81 clues, got 14"),
        (("--pattern", "#" * 80), "expected a pattern of 81 cells, got 80"),
        (("--pattern", "." * 80 + "#"), "expected at least 17 cells where givens may stand, got 1"),
        (("--box", "1x7"), "expected a box of at least 2 rows"),
        (("--symmetry", "round"), "expected a symmetry, one of none, 180"),
        (("-n", "many"), "expected a whole number of at least 1, got 'many'"),
        (("--seed", "-1"), "expected a seed, a whole number"),
    ],
)
def test_puzzles_that_cannot_be_had(arguments: tuple[str, ...], message: str) -> None:
    """What cannot be made is refused with the reason and exit code 2."""
    done = run("sudoku", "new", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)


def test_generated_blocks_are_written_with_their_solutions() -> None:
    """The engine writes a line a puzzle; in CSV with the solution."""
    (block,) = generate_blocks(Series(Recipe(), 4, range(2, 5)), threads=1)
    puzzles = [generate(4, k, clues=None) for k in (2, 3, 4)]
    assert engine.text_of(block, "line", 1).split() == [puzzle.to_text() for puzzle in puzzles]
    expected = [f"{puzzle.to_text()},{solve(puzzle).to_text()}" for puzzle in puzzles]
    assert engine.text_of(block, "csv", 1).split() == expected


VARIANT = {"size": 4, "givens": "1.2............3", "constraints": [{"type": "diagonal", "which": "both"}]}


def test_puzzles_with_rules_of_their_own() -> None:
    """A file of JSON is solved as it is: a line of signs a puzzle, in order, from 0 where the digits begin there."""
    from_0 = VARIANT | {"givens": "0.1............2", "digits": "0123"}
    done = run("sudoku", "solve", typed="".join(json.dumps(one) + "\n" for one in (VARIANT, from_0)))
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.split()
    assert solve(Board.parse("1.2............3;diagonal:which=both")).to_text().partition(";")[0] == first
    assert second == first.translate(str.maketrans("1234", "0123"))


@pytest.mark.parametrize(
    ("constraints", "code", "words"),
    [
        ([{"type": "warp"}], 2, "line 1: expected a rule that is known"),
        ([], 1, "line 1: more than one solution"),
        ([{"type": "killer", "cells": ["r1c1", "r4c4"], "sum": 7}], 1, "line 1: no solution"),
    ],
)
def test_puzzles_that_cannot_be_solved(constraints: list[object], code: int, words: str) -> None:
    """A rule that is not known and a puzzle that is not proper have different exit codes, and a sentence."""
    done = run("sudoku", "solve", typed=json.dumps(VARIANT | {"constraints": constraints}))
    assert done.returncode == code
    assert done.stderr.startswith(words)


def test_conversion_keeps_rules() -> None:
    """Rules and solutions go from one format into another; a format that cannot say them refuses."""
    text = json.dumps(VARIANT | {"solution": "1" * 16})
    line = run("sudoku", "convert", typed=text).stdout
    assert line == "1.2............3;diagonal:which=both\n"
    assert json.loads(run("sudoku", "convert", "--format", "json", typed=text).stdout) == VARIANT | {
        "solution": "1" * 16
    }
    link = run("sudoku", "convert", "--format", "fpuzzles", typed=text).stdout
    assert run("sudoku", "convert", link.strip()).stdout == line
    refused = run("sudoku", "convert", "--format", "rows", typed=text)
    assert (refused.returncode, refused.stdout) == (2, "")


def test_a_picture_in_characters_tells_the_rules() -> None:
    """The rules of a puzzle stand above its drawing."""
    board = Board.parse("1.2............3;diagonal:which=both")
    for form in ("small-lines", "boxed-lines"):
        assert drawn(board, form).startswith("diagonal:which=both\n┌───────┬")
        assert drawn(board.puzzle, form).count("diagonal") == 1


@pytest.mark.parametrize(("form", "wrong"), [("killer81", 3), ("fpuzzles", 1), ("scl", 1)])
def test_conversion_names_what_cannot_be_written(form: str, wrong: int, tmp_path: Path) -> None:
    """A puzzle that a format cannot say, or whose solution is none, is refused by file, line and rule; others go on."""
    lines = ['"constraints": [{"type": "thermo", "cells": ["r1c1", "r1c2"]}]']
    lines += ['"constraints": [{"type": "anti_knight"}]', '"constraints": [], "solution": "12"']
    path = tmp_path / "three.jsonl"
    path.write_text("".join(f'{{"size": 4, "givens": "{"." * 16}", {one}}}\n' for one in lines), encoding="utf-8")
    done = run("sudoku", "convert", "--keep-going", "--format", form, str(path))
    assert done.returncode == 2
    said = done.stderr.splitlines()
    assert len(said) == wrong
    assert said[-1] == "'three.jsonl', line 3: expected 16 cells, got 2: '12'"
    if wrong > 1:
        assert said[0] == "'three.jsonl', line 1: killer81 has no way to write a grid of 4 rows"
    assert len(done.stdout.splitlines()) == 3 - wrong


def test_names_go_from_one_format_to_another() -> None:
    """Name, author and source are the same behind all formats that have a place for them."""
    said = '"name": "Fog", "author": "A & B", "source": "a book"'
    line = f'{{{said}, "size": 4, "givens": "{"." * 16}", "constraints": [{{"type": "anti_king"}}]}}\n'
    for form in ("scl", "penpa", "fpuzzles", "sudokupad", "json"):
        line = run("sudoku", "convert", "--format", form, typed=line).stdout
    assert line.startswith(f"{{{said}")


@pytest.mark.parametrize(
    "command",
    [
        ("convert", "--format", "opensudoku"),
        ("convert", "--format", "csv", "--from", "line"),
        ("rate",),
    ],
)
def test_no_head_above_nothing(command: tuple[str, ...]) -> None:
    """Where every puzzle is refused, neither a table's head nor an empty document is written."""
    typed = "12..;nothing\n" * 2 if "csv" in command else "................;killer:sum=3:r1c1r1c2\n" * 2
    done = run("sudoku", *command, typed=typed)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("line 1: ")
