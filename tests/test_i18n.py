"""The catalogue of sentences: complete, compiled, and true to its placeholders."""

import ast
import re
import string
from concurrent.futures import ThreadPoolExecutor

import pytest

import catalogue
from tessella import i18n
from tessella.sudoku import Board
from tessella.sudoku.generator.recipe import SYMMETRIES, symmetry_name

CALLS = {"_": 1, "N_": 1, "ngettext": 2}  # and how many sentences each takes


@pytest.mark.parametrize("lang", catalogue.LANGUAGES)
def test_nothing_is_missing_unused_or_not_compiled(lang: str) -> None:
    """Every sentence of the sources is said in every language, none is left over, and the .mo is the .po compiled."""
    assert catalogue.problems(lang) == []


def test_every_sentence_is_found() -> None:
    """What a parser of Python sees stands in the catalogue; babel's own does not look inside f-strings."""
    known = {id_ for one in catalogue.extract() for id_ in ([one.id] if isinstance(one.id, str) else one.id)}
    missed = []
    for path in sorted(catalogue.SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                said = [one.value for one in node.args[: CALLS[node.func.id]] if isinstance(one, ast.Constant)]
                missed += [f"{path.name}:{node.lineno}: {text!r}" for text in said if text not in known]
    assert missed == []


@pytest.mark.parametrize("lang", catalogue.LANGUAGES)
def test_placeholders_are_the_same(lang: str) -> None:
    """A translation fills in exactly what the English sentence fills in."""
    for message in catalogue.read(lang):
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        wanted = {name for id_ in ids for name in _placeholders(id_)}
        for text in strings:
            assert text, message.id
            assert _placeholders(text) <= wanted, message.id
            assert _placeholders(text) >= set.intersection(*map(_placeholders, ids)), message.id


def _placeholders(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("zh_CN.UTF-8", "zh"), ("zh-Hans", "zh"), ("en_GB", "en"), ("C", None), ("de_DE", None), ("", None)],
)
def test_locale_names(tag: str, lang: str | None) -> None:
    """The language of a locale's name is found whatever country and encoding follow it."""
    assert i18n.language_of(tag) == lang


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """TESSELLA_LANG speaks first, then the locale."""
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert i18n.use() == "zh"
    assert re.search(r"[\u4e00-\u9fff]", i18n._("Score"))
    monkeypatch.setenv("TESSELLA_LANG", "en")
    assert i18n.use() == "en"
    assert i18n._("Score") == "Score"


def test_one_visitor_of_many() -> None:
    """In `speaking`, a thread or task has its own language; the others go on in theirs, and it ends with the block."""

    def label() -> str:
        return i18n._("Undo")

    with ThreadPoolExecutor(1) as other, i18n.speaking("zh"):
        assert (label(), other.submit(label).result()) == ("撤销", "Undo")
        with i18n.speaking("en"):
            assert (label(), i18n.language()) == ("Undo", "en")
        assert i18n.language() == "zh"
    assert label() == "Undo"


def test_chinese_leaves_no_space_between_sentences() -> None:
    """Sentences and lists are put together as each language does."""
    assert i18n.joined(["One.", "Two."]) == "One. Two."
    with i18n.speaking("zh"):
        assert i18n.joined(["甲。", "乙。"]) == "甲。乙。"
        assert [symmetry_name(one) for one in SYMMETRIES] == ["没有", "180", "90", "左右", "对角", "全对称"]
        first = Board.parse("11..|....|....|....").problems()[0]
    assert str(first) == "第1行有不止一个 1：r1c1、r1c2"


def test_how_numbers_are_said() -> None:
    """Small numbers and large ones are said in few signs, and a unit is never left out or passed."""
    said = {0: "0", 0.2: "0.2", 1: "1", 820.4: "820", 999: "999", 999.6: "1k", 1000: "1k", 1500: "1.5k", 65536: "65.5k"}
    said |= {999_999: "1M", 2e6: "2M", 25e9: "25G", 2**40: "1100G"}
    assert {number: i18n.short(number) for number in said} == said
