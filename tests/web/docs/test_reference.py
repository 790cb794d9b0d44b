"""The reference: every public name, and docstrings as Markdown."""

import json
import os
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from support.processes import CHECKOUT
from tessella import errors, game2048, sudoku
from tessella.web.docs import reference

ROOT = Path(__file__).parents[3]
WITHOUT = """
import json, sys
missing = set(json.load(sys.stdin))
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from tessella.web.docs import reference
print(*(name for name, _text in reference.pages()))
"""


def brought_by(extra: str) -> set[str]:
    """Return the names of all packages that an install with an extra brings."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found, waiting = {"tessella"}, [*project["dependencies"], f"tessella[{extra}]"]
    while waiting:
        wanted = Requirement(waiting.pop())
        name = canonicalize_name(wanted.name)
        if name == "tessella":
            waiting += [one for extra in wanted.extras for one in project["optional-dependencies"][extra]]
        elif name not in found and (not wanted.marker or wanted.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += metadata.requires(name) or []
    return found


@pytest.mark.parametrize(("module", "found"), [("tessella.sudoku", sudoku), ("tessella.game2048", game2048)])
def test_every_public_name_has_an_entry(module: str, found: object) -> None:
    """What `dir()` lists is told of."""
    text = dict(reference.pages())[module.rpartition(".")[2]]
    assert reference.public_names(module) == sorted(dir(found), key=str.casefold)
    for name in dir(found):
        assert f"}} {name}" in text, name


def test_it_needs_no_more_than_the_extra_brings() -> None:
    """The public names can be imported where `tessella[site]` is installed and nothing else."""
    brought = brought_by("site")
    missing = [
        module
        for module, packages in metadata.packages_distributions().items()
        if not brought & set(map(canonicalize_name, packages))
    ]
    assert {"pytest", "starlette"} <= set(missing)
    command = [sys.executable, "-c", WITHOUT]
    done = subprocess.run(
        command, input=json.dumps(missing), capture_output=True, text=True, env=os.environ | CHECKOUT, check=False
    )
    assert done.stdout.split() == ["index", "tessella", "game2048", "sudoku", "errors"], done.stderr[-2000:]


def test_every_error_has_an_entry() -> None:
    """With the function that is public beside them."""
    assert {"TessellaError", "ParseError", "quote"} <= set(reference.public_names("tessella.errors"))
    assert errors.ParseError.__doc__


def test_tables_and_drawings_stay_as_they_are() -> None:
    """A table of a docstring and an indented drawing are blocks of text, a doctest a session."""
    text = reference.markdown("Say.\n\n=== ===\na   b\n=== ===\n\n    +-+\n\n>>> 1\n1")
    assert text == "Say.\n\n```text\n=== ===\na   b\n=== ===\n```\n\n```text\n+-+\n```\n\n```pycon\n>>> 1\n1\n```"


def test_types_are_written_short() -> None:
    """A signature names types as a reader knows them."""
    assert reference._signature(sudoku.rate) == "(board: Board | str | Iterable[Iterable[Any]]) -> Rating"
