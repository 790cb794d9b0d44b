"""The command `tessella sudoku lesson`."""

import argparse

from tessella.cli.options import add, notify
from tessella.cli.play import opened_store
from tessella.i18n import _, sentence
from tessella.io.progress_bar import pad
from tessella.play import progress
from tessella.sudoku.tutor import export, lessons, practice


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _(
        "Show the lesson on a technique: the idea, an example, and its drills. Without NAME, list all."
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help=_("a technique, such as xy-wing"))
    add(parser, "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Show a lesson, or list them."""
    with opened_store() as store:
        if args.name is not None:
            lesson = practice.taught(args.name)
            print("\n".join(_told(progress.drills(store, lesson))))
        else:
            for slug in lessons.taught():
                drills = progress.drills(store, practice.LESSONS[slug])
                print(f"{slug:32} {pad(drills.told, 16)} {drills.lesson.name}")
            notify(_("Show one: {command}"), command="tessella sudoku lesson xy-wing")
    return 0


def _told(drills: progress.Drills) -> list[str]:
    lesson = drills.lesson
    words, example = lessons.words(lesson.slug), practice.hint(lessons.position(lesson.slug, 0), lesson)
    ids = [practice.drill_id(lesson, number) for number in range(drills.total + 1)]
    done = _("done")
    return [
        sentence(lesson.name),
        *("", *words.idea, ""),
        _("When to look for it: {text}").format(text=words.look),
        *("", ids[0], export.as_text(example, stage=4), ""),
        _("Drills: {so_far}").format(so_far=drills.so_far),
        *(f"{id}  {done}" if number in drills.done else id for number, id in enumerate(ids[1:], 1)),
        *("", _("Begin one: {command}").format(command=f'tessella sudoku --id "{drills.next_id or ids[1]}"')),
    ]
