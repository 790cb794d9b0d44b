"""Tests of the kernel decorator: real processes, real folders."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tessella.compiled.jit import kernel
from tessella.compiled.sources import PACKAGE

CALLEE = """
from tessella.compiled.jit import kernel

@kernel
def inner(n: int) -> int:
    return n + {step}
"""

CALLER = """
from tessella.compiled.jit import kernel
from tessella.toy.kernels.callee import inner

@kernel
def outer(n: int) -> int:
    return 10 * inner(n)
"""

ASK = """
from tessella.toy.kernels.caller import outer
value = outer(1)
print(value, sum(outer.stats.cache_hits.values()))
"""


def install(folder: Path) -> Path:
    """Put what `tessella.compiled.jit` needs, and a pair of toy kernels, where an installed package would lie."""
    package = folder / "tessella"
    kernels = package / "toy" / "kernels"
    kernels.mkdir(parents=True)
    for name in ("compiled", "io"):
        (package / name).mkdir()
        shutil.copy(PACKAGE / name / "__init__.py", package / name)
    for name in ("__init__.py", "rng.py", "compiled/jit.py", "compiled/sources.py", "io/interrupts.py"):
        shutil.copy(PACKAGE / name, package / name)
    (package / "toy" / "__init__.py").touch()
    (kernels / "__init__.py").touch()
    (kernels / "callee.py").write_text(CALLEE.format(step=1), encoding="utf-8")
    (kernels / "caller.py").write_text(CALLER, encoding="utf-8")
    return kernels


def ask(folder: Path, program: str = ASK, **environment: str) -> list[int]:
    """Return what a fresh process prints: the caller's answer, and how often its code came from disk."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=clean | {"PYTHONPATH": str(folder)} | environment,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return [int(word) for word in done.stdout.split()]


def test_code_on_disk_comes_without_the_compiler(tmp_path: Path) -> None:
    """Whoever only runs machine code does not load what numba's compiler knows, which takes as long as numba itself."""
    install(tmp_path)
    program = ASK + "import sys\nprint(int('numba.np.linalg' in sys.modules))"
    assert ask(tmp_path, program) == [20, 0, 1]
    assert ask(tmp_path, program) == [20, 1, 0]


def test_a_second_process_finds_the_code_on_disk(tmp_path: Path) -> None:
    """Machine code is made once and read by later processes, from beside the source, until a callee is edited.

    Then a caller in another file runs the new code.
    """
    kernels = install(tmp_path)
    assert ask(tmp_path) == [20, 0]
    assert ask(tmp_path) == [20, 1]
    assert list((kernels / "__pycache__").glob("*.nbi"))
    (kernels / "callee.py").write_text(CALLEE.format(step=12), encoding="utf-8")  # a longer text
    assert ask(tmp_path) == [130, 0]
    assert ask(tmp_path) == [130, 1]


TWO = """
from tessella.compiled.jit import kernel

@kernel
def double(value):
    return value + value
"""


def test_code_for_other_types_is_not_run(tmp_path: Path) -> None:
    """Two processes that store code at once may give both the same name; who finds the other's code compiles again."""
    kernels = install(tmp_path)
    (kernels / "two.py").write_text(TWO, encoding="utf-8")
    asked = (
        "from tessella.toy.kernels.two import double\n"
        "print(int(double(1.5)), double(21), sum(double.stats.cache_hits.values()))"
    )
    assert ask(tmp_path, asked) == [3, 42, 0]
    one, other = sorted(kernels.glob("__pycache__/two.double*.nbc"))
    one.write_bytes(other.read_bytes())
    assert ask(tmp_path, asked) == [3, 42, 1]
    assert ask(tmp_path, asked) == [3, 42, 2]


INTERRUPTED = """
import signal
from llvmlite.binding import ExecutionEngine
found = ExecutionEngine._find_module_ptr
def interrupted(self, pointer):
    ExecutionEngine._find_module_ptr = found
    signal.raise_signal(signal.SIGINT)
    return found(self, pointer)
ExecutionEngine._find_module_ptr = interrupted
from tessella.toy.kernels.caller import outer
try:
    outer(1)
except KeyboardInterrupt:
    print(outer(1))
"""


def test_an_interrupt_waits_for_code_from_disk(tmp_path: Path) -> None:
    """Ctrl-C while LLVM asks for the code is heard once that is there, where the process crashed."""
    install(tmp_path)
    assert ask(tmp_path)[0] == 20
    assert ask(tmp_path, INTERRUPTED) == [20]


def test_a_chosen_folder_is_used(tmp_path: Path) -> None:
    """NUMBA_CACHE_DIR says where the machine code lies."""
    kernels = install(tmp_path / "site")
    chosen = tmp_path / "chosen"
    assert ask(tmp_path / "site", NUMBA_CACHE_DIR=str(chosen)) == [20, 0]
    assert ask(tmp_path / "site", NUMBA_CACHE_DIR=str(chosen)) == [20, 1]
    assert list(chosen.rglob("*.nbi"))
    assert not list(kernels.rglob("*.nbi"))


@pytest.mark.skipif(sys.platform == "win32", reason="a file cannot stand in the way of the cache folder there")
def test_an_unwritable_package_keeps_its_code_with_the_user(tmp_path: Path) -> None:
    """Where `__pycache__` cannot be written, the user's cache folder is used."""
    kernels = install(tmp_path / "site")
    (kernels / "__pycache__").write_text("a file where the folder would be", encoding="utf-8")
    home = tmp_path / "home"
    for expected in ([20, 0], [20, 1]):
        assert ask(tmp_path / "site", HOME=str(home), XDG_CACHE_HOME=str(home), PYTHONDONTWRITEBYTECODE="1") == expected
    assert list(home.rglob("*.nbi"))


@pytest.mark.skipif(sys.platform == "win32", reason="a file cannot stand in the way of the cache folder there")
def test_nowhere_to_write_is_no_error(tmp_path: Path) -> None:
    """Where no folder can be written, kernels still work, compiled in every process."""
    kernels = install(tmp_path / "site")
    (kernels / "__pycache__").write_text("a file where the folder would be", encoding="utf-8")
    home = tmp_path / "home"
    home.write_text("a file where the folder would be", encoding="utf-8")
    for _ in range(2):
        assert ask(tmp_path / "site", HOME=str(home), XDG_CACHE_HOME=str(home), PYTHONDONTWRITEBYTECODE="1") == [20, 0]


def test_one_compilation_serves_all_signed_integers() -> None:
    """Callers may pass constants, and integers of any width, with the same result."""

    @kernel
    def half(n: int) -> int:
        return n // 2

    @kernel
    def halves(small: Any, n: int) -> int:
        return half(9) + half(small[0]) + half(n)

    assert halves(np.array([-6], np.int8), 1 << 40) == 4 - 3 + (1 << 39)
    assert len(getattr(half, "signatures", [None])) == 1


def test_without_compilation_the_function_itself_answers(tmp_path: Path) -> None:
    """NUMBA_DISABLE_JIT=1 runs kernels as plain Python."""
    install(tmp_path)
    assert ask(tmp_path, ASK.split("print", maxsplit=1)[0] + "print(value)", NUMBA_DISABLE_JIT="1") == [20]


@pytest.mark.slow
def test_what_cannot_be_read_is_compiled_anew(tmp_path: Path) -> None:
    """An index of an older version, or half of one, costs a compilation and no more."""
    kernels = install(tmp_path)
    assert ask(tmp_path) == [20, 0]
    for index in (kernels / "__pycache__").glob("*.nbi"):
        index.write_bytes(index.read_bytes()[:-7])
    assert ask(tmp_path) == [20, 0]
    assert ask(tmp_path) == [20, 1]


@pytest.mark.skipif(sys.platform == "win32", reason="limits and permissions are those of POSIX")
@pytest.mark.parametrize("trouble", ["full", "taken"])
def test_a_folder_that_takes_nothing_costs_no_answer(trouble: str, tmp_path: Path) -> None:
    """Where machine code cannot be kept, a kernel answers all the same, and the process knows that it was not kept."""
    install(tmp_path)
    chosen = tmp_path / "code"
    chosen.mkdir()
    begin = {
        "full": "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n",
        "taken": f"import shutil\nfrom tessella.compiled import jit\nfrom tessella.toy.kernels.caller import outer\n"
        f"shutil.rmtree({str(chosen)!r})\nopen({str(chosen)!r}, 'w').close()\n",
    }[trouble]
    program = begin + ASK + "from tessella.compiled.jit import is_kept\nprint(int(is_kept()))"
    assert ask(tmp_path, program, NUMBA_CACHE_DIR=str(chosen)) == [20, 0, 0]
