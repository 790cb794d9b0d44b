"""Let one of Tessella's own players play for a referee, and say what it expects.

    tessella 2048 referee --games 100 -- python examples/referee_player.py --player best --ply 2

Besides its moves it says which tile it expects next under the rules, and a network (`--player network`) also what it
thinks that boards are worth after a move. Both show in the report whether the player knows the chances of new tiles.
"""

import argparse
import sys

from tessella.game2048 import Board, Rules, player
from tessella.game2048.players.base import choose_move


def expected(board: Board) -> str:
    """Return the chance of a 2 in each cell, then of a 4: as weights, which need not sum to 1."""
    empty = [int(not tile) for row in board.rows for tile in row]
    fours = board.rules.fours
    return " ".join(str(weight * one) for weight in (100 - fours, fours) for one in empty)


def main() -> None:
    """Answer until there is nothing more to answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="best", help="best, network, network:FILE, heuristic, random or corner")
    parser.add_argument("--ply", type=int)
    args = parser.parse_args()
    chooser, rules = player(args.player, ply=args.ply), Rules()
    for question in sys.stdin:
        topic, *words = question.split()
        if topic == "quit":
            break
        if topic == "hello":
            rules = Rules.parse(words[4])
            topics = "move,spawn,value" if hasattr(chooser, "afterstate_value") else "move,spawn"
            print(f"hello 1 {topics} {chooser.name}", flush=True)
            continue
        tiles = [int(word) for word in words[1:]]
        rows = [tiles[start : start + rules.cols] for start in range(0, len(tiles), rules.cols)]
        board = Board.from_rows(rows, rules)
        if topic == "move":
            print(choose_move(chooser, board), flush=True)
        elif topic == "spawn":
            print(expected(board), flush=True)
        elif topic == "value":
            print(chooser.afterstate_value(board.rows), flush=True)  # type: ignore[attr-defined]  # it said it could


if __name__ == "__main__":
    main()
