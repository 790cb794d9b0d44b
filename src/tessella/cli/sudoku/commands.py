"""What can be asked about Sudoku on the command line?

Solving, checking, showing and converting files of puzzles. Thin, like `cli`: arguments in, one call of
`tessella.sudoku.batch.jobs`, text out.
"""

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tessella.cli.options import add_wishes, is_graded, recipe_of, seconds, whole
from tessella.errors import ParseError, quote
from tessella.i18n import _, ngettext

if TYPE_CHECKING:
    from pathlib import Path

    from tessella.io.streams import Input, Target
    from tessella.sudoku import Board
    from tessella.sudoku.batch.jobs import Job, Tally
    from tessella.sudoku.generator.recipe import Recipe

__all__ = ["add_commands"]

LARGEST = 1 << 16
"""Bytes of a file that holds one board."""

Parser = argparse.ArgumentParser


def add_commands(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the commands on files of puzzles to the subparsers of `tessella sudoku`."""
    codes = _("Exit codes: 0 done, 1 some puzzle is not proper, 2 bad input.")
    _add_new(commands.add_parser("new", help=_("make puzzles"), epilog=_("Exit codes: 0 done, 2 what cannot be had.")))
    solving = _("Write the solution of every puzzle; one that has none or several is written as it is, and named.")
    _add_solve(commands.add_parser("solve", description=solving, help=_("solve puzzles"), epilog=codes))
    checking = _("Tell which puzzles break a rule, or have not exactly one solution.")
    check = commands.add_parser("check", description=checking, help=_("tell what is wrong with puzzles"), epilog=codes)
    _add_reading(check)
    _add_threads(check)
    _add_timeout(check)
    check.set_defaults(run=_check)
    show = commands.add_parser(
        "show", description=_("Draw puzzles as text, or as SVG or HTML."), help=_("draw puzzles"), epilog=codes
    )
    _add_reading(show)
    _add_format(show)
    show.set_defaults(run=_show)
    converting = _("Write puzzles in another format; by default a line each.")
    convert = commands.add_parser(
        "convert", description=converting, help=_("write puzzles in another format"), epilog=codes
    )
    _add_reading(convert)
    _add_format(convert)
    convert.set_defaults(run=_convert)
    _add_rate(commands.add_parser("rate", help=_("tell how hard puzzles are"), epilog=codes))
    _add_teaching(commands)


def _add_new(parser: Parser) -> None:
    parser.add_argument("-n", "--number", metavar="N", default="1", help=_("how many puzzles"))
    add_wishes(parser)
    parser.add_argument("--pattern", metavar="FILE", help=_("where givens may stand: a sign a cell, . for a blank"))
    parser.add_argument("--reveal", action="store_true", help=_("show the answer after Enter"))
    parser.add_argument("--out", metavar="FILE", help=_("write to a file, which is replaced only if all goes well"))
    parser.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the system's"))
    _add_format(parser)
    _add_threads(parser)
    parser.set_defaults(run=_new)


def _add_rate(parser: Parser) -> None:
    parser.description = _(
        "Tell how hard puzzles are: ER, EP and ED as Sudoku Explainer 1.2.1 computes them, the level, and the"
        " techniques that are needed."
    )
    _add_reading(parser)
    parser.add_argument(
        "--format",
        metavar="NAME",
        default="text",
        help=_("text: a report, or a line a puzzle; csv: a row a line of the file; json: an object a line"),
    )
    parser.add_argument("--path", action="store_true", help=_("tell every step too"))
    _add_threads(parser)
    parser.set_defaults(run=_rate)


def _add_teaching(commands: "argparse._SubParsersAction[Any]") -> None:
    for name, told, run in (
        ("hint", _("tell the next step, and why"), _hint),
        ("explain", _("tell every step to the solution, and why"), _explain),
    ):
        parser = commands.add_parser(name, help=told)
        parser.add_argument("file", metavar="FILE", nargs="?", help=_("a puzzle or its file; standard input for -"))
        parser.add_argument("--box", metavar="RxC", help=_("rows x columns of a box, such as 2x3"))
        style = _("direct: by looking, as far as that goes; or candidates, with pencil marks")
        parser.add_argument("--style", metavar="NAME", help=style)
        parser.add_argument(
            "--format", metavar="NAME", default="text", help=_("one of {names}").format(names="text, svg, json, html")
        )
        parser.add_argument("--out", metavar="FILE", help=_("write to a file, which is replaced only if all goes well"))
        parser.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the system's"))
        if name == "hint":
            much = _("how much to tell: 1 where to look, 2 the technique too, 3 (default) the reason too")
            parser.add_argument("--stage", metavar="N", default="3", help=much)
            parser.description = _(
                "Tell the next step for one position. A line with + marks digits of your own, such as 53+4.7"
            )
        else:
            steps = _("the steps that Sudoku Explainer takes and that are rated, each with its rating")
            parser.add_argument("--rated", action="store_true", help=steps)
            parser.add_argument("--draw", action="store_true", help=_("draw the grid of every step"))
            parser.description = _(
                "Tell every step to the solution. With --format svg, --out may name a folder, which gets a picture a"
                " step."
            )
        parser.set_defaults(run=run)


def _add_solve(parser: Parser) -> None:
    _add_reading(parser)
    _add_format(parser)
    _add_threads(parser)
    _add_timeout(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help=_("tell how many solutions there are"))
    what.add_argument("--all", action="store_true", help=_("write every solution"))
    parser.add_argument("--limit", metavar="N", help=_("stop counting or writing at N solutions a puzzle"))
    parser.set_defaults(run=_solve)


def _add_reading(parser: Parser) -> None:
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help=_("a puzzle, or a file of them in any format; standard input for -")
    )
    parser.add_argument("--out", metavar="FILE", help=_("write to a file, which is replaced only if all goes well"))
    parser.add_argument(
        "--from", metavar="NAME", dest="form", help=_("the format to read, where it is not to be guessed")
    )
    parser.add_argument("--box", metavar="RxC", help=_("rows x columns of a box, such as 2x3"))
    parser.add_argument("--skip", metavar="N", default="0", help=_("pass over the first N puzzles"))
    parser.add_argument("--keep-going", action="store_true", help=_("pass over what is no puzzle"))
    parser.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the system's"))


def _add_format(parser: Parser) -> None:
    parser.add_argument("--format", metavar="NAME", help=_("the format to write: {names}").format(names=_names()))


def _add_threads(parser: Parser) -> None:
    parser.add_argument("--threads", metavar="N", help=_("how many share the work; by default one a core"))


def _add_timeout(parser: Parser) -> None:
    parser.add_argument("--timeout", metavar="SECONDS", help=_("give a puzzle up after so long"))


def _names() -> str:
    from tessella.sudoku import notation
    from tessella.sudoku.batch import jobs

    return ", ".join([*notation.FORMATS, *jobs.PICTURES])


# --- the commands -----------------------------------------------------------------------------------------


def _new(asked: argparse.Namespace) -> int:
    import secrets

    from tessella.ids import parse_seed
    from tessella.io import progress_bar, streams
    from tessella.sudoku.batch import jobs

    form = _format(asked)
    n, first, threads = whole(asked.number), whole(asked.first, 0), _threads(asked)
    wanted = recipe_of(asked, None if asked.pattern is None else _pattern(asked.pattern))
    seed = secrets.randbelow(10**9) if asked.seed is None else parse_seed(asked.seed)
    if asked.reveal:
        return _reveal(wanted, seed, range(first, first + n), form)
    done = jobs.Tally()
    with (
        progress_bar.Watch(sys.stderr, lambda: done.done / n) as watching,
        streams.Target(asked.out) as target,
        _patience(is_graded(asked), done),
    ):
        jobs.make_all(
            target.write, wanted, seed, n, first=first, form=form, threads=threads, watch=watching, tally=done
        )
        if watching.stopped and done.done < n:
            target.keep_part()
    if watching.stopped and done.done < n:
        rest = f"--seed {seed} --first {first + done.done} -n {n - done.done}"
        return _interrupted(target, done.done, rest)
    if asked.seed is None and sys.stderr.isatty():
        print(_("seed {seed}").format(seed=seed), file=sys.stderr)
    return 0


@contextlib.contextmanager
def _patience(graded: bool, done: "Tally") -> Iterator[None]:  # noqa: FBT001 - the only thing it asks
    """Say why it takes so long until the first puzzle is there, where it does."""
    import threading

    def say() -> None:
        if graded and not done.done:
            print(_("still looking for the first one; kernels are compiled when they are first used"), file=sys.stderr)

    timer = threading.Timer(4, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _interrupted(target: "Target", done: int, rest: str) -> int:
    """Say what there is, and how to go on."""
    if target.part is None:
        message = ngettext(
            "stopped after {n} puzzle; go on with {rest}", "stopped after {n} puzzles; go on with {rest}", done
        )
    else:
        message = ngettext(
            "stopped after {n} puzzle, kept in {part}; go on with {rest}",
            "stopped after {n} puzzles, kept in {part}; go on with {rest}",
            done,
        )
    print(message.format(n=done, part=quote(target.part), rest=rest), file=sys.stderr)
    return 130


def _reveal(wanted: "Recipe", seed: int, numbers: range, form: str) -> int:
    """Show puzzles one by one, each with its answer once Enter is pressed."""
    from tessella.sudoku import solve
    from tessella.sudoku.batch import jobs
    from tessella.sudoku.generator.search import make

    for k in numbers:
        puzzle = make(wanted, seed, k)
        print(jobs.drawn(puzzle, form), flush=True)
        print(_("Press Enter to see the answer."), end="", flush=True)
        sys.stdin.readline()
        if not sys.stdin.isatty():
            print()
        print(jobs.drawn(solve(puzzle), form), flush=True)
    return 0


def _pattern(name: str) -> str:
    """Return the pattern in a file, or the one that stands in place of its name."""
    from pathlib import Path

    try:
        with Path(name).open(encoding="utf-8", errors="replace") as file:
            return file.read(10_000)
    except OSError as error:
        if len(name) >= 16 and not Path(name).suffix.isalpha():
            return name
        message = _("expected a file that can be read, got {text} ({why})")
        raise ParseError(message.format(text=quote(name), why=error.strerror)) from None


def _solve(asked: argparse.Namespace) -> int:
    from tessella.sudoku.batch import jobs

    form = "line" if asked.count else _format(asked)
    timeout = None if asked.timeout is None else seconds(asked.timeout)
    limit = None if asked.limit is None else whole(asked.limit)

    def work(source: "Input", write: Callable[[str], object], job: "Job") -> "Tally":
        if asked.count:
            return jobs.count_all(source, write, job, limit=limit or 1000, timeout=timeout)
        return jobs.solve_all(source, write, job, form=form, every=asked.all, limit=limit, timeout=timeout)

    return _run(asked, work, puzzles=not asked.count)


def _check(asked: argparse.Namespace) -> int:
    from tessella.sudoku.batch import jobs

    timeout = None if asked.timeout is None else seconds(asked.timeout)
    return _run(asked, lambda source, write, job: jobs.check_all(source, write, job, timeout=timeout), puzzles=False)


def _show(asked: argparse.Namespace) -> int:
    from tessella.sudoku.batch import jobs

    form = "small" if asked.format is None and not _is_table(asked) else _format(asked)
    if asked.out is None and form in ("small", "boxed") and _can_show("║"):
        form += "-lines"
    return _run(asked, lambda source, write, job: jobs.show_all(source, write, job, form=form))


def _convert(asked: argparse.Namespace) -> int:
    from tessella.sudoku.batch import jobs

    form = "line" if asked.format is None and not _is_table(asked) else _format(asked)
    return _run(asked, lambda source, write, job: jobs.convert_all(source, write, job, form=form))


def _run(
    asked: argparse.Namespace,
    work: "Callable[[Input, Callable[[str], object], Job], Tally]",
    *,
    puzzles: bool = True,
) -> int:
    """Do the work from source to target and return the exit code; a target is left alone where input was bad.

    Where it is not `puzzles` that are written, they cannot go into a Parquet file.
    """
    from tessella.io import progress_bar, streams
    from tessella.sudoku import notation, rules
    from tessella.sudoku.batch import jobs

    if asked.form is not None and asked.form not in notation.FORMATS:
        raise _unknown(asked.form, list(notation.FORMATS))
    if not puzzles and _is_table(asked):
        raise ParseError(_("expected a name for text, got {text}: Parquet holds puzzles").format(text=quote(asked.out)))
    box = None if asked.box is None else rules.parse_box(asked.box)
    skip = whole(asked.skip, 0)
    _invite(asked.file)
    with streams.open_source(asked.file) as source, progress_bar.Watch(sys.stderr, source.share) as watching:

        def say(sentence: str) -> None:
            print(sentence, file=sys.stderr)

        job = jobs.Job(say, box, asked.form, asked.keep_going, skip, _threads(asked), watching)
        with streams.Target(asked.out) as target:

            def write(text: str) -> None:
                if asked.out is None and sys.stdout.isatty():
                    watching.clear()  # the line that tells how far it is stands where this is to be read
                target.write(text)

            tally = work(source, write, job)
            if watching.stopped:
                target.keep_part()
            elif tally.wrong and not asked.keep_going:
                target.abandon()
    if watching.stopped:
        return _interrupted(target, tally.done, f"--skip {skip + tally.done}")
    return tally.exit_code


def _rate(asked: argparse.Namespace) -> int:
    from tessella.sudoku.batch import rating_job

    if asked.format not in rating_job.FORMATS:
        raise _unknown(asked.format, list(rating_job.FORMATS))
    asked.keep_going |= asked.format != "text"  # what is no puzzle has a row of its own

    def work(source: "Input", write: Callable[[str], object], job: "Job") -> "Tally":
        return rating_job.rate_all(source, write, job, form=asked.format, path=asked.path)

    return _run(asked, work, puzzles=False)


def _hint(asked: argparse.Namespace) -> int:
    import json

    from tessella.io import streams
    from tessella.sudoku.tutor import export
    from tessella.sudoku.tutor import hints as teach

    form = _lesson_format(asked)
    stage = whole(asked.stage)
    if stage not in export.STAGES:
        raise ParseError(_("expected a stage of a hint, 1, 2 or 3, got {text}").format(text=quote(asked.stage)))
    found = teach.hint(_one_board(asked), style=_style(asked) or "")
    if form == "json":
        text = json.dumps(export.as_json(found), ensure_ascii=False) + "\n"
    elif form == "svg":
        text = export.as_svg(found)
    elif form == "html":
        text = export.as_page(found.board, [found], title=_("A hint"))
    else:
        text = export.as_text(found, stage=stage) + "\n"
    with streams.Target(asked.out) as target:
        target.write(text)
    return 0


def _explain(asked: argparse.Namespace) -> int:
    from pathlib import Path

    from tessella.io import streams
    from tessella.sudoku.tutor import export
    from tessella.sudoku.tutor import hints as teach

    form = _lesson_format(asked)
    board = _one_board(asked)
    order = "rated" if asked.rated else "taught"
    hints = teach.explain(board, style=_style(asked) or "candidates", order=order)
    if form == "svg" and asked.out is not None and Path(asked.out).suffix.lower() != ".svg":
        _write_pictures(Path(asked.out), [export.as_svg(found) for found in hints])
        return 0
    with streams.Target(asked.out) as target:
        if form == "text":
            for number, found in enumerate(hints, 1):
                target.write(export.as_text(found, number, grid=asked.draw) + "\n")
                if asked.out is None:
                    sys.stdout.flush()  # the next one may take a while
        else:
            for text in export.PATHS[form](board, hints):
                target.write(text)
    return 0


def _write_pictures(folder: "Path", pictures: list[str]) -> None:
    """Write a picture a step into a folder, which is made where there is none."""
    from tessella.errors import TessellaError

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(pictures, 1):
            (folder / f"step-{number:0{len(str(len(pictures)))}}.svg").write_text(text, encoding="utf-8")
    except OSError as error:
        message = _("expected a folder that can be written, got {text} ({why})")
        raise TessellaError(message.format(text=quote(folder), why=error.strerror)) from None


def _lesson_format(asked: argparse.Namespace) -> str:
    from tessella.sudoku.tutor import export

    if asked.format not in export.FORMATS:
        raise _unknown(asked.format, list(export.FORMATS))
    return str(asked.format)


def _style(asked: argparse.Namespace) -> str | None:
    from tessella.sudoku.tutor import hints as teach

    if asked.style is not None and asked.style not in teach.STYLES:
        message = _("expected one of {names}, got {text}")
        raise ParseError(message.format(names=", ".join(teach.STYLES), text=quote(asked.style)))
    return None if asked.style is None else str(asked.style)


def _one_board(asked: argparse.Namespace) -> "Board":
    """Return the one board that a file, standard input or the argument itself holds."""
    from tessella.io import streams
    from tessella.sudoku import notation, rules

    box = None if asked.box is None else rules.parse_box(asked.box)
    _invite(asked.file)
    with streams.open_source(asked.file) as source:
        data = b""
        while len(data) <= LARGEST and (chunk := source.read(LARGEST)):
            data += chunk
    if len(data) > LARGEST:
        raise ParseError(_("expected one Sudoku, got more than {limit} bytes").format(limit=LARGEST))
    return notation.read(data.decode("utf-8", errors="replace"), box)


def _invite(name: str | None) -> None:
    """Say what is waited for, where that is somebody who types."""
    if name in (None, "-") and sys.stdin.isatty():
        keys = "Enter, Ctrl-Z, Enter" if sys.platform == "win32" else "Enter, Ctrl-D"
        print(_("Type or paste a puzzle, then press {keys}.").format(keys=keys), file=sys.stderr)


def _threads(asked: argparse.Namespace) -> int | None:
    threads = getattr(asked, "threads", None)
    return None if threads is None else whole(threads)


def _is_table(asked: argparse.Namespace) -> bool:
    """Return whether a Parquet file is to be written."""
    from tessella.io import streams

    return asked.out is not None and asked.out.lower().endswith(streams.PARQUET)


def _format(asked: argparse.Namespace) -> str:
    from tessella.sudoku import notation
    from tessella.sudoku.batch import jobs

    if _is_table(asked):
        if asked.format not in (None, "csv"):
            message = _("expected csv as the format of a Parquet file, got {text}")
            raise ParseError(message.format(text=quote(asked.format)))
        return "csv"
    if asked.format is None:  # a picture for a person, a line for a program
        return "small" if asked.out is None and sys.stdout.isatty() else "line"
    names = [*notation.FORMATS, *jobs.PICTURES]
    if asked.format not in names:
        raise _unknown(asked.format, names)
    return str(asked.format)


def _unknown(name: str, names: list[str]) -> ParseError:
    message = _("expected a format, one of {names}, got {text}")
    return ParseError(message.format(names=", ".join(names), text=quote(name)))


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
