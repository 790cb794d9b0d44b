"""Do the example notebooks run from top to bottom, as a reader runs them?"""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from traitlets.config import Config

from support.processes import CHECKOUT, PATIENCE

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("notebook_*.ipynb"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_all_cells_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell runs, each widget lies beside its still picture, and the file in the repository has no outputs."""
    monkeypatch.setitem(sys.modules, "rfc3987_syntax", None)  # seconds of grammars, for URLs that no notebook has
    import nbformat  # noqa: PLC0415 - it takes seconds, which every collection of the tests would wait for
    from nbclient import NotebookClient  # noqa: PLC0415 - the same

    book: Any = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]  # no types
    codes = [cell for cell in book.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in codes)
    for name, value in (CHECKOUT | {"IPYTHONDIR": str(tmp_path / "ipython")}).items():
        monkeypatch.setenv(name, value)
    assert os.environ["TESSELLA_HOME"].startswith(str(tmp_path))
    # Sockets in a folder: ports are free when they are chosen, and may be taken when the kernel listens.
    channels = {"KernelManager": {"transport": "ipc", "ip": str(tmp_path / "channel")}}
    here = {"metadata": {"path": str(tmp_path)}}
    client = NotebookClient(book, kernel_name="python3", config=Config(channels), resources=here)
    client.timeout = client.startup_timeout = round(PATIENCE)
    client.execute()
    kinds = [set(output.get("data", ())) for cell in codes for output in cell.outputs]
    widgets = [number for number, kind in enumerate(kinds) if "application/vnd.jupyter.widget-view+json" in kind]
    assert len(widgets) >= 2
    assert all("text/html" in kinds[number + 1] for number in widgets)
    assert sum("image/svg+xml" in kind for kind in kinds) >= 2
