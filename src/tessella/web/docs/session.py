"""Session of Python for the examples of a page, which a reader edits and runs in the browser.

A copy of this file runs there, under Pyodide, so it needs nothing but the standard library and the package.
"""

import ast
import contextlib
import io
import json
import sys
import traceback
from typing import Any

FILE = "<example>"


class Session:
    r"""The names that the examples of a page share.

    >>> Session().run("a = 20\na + 1")
    '{"text": "21\\n", "pictures": [], "failed": false}'
    """

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, code: str) -> str:
        """Run statements one after the other; return as JSON what they print and show, and whether one failed.

        The value of an expression is shown as at Python's prompt, and as a picture where it has one (SVG).
        """
        printed, pictures, failed = io.StringIO(), list[str](), False
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                for statement in ast.parse(code, FILE).body:
                    if isinstance(statement, ast.Expr):
                        value = eval(compile(ast.Expression(statement.value), FILE, "eval"), self.names)  # noqa: S307 - the reader's own
                        self._show(value, pictures)
                    else:
                        exec(compile(ast.Module([statement], []), FILE, "exec"), self.names)  # noqa: S102 - the same
            except BaseException as error:  # noqa: BLE001 - whatever a reader's code raises is shown
                failed = True
                printed.write(f"{told(error)}\n")
        return json.dumps({"text": printed.getvalue(), "pictures": pictures, "failed": failed}, ensure_ascii=False)

    def _show(self, value: Any, pictures: list[str]) -> None:
        if value is None:
            return
        self.names["_"] = value
        bundle = value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else {}
        picture = value if isinstance(value, str) else bundle.get("image/svg+xml", "")
        if picture.startswith("<svg"):
            pictures.append(picture)
        if not isinstance(value, str) or not picture.startswith("<svg"):
            sys.stdout.write(f"{bundle.get('text/plain') or repr(value)}\n")


def told(error: BaseException) -> str:
    """Return an error in the words that end a traceback, with the line of the example in front where it is known."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
    last = traceback.format_exception_only(error)[-1].strip()
    name, _colon, message = last.partition(": ")
    last = f"{name.rpartition('.')[2]}: {message}" if message else last
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    return f"line {line}: {last}" if line else last
