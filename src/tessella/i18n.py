"""Translation of every sentence that a person sees, from one gettext catalogue in `locale/`.

The language is the first that is set of: `speaking`, `use`, TESSELLA_LANG, the locale; else English. `use` is for the
whole process, `speaking` for one thread or task, such as one visitor of many. Sentences are looked up when they are
said, not when a module is read.
"""

import gettext as _gettext
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "zh": "中文"}
LOCALE = Path(__file__).parent / "locale"
DOMAIN = "tessella"
UNITS = {"k": 10**3, "M": 10**6, "G": 10**9}  # of large numbers

_current: tuple[str, _gettext.NullTranslations] | None = None
_here: ContextVar[tuple[str, _gettext.NullTranslations] | None] = ContextVar("language", default=None)


def language_of(tag: str) -> str | None:
    """Return the language that a locale's name asks for if there is a translation, else None.

    >>> language_of("zh_CN.UTF-8"), language_of("en-GB"), language_of("C"), language_of("fr_FR")
    ('zh', 'en', None, None)
    """
    code = tag.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else None


def _from_environment() -> str:
    for variable in ("TESSELLA_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for tag in os.environ.get(variable, "").split(":"):
            if found := language_of(tag):
                return found
        if variable != "TESSELLA_LANG" and os.environ.get(variable):
            break  # a locale that is set decides, translated or not
    return "en"


def use(lang: str | None = None) -> str:
    """Switch to `lang` ("en" or "zh"), by default what the environment asks for; return which it is."""
    global _current  # noqa: PLW0603 - one process speaks one language at a time
    chosen = lang or _from_environment()
    _current = chosen, _catalogue_of(chosen)
    return chosen


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Use `lang` in this thread or task alone, until the block ends.

    >>> with speaking("zh"): _("Score")
    '得分'
    """
    token = _here.set((lang, _catalogue_of(lang)))
    try:
        yield
    finally:
        _here.reset(token)


@cache
def _catalogue_of(lang: str) -> _gettext.NullTranslations:
    return _gettext.translation(DOMAIN, LOCALE, [lang], fallback=True)


def _now() -> tuple[str, _gettext.NullTranslations]:
    if here := _here.get():
        return here
    if _current is None:
        use()
    assert _current is not None
    return _current


def language() -> str:
    """Return the current language: "en" or "zh"."""
    return _now()[0]


def language_tag() -> str:
    """Return what a web page says that its language is.

    >>> with speaking("zh"): language_tag()
    'zh-Hans'
    """
    return {"zh": "zh-Hans"}.get(language(), language())


def _(message: str) -> str:
    """Return the sentence in the current language."""
    return _now()[1].gettext(message)


def N_(message: str) -> str:  # noqa: N802 - so gettext's tools know a text that is translated later
    """Return the text itself, which is in the catalogue and is translated later by `_`."""
    return message


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the sentence for `n` things in the current language."""
    return _now()[1].ngettext(singular, plural, n)


def half_width(typed: str) -> str:
    """Return what was typed as if no input method had been on.

    >>> half_width(" ２０４８：ｓｐｒｉｎｔ＃７ ")
    '2048:sprint#7'
    """
    return unicodedata.normalize("NFKC", typed).strip()


def joined(sentences: Iterable[str]) -> str:
    """Return sentences as a text: Chinese leaves no space between them.

    >>> joined(["It is won.", "Well done!"])
    'It is won. Well done!'
    """
    return ("" if language() == "zh" else " ").join(sentences)


def list_of(words: Iterable[str]) -> str:
    """Return words as a list in a sentence.

    >>> list_of(["r1c2"]), list_of(["r1c2", "r1c4", "r1c9"])
    ('r1c2', 'r1c2, r1c4 and r1c9')
    """
    *others, last = [*words] or [""]
    return _("{others} and {last}").format(others=_(", ").join(others), last=last) if others else last


def any_of_words(words: Iterable[str]) -> str:
    """Return words of which one is meant.

    >>> any_of_words(["2", "5", "7"])
    '2, 5 or 7'
    """
    *others, last = words
    return _("{others} or {last}").format(others=_(", ").join(others), last=last) if others else last


_BETWEEN_CHINESE = re.compile(r"(?<=[\u4e00-\u9fff\u3001-\u301f\uff01-\uff5e]) +(?=[\u4e00-\u9fff])")


def closed_up(text: str) -> str:
    """Return a sentence without the spaces that its parts leave between Chinese words.

    >>> closed_up("r1c1 等于 其余各格 之和，于是 第6列填不下去")
    'r1c1 等于其余各格之和，于是第6列填不下去'
    """
    return _BETWEEN_CHINESE.sub("", text)


def short(number: float) -> str:
    """Return a number with at most three digits, and a unit where it is large.

    >>> short(1_234_567), short(820), short(25e9), short(0.2)
    ('1.23M', '820', '25G', '0.2')
    """
    sizes = ((size, unit) for unit, size in reversed(UNITS.items()) if number >= 0.9995 * size)
    size, unit = next(sizes, (1, ""))
    value = number / size
    return f"{value:.3g}{unit}" if value < 999.5 else f"{value:.0f}{unit}"


def clock(seconds: float) -> str:
    """Return a span of time as minutes and seconds, with hours where there are any.

    >>> clock(83), clock(3600)
    ('1:23', '1:00:00')
    """
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def sentence(text: object) -> str:
    """Return a message with a capital letter in front; an id and the name of a cell stay as they are.

    >>> sentence(ValueError("nothing to undo")), sentence("r4c7 is a given"), sentence("sudoku:#7 is kept")
    ('Nothing to undo', 'r4c7 is a given', 'sudoku:#7 is kept')
    """
    content = str(text)
    return content[:1].upper() + content[1:] if re.match(r"[^\W\d]{2,}(?!\S*:\S)", content) else content
