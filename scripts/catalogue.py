"""Refresh the catalogue of sentences: python scripts/catalogue.py [--check]

Collects every sentence in `_()` and `ngettext()` from src, brings each language's .po up to date (new sentences stand
there untranslated, unused ones go) and compiles the .mo beside it. With --check nothing is written, and the exit code
is 1 where something is missing, unused or not compiled.
"""

import argparse
import datetime as dt
import functools
import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tessella import i18n

SOURCES = Path(__file__).resolve().parents[1] / "src" / "tessella"
LANGUAGES = [lang for lang in i18n.LANGUAGES if lang != "en"]
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}
# What argparse says to a person who typed the wrong thing; it looks its sentences up in our catalogue.
FOREIGN = (
    "usage: ",
    "options",
    "positional arguments",
    "show this help message and exit",
    "show program's version number and exit",
    "the following arguments are required: %s",
    "argument %(argument_name)s: %(message)s",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "expected one argument",
    "expected at most one argument",
    "expected at least one argument",
    "not allowed with argument %s",
    "ignored explicit argument %r",
    "one of the arguments %s is required",
)
NOISE = (
    '"POT-Creation-Date',
    '"PO-Revision-Date',
    '"Generated-By',
    '"Report-Msgid',
    '"Last-Translator',
    '"Language-Team',
)
HEADER = "# Tessella's sentences. Refresh with: python scripts/catalogue.py"


@functools.cache
def extract() -> Catalog:
    """Return every sentence of the sources, untranslated."""
    template = Catalog(project="Tessella", version="1", charset="utf-8")
    for _file, _line, message, _comments, _context in extract_from_dir(
        SOURCES, method_map=[("**.py", "python")], keywords=KEYWORDS
    ):
        template.add(message)
    for sentence in FOREIGN:
        template.add(sentence)
    return template


def path(lang: str, ending: str = "po") -> Path:
    """Return the file of a language's catalogue."""
    return SOURCES / "locale" / lang / "LC_MESSAGES" / f"tessella.{ending}"


def read(lang: str) -> Catalog:
    """Return a language's catalogue as it is kept."""
    with path(lang).open("rb") as file:
        catalogue = read_po(file, locale=lang)
    # The same .po gives the same .mo at any hour: Babel would write the time of compiling into it.
    catalogue.creation_date = catalogue.revision_date = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    catalogue.last_translator = "the Tessella authors"
    catalogue.language_team = lang
    catalogue.msgid_bugs_address = ""
    return catalogue


def compiled(catalogue: Catalog) -> bytes:
    """Return the .mo of a catalogue."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def written(catalogue: Catalog) -> bytes:
    """Return the .po of a catalogue: sorted, without places in the source, so that changes merge."""
    catalogue.header_comment = HEADER
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
    lines = buffer.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(NOISE)).encode()


def problems(lang: str) -> list[str]:
    """Return what is missing from a language's catalogue, unused in it, or not compiled."""
    wanted, kept = extract(), read(lang)
    used = {message.id for message in wanted if message.id}
    found = [f"missing: {id_!r}" for id_ in used if not _is_said(kept, id_)]
    found += [f"unused: {message.id!r}" for message in kept if message.id and message.id not in used]
    if not path(lang, "mo").exists() or path(lang, "mo").read_bytes() != compiled(kept):
        found.append("the .mo is not the .po compiled")
    return sorted(found)


def _is_said(catalogue: Catalog, id_: str | tuple[str, ...] | list[str]) -> bool:
    message = catalogue.get(id_ if isinstance(id_, str) else id_[0])
    if message is None or message.fuzzy:
        return False
    return all(message.string) if isinstance(message.string, (tuple, list)) else bool(message.string)


def refresh(lang: str) -> None:
    """Bring .po and .mo of a language up to date."""
    if path(lang).exists():
        catalogue = read(lang)
    else:
        path(lang).parent.mkdir(parents=True, exist_ok=True)
        catalogue = Catalog(locale=lang, project="Tessella", version="1", charset="utf-8", fuzzy=False)
    catalogue.update(extract(), no_fuzzy_matching=True)
    catalogue.fuzzy = False
    path(lang).write_bytes(written(catalogue))
    path(lang, "mo").write_bytes(compiled(read(lang)))


def main() -> int:
    """Refresh or check every language."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 where something is amiss")
    args = parser.parse_args()
    if not args.check:
        for lang in LANGUAGES:
            refresh(lang)
    found = [f"{lang}: {problem}" for lang in LANGUAGES for problem in problems(lang)]
    sys.stdout.write("".join(line + "\n" for line in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
