"""Response times of the server while many clients play.

    python benchmarks/web_soak.py [--clients 200] [--seconds 30] [--games 10000] [--postgres]

Starts a multi-user server on this machine with a store of its own, stored games in it, and so many players, each with a
cookie and a WebSocket, who play a move every half second and wait for the answer. Prints the time from the request to
the answer, and the server's memory before and after. Loopback only; it ends by itself.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from websockets.asyncio.client import connect

from tessella import games
from tessella.play.store import FILE, GameRow, Store

SOURCES = Path(__file__).resolve().parents[1] / "src"
sys.path.insert(0, str(SOURCES.parent / "tests"))


def fill(store: Store, number: int) -> None:
    """Store so many games, each of an owner of its own, with some moves."""
    luck = random.Random(1)
    for first in range(0, number, 500):
        with store.together():
            for seed in range(first, min(first + 500, number)):
                kept = GameRow.fresh(games.open_id(f"2048:classic#{seed}"))
                for _move in range(luck.randrange(10, 30)):
                    kept.session.play(luck.choice(kept.session.position.moves()))
                store.of(f"owner {seed}").append(kept)


def memory(process: "subprocess.Popen[str]") -> float:
    """Return the MB of memory that a process holds, 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        if found := re.search(r"VmRSS:\s+(\d+) kB", text):
            return int(found[1]) / 1024
    return 0.0


def work(process: "subprocess.Popen[str]") -> float:
    """Return the seconds of processor time that a process has used, 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


@contextlib.contextmanager
def server(home: str, *options: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Run the server until the block ends; give the process and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tessella", "web", "--port", "0", "--no-browser", "--players", *options],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"TESSELLA_HOME": home, "PYTHONPATH": str(SOURCES)},
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)


def cookie(address: str) -> str:
    """Return the cookie that a new visitor gets."""
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - the address that our server printed
        return str(answer.headers["Set-Cookie"]).partition(";")[0]


async def play(address: str, visitor: str, number: int, until: float, taken: list[float]) -> None:
    """Play a move every half second until the time is up."""
    luck = random.Random(number)
    await asyncio.sleep(luck.random() * 2)
    async with connect(address.replace("http", "ws") + "ws", additional_headers={"Cookie": visitor}) as socket:
        state = json.loads(await socket.recv())["state"]
        count = 0
        while time.perf_counter() < until:
            due = time.perf_counter() + 0.5
            count += 1
            request = {"n": count, "do": "new"} if state["over"] else {
                "n": count, "do": "play", "move": luck.choice(state["moves"]), "at": state["at"], "of": state["id"]
            }  # fmt: skip
            sent = time.perf_counter()
            await socket.send(json.dumps(request))
            answer = json.loads(await socket.recv())
            taken.append(time.perf_counter() - sent)
            assert "error" not in answer, answer
            state = answer["state"]
            await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def soak(address: str, clients: int, seconds: float) -> list[float]:
    """Return how long every answer took, in seconds."""
    visitors = [await asyncio.to_thread(cookie, address) for _client in range(clients)]
    taken: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(play(address, visitor, i, until, taken) for i, visitor in enumerate(visitors)))
    return taken


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description="Time the answers of a party server.")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--postgres", action="store_true", help="in a PostgreSQL of its own instead of SQLite")
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="tessella-soak-"))
        options: list[str] = []
        if asked.postgres:
            from support import postgres_server  # noqa: PLC0415 - the tests' own, only where it is asked for
            from tessella.play.postgres import Postgres  # noqa: PLC0415 - the same

            url = stack.enter_context(postgres_server.server()).new_database("soak")
            options = ["--database", url]
            store = Store(Postgres.open(url))
        else:
            store = Store.open(Path(home) / FILE)
        fill(store, asked.games)
        store.close()
        process, address = stack.enter_context(server(home, *options))
        cookie(address)
        before, worked = memory(process), work(process)
        taken = sorted(asyncio.run(soak(address, asked.clients, asked.seconds)))
        after, worked = memory(process), work(process) - worked
    share = [1000 * taken[min(int(len(taken) * part), len(taken) - 1)] for part in (0.5, 0.95, 0.99, 1)]
    print(f"{asked.clients} players, {asked.games} stored games, {'PostgreSQL' if asked.postgres else 'SQLite'}")
    print("answers   a second   mean ms   p50   p95   p99   max   CPU ms each   MB idle   MB after")
    print(
        f"{len(taken):7} {len(taken) / asked.seconds:10.0f} {1000 * statistics.mean(taken):9.1f} "
        + " ".join(f"{value:5.1f}" for value in share)
        + f" {1000 * worked / len(taken):13.2f} {before:9.1f} {after:10.1f}"
    )


if __name__ == "__main__":
    main()
