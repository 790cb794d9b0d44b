"""Line mode, driven through a pipe and on a terminal."""

import io

import pexpect
import pytest

from support import processes
from support.lines import transcript
from support.processes import on_terminal
from support.program import run
from tessella.line_mode import loop
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

NEARLY_WON = "2048:classic:1024,1024,.,./.,.,.,./.,.,.,./.,.,.,.#1"
NEARLY_LOST = "2048:2x2/classic:2,./4,16#1"


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
    assert "nothing to undo" in said
    assert "unknown command: 'f'" in said
    assert "nothing moves that way: 'left'" in said


def test_back_returns_to_the_board_before() -> None:
    """After a move and `b`, the board stands as it stood, and the undo is counted in sight."""
    said = transcript("a\nb\n").split("Step ")
    assert said[1].startswith("0 ")
    assert said[3].startswith("0 ")
    assert "1 undo" in said[3]
    boards = [part[part.find("+") : part.rfind("+")] for part in said]
    assert boards[0].splitlines()[-8:] == boards[2].splitlines()[-8:]


def test_winning_says_so_once_and_play_goes_on() -> None:
    """In classic the target is announced when it is reached, and from then on the prompt says it."""
    said = transcript("a\nd\n", NEARLY_WON)
    assert said.count("You win! Your score is 2048") == 1
    assert said.count("Target reached  Step ") == 2


def test_a_won_sprint_takes_no_move() -> None:
    """Where the target ends the game, a further move is refused."""
    said = transcript("a\nd\n", NEARLY_WON.replace("classic", "sprint"))
    assert "You win! Your score is 2048" in said
    assert "The game is over; no more moves can be made." in said
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
    done = processes.run("2048", "--seed", "5", "--lang", "zh", "--no-save", typed="a\n", PYTHONIOENCODING="ascii")
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
    assert "expected a game such as 2048:sprint or sudoku:killer/hard#7, or a puzzle, got 'nonsense'" in said


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


@pytest.mark.parametrize(("id", "move"), [("2048:classic#42", "a"), ("sudoku:1.....2..3.....4", "122")])
def test_help_that_was_used_stands_at_the_end_of_the_status(id: str, move: str) -> None:
    """Undos and hints are counted in the line above the prompt, and nothing is said of those that were not used."""
    game = StoredGame.open(Store.in_memory(), id)
    out = io.StringIO()
    loop.play(game, io.StringIO(f"{move}\n"), out)
    assert not {"hint", "hints", "undo"} & set(out.getvalue().splitlines()[-2].split())
    game.count_hint()
    loop.play(game, io.StringIO("b\n"), out)
    assert out.getvalue().splitlines()[-2].endswith("  1 undo  1 hint  >")
