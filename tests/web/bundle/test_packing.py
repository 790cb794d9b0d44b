"""Archives of compiled modules for Python in the browser."""

import importlib.util
import io
import marshal
import tarfile
import zipfile
from pathlib import Path

from tessella.web.bundle import packing


def stage(folder: Path, **texts: str) -> Path:
    """Write modules below a folder; `a__b` stands for a.b."""
    for name, text in texts.items():
        path = folder.joinpath(*name.split("__")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(text, encoding="utf-8")
    return folder


def test_an_archive_has_what_is_imported_and_can_be_imported(tmp_path: Path) -> None:
    """Imports in functions and names as text lead on; what needs a package that is not there stays away."""
    staged = stage(
        tmp_path,
        pack__main="import json\nfrom pack import one\nTABLE = {'x': 'pack.two:run'}\ndef f():\n    from . import fast",
        pack__one="import pack.three",
        pack__two="from pack.one import x",
        pack__three="",
        pack__fast="import numba",
        pack__faster="from pack.fast import run",
        pack__unused="",
    )
    archive, modules = packing.pack_app(staged, ["pack.main"])
    assert set(modules) == {"pack", "pack.main", "pack.one", "pack.two", "pack.three"}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        assert set(tar.getnames()) == {f"pack/{name}.pyc" for name in ("__init__", "main", "one", "two", "three")}


def test_an_archive_has_the_data_beside_its_modules(tmp_path: Path) -> None:
    """Files that modules read come along, those of packages that are left out do not."""
    staged = stage(tmp_path, pack__main="", other__main="")
    for name in ("pack/words.toml", "pack/notes.rst", "other/words.toml"):
        staged.joinpath(name).write_text("x", encoding="utf-8")
    archive, _modules = packing.pack_app(staged, ["pack.main"])
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        assert "pack/words.toml" in tar.getnames()
        assert not {"pack/notes.rst", "other/words.toml"} & set(tar.getnames())


def test_a_compiled_module_runs_like_its_text_without_its_docstrings() -> None:
    """Its assertions hold as before, and it is never compared with a file that has the text."""
    text = (
        b"'Words.'\nfrom __future__ import annotations\ndef f(x: int) -> int:\n    'Words.'\n    assert x\n    return x"
    )
    compiled = packing.compiled(text, "/app/m.py")
    assert compiled[:4] == importlib.util.MAGIC_NUMBER
    assert compiled[4:8] == b"\1\0\0\0"
    space: dict[str, object] = {}
    exec(marshal.loads(compiled[16:]), space)  # noqa: S102, S302 - our own
    function = space["f"]
    assert callable(function)
    assert (function(3), function.__doc__, space["__doc__"]) == (3, "", "")
    assert b"Words" not in compiled


def test_the_standard_library_is_split_by_what_is_imported_at_once() -> None:
    """What a module imports when it is imported comes first, all the rest later, and each file once."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        texts = {
            "a.py": "import b\ndef f():\n    import c",
            "b.py": "",
            "c.py": "",
            "d/__init__.py": "",
            "d/e.txt": "x",
        }
        for name, text in texts.items():
            archive.writestr(name, text)
        first, rest = (zipfile.ZipFile(io.BytesIO(one)).namelist() for one in packing.pack_stdlib(archive, ["a"]))
    assert (first, rest) == (["a.pyc", "b.pyc"], ["c.pyc", "d/__init__.pyc", "d/e.txt"])
