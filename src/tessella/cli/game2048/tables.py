"""The commands `tessella 2048 tables`: list, make, show and remove tables of end games."""

import argparse
import json
import sys

from tessella.cli.game2048.advice import read_board
from tessella.cli.options import add, draws_ascii, notify
from tessella.cli.progress_line import ProgressLine
from tessella.errors import TessellaError
from tessella.game2048 import rendering
from tessella.game2048.advice.reasons import chance_text, move_name
from tessella.game2048.endgame import library
from tessella.game2048.endgame.formations import FORMATIONS, EndGame
from tessella.game2048.endgame.library import Exact
from tessella.i18n import _
from tessella.io.progress_bar import aligned


def _add_name(parser: argparse.ArgumentParser) -> None:
    what = _("formation and goal, such as L3-512")
    parser.add_argument("name", metavar="NAME", help=what)


def add_list_tables(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048 tables list`, and of `tables` alone."""
    parser.description = _(
        "End games: boards whose large tiles stay where they are while one more is made. A table knows the exact chance"
        " of success of every position. x: a large tile; m: one that may move; g: where the goal counts."
    )
    add(parser, "--json", "--lang LANG")


def list_tables(args: argparse.Namespace) -> int:
    """Print what tables there are, and the formations."""
    tables = []
    for end_game in library.made():
        try:
            tables.append(library.open_table(end_game))
        except TessellaError as error:
            notify(str(error), hint=error.hint)
    facts = [(one.name, one.positions, one.size, one.chance_at_start) for one in tables]
    if args.json:
        keys = ("name", "positions", "bytes", "chance")
        print(json.dumps([dict(zip(keys, row, strict=True)) for row in facts], indent=2))
        return 0
    if facts:
        heads = _("table"), _("positions"), _("size"), _("chance at the start")
        rows = [(name, f"{n:,}", f"{size / 1e6:,.0f} MB", chance_text(p)) for name, n, size, p in facts]
        print("\n".join(aligned([heads, *rows])))
    else:
        print(_("There is no table yet; {how}").format(how=library.how_to_make("L3-512")))
    print("\n" + _("Formations:"))
    for formation in FORMATIONS.values():
        print(f"\n{formation.name}\n{formation.picture}")
    return 0


def add_make(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048 tables make`."""
    parser.description = _(
        "Make the table of an end game: the exact chance of success of every position that can occur. "
        "L3-512 takes about a minute, 1.4 GB on the disk and 0.7 GB of memory; doubling the goal roughly "
        "doubles all three."
    )
    _add_name(parser)
    add(parser, "--lang LANG")


def make(args: argparse.Namespace) -> int:
    """Make a table."""
    from tessella.game2048.endgame import construction  # noqa: PLC0415 - loads numba, which no other of these needs

    end_game = EndGame.parse(args.name)
    progress = ProgressLine(sys.stderr)
    share = 0.0

    def tell(done: float) -> None:
        nonlocal share
        share = done
        progress.step()

    try:
        progress.note(_("preparing the table"))
        progress.follow(lambda: share, lambda: end_game.name)
        construction.make(end_game, library.path_of(end_game), tell)
    finally:
        progress.clear()
    table = library.open_table(end_game)
    message = _("{name}: {n} positions, {size} MB; chance at the start {chance}")
    size, chance = f"{table.size / 1e6:,.0f}", chance_text(table.chance_at_start)
    print(message.format(name=table.name, n=f"{table.positions:,}", size=size, chance=chance))
    return 0


def add_show(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048 tables show`."""
    parser.description = _(
        "Show the exact chance of success after each move, by every table that knows the board, in any of its eight"
        " symmetries."
    )
    parser.epilog = _("Exit codes: 0 success, 1 no table knows the board, 2 invalid input.")
    what = _("rows of tiles such as '2 0 0 4/0 8 0 0/...'")
    parser.add_argument("board", metavar="BOARD", help=what)
    add(parser, "--json", "--ascii", "--lang LANG")


def show(args: argparse.Namespace) -> int:
    """Print what the tables say of a board."""
    board = read_board(args.board)
    found = library.exact(board.rows)
    if args.json:
        print(json.dumps([{"table": one.table.name, "chances": one.chances} for one in found]))
    elif found:
        print(rendering.text(board.rows, ascii_only=draws_ascii(args)))
        for one in found:
            print(*_lines(one), sep="\n")
    else:
        notify(_("no table knows this board"), hint=_("see '{command}'").format(command="tessella 2048 tables list"))
    return 0 if found else 1


def _lines(exact: Exact) -> list[str]:
    """Return a line for each move, the best first."""
    heading = _("{name}, chance of {tile}:").format(name=exact.table.name, tile=exact.table.end_game.goal)
    ranked = sorted(exact.chances.items(), key=lambda item: -item[1])
    return [heading, *aligned([(move_name(move), chance_text(chance)) for move, chance in ranked])]


def add_remove(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella 2048 tables remove`."""
    parser.description = _("Remove the table of an end game.")
    _add_name(parser)
    add(parser, "--lang LANG")


def remove(args: argparse.Namespace) -> int:
    """Remove a table."""
    size = library.remove(EndGame.parse(args.name))
    notify(_("removed {name}: {size} MB"), name=EndGame.parse(args.name).name, size=f"{size / 1e6:,.0f}")
    return 0
