"""2048 on curses, as a state machine. The library keeps the rules; what is left is drawing, keys and states.

    Init ---> Game ---> Win, Gameover ---> Exit          r leads back to Init, q to Exit

Run it with `python examples/curses_2048.py`, or with `--seed 42` for a game that is the same each time.
"""

import argparse
import contextlib
import curses
import secrets

from tessella.errors import MoveError
from tessella.game2048 import Board
from tessella.play.session import Session

MOVES = {"w": "up", "a": "left", "s": "down", "d": "right"}
ARROWS = {"key_up": "w", "key_left": "a", "key_down": "s", "key_right": "d"}
RULE = "+------" * 4 + "+"
HELP = ["(W)Up (S)Down (A)Left (D)Right", "     (R)Restart (Q)Exit"]


def picture(session: Session, highscore: int) -> list[str]:
    """Return what is on the screen, line by line."""
    board = session.position
    assert isinstance(board, Board)  # a session plays any game, this one 2048
    lines = [f"SCORE: {board.score}"]
    if highscore:
        lines.append(f"HIGHSCORE: {highscore}")
    for row in board.rows:
        lines += [RULE, "".join(f"|{tile or '':^6}" for tile in row) + "|"]
    lines.append(RULE)
    ended = "YOU WIN!" if board.is_won() else "GAME OVER" if board.is_over() else ""
    return [*lines, f"          {ended}" if ended else HELP[0], HELP[1]]


def main(screen: curses.window, seed: int) -> None:
    session = Session.open(f"2048:sprint#{seed}")
    highscore = 0

    def key() -> str:
        """Show where the game stands and return the next key, a letter or a name such as `key_resize`."""
        screen.erase()
        for y, line in enumerate(picture(session, highscore)):
            with contextlib.suppress(curses.error):  # a window too small shows what it can
                screen.addstr(y, 0, line)
        pressed = screen.getkey().lower()
        return ARROWS.get(pressed, pressed)

    def init() -> str:
        nonlocal session, seed, highscore
        highscore = max(highscore, session.position.score)
        session = Session.open(f"2048:sprint#{seed}")
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
        pressed = key()
        return {"r": "Init", "q": "Exit"}.get(pressed) or ("Win" if session.position.is_won() else "Gameover")

    states = {"Init": init, "Game": game, "Win": ended, "Gameover": ended}
    state = "Init"
    while state != "Exit":
        state = states[state]()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="2048 on curses, as a state machine")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9), help="a restart adds 1")
    curses.wrapper(main, parser.parse_args().seed)
