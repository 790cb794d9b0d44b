"""Sudoku by lines: moves, hints, checks, levels and practice."""

import io
import re
from typing import cast

import pytest

from support import processes
from support.lines import transcript
from support.program import run
from support.solved_games import opening, solve
from tessella import i18n, sudoku
from tessella.i18n import sentence
from tessella.line_mode import loop
from tessella.play.coach import preferences
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku import rendering
from tessella.sudoku.rules import phrasing
from tessella.sudoku.tutor import lessons, practice
from tessella.sudoku.tutor.drills import Drill
from tessella.sudoku.tutor.practice import LESSONS, course_id, drill_id, hint

EASY = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_sudoku_takes_moves_in_full_and_in_short() -> None:
    """A move as the law writes it and its short form lead to the same board."""
    long = transcript("r1c3=4\nr1c4~6\nr1c3-\n", EASY)
    short = transcript("134\n1 4~6\n130\n", EASY)
    assert "Step 3" in long
    assert long.split("Time")[-2].splitlines()[1:] == short.split("Time")[-2].splitlines()[1:]


def test_sudoku_refuses_what_the_law_refuses() -> None:
    """A given stays, and what is no move is an unknown command."""
    said = transcript("r1c1=4\nr0c1=4\nr1c3=Z\n12\n", EASY)
    assert "r1c1 is a given and stays 5" in said
    assert said.count("Step 0") == 5
    assert "unknown command: '12'" in said


def test_a_check_tells_conflicts_freely_and_mistakes_for_a_hint() -> None:
    """Conflicts are there for all to see; a look at the solution counts as a hint, and is shown."""
    assert transcript("135\n136\nx\n", EASY).count("row 1 holds 5 more than once: r1c1, r1c3") == 1  # at once
    assert "row 1 holds 5 more than once" in transcript("135\nr1c4=7\nx\n", EASY).split("Step 2")[1]
    assert "1 hint" not in transcript("135\nx\n", EASY)
    said = transcript("132\nx\nb\nx\n", EASY)
    assert "Wrong: r1c3" in said
    assert "Everything is right so far." in said
    assert "1 undo  2 hints" in said


def test_a_solved_sudoku_is_told_and_takes_undo_only() -> None:
    """With the last digit comes a word of praise, and the finished grid stays as it is."""
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    said = transcript("999\n991\nb\n999\nq\n", "sudoku:" + solved[:-1] + ".")
    assert said.count("Solved. Well done!") == 2
    assert "the puzzle is already solved" in said


def test_sudoku_and_2048_are_a_line_apart() -> None:
    """`i ID` goes from one game to the other, and the board and the keys with it."""
    said = transcript(f"a\ni {EASY}\n134\ni 2048:classic#5\n")
    assert "Step 1  Empty 50" in said
    assert said.rstrip().splitlines()[-3].startswith("Step 1  Score 4")


def test_a_variant_that_is_mistyped_is_told() -> None:
    """`n` takes levels and variants, and a word that is like one of either says which."""
    said = transcript("n killr\nn hart\n", EASY)
    assert "did you mean killer?" in said
    assert "did you mean hard?" in said
    assert "expected a level or a variant, such as hard or killer, got 'killr'" in said


def test_an_id_in_full_needs_no_letter() -> None:
    """A line with a whole id opens it, behind n or alone; one that is mistyped is told so."""
    said = transcript("sudoku:3...........1..2\nn sudoku:1..............2\nsudoku:killr#3\nq\n", EASY)
    assert "3 . | . ." in said
    assert "1 . | . ." in said
    assert "did you mean killer?" in said
    assert "unknown command" not in said


def test_a_draft_is_refused_and_the_game_stays() -> None:
    """What has no lines is refused before the game is left."""
    said = transcript("i setting:9x9\nsetting:9x9\n134\n", EASY)
    assert said.count("a draft opens on the page: tessella web") == 2
    assert "Step 1  Empty 50" in said


def test_a_link_is_typed_where_an_id_is() -> None:
    """`i` takes a link of another program, of any length that one has, and says what is wrong with one."""
    cages = [f"killer:sum={n}:r{n}c1r{n}c2r{n}c3r{n}c4" for n in range(1, 10)]
    board = sudoku.Board.parse(";".join(["." * 81, *cages]))
    for form in ("fpuzzles", "scl"):
        link = sudoku.notation.write(board, form).strip()
        said = transcript(f"i {link}\ni\n")
        assert f"sudoku:{board.to_text()}" in said
    assert len(link) > 1000
    assert "expected a link that holds its puzzle" in transcript("i https://sudokupad.app/x12\n")


def test_a_new_puzzle_is_one_undo_away_from_the_old_one() -> None:
    """`n` opens another puzzle of the same kind, and `b` at its start comes back to the first, digits and all."""
    said = run("sudoku", "--seed", "3", "--box", "2x2", "--plain", typed="i\nn\ni\nb\ni\n").stdout.splitlines()
    ids = [line for line in said if line.startswith("sudoku:")]
    assert ids[0] == ids[2] == "sudoku:2x2#3"
    assert ids[1].startswith("sudoku:2x2#")
    assert ids[1] != ids[0]


def test_sudoku_in_words() -> None:
    """For a screen reader, a row is said cell by cell, own digits told from givens."""
    said = transcript("134\n", EASY, spoken=True)
    assert "row 1: 5, 3, own 4, empty, 7, empty, empty, empty, empty" in said
    assert "|" not in said


def test_a_hint_comes_in_three_stages_and_counts_once() -> None:
    """`t` tells where to look, then the technique, then the reason; a move later the next `t` is another hint."""
    said = transcript("t\nt\nt\nt\n", EASY).splitlines()
    told = [
        line for line in said if not line.startswith(("Step", " ", "r3c5", "n hard", "v lists", "b undo", "This game"))
    ]
    assert len(told) == 4
    assert told[0].endswith("(press t for more)")
    assert told[1].endswith("(press t for more)")
    assert told[2] == told[3]
    assert said[-2].rstrip("> ").endswith("1 hint")


def test_a_path_of_hints_solves_the_puzzle() -> None:
    """Who does what each hint says, step by step, ends with the solved grid."""
    sitting = StoredGame.open(Store.in_memory(), EASY)
    while not (board := cast("sudoku.Board", sitting.session.position)).is_over():
        for move in sudoku.hint(board).moves:
            sitting.play(move)
    assert board.digits == sudoku.solve(board.puzzle).digits


def test_levels_are_begun_and_remembered() -> None:
    """`--level` begins a puzzle of a level and goes on with it; `n LEVEL` begins another."""
    first = run("sudoku", "--plain", "--level", "easy", typed="i\nn easy\ni\nb\ni\nn nonsense\n")
    assert "Generating the puzzle" in first.stderr
    ids = [line for line in first.stdout.splitlines() if line.startswith("sudoku:easy#")]
    assert len(ids) == 3
    assert ids[0] == ids[2] != ids[1]
    assert "expected a level or a variant, such as hard or killer, got 'nonsense'" in first.stdout
    again = run("sudoku", "--plain", "--level", "easy", typed="i\n")
    assert again.stderr == ""
    assert ids[0] in again.stdout
    assert "Level easy" in again.stdout
    assert Store.open().setting("level") == "easy"


def test_a_level_that_is_none_is_refused() -> None:
    """What is no level, or no technique to practise, is one sentence and exit code 2."""
    done = run("sudoku", "--plain", "--level", "harder")
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected a level, one of beginner, easy, medium, hard, expert, extreme, got 'harder'" in done.stderr
    done = run("sudoku", "--plain", "--practice", "luck")
    assert done.returncode == 2
    assert "expected a technique to practise, got 'luck'" in done.stderr
    assert "techniques: full-house, " in done.stderr


def test_practice_by_lines() -> None:
    """`p` lists what can be practised; a solved puzzle of a course counts there, tells how it went, and `n` goes on."""
    store = Store.in_memory()
    second = course_id(LESSONS["xy-wing"], "7", 1)
    for id_ in (second, course_id(LESSONS["xy-wing"], "7", 0)):
        StoredGame.begin(store, opening(id_, "sudoku:technique=xy-wing"))
    store.choose("practice:xy-wing", "7")
    sitting = StoredGame.open(store, course_id(LESSONS["xy-wing"], "7", 0))
    out = io.StringIO()
    loop.play(sitting, io.StringIO("p\n999\np\np luck\nn\ni\no\n"), out)
    said = out.getvalue()
    assert "Practice XY-wing: 1 of 20" in said
    assert "xy-wing  1 of 20" in said
    assert "expected a technique to practise" in said
    assert second in said.splitlines()
    assert re.search(r"no level: games 1, solved 1, without help 1, fastest \d:\d\d, mean \d:\d\d", said)


def test_scores_tell_sudoku_by_level() -> None:
    """`tessella scores` says how each level went, in sentences."""
    store = Store.open()
    solve(store, "sudoku:hard#1", "sudoku:hard", ms=61_000)
    store.close()
    assert "hard: games 1, solved 1, without help 1, fastest 1:01, mean 1:01" in run("scores").stdout


def test_several_cells_marks_and_colours() -> None:
    """Moves of every kind are typed as they are written, in short too; what is none says what was expected."""
    said = transcript("r1c3,r1c4^2\n13^4\nr1c3@3\n13@9\n13~2\nr1c3~2@5\nr1c3~2-r1c4~2\nr1c3?\n14?\nr1c3^^\n", EASY)
    assert "r1c3: 3 candidates, 1 2 4; centre 2; corner 2 4; colour 3 9; 2: colour 5; 2: line to r1c4 2" in said
    assert "r1c4: 2 candidates, 2 6; corner 2; 2: line to r1c3 2" in said
    assert "Step 7" in said
    assert "expected a move such as r3c5=7, r3c5- or r3c5~7, got 'r1c3^^'" in said


def test_a_cell_in_words() -> None:
    """A cell that is asked about is told, whatever stands there; one that there is not says so."""
    said = transcript("134\n13?\nr1c1?\nr10c1?\n", EASY, spoken=True)
    assert "r1c3: own 4\n" in said
    assert "r1c1: given 5\n" in said
    assert "expected a row and a column from 1 to 9, got 'r10c1?'" in said


def test_digits_keep_marks_where_that_is_wished() -> None:
    """A digit in short is written as preferred."""
    store = Store.in_memory()
    preferences.choose(store, "marks", "keep")
    game = StoredGame.open(store, EASY)
    loop.play(game, io.StringIO("14~6\n136\n"), io.StringIO())
    assert game.session.moves == ("r1c4~6", "r1c3:6")
    assert cast("sudoku.Board", game.session.position).marks[3]


def test_a_drill_by_lines() -> None:
    """A drill is judged on `x`, and when all is done; `n` opens the next one."""
    id_ = "sudoku:drill=xy-wing#3"
    moves = hint(sudoku.open_id(id_).start, LESSONS["xy-wing"]).moves
    said = transcript("\n".join(["x", *moves, "n", "i", ""]), id_)
    assert "Remove the candidates that this technique rules out: XY-wing." in said
    assert "The pattern: " in said
    assert "sudoku:drill=xy-wing#4" in said


def test_marks_are_drawn_once_all_cells_have_some() -> None:
    """A grid with candidates in every blank cell shows them, as a drill begins; one that is solved shows digits."""
    drawn = transcript("~\nr1c3-\n", EASY).split("Step")
    assert " 1  =5  =3   124    | 26   =7 2468 | 1" in drawn[1]
    assert "5 3 . | . 7 ." in drawn[0]
    assert "5 3 . | . 7 ." in drawn[2]


def test_mistakes_at_once_by_lines() -> None:
    """Who wants to see mistakes at once is told of them after each digit."""
    store, out = Store.in_memory(), io.StringIO()
    preferences.choose(store, "mistakes", "instant")
    loop.play(StoredGame.open(store, EASY), io.StringIO("r1c3=4\nr1c4=2\n"), out)
    assert out.getvalue().count("1 digit is wrong") == 1


@pytest.mark.slow
def test_sixty_drills_in_a_process() -> None:
    """Each drill that the program opens is solved by what a step of its technique says; all of them are remembered."""
    typed, told = [], []
    chosen = [(1 + i % 10, slug) for i, slug in enumerate(lessons.taught())]
    more = [(1 + (number + 4) % 10, slug) for number, slug in chosen[:20]]
    for number, slug in (*chosen, *more):
        drill = Drill.of(LESSONS[slug].technique, lessons.position(slug, number))
        step = drill.steps[-1]
        entries = [f"r{row}c{col}={digit}" for digit, row, col in step.placements]
        moves = entries or [f"r{row}c{col}~{digit}" for digit, row, col in step.eliminations]
        typed += [f"i {drill_id(LESSONS[slug], number)}", *moves]
        told.append(sentence(f"{LESSONS[slug].name}: {1 + ((number, slug) in more)} of 10 drills"))
    done = processes.run("sudoku", "--plain", typed="\n".join([*typed, ""]))
    assert done.returncode == 0
    said = re.findall(r"^Right: .* That is all of it\. The pattern: .*\. (.* of 10 drills)$", done.stdout, re.MULTILINE)
    assert len(said) == len(told) >= 60
    assert said == told


def test_a_review_by_lines() -> None:
    """`e` tells the slips, the advice and what to practise or play next; with a number it goes back there."""
    said = transcript("e\n131\n146\n134\ne\ne 1\ne 7\ne x\n", EASY)
    assert "No move has been played yet." in said
    assert "1. 1 in r1c3 was wrong." in said
    assert "Before you write a digit, look along its row, column and box once more." in said
    assert "e 1 goes back to just before place 1" in said
    assert "Step 0  Empty 51" in said.split("e 1 goes back")[1]
    assert "expected the number of a place in the review, got '7'" in said
    assert "expected a whole number from 1 to 1000000, got 'x'" in said


def test_a_solved_puzzle_offers_its_review_and_the_next_level() -> None:
    """At the end the review is free, and a line says how to start a puzzle of the level that fits."""
    store = Store.in_memory()
    sitting = StoredGame.begin(store, opening("sudoku:easy#7", "sudoku:easy"))
    out = io.StringIO()
    loop.play(sitting, io.StringIO("999\ne\nreview\n"), out)
    said = out.getvalue()
    assert "n starts the next one, e reviews this one." in said
    assert said.count("That went smoothly: try medium next.") == 2
    assert "n medium starts a puzzle of that level" in said
    assert sitting.session.hints == 0


def test_lessons_by_lines() -> None:
    """`l` lists lessons, `l xy-wing` says the words and shows the example, t goes through it, n to the drills."""
    said = transcript("l\nl xy wing\nt\nt\nt\nn\nx\nl magic wand\n", EASY)
    assert "l TECHNIQUE: the idea, an example, and ten drills\nfull-house" in said
    words = lessons.words("xy-wing")
    assert "\n".join([*words.idea, f"When to look for it: {words.look}"]) in said
    assert "Either way" in said
    assert "Drill 1 of 10, XY-wing: remove the candidates that it rules out, then check." in said
    assert "Remove the candidates that this technique rules out: XY-wing." in said
    assert "expected a technique that has a lesson, got 'magic wand'" in said


def test_a_drill_by_lines_is_told_when_it_is_done() -> None:
    """Marks are taken away one by one; with the last of them the drill is done, and the list says so."""
    drill = practice.drill(LESSONS["xy-wing"], lessons.position("xy-wing", 1))
    moves = [f"r{row}c{col}~{digit}" for digit, row, col in drill.steps[0].eliminations]
    said = transcript("\n".join([*moves, "l", ""]), "sudoku:drill=xy-wing#1")
    assert said.count("That is all of it.") == 1
    assert "\nxy-wing  1 of 10\n" in said


RULES = f"sudoku:{'.' * 16};jigsaw:regions=1112143243324432;killer:sum=5:r1c1r1c2"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_rules_of_its_own_are_told(lang: str) -> None:
    """They stand at the beginning and behind `rules`; a cell knows its own, and what breaks one is told."""
    with i18n.speaking(lang):
        rules = sudoku.Board.parse(RULES.removeprefix("sudoku:")).rules
        cage = phrasing.told(rules.constraints[1], rules)
        said = transcript("rules\nr1c1?\n111\n122\nx\n", RULES)
        assert said.count(cage) == 2  # the list, and what is told of a cell
        assert phrasing.summary(rules)[1] in said
        assert phrasing.broken(rules.constraints[1], (0, 1), 4) in said


def test_regions_are_drawn_in_a_line() -> None:
    """Lines stand between cells of different regions, and nowhere else."""
    board = sudoku.Board.parse(RULES.removeprefix("sudoku:").rpartition(";")[0])
    assert rendering.numbered(board, ascii_only=True).splitlines()[1:5] == [
        " 1  .   .   . | .",
        "      +---+---+",
        " 2  . | . | . | .",
        "   ---+---+   |",
    ]


def test_rules_are_drawn_in_a_line() -> None:
    """Cages stand around the cells with their sums; boxes and dots are other signs where the output has them."""
    board = sudoku.Board.parse(f"{'.' * 16};killer:sum=5:r1c1r1c2;kropki_black:r2c1r2c2").play("r1c1=2")
    assert rendering.numbered(board, ascii_only=True).splitlines()[1:5] == [
        "   5-------+-------+",
        " 1 |+2   . ! .   . |",
        "   |.......|       |",
        " 2 | . @ . | .   . |",
    ]
    assert "●" in rendering.numbered(board)


def test_rules_in_words_for_a_screen_reader() -> None:
    """With --spoken each cage is told with its cells, and each region too."""
    said = transcript("", RULES, spoken=True)
    assert "killer cage: r1c1 and r1c2 differ and add up to 5" in said
    assert "region 1: r1c1, r1c2, r1c3 and r2c1" in said
