"""How much processor time does the referee take for a move, without the program that plays?

    python benchmarks/game2048_referee.py [--games N]

The answers to its questions are at hand: the first legal direction of down, left, right and up, looked up beforehand.
"""

import argparse
import time

from tessella.game2048 import Rules
from tessella.game2048.players.base import CornerPlayer
from tessella.game2048.referee.match import Game

RULES, PLAYER = Rules(), CornerPlayer()


def answers(number: int) -> list[str]:
    """Return the moves of a game."""
    game, moves = Game(RULES, number, 1), list[str]()
    while game.question:
        moves.append(PLAYER.choose(game.board))
        game.take(moves[-1])
    return moves


def main() -> None:
    """Print the processor time for a move."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    moves = {number: answers(number) for number in range(parser.parse_args().games)}
    begun = time.process_time()
    for number, those in moves.items():
        game = Game(RULES, number, 1)
        for move in those:
            game.take(move)
    spent = (time.process_time() - begun) / sum(map(len, moves.values()))
    print(f"{1e6 * spent:.1f} us a move")


if __name__ == "__main__":
    main()
