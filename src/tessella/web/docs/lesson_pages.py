"""Pages of the lessons, from the words and positions that the games teach with."""

import re
from collections.abc import Iterator
from html import escape

from tessella.i18n import _, sentence
from tessella.sudoku.tutor import export, lessons, practice
from tessella.web.docs.pages import live_board, play_address


def linked(text: str) -> str:
    r"""Return the page that lists the lessons, where each leads to its own page.

    >>> linked("| xy-wing | XY-wing |\n| lesson | technique |")
    '| [xy-wing](lessons/xy-wing.md) | XY-wing |\n| lesson | technique |'
    """
    rows = "|".join(map(re.escape, lessons.taught()))
    return re.sub(rf"^\| ({rows}) \|", r"| [\1](lessons/\1.md) |", text, flags=re.MULTILINE)


def contents() -> str:
    """Return what puts the lessons below their page in the sidebar, as MyST."""
    return "\n".join(["", "```{toctree}", ":hidden:", "", *(f"lessons/{slug}" for slug in lessons.taught()), "```", ""])


def pages(lang: str, root: str) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each lesson, its page as MyST, and its example as SVG, in the language that is spoken now."""
    for slug in lessons.taught():
        lesson, words = practice.LESSONS[slug], lessons.words(slug)
        hint = practice.hint(lessons.position(slug, 0), lesson)
        ids = [practice.drill_id(lesson, number) for number in range(lessons.DRILLS + 1)]
        drills = [f'<a href="{escape(play_address(id, lang, root))}">{n}</a>' for n, id in enumerate(ids[1:], 1)]
        picture = _("The example of the lesson, with the step that it shows")
        notation = ["", "```text", hint.notation, "```"] if hint.notation else []
        lines = [
            f"# {sentence(lesson.name)}",
            *("", " ".join(words.idea) if lang == "en" else "".join(words.idea)),
            *("", f"**{_('When to look for it')}** {words.look}"),
            *("", f"## {_('Example')}", "", f"![{picture}]({slug}.svg)", "", hint.reason, *notation),
            *("", live_board(ids[0], lang, root)),
            *("", f"## {_('Drills')}", "", _("Ten positions, from easier to harder. What you do there is judged."), ""),
            " · ".join(drills),
            *("", _("In the terminal: {command}").format(command=f"`tessella --id {ids[0]}`"), ""),
        ]
        yield slug, "\n".join(lines), export.as_svg(hint)
