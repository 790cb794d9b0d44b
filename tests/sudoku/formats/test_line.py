"""Puzzles a line each, as signs or as CSV."""

import io

import pytest
from hypothesis import given

from support.strategies import sudoku_boards
from tessella.errors import ParseError, RulesError
from tessella.sudoku import Board, notation, solve
from tessella.sudoku.formats import line


@given(sudoku_boards())
def test_a_line_says_everything(board: Board) -> None:
    """A line holds box shape, givens, own digits and pencil marks, and is read back as it was written."""
    cells = line.parse(line.write(board))
    assert cells is not None
    assert Board(*cells) == board


@pytest.mark.parametrize("behind", ["", "  7.2 # rated", ", x", ";"])
def test_what_stands_behind_is_passed_by(behind: str) -> None:
    """Words, ratings and commas behind the cells do not matter; quotes around them do not either."""
    text = "1...2...3...4..."
    assert line.parse_loose(text + behind, None) == line.parse_loose(f'"{text}"', None) == line.parse(text)


def test_a_drawing_is_no_line() -> None:
    """What has bars is no line of signs, but may be read as one that is spread out."""
    text = "1...|2...|3...|4..."
    assert line.parse(text) is None
    assert line.parse_loose(text, None) == line.parse(text.replace("|", ""))


def test_the_usual_size_measures_a_wrong_line() -> None:
    """A line with a cell too few is measured by the lines before it."""
    reader = line.Reader(None)
    assert reader.record(1, "." * 36, None) is not None
    wrong = reader.record(2, "." * 35, None)
    assert wrong is not None
    assert "expected 36 cells, got 35" in str(wrong.error)
    with pytest.raises(ParseError, match="expected a Sudoku, got ''"):
        line.parse_loose("", None)


PUZZLE, SOLUTION = "1....2..3......4", "1243432134122134"


def records(text: str) -> list[tuple[int, bool, str]]:
    """Return line, whether there is a puzzle, and the solution of each record."""
    found = line.CsvReader(None).records((n, line, None) for n, line in enumerate(text.split("\n"), 1))
    return [(record.line, record.cells is not None, record.solution) for record in found]


def test_columns_by_name() -> None:
    """A first line that names columns says where puzzle and solution stand, in any order."""
    assert records(f"answer,id,Puzzle\n{SOLUTION},7,{PUZZLE}") == [(2, True, SOLUTION)]


def test_columns_without_names() -> None:
    """Without names the first column holds puzzles, and the second one solutions if it has as many cells."""
    assert records(f"{PUZZLE},{SOLUTION}") == [(1, True, SOLUTION)]
    assert records(f"{PUZZLE},easy") == [(1, True, "")]


def test_a_missing_column_is_a_wrong_line() -> None:
    """A line without the puzzle's column is wrong, and the others are read."""
    assert records(f"id,puzzle\n1\n2,{PUZZLE}") == [(2, False, ""), (3, True, "")]


DATA_SETS = {
    "two columns": "quizzes,solutions\n{0},{1}",
    "with a rating": "id,puzzle,solution,clues,difficulty\n1,{0},{1},30,2.3",
    "with its source": "source,question,answer,rating\nkaggle,{0},{1},0",
    "quoted": '"puzzle","solution"\n"{0}","{1}"',
    "semicolons": "Puzzle;Solution\n{0};{1}",
    "tabs": "id\tpuzzle\tsolution\n1\t{0}\t{1}",
    "no names": "7,{0},{1}",
    "one after the other": "puzzle,solution\n{0},{1}\npuzzle,solution\n{0},{1}",
}


@pytest.mark.parametrize("name", DATA_SETS)
def test_large_data_sets(name: str) -> None:
    """Puzzle and solution are found in the columns of the large data sets, with any of three delimiters."""
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solution = solve(Board.parse(puzzle)).to_text()
    text = DATA_SETS[name].format(puzzle, solution)
    found = [(record.board, record.solution) for record in notation.read_many(io.BytesIO(text.encode()))]
    assert found == [(Board.parse(puzzle), solution)] * text.count(puzzle)


@pytest.mark.parametrize("blank", "0*_-?xX")
def test_every_sign_of_a_blank(blank: str) -> None:
    """Whatever people write for a blank is read as one."""
    board = Board.parse("1....2..3......4")
    assert notation.read(board.to_text().replace(".", blank)) == board


def test_the_puzzle_bank() -> None:
    """A line of the Sudoku Exchange puzzle bank holds a digest, a puzzle and a rating."""
    puzzle = "050703060007000800000816000000030000005000100730040086906000204840572093000409000"
    lines = f"0000183b305c {puzzle}  1.2\n0000183b305d {puzzle} 10.5\n"
    found = [record.board for record in notation.read_many(io.BytesIO(lines.encode()))]
    assert found == [Board.parse(puzzle)] * 2


@pytest.mark.parametrize("between", [";", "; ", " ;", " ; "])
def test_spaces_between_rules(between: str) -> None:
    """No rule is dropped for the spaces around the semicolons, and words behind them are."""
    rules = ["." * 81, "killer:sum=3:r1c1r1c2", "anti_knight"]
    read = [record.board for record in notation.read_many(io.BytesIO(f"{between.join(rules)} a name\n".encode()))]
    assert read == [Board.parse(";".join(rules))] == [Board.parse(between.join(rules))]


@pytest.mark.parametrize("name", ["Anti-Knight", "anti-knight", "Killer:sum=3:r1c1r1c2", "anti_night"])
def test_a_rule_written_otherwise_is_refused(name: str) -> None:
    """What is meant as a rule is not taken for a column of a table and dropped."""
    for text in (f"{'.' * 81};{name}", f"{'.' * 81};killer:sum=3:r1c1r1c2; {name}"):
        with pytest.raises(RulesError, match=name.partition(":")[0]):
            Board.parse(text)


def test_one_puzzle_with_rules_is_told_from_several() -> None:
    """Two lines with rules are two puzzles, also where one is asked for; a line may end in its end."""
    text = "." * 81 + ";killer:sum=3:r1c1r1c2\n"
    assert notation.read(text) == Board.parse(text.strip())
    with pytest.raises(ParseError, match="got more, the next in line 2"):
        notation.read(text * 2)
