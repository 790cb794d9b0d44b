"""The same game in objects: a Grid that plays, a Screen that draws and listens, a GameManager between them."""

import argparse
import contextlib
import curses
import secrets

from tessella.errors import MoveError
from tessella.game2048 import RULES, Board

MOVES = {"w": "up", "a": "left", "s": "down", "d": "right"}
RULE = "+------" * 4 + "+"
HELP = ["(W)Up (S)Down (A)Left (D)Right", "     (R)Restart (Q)Exit"]


class Grid:
    """The tiles and the score of one game."""

    def __init__(self, seed: int) -> None:
        self.board = Board.start(RULES["sprint"], seed)

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

    def ask(self, grid: Grid, highscore: int) -> str:
        """Show grid, scores and help; return the next key, letters in lower case."""
        lines = [f"SCORE: {grid.board.score}"] + [f"HIGHSCORE: {highscore}"] * (highscore > 0)
        for row in grid.board.rows:
            lines += [RULE, "".join(f"|{tile or '':^6}" for tile in row) + "|"]
        lines += [RULE, f"          {grid.message}" if grid.message else HELP[0], HELP[1]]
        self.window.erase()
        for y, line in enumerate(lines):
            with contextlib.suppress(curses.error):  # a window too small shows what it can
                self.window.addstr(y, 0, line)
        return self.window.getkey().lower()


class GameManager:
    """Deals the games and passes keys on."""

    def __init__(self, screen: Screen, seed: int) -> None:
        self.screen, self.seed, self.highscore, self.grid = screen, seed, 0, Grid(seed)

    def restart(self) -> None:
        """Deal the next game and remember the best score."""
        self.highscore = max(self.highscore, self.grid.board.score)
        self.seed += 1
        self.grid = Grid(self.seed)

    def run(self) -> None:
        """Play until `q`."""
        while (key := self.screen.ask(self.grid, self.highscore)) != "q":
            if key == "r":
                self.restart()
            elif key in MOVES:
                self.grid.move(MOVES[key])  # a game that has ended refuses every move


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="2048 on curses, in objects")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    args = parser.parse_args()
    curses.wrapper(lambda window: GameManager(Screen(window), args.seed).run())
