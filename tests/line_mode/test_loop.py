"""Line mode, driven through a pipe and on a terminal."""

import io
import os
import subprocess
import sys
from typing import cast

import pexpect
import pytest

from support.processes import CHECKOUT, on_terminal, run
from support.solved_games import opening, solve
from tessella import game2048, sudoku
from tessella.line_mode import loop
from tessella.play.advisor_process import shared
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.tutor.practice import LESSONS, course_id

NEARLY_WON = "2048:classic:1024,1024,.,./.,.,.,./.,.,.,./.,.,.,.#1"
MIDDLE = "2048:classic:2,4,8,16/32,64,128,256/512,1024,.,2/4096,.,.,4#7/score=31415/ply=2000"
NEARLY_LOST = "2048:2x2/classic:2,./4,16#1"


def transcript(text: str, id: str = "2048:classic#5", *, spoken: bool = False) -> str:
    """Return what line mode says to what is typed, in this process."""
    out = io.StringIO()
    loop.play(StoredGame.open(Store.in_memory(), id), io.StringIO(text), out, ascii_only=True, spoken=spoken)
    return out.getvalue()


def test_a_game_by_pipe_draws_every_board_and_ends_with_the_input() -> None:
    """Each move is answered by a boxed board and a line with step and score; the end of input saves and quits."""
    done = run("2048", "--seed", "5", "--plain", "--ascii", typed="a\ns\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.count("+----+----+----+----+\n|") == 3 * 4
    assert "Step 1  Score 4" in done.stdout
    assert done.stdout.splitlines()[-2].startswith("Step 2  Score 4")
    again = run("2048", "--plain", "--ascii")
    assert "Step 2  Score 4" in again.stdout


@pytest.mark.parametrize("letters", ["wasd", "WASD", "khjl", "ｗａｓｄ", "ＷＡＳＤ"])
def test_letters_move_in_every_case_and_width(letters: str) -> None:
    """The letters of wasd and hjkl steer in lower and upper case, and as a Chinese input method sends them."""
    names = {"w": "up", "k": "up", "a": "left", "h": "left", "s": "down", "j": "down", "d": "right", "l": "right"}
    sitting = StoredGame.open(Store.in_memory(), "2048:classic#5")
    for letter in letters:
        board = sitting.session.position
        name = names[letter if letter in names else chr(ord(letter.lower()) - (0xFEE0 if ord(letter) > 127 else 0))]
        loop.play(sitting, io.StringIO(letter + "\n"), io.StringIO())
        if name in board.moves():
            assert sitting.session.position == board.play(name)
        else:
            assert sitting.session.position == board


def test_what_cannot_be_done_is_told() -> None:
    """A move that changes nothing, an unknown command and an undo at the start each get a sentence of their own."""
    said = transcript("b\nf\nleft\nleft\n", "2048:2x2/classic:2./4.#1")
    assert "nothing to take back" in said
    assert "unknown command: 'f'" in said
    assert "this move changes nothing: 'left'" in said


def test_back_returns_to_the_board_before() -> None:
    """After a move and `b`, the board stands as it stood, and the undo is counted in sight."""
    said = transcript("a\nb\n").split("Step ")
    assert said[1].startswith("0 ")
    assert said[3].startswith("0 ")
    assert "1 undo" in said[3]
    boards = [part[part.find("+") : part.rfind("+")] for part in said]
    assert boards[0].splitlines()[-8:] == boards[2].splitlines()[-8:]


def test_winning_says_so_once_and_play_goes_on() -> None:
    """In classic the target is announced when it is reached, and the next move plays on without another word."""
    said = transcript("a\nd\n", NEARLY_WON)
    assert said.count("You win! Your score is 2048") == 1
    assert "Step 2" in said


def test_a_won_sprint_takes_no_move() -> None:
    """Where the target ends the game, a further move is refused."""
    said = transcript("a\nd\n", NEARLY_WON.replace("classic", "sprint"))
    assert "You win! Your score is 2048" in said
    assert "the game is over" in said
    assert "Step 2" not in said


def test_losing_says_game_over_and_undo_still_works() -> None:
    """When no move is left the game is over, and `b` takes the last move back all the same."""
    store = Store.in_memory()
    sitting = StoredGame.open(store, NEARLY_LOST)
    out = io.StringIO()
    loop.play(sitting, io.StringIO("d\nd\na\nw\ns\na\nd\nw\ns\n"), out)
    while sitting.session.position.moves():
        sitting.play(sitting.session.position.moves()[0])
    out = io.StringIO()
    loop.play(sitting, io.StringIO("b\n"), out)
    assert "Game over" in out.getvalue()
    assert not sitting.session.position.is_over()


def test_spoken_says_rows_in_words_and_draws_no_box() -> None:
    """For a screen reader, a row is a sentence and no line is made of punctuation."""
    said = transcript("a\n", spoken=True)
    assert "row 1: empty, empty, empty, empty" in said
    assert "+--" not in said
    assert "|" not in said


def test_chinese_throughout() -> None:
    """With --lang zh the words are Chinese, on winning and on quitting too."""
    won = run("2048", "--id", NEARLY_WON, "--lang", "zh", "--no-save", typed="a\nq\n")
    assert "恭喜你赢了！得分为2048" in won.stdout
    assert "步数" in won.stdout
    assert "得分" in won.stdout
    quitting = run("2048", "--seed", "5", "--lang", "zh", "--no-save", typed="a\nq\n")
    assert "你获得了4分，请再接再厉！" in quitting.stdout


def test_a_terminal_that_cannot_show_chinese_gets_english() -> None:
    """Where the encoding has no Chinese and no box signs, the game speaks English and draws in ASCII."""
    done = run("2048", "--seed", "5", "--lang", "zh", "--no-save", typed="a\n", PYTHONIOENCODING="ascii")
    assert "Step 1" in done.stdout
    assert "+----+" in done.stdout
    assert "?" not in done.stdout.replace("? help", "")


def test_rubbish_and_endless_lines_are_unknown_commands() -> None:
    """Bytes that are no text, and a line without end, cost nothing but a sentence."""
    done = run("2048", "--seed", "5", typed=b"\xff\xfe\x00\n" + b"a" * 2_000_000 + b"\na\n")
    assert done.returncode == 0
    assert done.stdout.count("unknown command") == 2
    assert len(done.stdout) < 10_000
    assert "Step 1" in done.stdout


def test_an_id_typed_in_opens_that_game_and_a_wrong_one_changes_nothing() -> None:
    """`i` tells the id, `i ID` goes to that game, and what is no id is answered in a sentence."""
    said = transcript("i\ni 2048:cascade#7\ni\ni nonsense\n")
    assert "2048:classic#5" in said
    assert "2048:cascade#7" in said
    assert "expected a game, one of 2048, sudoku, got 'nonsense'" in said


def test_on_a_terminal_the_prompt_waits_on_its_line() -> None:
    """With --plain on a real terminal, the cursor stands behind the prompt, and q leaves with exit code 0."""
    with on_terminal("2048", "--plain", "--seed", "5") as child:
        child.expect("Step 0  Score 0  Best 0  > $")
        child.sendline("a")
        child.expect("Step 1  Score 4  Best 4  > $")
        child.sendline("q")
        child.expect("You scored 4 points")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


def test_a_dumb_terminal_gets_line_mode_by_itself() -> None:
    """TERM=dumb needs no option."""
    with on_terminal("2048", "--seed", "5", TERM="dumb") as child:
        child.expect("Step 0  Score 0")
        child.sendeof()
        child.expect(pexpect.EOF)


# --- Hints and watching ---


def test_a_hint_by_lines() -> None:
    """`t` tells in two lines what each move is worth, the best first, and why; it counts, and `t` again plays it."""
    sitting = StoredGame.open(Store.in_memory(), MIDDLE)
    advice = shared().advise(cast("game2048.Board", sitting.session.position))
    out = io.StringIO()
    loop.play(sitting, io.StringIO("t\nt\n"), out, ascii_only=True)
    said = out.getvalue().splitlines()
    first = next(number for number, line in enumerate(said) if line.startswith(f"{advice.best}: "))
    told = [part.partition(":")[0] for part in said[first].split("; ")]
    assert told == [choice.move for choice in advice.choices]
    assert said[first + 1] == advice.reason + " (t plays it)"
    assert said[first + 2].startswith("Step 0  Score 31415")
    assert said[first + 2].rstrip("> ").endswith("1 hint")
    assert sitting.session.moves == (advice.best,)
    assert sitting.session.hints == 1


def test_a_hint_counts_in_each_game_that_it_helps() -> None:
    """In a new game with the same luck `t` is a hint once more, and plays nothing."""
    sitting = StoredGame.open(Store.in_memory(), "2048:classic#5")
    front = loop.Front2048(loop.Looks(ascii_only=True, spoken=False))
    said: list[str] = []
    front.reply("t", sitting, said.append)
    sitting.new("2048:classic#5")
    front.reply("t", sitting, said.append)
    assert (sitting.session.hints, sitting.session.step) == (1, 0)


def test_watching_by_lines() -> None:
    """`v 5` plays five moves, a line each, counts each as a hint, and ends in the board and the prompt."""
    sitting = StoredGame.open(Store.in_memory(), "2048:classic#5")
    out = io.StringIO()
    loop.play(sitting, io.StringIO("v 5\nv nonsense\nv 0\nv\n"), out, ascii_only=True)
    said = out.getvalue()
    assert "5. " in said
    assert sitting.session.step == sitting.session.hints == 15
    assert "Step 5" in said
    assert "expected a whole number from 1, got 'nonsense'" in said
    assert "expected a whole number from 1, got '0'" in said
    assert said.splitlines()[-2].startswith("Step 15")


def test_a_game_that_ends_while_one_watches() -> None:
    """Watching stops where the game is over; `x` then tells which moves cost most, and `x 1` goes back before one."""
    sitting = StoredGame.open(Store.in_memory(), "2048:3x2/classic#2")
    out = io.StringIO()
    loop.play(sitting, io.StringIO("a\nd\nw\ns\n" * 6 + "v 9999\nt\nx\nx 99\nx 1\n"), out)
    said = out.getvalue()
    assert "Game over" in said
    assert "x tells which moves cost most" in said
    assert "% of the moves were as good as the best" in said
    assert "1. At move " in said
    assert "expected the number of a move that x has told, got '99'" in said
    assert not sitting.session.position.is_over()
    assert sitting.session.undos > 0


def test_line_mode_thinks_elsewhere() -> None:
    """The process of line mode imports no compiler, also when it gives hints, watches and looks back."""
    program = """
import io, sys
from tessella.line_mode import loop as plain
from tessella.play.stored_game import StoredGame
from tessella.play.store import Store
out = io.StringIO()
plain.play(StoredGame.open(Store.in_memory(), "2048:2x2/classic#1"), io.StringIO("t\\nv 2\\nx\\n"), out)
assert "1. " in out.getvalue() and "of the moves were" in out.getvalue()
assert not {"numba", "numpy"} & set(sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_ctrl_c_while_one_watches_goes_back_to_the_prompt() -> None:
    """On a terminal, ctrl+c ends the watching and not the game, and neither process leaves a traceback."""
    with on_terminal("2048", "--plain", "--seed", "5") as child:
        child.expect("Step 0  Score 0")
        child.sendline("v 100000")
        child.expect("20\\. ")
        child.sendintr()
        child.expect("Given up.")
        child.expect("Step [0-9]+  Score .*hints  > $")
        child.sendline("t")
        child.expect("t plays it", timeout=60)
        child.sendline("q")
        child.expect(pexpect.EOF)
        assert "Traceback" not in (child.before or "")
        child.wait()
        assert child.exitstatus == 0


# --- Sudoku ---

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
    assert "r1c1 is a given and stays 5: 'r1c1=4'" in said
    assert said.count("Step 0") == 5
    assert "unknown command: '12'" in said


def test_a_check_tells_conflicts_freely_and_mistakes_for_a_hint() -> None:
    """Conflicts are there for all to see; a look at the solution counts as a hint, and is shown."""
    assert "row 1 holds 5 more than once" in transcript("135\nx\n", EASY)
    assert "1 hint" not in transcript("135\nx\n", EASY)
    said = transcript("132\nx\nb\nx\n", EASY)
    assert "not what the solution has: r1c3" in said
    assert "everything is right so far" in said
    assert "1 undo  2 hints" in said


def test_a_solved_sudoku_is_told_and_takes_undo_only() -> None:
    """With the last digit comes a word of praise, and the finished grid stays as it is."""
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    said = transcript("999\n991\nb\n999\nq\n", "sudoku:" + solved[:-1] + ".")
    assert said.count("Solved. Well done!") == 2
    assert "the puzzle is solved, no move is left to play" in said


def test_sudoku_and_2048_are_a_line_apart() -> None:
    """`i ID` goes from one game to the other, and the board and the keys with it."""
    said = transcript(f"a\ni {EASY}\n134\ni 2048:classic#5\n")
    assert "Step 1  Blank 50" in said
    assert said.rstrip().splitlines()[-2].startswith("Step 1  Score 4")


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
    told = [line for line in said if not line.startswith(("Step", " ", "r3c5", "n hard", "b back", "The puzzle"))]
    assert len(told) == 4
    assert told[0].endswith("(t tells more)")
    assert told[1].endswith("(t tells more)")
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
    assert "Making the puzzle" in first.stderr
    ids = [line for line in first.stdout.splitlines() if line.startswith("sudoku:easy#")]
    assert len(ids) == 3
    assert ids[0] == ids[2] != ids[1]
    assert "expected a level, one of beginner, easy, medium, hard, expert, extreme, got 'nonsense'" in first.stdout
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
    assert "techniques: direct-pointing, " in done.stderr


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
    assert "no level: games 1, solved 1, without help 1, fastest 0:00, mean 0:00" in said


def test_scores_tell_sudoku_by_level() -> None:
    """`tessella scores` says how each level went, in sentences."""
    store = Store.open()
    solve(store, "sudoku:hard#1", "sudoku:hard", ms=61_000)
    store.close()
    assert "hard: games 1, solved 1, without help 1, fastest 1:01, mean 1:01" in run("scores").stdout
