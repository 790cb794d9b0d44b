"""2048 where merged tiles merge on, read as a numpy array, in Chinese; the game and the best score are kept.

The rules are the `cascade` preset: 100 points a merge, one tile in four is a 4, the game ends at 2048.
"""

import argparse
import contextlib
import curses
import locale
import os

import numpy as np

from tessella import i18n
from tessella.errors import MoveError, TessellaError
from tessella.game2048 import Board
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

MOVES = {"w": "up", "a": "left", "s": "down", "d": "right", "k": "up", "h": "left", "j": "down", "l": "right"}
ARROWS = {curses.KEY_UP: "w", curses.KEY_LEFT: "a", curses.KEY_DOWN: "s", curses.KEY_RIGHT: "d", curses.ERR: "q"}


def picture(stored: StoredGame) -> list[str]:
    """Return what is on the screen, line by line."""
    board = stored.session.position
    assert isinstance(board, Board)  # a stored game may be any game, this one 2048
    tiles = np.array(board.rows)  # (4, 4), 0 for an empty cell
    rule = "-" * (5 * len(tiles[0]) + 2)
    lines = [f"得分：{board.score}", f"历史最高：{stored.best}", rule]
    for row in tiles:
        lines += ["|" + "".join(f"{tile or '':^5}" for tile in row) + "|", rule]
    last = "w 上  a 左  s 下  d 右  u 撤销"
    if board.is_won() or board.is_over():
        last = f"恭喜你赢了！得分为{board.score}" if board.is_won() else f"你获得了{board.score}分，请再接再厉！"
    return [*lines, f"最大：{tiles.max()}  空格：{np.count_nonzero(tiles == 0)}", last, "r 重新开始  q 退出"]


def act(stored: StoredGame, key: str) -> None:
    """Do what a key asks for; after the end only `r` and `q` are left."""
    if key == "r":
        stored.new()
    elif not stored.session.position.is_over():
        with contextlib.suppress(MoveError):  # what cannot be done changes nothing
            if key == "u":
                stored.undo()
            elif key in MOVES:
                stored.play(MOVES[key])


def main(screen: curses.window, stored: StoredGame) -> None:
    screen.timeout(500)  # milliseconds: a resize wakes nobody where it comes between two reads
    key = ""
    while key != "q":
        act(stored, key)
        screen.erase()
        for y, line in enumerate(picture(stored) + stored.take_notices()):
            with contextlib.suppress(curses.error, UnicodeError):  # a window too small shows what it can
                screen.addstr(y, 0, line)
        while (pressed := screen.getch()) == curses.ERR and os.isatty(0):
            pass
        key = ARROWS.get(pressed) or chr(pressed).lower()  # `q` where the terminal is gone


if __name__ == "__main__":
    locale.setlocale(locale.LC_ALL, "")  # or curses cannot draw Chinese
    i18n.use("zh")
    parser = argparse.ArgumentParser(description="2048 on curses and numpy, where merged tiles merge on")
    parser.add_argument("--rules", default="cascade", help="such as cascade or 5x5/64: size and target")
    parser.add_argument("--seed", type=int, help="begin this game; by default the last one goes on")
    args = parser.parse_args()
    id = f"2048:{args.rules}" + ("" if args.seed is None else f"#{args.seed}")
    try:
        with contextlib.closing(Store.open()) as store:
            game = StoredGame.open(store, id, new=args.seed is not None)
            with contextlib.suppress(KeyboardInterrupt):
                curses.wrapper(main, game)
            game.leave()
    except (TessellaError, curses.error) as error:  # no such rules, or no terminal
        raise SystemExit(str(error)) from None
