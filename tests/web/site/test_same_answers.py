"""Hints and ratings of a browser's Python, run by node, beside those of this one."""

import json
import subprocess
from pathlib import Path

import pytest

from support.browser import lacking
from support.sample_answers import answers
from tessella.errors import TessellaError
from tessella.web.bundle import downloads

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[2]
SAMPLE = TESTS / "data" / "sudoku" / "se_1.2.1_sample.csv"
SCRIPT = """
const [pyodideFile, ...folders] = process.argv.slice(1);
const { loadPyodide } = await import(pyodideFile);
const python = await loadPyodide();
folders.forEach((root, number) => {
  python.FS.mkdirTree(`/folder${number}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/folder${number}`);
});
console.log(python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/folder0", "/folder1", "/folder2"]
from support.sample_answers import answers
answers("/folder2/data/sudoku/se_1.2.1_sample.csv")
`));
"""


def test_hints_and_ratings_in_a_browser_are_those_of_this_python() -> None:
    """Word for word, and all that is rated, on every puzzle of the sample up to ER 7.5."""
    try:
        pyodide, packages, node = downloads.pyodide(), downloads.packages(), downloads.program("node")
    except TessellaError as error:
        lacking(str(error))
    script = ["--input-type=module", "-e", SCRIPT, "--", (pyodide / "pyodide.mjs").resolve().as_uri()]
    folders = [str(folder) for folder in (TESTS.parent / "src", packages, TESTS)]
    done = subprocess.run([node, *script, *folders], capture_output=True, text=True, check=True, encoding="utf-8")
    expected = json.loads(answers(str(SAMPLE)))
    assert len(expected) > 100
    assert json.loads(done.stdout) == expected
