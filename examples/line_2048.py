"""2048 without a screen: print the board, read a letter, Enter. Works in a pipe, too."""

import argparse
import secrets

from tessella.errors import MoveError, TessellaError
from tessella.game2048 import Board
from tessella.play.session import Session

MOVES = {"w": "up", "a": "left", "s": "down", "d": "right", "k": "up", "h": "left", "j": "down", "l": "right"}


def picture(rows: tuple[tuple[int, ...], ...]) -> str:
    """Return the board in a box."""
    rule = "+----" * len(rows[0]) + "+"
    lines = ["".join(f"|{tile or '':^4}" for tile in row) + "|" for row in rows]
    return "\n".join([rule, f"\n{rule}\n".join(lines), rule])


def do(session: Session, command: str) -> None:
    """Do what a command asks for, or say why not."""
    try:
        if command in MOVES:
            session.play(MOVES[command])
        elif command == "b":
            session.undo()
        else:
            print("unknown command:", command)
    except MoveError as error:  # the library's own sentence: nothing moves that way, nothing to take back
        print(error)


def main(rules: str, seed: int) -> None:
    session = Session.open(f"2048:{rules}#{seed}")
    while True:
        board = session.position
        assert isinstance(board, Board)  # a session plays any game, this one 2048
        print(picture(board.rows))
        if board.is_won():
            print("You win! Your score is", board.score)
        if board.is_over():
            print("Game over")
        step = len(session.moves)
        try:
            command = input(f"Step :{step} Score :{board.score} (w up, a left, s down, d right, b back, q quit) ")
        except (EOFError, KeyboardInterrupt):
            command = "q"
        command = command.strip().lower()
        if command == "q":
            print("\nYour score is", board.score)
            return
        do(session, command)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="2048 line by line")
    parser.add_argument("--rules", default="classic", help="such as classic, coinflip or 5x5/64: size and target")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    args = parser.parse_args()
    try:
        main(args.rules, args.seed)
    except TessellaError as error:
        raise SystemExit(str(error)) from None
