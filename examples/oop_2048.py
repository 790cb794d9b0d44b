"""The same game in objects: a Grid that plays, a Screen that draws and listens, a GameManager between them."""

import argparse
import contextlib
import curses
import os
import secrets

from tessella.errors import MoveError, TessellaError
from tessella.game2048 import Board, open_id

MOVES = {"w": "up", "a": "left", "s": "down", "d": "right", "k": "up", "h": "left", "j": "down", "l": "right"}
HELP = ["(W)Up (S)Down (A)Left (D)Right", "     (R)Restart (Q)Exit"]


class Grid:
    """The tiles and the score of one game."""

    def __init__(self, rules: str, seed: int) -> None:
        self.board: Board = open_id(f"2048:{rules}#{seed}").start

    def move(self, direction: str) -> None:
        """Slide, merge, score and get a new tile; a move that changes nothing is no move."""
        with contextlib.suppress(MoveError):
            self.board = self.board.play(direction)

    @property
    def message(self) -> str:
        """How the game ended, empty while it goes on."""
        return "YOU WIN!" if self.board.is_won() else "GAME OVER" if self.board.is_over() else ""


class Screen:
    """Draws a grid and reads keys; it knows no rules."""

    def __init__(self, window: curses.window) -> None:
        self.window = window
        window.timeout(500)  # milliseconds: a resize wakes nobody where it comes between two reads

    def ask(self, grid: Grid, highscore: int) -> str:
        """Show grid, scores and help; return the next key, letters in lower case."""
        lines = [f"SCORE: {grid.board.score}"] + [f"HIGHSCORE: {highscore}"] * (highscore > 0)
        for row in grid.board.rows:
            lines += ["+------" * len(row) + "+", "".join(f"|{tile or '':^6}" for tile in row) + "|"]
        lines += [lines[-2], f"          {grid.message}" if grid.message else HELP[0], HELP[1]]
        self.window.erase()
        for y, line in enumerate(lines):
            with contextlib.suppress(curses.error):  # a window too small shows what it can
                self.window.addstr(y, 0, line)
        while (key := self.window.getch()) == curses.ERR and os.isatty(0):
            pass
        return "q" if key == curses.ERR else chr(key).lower()  # without a key the terminal is gone


class GameManager:
    """Deals the games and passes keys on."""

    def __init__(self, screen: Screen, rules: str, seed: int) -> None:
        self.screen, self.rules, self.seed, self.highscore, self.grid = screen, rules, seed, 0, Grid(rules, seed)

    def run(self) -> None:
        """Play until `q`."""
        while (key := self.screen.ask(self.grid, self.highscore)) != "q":
            if key == "r":
                self.highscore = max(self.highscore, self.grid.board.score)
                self.seed, self.grid = self.seed + 1, Grid(self.rules, self.seed + 1)
            elif key in MOVES and not self.grid.message:
                self.grid.move(MOVES[key])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="2048 on curses, in objects")
    parser.add_argument("--rules", default="sprint", help="such as sprint, coinflip or 5x5/64: size and target")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    args = parser.parse_args()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            curses.wrapper(lambda window: GameManager(Screen(window), args.rules, args.seed).run())
    except (TessellaError, curses.error) as error:  # no such rules, or no terminal
        raise SystemExit(str(error)) from None
