"""Does a play-through keep its promises, whatever the game?"""

import random
import re
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.strategies import seeds
from tessella import games
from tessella.errors import MoveError, ReplayError, TessellaError
from tessella.play.session import EVENTS, Entry, Session

# One id for each kind of game that the contract holds for; a new game adds its own.
IDS = ["2048:classic", "2048:3x3/64/sprint", "2048:cascade", "2048:2x2/coinflip", "2048:2x8/notebook"]

PUZZLES = [
    "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "sudoku:1.....3..2.....4",
]

whichever = st.builds("{}#{}".format, st.sampled_from(IDS), seeds) | st.sampled_from(PUZZLES)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time that the test has set."""
        return self.now


def played(id: str, luck: random.Random, n: int = 60) -> Session:
    """Return a session after `n` random events: mostly moves, some undos, redos, hints and marks."""
    clock = Clock()
    session = Session.open(id, now=clock)
    for _ in range(n):
        clock.now += luck.random() * 3
        choices = [*session.position.moves()] * 3 + ["hint", "pause", "new"][: luck.randrange(4)]
        choices += ["undo"] * session.can_undo + ["redo"] * 3 * session.can_redo
        event = luck.choice(choices or ["pause"])
        match event:
            case "undo":
                session.undo()
            case "redo":
                session.redo()
            case "hint" | "pause" | "new":
                session.record(event)
            case _:
                session.play(event)
    return session


lucks = st.randoms(use_true_random=False)

# --- The contract -----------------------------------------------------------------------------------------------------


@given(whichever, lucks)
def test_undo_to_the_start_and_redo_to_the_end(id: str, luck: random.Random) -> None:
    """Undo goes back position by position to the start, also after the end, and redo the same way forward."""
    session = Session.open(id)
    seen = [session.position]
    while session.position.moves() and len(seen) < 40:
        session.play(luck.choice(session.position.moves()))
        seen.append(session.position)
    for position in reversed(seen[:-1]):
        session.undo()
        assert session.position == position
    assert session.position == session.start
    assert not session.can_undo
    for position in seen[1:]:
        session.redo()
        assert session.position == position
    assert not session.can_redo
    assert session.undos == len(seen) - 1


@given(whichever, lucks)
def test_moves_lead_from_the_start_to_the_position(id: str, luck: random.Random) -> None:
    """The moves of a session, played from the start, give its positions."""
    session = played(id, luck)
    position = session.start
    positions = [position]
    for move in session.moves:
        position = position.play(move)
        positions.append(position)
    assert tuple(positions) == session.positions
    assert position == session.position


@given(whichever, lucks)
def test_text_round_trip(id: str, luck: random.Random) -> None:
    """A save replayed is the same session: positions, moves, counts, scores, clock, and what redo would bring."""
    session = played(id, luck)
    session.pause()
    again = Session.from_text(session.to_text())
    for name in (
        "id",
        "start",
        "edited",
        "journal",
        "undos",
        "hints",
        "fair_score",
        "best_score",
        "moves",
        "positions",
    ):
        assert getattr(again, name) == getattr(session, name), name
    assert again.to_text() == session.to_text()
    assert again.can_redo == session.can_redo
    if session.can_redo:
        session.redo()
        again.redo()
        assert again.position == session.position


@given(whichever)
def test_same_id_same_game(id: str) -> None:
    """One id and the same moves give one game, each time."""
    one, other = Session.open(id), Session.open(id)
    for _ in range(30):
        moves = one.position.moves()
        if not moves:
            break
        one.play(moves[-1])
        other.play(moves[-1])
    assert one.position == other.position


@given(whichever, lucks)
def test_positions_are_text(id: str, luck: random.Random) -> None:
    """Every position of a session is complete as text; in 2048 that is the id of a game that goes on from there."""
    session = played(id, luck, n=15)
    for position in session.positions:
        assert type(position).parse(position.to_text()) == position
        if id.startswith("2048:"):
            opening = games.open_id(position.to_text())
            assert opening.start == position
            assert opening.edited


@given(whichever, lucks)
def test_a_move_that_cannot_be_played_changes_nothing(id: str, luck: random.Random) -> None:
    """A refused move leaves no trace in the session."""
    session = played(id, luck, n=10)
    before = session.to_text(), session.position
    for move in ("north", "", "left left", "\n"):
        with pytest.raises(TessellaError):
            session.play(move)
    assert (session.to_text(), session.position) == before


def test_nothing_to_take_back() -> None:
    """Undo at the start and redo at the end are refused, and not counted."""
    session = Session.open("2048:classic#42")
    with pytest.raises(MoveError, match=r"^nothing to undo$"):
        session.undo()
    with pytest.raises(MoveError, match=r"^nothing to redo$"):
        session.redo()
    assert (session.undos, session.journal) == (0, [])


def test_a_move_forgets_what_redo_would_bring() -> None:
    """After undo, another move begins another line of play."""
    session = Session.open("2048:classic#42")
    session.play("left")
    session.undo()
    session.play("up")
    assert not session.can_redo
    assert session.moves == ("up",)


@pytest.mark.parametrize("mark", EVENTS)
def test_play_takes_no_mark_for_a_move(mark: str) -> None:
    """A mark of the journal is no move: `play` refuses it."""
    session = Session.open("2048:classic#42")
    session.play("left")
    before = session.to_text()
    with pytest.raises(MoveError):
        session.play(mark)
    assert session.to_text() == before


# --- Help is counted --------------------------------------------------------------------------------------------------


def test_fair_score_is_what_was_reached_before_the_first_help() -> None:
    """A score reached before the first undo or hint stays unassisted; what comes after counts as assisted only."""
    session = Session.open("2048:classic:2244/..../..../....#1")
    assert (session.is_assisted, session.fair_score) == (True, 0)  # a start that was given
    session = Session.open("2048:classic#42")
    while session.position.score < 50:
        session.play(session.position.moves()[0])
    reached = session.position.score
    assert (session.fair_score, session.best_score, session.is_assisted) == (reached, reached, False)
    session.undo()
    while session.position.score < 100:
        session.play(session.position.moves()[0])
    assert (session.fair_score, session.best_score, session.is_assisted) == (reached, session.position.score, True)


def test_hints_are_counted() -> None:
    """A hint is counted, changes no position, and ends what counts as unassisted."""
    session = Session.open("2048:classic#42")
    session.record("hint")
    assert (session.hints, session.is_assisted, session.position) == (1, True, session.start)


def test_undo_gives_back_no_count() -> None:
    """The counts of undos and hints only grow."""
    session = Session.open("2048:classic#42")
    session.play("left")
    session.record("hint")
    session.undo()
    session.redo()
    session.undo()
    assert (session.undos, session.hints) == (2, 1)


# --- The clock --------------------------------------------------------------------------------------------------------


def test_clock() -> None:
    """The clock stands until the first event, runs while the game is played, and stands in pauses."""
    clock = Clock()
    session = Session.open("2048:classic#42", now=clock)
    clock.now += 100
    assert (session.elapsed_ms, session.is_running) == (0, False)
    session.play("left")
    clock.now += 1.5
    session.play("up")
    clock.now += 0.25
    session.record("pause")
    clock.now += 1000
    assert (session.elapsed_ms, session.is_running) == (1750, False)
    session.resume()
    clock.now += 1
    session.undo()
    assert session.journal == [
        Entry(0, "left"),
        Entry(1500, "up"),
        Entry(1750, "pause"),
        Entry(2750, "undo"),
    ]


def test_a_clock_that_goes_on_between_two_looks() -> None:
    """A pause is stored at the time at which the clock then stands."""
    looks = count()
    session = Session.open("2048:classic#42", now=lambda: next(looks) * 0.001)
    session.play("left")
    session.record("pause")
    assert session.journal[-1] == Entry(session.elapsed_ms, "pause")


def test_clock_stops_at_the_end() -> None:
    """When the game is over the clock stops, and undo sets it going again."""
    clock = Clock()
    session = Session.open("2048:2x2/8/sprint:22/4.#1", now=clock)
    session.play("left")
    assert session.is_running
    while not session.position.is_over():
        clock.now += 1
        session.play(session.position.moves()[0])
    stopped = session.elapsed_ms
    clock.now += 50
    assert session.elapsed_ms == stopped
    session.undo()
    assert session.is_running


def test_a_resumed_game_goes_on_by_its_clock() -> None:
    """A save brings the clock along."""
    clock = Clock()
    session = Session.open("2048:classic#42", now=clock)
    session.play("left")
    clock.now += 7
    session.record("pause")
    assert Session.from_text(session.to_text()).elapsed_ms == 7000


# --- Saves that do not hold -------------------------------------------------------------------------------------------


def a_save() -> str:
    """Return the save of a short game with an undo and a hint."""
    return played("2048:classic#42", random.Random(8), n=40).to_text()


@pytest.mark.parametrize("name", ["score", "undos", "hints"])
def test_forged_claims_are_found(name: str) -> None:
    """A claim that is not what the moves give is told beside what they give."""
    forged = re.sub(rf"(?m)^{name} ([0-9]+)$", lambda match: f"{name} {int(match[1]) + 4}", a_save())
    with pytest.raises(ReplayError) as refused:
        Session.from_text(forged)
    true = re.search(rf"(?m)^{name} ([0-9]+)$", a_save())
    claimed = re.search(rf"(?m)^{name} ([0-9]+)$", forged)
    assert true
    assert claimed
    assert str(refused.value) == f"expected {name} {true[1]}, as the moves give, got '{name} {claimed[1]}'"


def test_an_undo_cut_out_is_found() -> None:
    """A save whose undo lines were cut out gives another undo count, or a move that cannot be played."""
    save = a_save()
    assert " undo\n" in save
    with pytest.raises(ReplayError):
        Session.from_text(re.sub(r"(?m)^[0-9]+ undo\n", "", save))


def test_an_impossible_move_is_found() -> None:
    """A move that changes nothing where it stands is named with its number."""
    session = Session.open("2048:classic:2.../4.../..../....#1")
    save = session.to_text() + "5 left\n"
    with pytest.raises(ReplayError) as refused:
        Session.from_text(save)
    assert str(refused.value) == ("cannot replay entry 1, '5 left': nothing moves that way: 'left'")


def test_a_clock_that_runs_backwards_is_found() -> None:
    """Time goes forward in a journal."""
    session = Session.open("2048:classic#42")
    session.replay([Entry(500, "left")])
    with pytest.raises(ReplayError, match="the clock runs backwards"):
        Session.from_text(session.to_text() + "499 up\n")


def test_an_edited_start_is_not_passed_off_as_dealt() -> None:
    """A start that is not the one its id deals makes the game an edited one, without unassisted score."""
    save = Session.open("2048:classic#42").to_text()
    start = games.open_id("2048:classic#42").start.to_text()
    forged = Session.from_text(save.replace(f"start {start}", "start 2048:classic:2244/..../..../....#42"))
    forged.play("left")
    assert (forged.edited, forged.is_assisted, forged.fair_score) == (True, True, 0)


def test_truncated_saves() -> None:
    """A save cut anywhere before its claims end is refused; cut later, either it is refused or a shorter true game."""
    save = a_save()
    head = save.index("\n\n")
    for end in range(0, len(save), 7):
        try:
            session = Session.from_text(save[:end])
        except TessellaError:
            continue
        assert end >= head
        assert Session.from_text(session.to_text()).position == session.position


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
def test_rubbish(text: str) -> None:
    """Rubbish is no save."""
    with pytest.raises(ReplayError):
        Session.from_text(text)


HEADS = "tessella save 1, id 2048:classic#42, id sudoku:, id, start, start ...., score 0, undos 0, hints 0, , \ufeff"
ENTRIES = (
    "0 left, 5 undo, -1 up, 99999999999999999999 up, 0 up up, 1e3 up, ５ up, 0 new, 0 hint, 60000 redo, 60000 down"
)
LINES = st.sampled_from(f"{HEADS}, {ENTRIES}".split(", "))


@given(st.lists(LINES, max_size=14), st.integers(0, 40), st.integers(0, 3))
def test_damaged_lines(lines: list[str], at: int, cut: int) -> None:
    """A save with lines put in or cut out is refused with a TessellaError, or is a session that holds."""
    whole = a_save().splitlines()
    try:
        session = Session.from_text("\n".join(whole[:at] + lines + whole[at + cut :]))
    except TessellaError:
        return
    assert Session.from_text(session.to_text()).positions == session.positions


def test_line_endings_and_byte_order_marks() -> None:
    """A save that went through a Windows editor is still the same game."""
    save = a_save()
    edited = "\ufeff" + save.replace("\n", "\r\n")
    assert Session.from_text(edited).to_text() == save


def test_a_save_of_practice_from_the_first_cell_on_is_no_edited_one() -> None:
    """A save of a course may begin with the puzzle itself, though its id begins where the technique is needed."""
    opening = games.open_id("sudoku:technique=naked-pair#5")
    starts = {opening.start: False, opening.whole: False, games.open_id("sudoku:#5").start: True}
    for start, is_edited in starts.items():
        assert start is not None
        assert Session.from_text(Session(opening.id, start).to_text()).edited is is_edited
