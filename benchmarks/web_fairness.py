"""Response times of one visitor while another one asks for as much as the server takes.

    python benchmarks/web_fairness.py [--checkout FOLDER]

Starts a multi-user server on this machine. One visitor plays 2048 and asks for hints of an easy Sudoku; the other one
opens 15 connections and sends 45 slow requests: hints of a puzzle that needs chains. Prints the first one's times,
alone and beside the other, and their ratio: the machine's own speed drops out. `--checkout` runs another version.
"""

import argparse
import contextlib
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote

CONNECTIONS, EACH = 15, 3
EASY = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "sudoku:8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ROUNDS = 12


def times(tabs: "list[object]", plays: "list[dict[str, object]]") -> list[float]:
    """Return how long each round of requests took, in milliseconds."""
    found = []
    for tab, request in zip(tabs, plays, strict=True):
        began = time.perf_counter()
        tab.ask(**request)  # type: ignore[attr-defined]
        found.append(1000 * (time.perf_counter() - began))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkout", type=Path, default=Path(__file__).resolve().parents[1])
    args = parser.parse_args()
    sys.path.insert(0, str(args.checkout / "tests"))
    from support.web_process import web  # noqa: PLC0415 - of the checkout that is measured

    with tempfile.TemporaryDirectory() as home, web(Path(home), "--players") as server:
        kind = f"g={quote(EASY)}"
        with server.tab("g=2048") as player, server.tab(kind) as solver:
            server.let_in()
            rows: dict[str, list[list[float]]] = {"alone": [], "beside": []}

            def measure(where: str) -> None:
                play = {"do": "play", "move": player.state["moves"][0]}
                rows[where].append(
                    times([player], [play])
                    + times(
                        [solver] * 3,
                        [
                            {"do": "undo"} if solver.state["can_undo"] else {"do": "get"},
                            {"do": "play", "move": f"r1c3={len(rows[where]) % 9 + 1}"},
                            {"do": "hint"},
                        ],
                    )
                )

            for _round in range(ROUNDS):
                measure("alone")
            with contextlib.ExitStack() as stack:
                tabs = [stack.enter_context(server.tab(f"g={quote(HARD)}")) for _tab in range(CONNECTIONS)]
                stop = threading.Event()

                def attack(tab: object) -> None:
                    while not stop.is_set():
                        for _request in range(EACH):
                            tab.send("new", id=HARD)  # type: ignore[attr-defined]
                            tab.send("hint")  # type: ignore[attr-defined]
                        for _answer in range(2 * EACH):
                            tab.receive()  # type: ignore[attr-defined]

                threads = [threading.Thread(target=attack, args=(tab,), daemon=True) for tab in tabs]
                for thread in threads:
                    thread.start()
                for _round in range(ROUNDS):
                    measure("beside")
                stop.set()
    for number, name in ((0, "move"), (-1, "hint")):
        alone, beside = (statistics.median(row[number] for row in rows[where]) for where in ("alone", "beside"))
        worst = max(row[number] for row in rows["beside"])
        print(f"{name}: {alone:.1f} ms alone, {beside:.1f} beside ({beside / alone:.1f} times), worst {worst:.0f}")


if __name__ == "__main__":
    main()
