"""Archives of compiled modules for Python in the browser: what is imported, no more, and its data.

This runs in Pyodide itself (`pack.mjs` starts it), because only the Python that loads a compiled module can compile it;
it imports nothing of Tessella.

    staged/ tessella/ msgspec/ ...  ----->  app.tar       what the roots import, inside functions too
    Pyodide's standard library      --+-->  stdlib.zip    what that imports first of all
                                      +-->  rest.zip      all the other modules, to be loaded later
"""

import ast
import importlib.util
import io
import marshal
import re
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

STDLIB = "/lib/python{0.major}{0.minor}.zip"  # where Pyodide has it
APP = "/app"  # where the page unpacks the archive
ENCODINGS = tuple(f"encodings.{name}" for name in ("utf_8", "latin_1", "ascii", "idna", "cp437"))
START = ("site", "codecs", "io", "zipimport", *ENCODINGS)  # what Python starts with
LESSONS = ("tomllib",)  # what they import inside a function, and a first visit may open one
DATA = frozenset({".json", ".toml", ".txt", ".mo", ".so", ".css"})  # the suffixes of files that modules read
_MODULE = re.compile(r"(\w+(?:\.\w+)*)(?::\w+)?")


class Source(NamedTuple):
    """A module's text."""

    text: bytes
    is_package: bool


Find = Callable[[str], Source | None]


class Imports(NamedTuple):
    """The names of modules that a module's text has: of some it is not certain that they are modules."""

    first: set[str]  # imported when the module is
    later: set[str]  # inside functions, where it may fail, or as text ("module:function")


def imports(text: bytes, name: str, *, is_package: bool) -> Imports:
    r"""Return what a module imports.

    >>> found = imports(b"import a.b\ndef f():\n    from .c import d", "p.q", is_package=False)
    >>> sorted(found.first), sorted(found.later)
    (['a.b'], ['p.c', 'p.c.d'])
    """
    found = Imports(set(), set())
    package = name if is_package else name.rpartition(".")[0]

    def visit(node: ast.AST, names: set[str]) -> None:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names.update([base, *(f"{base}.{alias.name}" for alias in node.names)])
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and (match := _MODULE.fullmatch(node.value))
        ):
            found.later.update({match[1], f"{package}.{match[1]}"})
        elif isinstance(node, ast.If) and re.search("TYPE_CHECKING|__main__", ast.dump(node.test)):
            return
        waits = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Try)
        for child in ast.iter_child_nodes(node):
            visit(child, found.later if waits else names)

    visit(ast.parse(text), found.first)
    return found


def reached(roots: Iterable[str], find: Find, *, later: bool) -> dict[str, Imports]:
    """Return what is imported from some modules on, by name, with the packages above it."""
    seen = dict[str, Imports]()
    waiting = list(roots)
    while waiting:
        parts = waiting.pop().split(".")
        for name in (".".join(parts[:end]) for end in range(1, len(parts) + 1)):
            if name not in seen and (source := find(name)):
                seen[name] = imports(source.text, name, is_package=source.is_package)
                waiting += seen[name].first | (seen[name].later if later else set())
    return seen


def importable(modules: dict[str, Imports], is_there: Callable[[str], bool]) -> set[str]:
    """Return those modules that can be imported: all that they import first is there, and can be."""
    good = set(modules)
    while True:
        bad = {
            name
            for name in good
            for wanted in modules[name].first
            if not is_there(wanted.partition(".")[0]) or (wanted in modules and wanted not in good)
        }
        if not bad:
            return good
        good -= bad


class _Undocumented(ast.NodeTransformer):
    """What drops the docstrings, a third of what a module weighs."""

    def visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                first.value.value = ""  # something has to stand there: before `from __future__` nothing else may
        return node


def compiled(text: bytes, path: str) -> bytes:
    """Return the .pyc of a module for the Python that runs this, without docstrings."""
    tree = ast.parse(text)
    _Undocumented().visit(tree)
    code = compile(tree, path, "exec", dont_inherit=True, optimize=0)
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)


def in_folder(folder: Path) -> Find:
    """Return what finds a module below a folder."""

    def find(name: str) -> Source | None:
        path = folder.joinpath(*name.split("."))
        for file in (path / "__init__.py", path.with_suffix(".py")):
            if file.is_file():
                return Source(file.read_bytes(), is_package=file.stem == "__init__")
        return None

    return find


def in_zip(archive: zipfile.ZipFile) -> Find:
    """Return what finds a module in an archive."""
    names = set(archive.namelist())

    def find(name: str) -> Source | None:
        path = name.replace(".", "/")
        for file in (f"{path}/__init__.py", f"{path}.py"):
            if file in names:
                return Source(archive.read(file), is_package=file.endswith("/__init__.py"))
        return None

    return find


def _path(name: str, *, is_package: bool) -> str:
    return name.replace(".", "/") + ("/__init__" if is_package else "")


def pack_app(staged: Path, roots: Iterable[str]) -> tuple[bytes, dict[str, Imports]]:
    """Return app.tar and the modules in it: what the roots import below a folder, where it can be imported."""
    find = in_folder(staged)
    own = {path.stem for path in staged.iterdir()}
    modules = reached(roots, find, later=True)
    kept = importable(modules, lambda top: top in own or top in sys.stdlib_module_names or top in {"js", "pyodide"})
    files, folders = dict[str, bytes](), set[Path]()
    for name in sorted(kept):
        source = find(name)
        assert source
        path = _path(name, is_package=source.is_package)
        files[f"{path}.pyc"] = compiled(source.text, f"{APP}/{path}.py")
        folders.add(staged.joinpath(*path.split("/")).parent)
    for file in _data(staged, folders):
        files[file.relative_to(staged).as_posix()] = file.read_bytes()
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return held.getvalue(), {name: modules[name] for name in kept}


def _data(staged: Path, folders: set[Path]) -> Iterator[Path]:
    for path in sorted(staged.rglob("*")):
        without_modules = next(folder for folder in path.parents if folder in folders or folder == staged)
        is_loose = path.parent == without_modules or path.suffix == ".mo"
        if path.is_file() and path.suffix in DATA and is_loose and without_modules != staged:
            yield path


def pack_stdlib(archive: zipfile.ZipFile, first: Iterable[str]) -> tuple[bytes, bytes]:
    """Return stdlib.zip, with what those modules import when they are, and rest.zip; both are not compressed."""
    find = in_zip(archive)
    own = [member.partition(".")[0].replace("/", ".") for member in archive.namelist() if "pyodide/" in member]
    wanted = reached([*START, *LESSONS, *own, *first], find, later=False)
    where = STDLIB.format(sys.version_info)
    held = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(held[0], "w") as stdlib, zipfile.ZipFile(held[1], "w") as rest:
        for member in sorted(archive.namelist()):
            path = member.removesuffix(".py")
            name = path.removesuffix("/__init__").replace("/", ".")
            to = stdlib if name in wanted else rest
            if not member.endswith("/"):
                content = archive.read(member)
                is_module = path != member
                to.writestr(
                    zipfile.ZipInfo(f"{path}.pyc" if is_module else member),
                    compiled(content, f"{where}/{member}") if is_module else content,
                )
    return held[0].getvalue(), held[1].getvalue()


def pack(stdlib: Path, staged: Path, roots: Iterable[str], out: Path) -> None:
    """Write app.tar, stdlib.zip and rest.zip into a folder."""
    app, modules = pack_app(staged, roots)
    (out / "app.tar").write_bytes(app)
    with zipfile.ZipFile(stdlib) as archive:
        first, rest = pack_stdlib(archive, set().union(*(one.first for one in modules.values())))
    (out / "stdlib.zip").write_bytes(first)
    (out / "rest.zip").write_bytes(rest)
