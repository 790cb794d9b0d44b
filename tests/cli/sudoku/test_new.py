"""The command `tessella sudoku new`, and the options that say what puzzles are to be like."""

import argparse
import io
from pathlib import Path

import pytest

from support.processes import run, until
from tessella.cli.main import main
from tessella.cli.sudoku import new
from tessella.cli.sudoku.new import is_graded, recipe_of, seed_of
from tessella.errors import ParseError, TessellaError
from tessella.io.progress_bar import ProgressBar
from tessella.sudoku.batch.job import Tally

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_seed_names_its_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same puzzles, and --first starts among them."""
    assert main(["sudoku", "new", "-n", "2", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len({*lines}) == 2
    assert main(["sudoku", "new", "--seed", "3", "--first", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == lines[1:]


def test_a_pattern_is_read_from_its_file_or_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Givens stand only where the pattern has a sign."""
    pattern = ("x" * 8 + ".") * 9
    file = tmp_path / "pattern"
    file.write_text(pattern, encoding="utf-8")
    drawn = []
    for name in (pattern, str(file)):
        assert main(["sudoku", "new", "--seed", "3", "--pattern", name]) == 0
        drawn.append(capsys.readouterr().out.strip())
    assert drawn[0] == drawn[1]
    assert all(sign == "." for sign, mask in zip(drawn[0], pattern, strict=True) if mask == ".")
    assert main(["sudoku", "new", "--pattern", "nowhere"]) == 2
    assert capsys.readouterr().err == "cannot read 'nowhere': no such file\n"


NAMES = ("level", "rating", "technique", "clues", "symmetry", "box", "seed", "variant")
NOTHING = dict.fromkeys(NAMES) | {"only": False}


@pytest.mark.parametrize(
    ("args", "recipe"),
    [
        ({}, "minimal"),
        ({"variant": "x+killer"}, "killer+x"),
        ({"level": "Hard"}, "hard"),
        ({"clues": "30", "symmetry": "180"}, "clues=30/180"),
        ({"box": "2x3"}, "2x3/minimal"),
        ({"technique": "XY wing"}, "technique=xy-wing"),
    ],
)
def test_options_make_a_recipe(args: dict[str, object], recipe: str) -> None:
    """The recipe that the options ask for is the one that an id writes."""
    assert str(recipe_of(argparse.Namespace(**NOTHING | args))) == recipe


def test_levels_and_techniques_grade() -> None:
    """Only a level, a rating or a technique makes puzzles that are graded."""
    assert [is_graded(argparse.Namespace(**NOTHING | {name: "x"})) for name in NAMES] == [True] * 3 + [False] * 5


@pytest.mark.parametrize("args", [{"level": "x"}, {"rating": "x"}, {"technique": "x"}, {"clues": "x"}, {"box": "x"}])
def test_what_cannot_be_is_quoted(args: dict[str, str]) -> None:
    """A wrong value is refused, and quoted."""
    with pytest.raises(TessellaError, match="|".join(map(repr, args.values()))):
        recipe_of(argparse.Namespace(**NOTHING | args))


def test_a_seed_is_drawn_where_none_is_given() -> None:
    """A given seed is read; without one two draws differ."""
    assert seed_of(argparse.Namespace(seed="42")) == 42
    assert len({seed_of(argparse.Namespace(seed=None)) for _draw in range(4)}) > 1
    with pytest.raises(ParseError, match="expected a seed"):
        seed_of(argparse.Namespace(seed="x"))


def test_a_variant_is_named_once() -> None:
    """A variant that is named twice is refused: it would be the same as once."""
    done = run("sudoku", "new", "--variant", "killer+killer")
    assert (done.returncode, done.stderr) == (2, "expected each variant once, got 'killer+killer'\n")


class _Terminal(io.StringIO):
    """What is written on a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_long_search_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for a puzzle for a while is told which one is searched for."""
    monkeypatch.setattr(new, "NOTICE_DELAY", 0.01)
    terminal = _Terminal()
    with new._Notice(ProgressBar(terminal), Tally(done=1), 3):
        until(lambda: "still searching for puzzle 2 of 3" in terminal.getvalue())


def test_what_cannot_be_had_ends() -> None:
    """A level that no grid gives ends in one sentence."""
    done = run("sudoku", "new", "--variant", "x", "--level", "extreme", "--box", "2x2")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith("gave up after 48 grids, none of which has a puzzle like that")
