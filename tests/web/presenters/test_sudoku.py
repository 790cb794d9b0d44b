"""What is shown of Sudoku: the grid, sentences, stages of a hint, checks, and the form for a new puzzle."""

import re
from itertools import product

import pytest

from support.page_client import PageClient
from support.page_messages import PUZZLE
from support.solved_games import SOLVED
from tessella.games import Position
from tessella.ids import Opening
from tessella.play import progress
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku import LEVELS, Board, solve
from tessella.sudoku.tutor import lessons, practice
from tessella.web.player_games import PlayerGames, _asked_id
from tessella.web.presenters.sudoku import LiveSudoku
from tessella.web.protocol import New, OptionsSudoku


@pytest.fixture
def games() -> PlayerGames:
    """Return the games of a store in memory."""
    return PlayerGames(Store.in_memory())


def test_what_a_move_did_is_said(games: PlayerGames) -> None:
    """The live region gets a sentence on every event."""
    tab = PageClient(games, PUZZLE)
    assert tab.ask("play", move="r1c3=4")["state"]["announcement"] == "4 in row 1, column 3"
    assert tab.ask("play", move="r1c4~2")["state"]["announcement"] == "2 marked in row 1, column 4"
    assert tab.ask("play", move="r1c4~2")["state"]["announcement"] == "2 no longer marked in row 1, column 4"
    assert tab.ask("play", move="r1c3-")["state"]["announcement"] == "Row 1, column 3 erased"
    assert re.search("5 .*(twice|more than once)", tab.ask("play", move="r1c3=5")["state"]["announcement"])
    assert tab.state["conflicts"] == [0, 2]
    assert tab.ask("play", move="~")["state"]["announcement"] == "Every candidate is marked"


def test_marks_of_every_kind_are_said(games: PlayerGames) -> None:
    """What a move marks, colours, joins or erases, in one cell or several, is a sentence, and the state has it."""
    tab = PageClient(games, PUZZLE)
    for move, text in (
        ("r1c3,r1c4^2", "2 in the corner of 2 cells"),
        ("r1c3^2", "2 no longer in the corner of row 1, column 3"),
        ("r1c4@3", "Row 1, column 4 coloured orange"),
        ("r1c4@3", "Row 1, column 4 no longer orange"),
        ("r1c4~2@7", "2 in row 1, column 4 coloured blue"),
        ("r1c4~2-r1c6~2", "Line from 2 in row 1, column 4 to 2 in row 1, column 6"),
        ("r1c4~2-r1c6~2", "No line from 2 in row 1, column 4 to 2 in row 1, column 6"),
        ("r1c3,r1c4,r1c6~4", "4 marked in 3 cells"),
        ("r1c4,r1c6-^", "2 cells erased"),
        ("r1c3,r1c4=2", "2 in 2 cells; row 1 holds 2 more than once: r1c3, r1c4"),
    ):
        assert tab.ask("play", move=move)["state"]["announcement"] == text
    assert tab.state["drawn"] == {"candidates": [[[3, 2], [7]]]}


def test_mistakes_are_shown_at_once_to_who_wants_it(games: PlayerGames) -> None:
    """With that preference a wrong digit is shown with the answer to its move, and the look counts as one hint."""
    tab = PageClient(games, PUZZLE)
    assert tab.ask("play", move="r1c3=2")["state"]["mistakes"] == []
    tab.ask("settings", sudoku={"mistakes": "instant"})
    state = tab.ask("play", move="r1c4=6")["state"]
    assert (state["mistakes"], state["hints"], state["announcement"][:6]) == ([2], 1, "6 in r")
    assert tab.ask("undo")["state"]["mistakes"] == [2]
    assert tab.ask("undo")["state"]["mistakes"] == []
    assert tab.state["hints"] == 1


def test_a_solved_puzzle_says_so(games: PlayerGames) -> None:
    """The outcome is said as long as the state is, with the facts of the game."""
    tab = PageClient(games, "1...|..2.|.3..|...4".replace("|", ""))
    for row, col in product(range(4), repeat=2):
        digit = solve(Board.parse("1.....2..3.....4")).rows[row][col]
        if not tab.state["digits"][4 * row + col]:
            tab.ask("play", move=f"r{row + 1}c{col + 1}={digit}")
    assert (tab.state["outcome"], tab.state["over"]) == ("Solved. Well done!", True)
    assert tab.state["facts"]


def test_a_hint_tells_more_and_more(games: PlayerGames) -> None:
    """A hint says where to look, then the technique, then all of it; it counts once, and can be played."""
    tab = PageClient(games, PUZZLE)
    hints = [tab.ask("hint", stage=stage)["state"]["hint"] for stage in (1, 2, 3)]
    assert [len(hint["sentences"]) for hint in hints] == [1, 2, 3]
    assert [bool(hint["cells"]) for hint in hints] == [False, True, True]
    assert [bool(hint["placements"]) for hint in hints] == [False, False, True]
    assert (tab.state["hints"], tab.state["assisted"]) == (1, True)
    [[cell, digit]] = hints[2]["placements"]
    assert solve(Board.parse(PUZZLE)).digits[cell] == digit
    assert tab.ask("follow")["state"]["announcement"] == hints[2]["sentences"][2]
    assert tab.state["digits"][cell] == digit
    assert tab.state["hint"] is None


def test_check(games: PlayerGames) -> None:
    """A check shows the wrong digits and counts as help; asked again, it goes back to before the first of them."""
    tab = PageClient(games, PUZZLE)
    for move in ("r1c3=4", "r1c4=2", "r1c6=8"):
        tab.ask("play", move=move)
    state = tab.ask("check")["state"]
    solution = solve(Board.parse(PUZZLE)).digits
    assert state["mistakes"] == [cell for cell in (2, 3, 5) if state["digits"][cell] != solution[cell]]
    assert (state["hints"], state["announcement"].startswith("1 digit is wrong.")) == (1, True)
    back = tab.ask("check")["state"]
    assert all(digit in (0, right) for digit, right in zip(back["digits"], solution, strict=True))
    assert back["can_redo"]


def test_candidates(games: PlayerGames) -> None:
    """What fits each cell is told on request, and is no part of the state."""
    candidates = PageClient(games, PUZZLE).ask("get", what="candidates")["result"]
    assert (candidates[0], candidates[2]) == ([], [1, 2, 4])


@pytest.mark.parametrize(
    ("options", "id"),
    [
        (OptionsSudoku(size="6x6", symmetry="180"), "sudoku:2x3/180"),
        (OptionsSudoku(symmetry="none"), "sudoku:3x3"),
        (OptionsSudoku(level="easy"), "sudoku:easy"),
        (OptionsSudoku(clues="30"), "sudoku:clues=30"),
        (OptionsSudoku(clues="minimal"), "sudoku:minimal"),
    ],
)
def test_a_filled_form_is_an_id(options: OptionsSudoku, id: str) -> None:
    """What the form for a new puzzle asks for is written as an id; what is empty is left open."""
    assert _asked_id(New(options=options)) == id


def test_the_form_offers_the_level_chosen_last() -> None:
    """Every level can be chosen, and the last one is on offer."""
    store = Store.in_memory()
    store.choose("level", "hard")
    level = LiveSudoku.form(store)[0]
    assert ("hard", {"", *LEVELS}) == (level.value, {choice.value for choice in level.choices})


def test_a_review_comes_with_the_end_of_a_puzzle_of_a_level(games: PlayerGames) -> None:
    """It has its slips with their boards, the advice, and what to practise or play next; going back there plays on."""
    for cell in (79, 80):
        start = Board.parse(SOLVED[:cell] + "." * (81 - cell))
        table = "sudoku:easy" if cell == 80 else "sudoku:minimal"
        StoredGame.begin(games.store, Opening[Position](f"{table}#7", start, table, table, table))
    bare = PageClient(games, "sudoku:minimal#7")
    assert bare.ask("play", move="r9c8=7")["state"]["review"] is None
    tab = PageClient(games, "sudoku:easy#7")
    task = tab.task_of("play", move="r9c9=9")
    assert tab.state["review"]["thinking"] == "Reviewing the game ..."
    assert tab.complete(task)
    review = tab.ask("review")["state"]["review"]
    assert re.fullmatch(r"Solved in \d:\d\d\. That went smoothly: try medium next\.", review["title"])
    assert review["offers"] == [{"label": "Next: medium", "technique": "", "id": "sudoku:medium"}]
    assert progress.chosen_level(games.store) == "medium"


def test_a_review_before_the_end(games: PlayerGames) -> None:
    """Slips have their places, and what help was needed at can be practised."""
    tab = PageClient(games, PUZZLE)
    tab.ask("hint")
    for move in ("r1c3=4", "r1c4=1", "r1c6=8"):
        tab.ask("play", move=move)
    answer = tab.ask("review")
    assert answer["state"]["hints"] == 2
    mistake, help_ = answer["state"]["review"]["moves"]
    assert (mistake["step"], mistake["cell"], mistake["cost"], mistake["digits"][2]) == (1, 3, "mistake", 4)
    assert (help_["step"], help_["cost"], help_["digits"][2]) == (0, "help", 0)
    assert answer["state"]["announcement"].startswith("Before you write a digit, look along")
    assert tab.ask("back", step=mistake["step"])["state"]["review"] is None


def test_a_lesson_and_its_drills(games: PlayerGames) -> None:
    """The example comes with words; a drill, which a notebook begins as a new game, with its task and how it stands."""
    tab = PageClient(games, "sudoku:lesson=xy-wing")
    lesson = tab.state["lesson"]
    assert (lesson["number"], len(lesson["idea"]), lesson["next_id"]) == (0, 5, "sudoku:drill=xy-wing#1")
    drill = tab.ask("new", id=lesson["next_id"])["state"]["lesson"]
    assert (drill["number"], drill["mode"], drill["idea"], drill["verdict"]) == (1, "centre", [], "")
    assert drill["task"].startswith("Drill 1 of 10, XY-wing: ")
    verdict = tab.ask("check")["state"]["lesson"]["verdict"]
    assert verdict == "Remove the candidates that this technique rules out: XY-wing."
    wanted = practice.drill(practice.LESSONS["xy-wing"], lessons.position("xy-wing", 1)).steps[0]
    for digit, row, col in wanted.eliminations:
        assert not tab.state["outcome"]
        tab.ask("play", move=f"r{row}c{col}~{digit}")
    assert tab.state["lesson"]["is_done"]
    assert "That is all of it." in tab.state["outcome"]
    assert "That is all of it." in tab.state["announcement"]
    assert tab.state["lesson"]["so_far"] == "1 of 10"
    assert tab.ask("open", id=tab.state["lesson"]["next_id"])["state"]["lesson"]["number"] == 2
    assert PageClient(games, "sudoku:drill=full-house#1").state["lesson"]["mode"] == "digit"
    assert PageClient(games, PUZZLE).state["lesson"] is None
