"""Warm-up of the kernels: child processes compile them, several at once, and note on disk what is ready.

    with WarmUp(*RATER) as work:    # children begin to compile what is not ready
        ...                         # answer in plain Python meanwhile
        work.wait(0.1)              # True once all of it is compiled
                                    # what still compiles ends here, and with this process

A group is what one engine needs: a module whose `warm_up` calls each of its kernels once, on next to nothing. Two
processes that want the same group compile it once. Nothing here loads numba, except in the child.
"""

import contextlib
import gc
import hashlib
import os
import platform
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

from tessella.compiled import available
from tessella.compiled.sources import PACKAGE, digest
from tessella.io import own_process
from tessella.io.worker_threads import POLL, cores


class Group(NamedTuple):
    """Kernels that are compiled together: module and arguments of `warm_up`, and about how long that takes."""

    module: str
    arguments: tuple[str, ...]
    seconds: float  # of processor time, where plain Python rates a minimal puzzle in 20 ms


# Those that take longest first
GROUPS = {
    "rater-chains": Group("tessella.sudoku.kernels.rating.path", ("chains",), 20),
    "variants": Group("tessella.sudoku.variants.bulk_solver", (), 15),
    "generator": Group("tessella.sudoku.generator.bulk", (), 11),
    "rater-steps": Group("tessella.sudoku.kernels.rating.path", ("steps",), 11),
    "bulk-solver": Group("tessella.sudoku.bulk_solver", ("many",), 10),
    "training": Group("tessella.game2048.training.trainer", (), 7),
    "network": Group("tessella.game2048.players.network", (), 6),
    "rater-cycles": Group("tessella.sudoku.kernels.rating.path", ("cycles",), 6),
    "variants-generator": Group("tessella.sudoku.generator.variants.bulk", (), 6),
    "any-size": Group("tessella.game2048.advice.rollouts", (), 4),
    "solver": Group("tessella.sudoku.bulk_solver", ("few",), 4),
    "heuristic": Group("tessella.game2048.players.heuristic", (), 4),
    "canonical-form": Group("tessella.sudoku.canonical_form", (), 3),
    "endgame": Group("tessella.game2048.endgame.construction", (), 2),
    "environments": Group("tessella.game2048.vector_env", (), 2),
    "rater-triplets": Group("tessella.sudoku.kernels.rating.path", ("triplets",), 2),
}
SOLVER = ("bulk-solver", "solver")
RATER = ("rater-chains", "rater-steps", "rater-cycles", *SOLVER, "rater-triplets")
GENERATOR = (*RATER, "generator")
ADVICE = ("network", "heuristic")

GROUPS_A_CHILD = 4  # what numba has compiled stays in its memory: 300 MB for the largest group, 50 for each one more
_IDLE = 19  # niceness of what nobody waits for


def is_ready(*groups: str) -> bool:
    """Return whether these groups are compiled, so that their kernels load in a moment."""
    if not available():
        return False
    # Whatever the folder of the markers is: `Path.exists` would raise where nobody may look into it.
    return os.environ.get("NUMBA_DISABLE_JIT") == "1" or all(os.access(_marker(group), os.F_OK) for group in groups)


def seconds(*groups: str) -> float:
    """Return about how long all cores are busy until these groups are compiled."""
    left = [GROUPS[group].seconds for group in groups if not is_ready(group)]
    return max(sum(left) / cores(), *left, 0)


def ensure(*groups: str) -> None:
    """Compile what is not ready, and return when it is; Ctrl-C is heard meanwhile."""
    with WarmUp(*groups) as work:
        work.wait()


class WarmUp:
    """Compilation of groups in child processes, as many at once as there are cores; it begins at once.

    With `background` it is one after the other, in processor time that nobody else wants. A group that cannot be
    compiled there, or not kept, counts as done and as `failed`: whoever calls its kernels compiles them in their own
    process.
    """

    def __init__(self, *groups: str, background: bool = False) -> None:
        self.groups = [group for group in GROUPS if group in groups and not is_ready(group)]
        self.done: list[str] = []
        self.failed: list[str] = []
        self._waiting = list(self.groups)
        self._children: list[subprocess.Popen[bytes]] = []
        self._change = threading.Condition()
        self._background = background
        workers = 1 if background else cores()
        for _worker in range(min(workers, len(self.groups))):
            threading.Thread(target=self._compile, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be compiled."""
        return len(self.done) == len(self.groups)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all is compiled, at most so many seconds; return whether it is."""
        left = threading.TIMEOUT_MAX if seconds is None else seconds
        while not self.is_done and left > 0:
            with self._change:
                self._change.wait_for(lambda: self.is_done, min(left, POLL))
            left -= POLL
        return self.is_done

    def stop(self) -> None:
        """End what still compiles; what a child has finished stays on disk."""
        with self._change:
            self._waiting.clear()
            for child in self._children:
                child.kill()

    def _compile(self) -> None:
        """Have a child compile group after group: to begin, each needs a second of processor time for numba."""
        while self._waiting:
            with contextlib.ExitStack() as stack:
                child = None
                for _group in range(GROUPS_A_CHILD):
                    with self._change:
                        if not self._waiting:
                            return
                        group = self._waiting.pop(0)
                        child = child or self._child(stack)
                    is_kept = child is not None and _ask(child, group)
                    with self._change:
                        if not is_kept:
                            self.failed.append(group)
                        self.done.append(group)
                        self._change.notify_all()
                    if not is_kept:
                        break

    def _child(self, stack: contextlib.ExitStack) -> "subprocess.Popen[bytes] | None":
        """Return a child that ends with the stack, None where no process can be started."""
        arguments = "-m", __name__, str(_IDLE * self._background)
        try:
            child = own_process.start(*arguments, idle=self._background, stdout=subprocess.PIPE)
        except OSError:
            return None
        stack.callback(child.communicate)
        stack.callback(child.kill)  # first: the end of its input may be kept from it by a fork of this process
        self._children.append(child)
        return child


def _ask(child: "subprocess.Popen[bytes]", group: str) -> bool:
    """Have a child compile a group; return whether that is kept."""
    assert child.stdin
    assert child.stdout
    try:
        child.stdin.write(f"{group}\n".encode())
        child.stdin.flush()
        return any(line.strip() == group.encode() for line in child.stdout)  # numba may say more, if it is told to
    except OSError:  # it has ended
        return False


# --- Markers of what is ready ----------------------------------------------------------------------------------------


def _marker(group: str) -> Path:
    """Return the file that stands where a group has been compiled: from these sources, by this numba, for this CPU.

    Also for this folder of sources: in a folder that several share, numba keeps the code of each apart.
    """
    module, arguments, _seconds = GROUPS[group]
    source = PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py")
    key = hashlib.sha256(f"{PACKAGE} {digest(source)} {_machine()} {arguments}".encode()).hexdigest()
    return _folder() / f"ready-{group}-{key[:24]}"


def _folder() -> Path:
    """Return the folder of the markers: where numba keeps code as well."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    beside = PACKAGE / "compiled" / "__pycache__"
    if os.access(beside, os.W_OK):
        return beside
    import platformdirs  # noqa: PLC0415 - only where the package's own folder cannot be written to

    return platformdirs.user_cache_path("tessella", appauthor=False)


@lru_cache(maxsize=1)
def _machine() -> str:
    """Return what machine code depends on besides its source."""
    parts = [sys.implementation.cache_tag, platform.machine(), platform.processor()]
    for name in ("numba", "llvmlite"):
        with contextlib.suppress(OSError, TypeError):
            parts.append(Path(find_spec(name).origin).with_name("_version.py").read_text(encoding="utf-8"))  # type: ignore[union-attr, arg-type]
    with contextlib.suppress(OSError), Path("/proc/cpuinfo").open(encoding="utf-8") as file:
        first = next(iter(file.read(1 << 14).split("\n\n")))
        parts += [line for line in first.splitlines() if line.startswith(("model name", "flags", "Features"))]
    return "\n".join(map(str, parts))


# --- In the child ----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a file that one process at a time can hold; the system lets it go when the process ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        _lock(file)
        yield


def _lock(file: BinaryIO) -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - not on every system

        while True:
            with contextlib.suppress(OSError):  # it gives up after ten seconds
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                return
    else:
        import fcntl  # noqa: PLC0415

        fcntl.flock(file, fcntl.LOCK_EX)


def _read(groups: "queue.SimpleQueue[str]") -> None:
    for line in sys.stdin:
        groups.put(line.strip())
    os._exit(0)  # the parent has ended, or wants nothing more


def _compile(group: str) -> bool:
    """Compile a group, unless another process has done so by then; return whether it is kept."""
    marker = _marker(group)
    with _alone(marker.with_name(f"{marker.name}.lock")):  # where nothing can be written, nothing need be compiled
        if not marker.exists():
            module, arguments, _seconds = GROUPS[group]
            import_module(module).warm_up(*arguments)
            from tessella.compiled import jit  # noqa: PLC0415 - loads numba

            if jit.is_kept():
                marker.touch()
    return marker.exists()


def main() -> None:
    """Compile each group that a line of the input names, and write a line once it is kept; end at any failure."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    # The compiler makes many objects and few cycles: to look for those as often as usual is a tenth of its time.
    gc.set_threshold(100_000)
    groups = queue.SimpleQueue[str]()
    threading.Thread(target=_read, args=[groups], daemon=True).start()
    try:
        while _compile(group := groups.get()):
            sys.stdout.write(f"{group}\n")
            sys.stdout.flush()
    finally:
        os._exit(1)


if __name__ == "__main__":
    main()
