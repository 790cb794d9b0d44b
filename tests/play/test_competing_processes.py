"""Processes in competition for one store, and interrupts while it is written: nothing is lost."""

import os
import signal
from pathlib import Path

import pytest

from support.games_in_stores import CLASSIC, begin, do
from support.places import Place
from support.processes import started
from tessella.play.store import FILE, Store

PROCESSES, ROUNDS = 6, 24

FIRST_STARTS = """
import os, sys
from pathlib import Path
from tessella import games
from tessella.play import database
from tessella.play.store import GameRow, Store
database.BUSY_TIMEOUT = 600.0  # of processes that all begin at once, one may wait for the others' commits for long
place, name = Path(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
for line in sys.stdin:
    print("waiting", flush=True)
    while not os.path.exists(place / f"go-{line.strip()}"):
        pass
    store = Store.open(place / line.strip() / "tessella.sqlite3")
    row = GameRow.fresh(games.open_id(f"2048:{name}x4#1"))
    store.append(row)
    for _move in range(4):
        row.session.play(row.session.position.moves()[0])
        store.append(row)
    print(store.notices, flush=True)
    store.close()
"""

READER = """
import sys
from pathlib import Path
from tessella.play.store import GameRow, Store
if sys.argv[1].startswith("postgresql:"):
    from tessella.play.postgres import Postgres
    store = Store(Postgres.open(sys.argv[1]))
else:
    store = Store.open(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
missed = 0
while True:
    found = store.in_slot("2048:classic")
    missed += found is None
    if found is None or len(found.session.journal) >= 150:
        break
print(missed, store.notices, flush=True)
"""

INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from tessella import games
from tessella.play.store import GameRow, Store
store = Store.open(Path(sys.argv[1]))
row = GameRow.fresh(games.open_id("2048:classic#42"))
store.append(row)
interrupts, is_storing = 0, False

def interrupt(*_signal):
    global interrupts
    interrupts += 1
    os.write(1, b"." if interrupts < 300 else b"\\n")
    if is_storing:
        raise KeyboardInterrupt

signal.signal(signal.SIGINT, interrupt)
print("ready", flush=True)
while interrupts < 300:
    moves = row.session.position.moves()
    row.session.play(moves[0]) if moves else row.session.undo()
    try:
        is_storing = True
        store.append(row)
        is_storing = False
    except KeyboardInterrupt:
        is_storing = False
store.append(row)
print(row.saved, len(row.session.journal), flush=True)
"""


def test_first_starts_at_once_share_one_file(tmp_path: Path) -> None:
    """Processes that begin together on an empty home lay out one file; none is set aside and no move is lost.

    So do those that find a damaged file: one of them renames it, and the others go on in the new one.
    """
    for round_ in range(0, ROUNDS, 3):
        (tmp_path / str(round_)).mkdir()
        (tmp_path / str(round_) / FILE).write_text("no database at all")
    processes = [started(FIRST_STARTS, str(tmp_path), str(2 + n)) for n in range(PROCESSES)]
    for round_ in range(ROUNDS):
        for process in processes:
            assert process.stdin is not None
            process.stdin.write(f"{round_}\n")
            process.stdin.flush()
            assert process.stdout is not None
            assert process.stdout.readline() == "waiting\n"
        (tmp_path / f"go-{round_}").touch()
        notices = [process.stdout.readline() for process in processes if process.stdout]
        assert "" not in notices, [process.communicate()[1] for process in processes if process.poll() is not None]
        was_damaged = round_ % 3 == 0
        assert len([notice for notice in notices if notice != "[]\n"]) == was_damaged, notices
        home = tmp_path / str(round_)
        assert len(list(home.glob("*.damaged-*"))) == was_damaged
        assert not list(home.glob("*.lock"))
        store = Store.open(home / FILE)
        for n in range(PROCESSES):
            assert len(store.export(f"2048:{2 + n}x4#1").journal) == 4
        store.close()
    for process in processes:
        assert process.communicate()[1] == ""


def test_a_game_is_read_while_another_process_plays_it(place: Place) -> None:
    """Opening a game in the middle of another's move finds it as it was before or after."""
    store = place.open()
    row = begin(store, "2048:classic#42", "left")
    reader = started(READER, str(place.where))
    assert reader.stdin is not None
    reader.stdin.write("\n")
    reader.stdin.flush()
    while len(row.session.journal) < 150:
        do(store, row, row.session.position.moves()[0] if row.session.position.moves() else "undo")
    assert reader.communicate() == ("0 []\n", "")
    assert store.in_slot(CLASSIC) is not None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal for one process to send to another")
def test_interrupts_while_moves_are_stored(tmp_path: Path) -> None:
    """Ctrl-C at any instant of a commit leaves no transaction open, and the game knows what of it is stored."""
    process = started(INTERRUPTED, str(tmp_path / FILE))
    assert process.stdout is not None
    while True:
        process.send_signal(signal.SIGINT)
        if process.stdout.read(1) != ".":
            break
    saved, entries = map(int, process.stdout.readline().split())
    assert process.communicate() == ("", "")
    assert saved == entries
    store = Store.open(tmp_path / FILE)
    kept = store.in_slot(CLASSIC)
    assert kept is not None
    assert len(kept.session.journal) == entries
    store.close()
