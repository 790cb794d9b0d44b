"""Kernel sources: which files machine code is made of, and where it is kept. Nothing here loads numba."""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
_SHARED = "rng.py", "sudoku/rating/scale.py"  # read by kernels, though they stand elsewhere
_IMPORT = re.compile(r"^(?:from (tessella[.\w]*) import (\([^)]*\)|[^\n]*)|import (tessella[.\w]*))", re.MULTILINE)


def digest(source: Path) -> str:
    """Return the SHA-256 of the kernel sources that a file is made of: itself, if it is one, and all that it imports.

    >>> len(digest(PACKAGE / "rng.py"))
    64
    """
    whole = hashlib.sha256()
    for path in sorted(_closure(source)):
        text = _text(path)
        whole.update(f"{path.relative_to(PACKAGE).as_posix()} {len(text)}\n{text}".encode())
    return whole.hexdigest()


@cache
def _closure(source: Path) -> frozenset[Path]:
    found, waiting = set(), [source]
    while waiting:
        for path in _imported(waiting.pop()):
            if path not in found:
                found.add(path)
                waiting.append(path)
    return frozenset(found | ({source} if _is_kernel_source(source) else set()))


def _imported(source: Path) -> Iterator[Path]:
    """Yield the kernel sources that a file imports."""
    for module, names, plain in _IMPORT.findall(_text(source)):
        base = PACKAGE.parent.joinpath(*(module or plain).split("."))
        for path in (base, *(base / name for name in re.findall(r"\w+", names))):
            if _is_kernel_source(path.with_suffix(".py")):
                yield path.with_suffix(".py")


def _is_kernel_source(path: Path) -> bool:
    name = path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else ""
    return (name in _SHARED or name.startswith("compiled/") or "/kernels/" in name) and bool(_text(path))


@cache
def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
