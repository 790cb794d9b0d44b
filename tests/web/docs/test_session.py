"""Sessions of examples: what is shown of values, prints and errors, and what the examples need."""

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from support.processes import CHECKOUT
from tessella.web.docs import pages
from tessella.web.docs.session import Session

BARE = """
import re, sys
from tessella.web.docs.session import Session
class Without:
    def __init__(self, finder):
        self.finder = finder
    def find_spec(self, name, path=None, target=None):
        missing = {"numba", "llvmlite", "numpy", "gymnasium", "textual", "starlette"}
        return None if name.partition(".")[0] in missing else self.finder.find_spec(name, path, target)
sys.meta_path[:] = map(Without, sys.meta_path)
import json
for page, blocks in json.load(sys.stdin).items():
    session = Session()
    for block in blocks:
        ran = json.loads(session.run(block))
        if ran["failed"]:
            print(page, block, ran["text"], sep=chr(10))
"""


def ran(code: str) -> Any:
    """Return what a session says of code."""
    return json.loads(Session().run(code))


def test_values_are_shown_as_at_the_prompt() -> None:
    """None is not shown, what is printed stands in its order."""
    assert ran("print('a')\nNone\n1 + 1\n'b'") == {"text": "a\n2\n'b'\n", "pictures": [], "failed": False}


def test_boards_are_shown_as_pictures_too() -> None:
    """Where a value has an SVG picture, it is given beside its text; a text that is SVG is the picture alone."""
    shown = ran("from tessella.sudoku import Board\nBoard.parse('1... ..2. .3.. ...4')")
    assert [picture[:4] for picture in shown["pictures"]] == ["<svg"]
    assert "│" in shown["text"]
    shown = ran("'<svg/>'")
    assert (shown["pictures"], shown["text"]) == (["<svg/>"], "")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("x = 1\nx +", "line 2: SyntaxError: invalid syntax\n"),
        ("1 / 0", "line 1: ZeroDivisionError: division by zero\n"),
        ("import sys\nsys.exit(3)", "line 2: SystemExit: 3\n"),
        (
            "from tessella.sudoku import Board\nBoard.parse('53')",
            "line 2: ParseError: expected 16 cells, got 2: '53'\n",
        ),
    ],
)
def test_an_error_is_one_line(code: str, said: str) -> None:
    """Whatever code raises is told in a line, with the line of the code, and the session goes on."""
    assert ran(code) == {"text": said, "pictures": [], "failed": True}


def test_examples_need_what_a_browser_has() -> None:
    """Each example that has a button runs without numpy, numba and all else that Pyodide's Python lacks."""
    wanted: dict[str, list[str]] = {}
    for name in pages.names():
        path = pages.source(name, "en")
        assert path
        if name in pages.NOT_RUN:
            continue
        for block in re.findall(r"^```pycon\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            if not re.search(pages.NEEDS_MORE, block):
                lines = [line[4:] for line in block.splitlines() if re.match(r"(>>>|\.\.\.)( |$)", line)]
                wanted.setdefault(name, []).append("\n".join(lines))
    assert len(wanted) > 5
    command = [sys.executable, "-c", BARE]
    done = subprocess.run(
        command, input=json.dumps(wanted), capture_output=True, encoding="utf-8", env=os.environ | CHECKOUT, check=False
    )
    assert not done.returncode, done.stderr[-2000:]
    assert done.stdout == ""
