"""Pages of lessons: the words and the picture of each, in both languages, and the list of them."""

import re
from pathlib import Path

import pytest

from tessella import i18n
from tessella.sudoku.tutor import lessons, practice
from tessella.web.docs import lesson_pages, pages


@pytest.mark.parametrize("lang", list(i18n.LANGUAGES))
def test_a_lesson_has_its_words_its_example_and_ten_drills(lang: str) -> None:
    """In the language of the page."""
    with i18n.speaking(lang):
        slug, text, picture = next(one for one in lesson_pages.pages(lang, "../") if one[0] == "xy-wing")
        words = lessons.words("xy-wing")
    assert all(sentence in text for sentence in (*words.idea, words.look))
    assert "](xy-wing.svg)" in text
    assert [int(n) for n in re.findall(r"drill=xy-wing%23(\d+)&amp;lang", text)] == list(range(1, 11))
    assert 'data-game="sudoku:lesson=xy-wing"' in text
    assert (slug, picture[:4]) == ("xy-wing", "<svg")


@pytest.mark.parametrize("lang", list(i18n.LANGUAGES))
def test_the_list_has_every_lesson_in_its_words(lang: str) -> None:
    """The written page names each lesson as the games do, and when to look for it."""
    path = pages.source("lessons", lang)
    assert isinstance(path, Path)
    text = path.read_text(encoding="utf-8")
    lines = re.findall(r"^\|.*\|$", text, re.MULTILINE)[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    with i18n.speaking(lang):
        assert [(row[0], row[1], row[-1]) for row in rows] == [
            (slug, practice.LESSONS[slug].name, lessons.words(slug).look) for slug in lessons.taught()
        ]
    assert lesson_pages.linked(text).count("](lessons/") == len(rows)
