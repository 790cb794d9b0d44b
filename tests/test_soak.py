"""Does the soak test try every command, and see what is lost?"""

import random
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="it reads Linux's /proc")

from soak import ENDS, EXAMPLES, GAME, OLD, VARIANT, Example, Fault, Room, Soak, commands


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Return an empty room."""
    return Room(tmp_path)


def test_every_command_is_tried() -> None:
    """Each command of the table has an example, and each kind of fault is drawn."""
    assert sorted(EXAMPLES) == sorted(commands())
    luck = random.Random(1)
    assert {Fault.draw(luck, Example(), 0.1).kind for _time in range(100)} == set(ENDS)


def test_a_few_rounds(tmp_path: Path) -> None:
    """Nothing is lost in some random rounds."""
    soak = Soak(tmp_path, 27)
    for _round in range(4):
        soak.play_round()
    assert soak.losses == [], soak.report()


@pytest.mark.parametrize("how", ["pipe", "terminal", "page"])
def test_moves_that_were_shown_are_kept(tmp_path: Path, how: str) -> None:
    """Games are really played: what is shown until a kill counts, and is in the store."""
    soak = Soak(tmp_path, 1)
    words = "web" if how == "page" else "2048"
    example = next(one for one in reversed(EXAMPLES[words]) if one.how == how)
    seconds = 1.0
    while soak._room.moves[GAME] < 3:
        seconds *= 2
        assert soak._lost_by(words, example, Fault("kill", seconds)) == []


def test_lost_moves_are_seen(room: Room) -> None:
    """Moves that are not in the store are told, of a game that is there and of one that is not."""
    room.moves[VARIANT] = 3
    (lost,) = room.lost()
    assert lost.startswith("the store has lost a game")
    del room.moves[VARIANT]
    process, screen = room.begin("2048", EXAMPLES["2048"][0], Fault("kill"))
    assert process.wait() == 0
    screen.join()
    assert screen.moves == 49
    assert room.lost() == []
    room.moves[GAME] = screen.moves + 2
    assert room.lost() == [f"2 moves lost of 51 in {GAME}"]


def test_what_lies_about_is_seen(room: Room) -> None:
    """Temporary files and stores that were set aside are told, and removed; the store is not."""
    room.lost()
    for name in (
        "work/.out.txt.77",
        "temporary/tmpabc",
        "home/tessella.sqlite3.damaged-1",
        "home/tessella.sqlite3-wal",
        "home/tables/.L3-8.table.77",
        "home/tables/L3-8.table",
    ):
        (room.path / name).touch()
    assert sorted(room.litter()) == [".L3-8.table.77", ".out.txt.77", "tessella.sqlite3.damaged-1", "tmpabc"]
    assert room.litter() == []


def test_wrong_ends_are_seen() -> None:
    """Tracebacks and exit codes that no fault explains are told."""
    assert Soak._wrong(130, "", Fault("interrupt")) == []
    assert Soak._wrong(-9, "", Fault("interrupt")) == ["exit code -9: "]
    assert len(Soak._wrong(1, "Traceback (most recent call last):\n", Fault("full"))) == 1


def test_half_a_file_is_seen(tmp_path: Path) -> None:
    """A file is as before, or as whole as the first one that was written."""
    soak, example = Soak(tmp_path, 1), EXAMPLES["sudoku new"][0]

    def told(data: bytes, code: int) -> list[str]:
        soak._room.out.write_bytes(data)
        return soak._half_written("sudoku new", example, code)

    assert told(OLD, 130) == []
    assert told(OLD, 0) == ["nothing was written"]
    assert told(b"whole", 0) == []
    assert told(b"who", 2) == ["out.txt: 3 bytes written of 5"]
