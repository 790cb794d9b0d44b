"""What can be asked of `tessella` on the command line?

Thin: arguments in, one call, text out. Nothing heavy is imported before it is known to be needed, so that `--help` and
line mode start at once.

Exit codes: 0 done, 1 the answer is no (a save that does not hold), 2 bad input.
"""

import argparse
import gettext
import os
import sys
from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tessella import __version__, i18n
from tessella.cli.play_options import add_looks, add_rules, can_show, id_of_2048, plays_by_lines
from tessella.errors import ParseError, ReplayError, TessellaError, quote
from tessella.i18n import _

if TYPE_CHECKING:
    from tessella.play.session import Session
    from tessella.play.store import BestGame, Store

__all__ = ["main"]

LARGEST_SAVE = 64 << 20
"""Bytes of a save that are read; a game of a million moves has fewer."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for and return the exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    _prepare_streams()
    try:
        _choose_language(arguments)
        asked = _parser({"2048", "sudoku"}.intersection(arguments)).parse_args(arguments)
        _tidy(asked)
        run: Callable[[argparse.Namespace], int] = asked.run
        code = run(asked)
        sys.stdout.flush()  # here, where it can be said that there is no room left
    except TessellaError as error:
        _complain(str(error), error.hint)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone, as in `tessella scores | head`; keep Python from complaining at exit.
        _write_nowhere()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        _write_nowhere()
        _complain(_("standard output takes no more: {why}").format(why=error.strerror))
        return 2
    return code


def _tidy(asked: argparse.Namespace) -> None:
    """Read what means the same in every command: `-` is standard output, and a level is known in any case."""
    if getattr(asked, "out", None) == "-":
        asked.out = None
    if getattr(asked, "level", None) is not None:
        from tessella.sudoku.rating.rater import read_level

        asked.level = read_level(asked.level)


def _write_nowhere() -> None:
    """Send what is still to be written to standard output nowhere, so that Python has nothing to say at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _complain(message: str, hint: str = "") -> None:
    print(message, file=sys.stderr)
    if hint:
        print(_("hint: {hint}").format(hint=hint), file=sys.stderr)


def _prepare_streams() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:  # a letter that cannot be shown or read is no reason to stop
            reconfigure(errors="replace")


def _choose_language(arguments: Sequence[str]) -> None:
    """Speak the language asked for, the argument parser's own sentences included."""
    asked = None
    for here, following in zip(arguments, [*arguments, ""][1:], strict=True):
        if here == "--lang" or here.startswith("--lang="):
            asked = here.partition("=")[2] or following
    if asked is not None and asked not in i18n.LANGUAGES:
        raise ParseError(
            _("expected a language, one of {names}, got {text}").format(
                names=", ".join(i18n.LANGUAGES), text=quote(asked)
            )
        )
    chosen = i18n.use(asked)
    if chosen == "zh" and not can_show("得"):
        chosen = i18n.use("en")
    # argparse looks its sentences up in gettext's default domain, in the language that LANGUAGE names.
    os.environ["LANGUAGE"] = chosen
    gettext.bindtextdomain(i18n.DOMAIN, str(i18n.LOCALE))
    gettext.textdomain(i18n.DOMAIN)


# --- The arguments --------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence, and a hint where there is help."""

    def __init__(self, **settings: object) -> None:
        super().__init__(allow_abbrev=False, **settings)  # type: ignore[arg-type]  # argparse's own settings

    def error(self, message: str) -> NoReturn:
        raise ParseError(message, hint=_("{command} --help tells what there is").format(command=self.prog))


def _parser(in_full: Container[str]) -> argparse.ArgumentParser:
    """Return the parser, with all that can be asked about the games `in_full`, which costs time that others save."""
    parser = _Parser(
        prog="tessella",
        description=_("2048 and Sudoku: to play, to learn, to make and to study."),
        epilog=_("Exit codes: 0 done, 1 the answer is no, 2 bad input."),
    )
    parser.add_argument("--version", action="version", version=f"tessella {__version__}")
    _add_looks(parser)
    parser.set_defaults(run=_menu)
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=_Parser)
    _add_2048(commands, in_full="2048" in in_full)
    _add_sudoku(commands, in_full="sudoku" in in_full)
    _add_web(commands)
    _add_keeping(commands)
    return parser


def _add_looks(parser: argparse.ArgumentParser) -> None:
    add_looks(parser).add_argument("--no-save", action="store_true", help=_("keep nothing of this game"))


def _add_2048(commands: "argparse._SubParsersAction[_Parser]", *, in_full: bool) -> None:
    parser = commands.add_parser(
        "2048",
        help=_("play 2048"),
        description=_("Play 2048. Goes on with the game played last, unless another one is asked for."),
    )
    game = parser.add_argument_group(_("which game"))
    add_rules(game)
    game.add_argument("--new", action="store_true", help=_("begin a new game; undo brings the old one back"))
    _add_looks(parser)
    parser.set_defaults(run=_play_2048)
    if in_full:
        from tessella.cli.game2048 import commands as cli_2048

        cli_2048.add_commands(parser)


def _add_sudoku(commands: "argparse._SubParsersAction[_Parser]", *, in_full: bool) -> None:
    parser = commands.add_parser(
        "sudoku",
        help=_("play, make, solve and check Sudoku"),
        description=_("Play Sudoku, or work on files of puzzles. Goes on with the puzzle played last."),
    )
    _add_puzzle(parser)
    parser.set_defaults(run=_play_sudoku)
    if in_full:
        from tessella.cli.sudoku import commands as cli_sudoku
        from tessella.cli.sudoku import print_sheets

        below = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=_Parser)
        play = below.add_parser("play", help=_("play Sudoku"))
        _add_puzzle(play)
        play.set_defaults(run=_play_sudoku)
        cli_sudoku.add_commands(below)
        print_sheets.add_command(below)


def _add_puzzle(parser: argparse.ArgumentParser) -> None:
    puzzle = parser.add_argument_group(_("which game"))
    puzzle.add_argument("--id", metavar="ID", help=_("a puzzle, or a game by its id, such as sudoku:#42"))
    puzzle.add_argument("--level", metavar="NAME", help=_("beginner, easy, medium, hard, expert or extreme"))
    puzzle.add_argument("--practice", metavar="NAME", help=_("puzzles that need a technique, such as xy-wing"))
    puzzle.add_argument("--seed", metavar="N", help=_("the luck of the game; the same seed is the same game"))
    puzzle.add_argument("--clues", metavar="N", help=_("how many givens, or minimal"))
    puzzle.add_argument("--symmetry", metavar="NAME", help=_("180, 90, mirror, diagonal or full"))
    puzzle.add_argument("--box", metavar="RxC", help=_("rows x columns of a box, such as 2x3"))
    puzzle.add_argument("--daily", action="store_true", help=_("today's game"))
    puzzle.add_argument("--new", action="store_true", help=_("begin a new game; undo brings the old one back"))
    _add_looks(parser)


def _add_web(commands: "argparse._SubParsersAction[_Parser]") -> None:
    parser = commands.add_parser(
        "web",
        help=_("play in the browser, on this machine or on a phone"),
        description=_("Serve the games as a web page. Prints its address, with a token that lets a device in."),
    )
    where = parser.add_argument_group(_("where it is reached"))
    where.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help=_("0.0.0.0 lets other devices in"))
    where.add_argument("--port", metavar="N", default="8048", help=_("0 takes any that is free; by default 8048"))
    where.add_argument(
        "--name", metavar="NAME", action="append", help=_("a host name that leads here; may be repeated")
    )
    where.add_argument("--no-browser", action="store_true", help=_("open no browser"))
    whose = parser.add_argument_group(_("whose games"))
    whose.add_argument("--players", action="store_true", help=_("a party: every visitor has games of their own"))
    whose.add_argument("--database", metavar="URL", help=_("keep the games in PostgreSQL: postgresql://..."))
    parser.add_argument("--no-save", action="store_true", help=_("keep nothing of this game"))
    parser.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the browser's"))
    parser.set_defaults(run=_web)


def _add_keeping(commands: "argparse._SubParsersAction[_Parser]") -> None:
    export = commands.add_parser("export", help=_("write a game's save text"))
    export.add_argument("id", metavar="ID", nargs="?", help=_("the game's id; by default the one played last"))
    export.add_argument("--out", metavar="FILE", help=_("write to a file instead of the screen"))
    export.set_defaults(run=_export)

    replay = commands.add_parser("replay", help=_("show a saved game step by step and verify its score"))
    replay.add_argument("file", metavar="FILE", help=_("a save, or - for standard input"))
    replay.add_argument("--quiet", action="store_true", help=_("verify only"))
    replay.add_argument("--ascii", action="store_true", help=_("boxes in plain ASCII"))
    replay.set_defaults(run=_replay)

    scores = commands.add_parser("scores", help=_("show best scores and statistics"))
    scores.add_argument("--json", action="store_true", help=_("as JSON"))
    scores.set_defaults(run=_scores)

    completion = commands.add_parser("completion", help=_("print a script that completes commands in your shell"))
    completion.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "tcsh"), help="bash, zsh, tcsh")
    completion.set_defaults(run=_completion)

    bench = commands.add_parser("bench", help=_("measure the engines on this machine"))
    bench.add_argument("game", metavar="GAME", choices=("sudoku",), help="sudoku")
    bench.set_defaults(run=_bench)
    for parser in (export, replay, scores, completion, bench):
        parser.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the system's"))


# --- Playing --------------------------------------------------------------------------------------------------------


def _play_2048(asked: argparse.Namespace) -> int:
    return _play(asked, id_of_2048(asked))


def _play_sudoku(asked: argparse.Namespace) -> int:
    text = _id_of_sudoku(asked)
    if asked.practice is None and asked.level is None:
        return _play(asked, text)
    from tessella.play.progress import course, remember_level
    from tessella.sudoku.tutor.practice import lesson

    store = _open_store(asked)
    if asked.practice is not None:
        return _play(asked, course(store, lesson(asked.practice)).next_id, store)
    remember_level(store, asked.level)
    return _play(asked, text, store)


def _id_of_sudoku(asked: argparse.Namespace) -> str:
    """Return the id that the options of `tessella sudoku` ask for: the game's name alone where they ask for none."""
    made = [asked.seed, asked.level, asked.clues, asked.symmetry, asked.box]
    ways = [asked.id is not None, asked.practice is not None, asked.daily, any(value is not None for value in made)]
    if sum(ways) > 1:
        raise ParseError(_("expected an id, the daily puzzle, practice, or a kind of puzzle, but only one of these"))
    if asked.id is not None:
        return str(asked.id) if asked.id.startswith("sudoku") else f"sudoku:{asked.id}"
    if asked.daily:
        return "sudoku:daily"
    clues = asked.clues if asked.clues in (None, "minimal") else f"clues={asked.clues}"
    recipe = "/".join(
        part for part in (asked.level, asked.box, clues, asked.symmetry) if part is not None and part != "none"
    )
    return "sudoku" + (f":{recipe}" if recipe or asked.seed else "") + ("" if asked.seed is None else f"#{asked.seed}")


def _menu(asked: argparse.Namespace) -> int:
    return _play(asked, None)


def _play(asked: argparse.Namespace, text: str | None, store: "Store | None" = None) -> int:
    """Play the game that `text` asks for, full screen or by lines; without one, let the player choose."""
    store = store or _open_store(asked)
    new = getattr(asked, "new", False)
    if plays_by_lines(asked):
        from tessella.line_mode import loop
        from tessella.line_mode.base import Display

        sitting = loop.open_game(store, text or "2048", sys.stderr, new=new)
        display = Display(ascii_only=asked.ascii or not can_show("┌"), spoken=asked.spoken)
        loop.play(sitting, sys.stdin, sys.stdout, display)
        return 0
    from tessella import tui

    return tui.run(store, text, new=new, theme=asked.theme, motion=not asked.no_motion)


def _web(asked: argparse.Namespace) -> int:
    """Serve until the process is told to end."""
    try:
        from tessella.web import server
    except ImportError as error:
        raise _lacks("web", error) from None
    if not (asked.port.isascii() and asked.port.isdigit() and int(asked.port) < 65536):
        raise ParseError(_("expected a port from 0 to 65535, got {text}").format(text=quote(asked.port)))
    options = server.Options(
        host=asked.host,
        port=int(asked.port),
        players=asked.players,
        lang=asked.lang,
        names=tuple(name.lower() for name in asked.name or ()),
        opens_browser=not asked.no_browser,
    )
    return server.serve(_open_database(asked.database) if asked.database else _open_store(asked), options)


def _open_database(url: str) -> "Store":
    """Return the store in a PostgreSQL database."""
    try:
        from tessella.play.postgres import Postgres
    except ImportError as error:
        raise _lacks("postgres", error) from None
    from tessella.play.store import Store

    return Store(Postgres.open(url))


def _lacks(extra: str, error: ImportError) -> TessellaError:
    return TessellaError(
        _("this needs {name}, which is not installed").format(name=(error.name or extra).partition(".")[0]),
        hint=_("{command} installs it").format(command=f"python -m pip install 'tessella[{extra}]'"),
    )


def _open_store(asked: argparse.Namespace) -> "Store":
    from tessella.play.store import Store

    return Store.in_memory() if getattr(asked, "no_save", False) else Store.open()


# --- Saves and scores -----------------------------------------------------------------------------------------------


def _export(asked: argparse.Namespace) -> int:
    from tessella.io.streams import Target

    session = _open_store(asked).export(asked.id)
    with Target(asked.out) as target:
        target.write(session.to_text())
    return 0


def _replay(asked: argparse.Namespace) -> int:
    from tessella.play.session import Session

    text = _read(asked.file)
    try:
        session = Session.from_text(text)
    except ReplayError as error:
        _complain(str(error))
        return 2
    if not asked.quiet:
        _show_replay(session, ascii_only=asked.ascii or not can_show("┌"))
    print(
        _("verified: {id}, score {score}, moves {moves}, undos {undos}, hints {hints}").format(
            id=session.id,
            score=session.position.score,
            moves=session.step,
            undos=session.undos,
            hints=session.hints,
        )
    )
    if session.edited:
        print(_("its start was given, not dealt, so it ranks apart"))
    return 0


def _show_replay(session: "Session", *, ascii_only: bool) -> None:
    """Show each step: all at once into a pipe, one for each Enter on a terminal."""
    from tessella.line_mode.base import Display
    from tessella.line_mode.loop import render
    from tessella.play.session import Session

    again, display = Session(session.id, session.start), Display(ascii_only=ascii_only)
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    print(render(session.id, again.position, display))
    for number, entry in enumerate(session.journal, 1):
        if waits and input(_("Enter for the next step, q to skip the rest: ")).strip().lower() == "q":
            break
        again.replay([entry])
        print(
            _("{number}. {event}  Score {score}  {seconds:.1f} s").format(
                number=number, event=entry.event, score=again.position.score, seconds=entry.ms / 1000
            )
        )
        print(render(session.id, again.position, display))


def _read(name: str) -> str:
    """Return the text of a save file, or of standard input for `-`."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LARGEST_SAVE + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST_SAVE + 1)
    except OSError as error:
        raise ParseError(
            _("expected a file that can be read, got {text} ({why})").format(text=quote(name), why=error.strerror)
        ) from None
    if len(data) > LARGEST_SAVE:
        raise ParseError(_("expected a save of at most 64 MiB, got more: {text}").format(text=quote(name)))
    return data.decode("utf-8", errors="replace")


def _scores(asked: argparse.Namespace) -> int:
    store = _open_store(asked)
    if asked.json:
        import json
        from dataclasses import asdict

        tables = [
            asdict(row)
            | {
                "records": [record._asdict() for record in store.best_games(row.score_table)],
                "assisted_records": [record._asdict() for record in store.best_games(row.score_table, assisted=True)],
            }
            for row in store.statistics()
        ]
        print(json.dumps(tables, ensure_ascii=False, indent=2))
        return 0
    if not (tables_ := store.statistics()):
        print(_("No game has been played yet."))
    for row in tables_:
        if row.score_table.startswith("sudoku"):
            continue  # by level, below
        print(row.score_table)
        print(
            "  "
            + _(
                "games {games}, won {won}, best {best}, mean of finished games {mean:.0f}, played {minutes:.0f} min"
            ).format(games=row.games, won=row.won, best=row.best, mean=row.mean, minutes=row.ms / 60000)
        )
        _print_records(store.best_games(row.score_table, limit=5), _("without help"))
        _print_records(store.best_games(row.score_table, assisted=True, limit=5), _("with help"))
    if any(row.score_table.startswith("sudoku") for row in tables_):
        from tessella.play.progress import told

        print("sudoku")
        print("\n".join(f"  {line}" for line in told(store)))
    return 0


def _print_records(records: "list[BestGame]", heading: str) -> None:
    if records:
        print(f"  {heading}")
    for record in records:
        print(
            "    "
            + _("{score:>8}  {id}  undos {undos}, hints {hints}").format(
                score=record.score, id=record.id, undos=record.undos, hints=record.hints
            )
        )


def _bench(asked: argparse.Namespace) -> int:  # noqa: ARG001 - there is one engine to measure
    from tessella.sudoku import bench

    print(_("preparing the engine"), file=sys.stderr)
    print(_("microseconds a puzzle on one thread, then puzzles a second on all"), file=sys.stderr)
    print(f"{'':16} {_('puzzles'):>9} {_('count'):>9} {_('solve'):>9} {_('counts a second'):>16}")
    for row in bench.rows():
        times = f"{row.microseconds:9.3f} {row.solving:9.3f} {row.per_second:16,.0f}"
        print(f"{row.name:16} {row.puzzles:9,} {times}", flush=True)
    return 0


def _offer(parser: argparse.ArgumentParser) -> None:
    """Tell what the values of options may be, in a parser that completes commands and parses none."""
    import shtab

    from tessella.game2048 import RULES
    from tessella.game2048.advice.advisor import SPECS
    from tessella.palette import THEMES
    from tessella.sudoku.generator.recipe import SYMMETRIES
    from tessella.sudoku.generator.target import slug
    from tessella.sudoku.kernels.rating.scale import RATINGS
    from tessella.sudoku.rating.rater import LEVELS
    from tessella.sudoku.tutor.practice import LESSONS

    values: dict[str, Iterable[str]] = {
        "--lang": i18n.LANGUAGES,
        "--theme": THEMES,
        "--rules": RULES,
        "--player": SPECS,
        "--level": LEVELS,
        "--practice": LESSONS,
        "--technique": [slug(name) for name in RATINGS],
        "--symmetry": SYMMETRIES,
        "--style": ("direct", "candidates"),
        "--stage": "123",
    }
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to its own options
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            for below in action.choices.values():
                _offer(below)
        elif action.metavar == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks for it
        elif action.choices is None:
            action.choices = next(([*values[name]] for name in action.option_strings if name in values), None)


def _completion(asked: argparse.Namespace) -> int:
    import shtab

    parser = _parser({"2048", "sudoku"})
    _offer(parser)
    print(shtab.complete(parser, asked.shell))
    return 0
