"""Builder of the documentation: HTML in both languages, from Markdown, lessons and docstrings."""

import contextlib
import io
import re
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any

from tessella import __version__, i18n
from tessella.errors import TessellaError
from tessella.i18n import N_, _
from tessella.io import extras
from tessella.web.docs import lesson_pages, pages, reference

_HERE = Path(__file__).resolve().parent
TAGS = {"en": "en", "zh": "zh_CN"}
NEEDED = ("sphinx.application", "furo", "myst_parser", "anywidget", "gymnasium")  # the last two by the reference


def build(out: Path) -> None:
    """Write the documentation into a folder, Chinese below `zh/`; files of the same names are replaced.

    The same pages give the same bytes. Raises `TessellaError` where a package is missing, and where anything on a page
    is not as it should be, such as a link that leads nowhere.
    """
    check_packages()
    for lang in i18n.LANGUAGES:
        with i18n.speaking(lang), tempfile.TemporaryDirectory(prefix="tessella-docs-") as work:
            stage(lang, Path(work) / "pages")
            _run_sphinx(lang, Path(work), out if lang == "en" else out / lang)


def check_packages() -> None:
    """Raise TessellaError where Sphinx or another package that the documentation needs is not installed."""
    for module in NEEDED:
        extras.load(module, "site", _("the documentation"))


def stage(lang: str, target: Path) -> None:
    """Write all pages of a language as MyST, as Sphinx reads them."""
    root = "../" * (lang != "en")
    translated = pages.anchors(lang)
    for name in pages.names():
        path = pages.source(name, lang)
        english = pages.source(name, "en")
        assert english is not None
        text = pages.in_site((path or english).read_text(encoding="utf-8"), lang, translated, root)
        if path is None:
            text = _with_note(text, _("This page has not been translated yet."))
        if name == "lessons":
            text = lesson_pages.linked(text) + lesson_pages.contents()
        if name == "index":
            text += pages.sidebar()
        _write(target / f"{name}.md", text)
    for slug, text, picture in lesson_pages.pages(lang, root + "../"):
        _write(target / "lessons" / f"{slug}.md", text)
        _write(target / "lessons" / f"{slug}.svg", picture)
    note = _("The docstrings are in English.") if lang != "en" else ""
    for name, text in reference.pages():
        _write(target / "reference" / f"{name}.md", _with_note(text, note) if note else text)
    _write(target / "examples.md", _examples())
    pages.copy_pictures(target)


def _with_note(text: str, note: str) -> str:
    heading, _end, rest = text.partition("\n")
    return f"{heading}\n\n```{{note}}\n{note}\n```\n{rest}"


def _examples() -> str:
    parts = [
        "# " + _("The programs"),
        "",
        _("Each of them runs by itself: {command}").format(command="`python line_2048.py`"),
    ]
    folder = next(path for path in (pages.folder() / "examples", pages.folder().parent / "examples") if path.is_dir())
    for path in sorted(folder.glob("*.py")):
        parts += ["", f"## {path.name}", "", "```python", path.read_text(encoding="utf-8").strip("\n"), "```"]
    return "\n".join([*parts, ""])


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _settings(lang: str) -> dict[str, Any]:
    return {
        "project": "Tessella",
        "version": __version__,
        "release": __version__,
        "language": TAGS[lang],
        "extensions": ["myst_parser", "tessella.web.docs.extension"],
        "source_suffix": {".md": "markdown"},
        "templates_path": [str(_HERE / "templates")],
        "highlight_language": "text",
        "nitpicky": True,
        "nitpick_ignore_regex": [("py:.*", r"(?!tessella\.).*")],
        "myst_heading_anchors": 4,
        "myst_heading_slug_func": "tessella.web.docs.builder.heading_slug",
        "html_theme": "furo",
        "html_theme_options": {"top_of_page_buttons": ["edit"]},
        "html_title": "Tessella",
        "html_favicon": str(_HERE.parent / "static" / "icon.svg"),
        "html_static_path": [str(_HERE / "static")],
        "html_css_files": ["site.css"],
        "html_js_files": [("live.js", {"type": "module"})],
        "html_copy_source": False,
        "html_domain_indices": False,
        "html_show_copyright": False,
        "html_last_updated_fmt": None,
        "smartquotes": False,
        "tessella_words": _theme_words(),
        "tessella_live": _live_words(),
    }


def _theme_words() -> dict[str, str]:
    """Return what the theme says and Sphinx has no translation of."""
    said = (
        *(N_("On this page"), N_("Skip to content"), N_("Back to top"), N_("Toggle site navigation sidebar")),
        *(N_("Toggle table of contents sidebar"), N_("Toggle Light / Dark / Auto color theme")),
        N_("Toggle navigation of "),
    )
    return {text: _(text) for text in said}


def _live_words() -> dict[str, str]:
    return {
        "game": _("A game"),
        "alone": _("Open it on a page of its own"),
        "missing": _("The game is not in this copy of the site."),
        "edit": _("Edit and run"),
        "code": _("Code"),
        "run": _("Run"),
        "stop": _("Stop"),
        "stopped": _("Stopped."),
        "reset": _("Close"),
        "starting": _("Python is starting ..."),
        "running": _("Running ..."),
        "picture": _("The picture that the example shows"),
        "nothing": _("It ran, and printed nothing."),
    }


def heading_slug(text: str) -> str:
    """Return the anchor of a heading: the English one, where the page is a translation."""
    found = pages.slug(text)
    return pages.anchors(i18n.language()).get(found, found)


def _run_sphinx(lang: str, work: Path, out: Path) -> None:
    from sphinx.application import Sphinx  # noqa: PLC0415 - of an extra, and half a second
    from sphinx.util.docutils import docutils_namespace, patch_docutils  # noqa: PLC0415 - the same

    told = io.StringIO()
    built = work / "html"
    with patch_docutils(), docutils_namespace(), contextlib.redirect_stderr(told), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what MyST owes Sphinx is no fault of a page
        app = Sphinx(
            work / "pages",
            None,
            built,
            work / "doctrees",
            "html",
            confoverrides=_settings(lang),
            status=None,
            warning=told,
            freshenv=True,
        )
        app.build()
    if faults := re.sub(r"\x1b\[[\d;]*m", "", told.getvalue()).strip().replace(f"{work / 'pages'}", ""):
        raise TessellaError(_("the documentation has faults: {faults}"), faults=faults)
    shutil.copytree(built, out, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".buildinfo", "_sources"))
    shutil.copyfile(_HERE / "session.py", out / "_static" / "session.py")
