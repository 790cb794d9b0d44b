"""How long does advice take, and a review? python benchmarks/game2048_advice.py

Prints a table of processor seconds, all threads together: the first advice of a process (with kernels compiled before,
or in this run), then each later one over the positions of one game, and reviews of that game at two and three plies.
"""

import time
from collections.abc import Callable

from tessella.game2048 import RULES, Board
from tessella.game2048.advice.advisor import advise
from tessella.game2048.game_review import review
from tessella.game2048.players.registry import player


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that some work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print the table."""
    board = Board.start(RULES["classic"], 3)
    print(f"{'the first advice':30} {seconds(lambda: advise(board)):8.3f} s")
    who = player("network", ply=1)
    boards = [board]
    while boards[-1].moves():
        boards.append(boards[-1].play(who.choose(boards[-1])))
    some = boards[:-1:100]
    print(f"{'advice on a 4x4 board':30} {seconds(lambda: [advise(one) for one in some]) / len(some):8.3f} s")
    wide = [Board.start(RULES["cascade"], seed) for seed in range(10)]
    advise(wide[0])
    print(f"{'advice by the heuristic':30} {seconds(lambda: [advise(one) for one in wide]) / len(wide):8.3f} s")
    for ply in (2, 3):
        name = f"review of {len(boards) - 1:,} moves, {ply} ply"
        print(f"{name:30} {seconds(lambda ply=ply: review(boards, ply=ply)):8.3f} s")  # type: ignore[misc]


if __name__ == "__main__":
    main()
