"""2048 on curses, as a state machine. The library keeps the rules; what is left is drawing, keys and states.

Init ---> Game ---> Win, Gameover ---> Exit          r leads back to Init, q to Exit
"""

import argparse
import contextlib
import curses
import os
import secrets

from tessella.errors import MoveError, TessellaError
from tessella.game2048 import Board
from tessella.play.session import Session

MOVES = {"w": "up", "a": "left", "s": "down", "d": "right", "k": "up", "h": "left", "j": "down", "l": "right"}
ARROWS = {curses.KEY_UP: "w", curses.KEY_LEFT: "a", curses.KEY_DOWN: "s", curses.KEY_RIGHT: "d", curses.ERR: "q"}
HELP = ["(W)Up (S)Down (A)Left (D)Right", "     (R)Restart (Q)Exit"]


def picture(session: Session, highscore: int) -> list[str]:
    """Return what is on the screen, line by line."""
    board = session.position
    assert isinstance(board, Board)  # a session plays any game, this one 2048
    lines = [f"SCORE: {board.score}"] + [f"HIGHSCORE: {highscore}"] * (highscore > 0)
    for row in board.rows:
        lines += ["+------" * len(row) + "+", "".join(f"|{tile or '':^6}" for tile in row) + "|"]
    ended = "YOU WIN!" if board.is_won() else "GAME OVER" if board.is_over() else ""
    return [*lines, lines[-2], f"          {ended}" if ended else HELP[0], HELP[1]]


def main(screen: curses.window, rules: str, seed: int) -> None:
    screen.timeout(500)  # milliseconds: a resize wakes nobody where it comes between two reads
    session, highscore = Session.open(f"2048:{rules}#{seed}"), 0

    def key() -> str:
        """Show where the game stands and return the next key; with the terminal gone it is `q`."""
        screen.erase()
        for y, line in enumerate(picture(session, highscore)):
            with contextlib.suppress(curses.error):  # a window too small shows what it can
                screen.addstr(y, 0, line)
        while (pressed := screen.getch()) == curses.ERR and os.isatty(0):
            pass
        return ARROWS.get(pressed) or chr(pressed).lower()

    def init() -> str:
        nonlocal session, seed, highscore
        highscore = max(highscore, session.position.score)
        session = Session.open(f"2048:{rules}#{seed}")
        seed += 1
        return "Game"

    def game() -> str:
        pressed = key()
        if pressed in ("r", "q"):
            return "Init" if pressed == "r" else "Exit"
        if pressed in MOVES:
            with contextlib.suppress(MoveError):  # a move that changes nothing is no move
                session.play(MOVES[pressed])
        return "Win" if session.position.is_won() else "Gameover" if session.position.is_over() else "Game"

    def ended() -> str:
        return {"r": "Init", "q": "Exit"}.get(key(), state)

    states = {"Init": init, "Game": game, "Win": ended, "Gameover": ended}
    state = "Init"
    while state != "Exit":
        state = states[state]()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="2048 on curses, as a state machine")
    parser.add_argument("--rules", default="sprint", help="such as sprint, coinflip or 5x5/64: size and target")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9), help="a restart adds 1")
    args = parser.parse_args()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            curses.wrapper(main, args.rules, args.seed)
    except (TessellaError, curses.error) as error:  # no such rules, or no terminal
        raise SystemExit(str(error)) from None
