"""The change from plain Python to faster means in the middle of a job: to other processes, to compiled code.

A job begins in plain Python in this process. Code that is compiled takes over at once where enough is left to do. Where
none is, child processes share what is left, and the kernels are compiled beside them only if that will have paid by the
end of the job: the compiler takes as much processor time as the ratings of thousands of puzzles.
"""

import threading
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar

from tessella.compiled import warming
from tessella.compiled.warming import WarmUp
from tessella.errors import StoppedError, TessellaError
from tessella.i18n import _
from tessella.io.worker_threads import in_thread
from tessella.sudoku.batch import plain_work

if TYPE_CHECKING:
    from tessella.io.child_process import ChildProcesses

# Seconds of work in plain Python ...
LOADING_SECONDS = 0.5  # that are worth loading compiled code
CHILD_SECONDS = 1.0  # that are worth starting a child process
SAVED = 2 / 3  # the share of that work which compiled code saves, where it saves least
FIRST = 4  # puzzles that count as the usual ones beside those that were done, until there are many

R = TypeVar("R")


class Changeover:
    """What a job goes on with that begins in plain Python: child processes, and compiled code.

    `load` gives compiled code, None where there is none for the job. `puzzles` is how many there are, None where nobody
    knows; `usual` the seconds that plain Python takes for one.
    `processes` is how many may work at once where the job can be shared. What is still under way when the job ends is
    stopped.
    """

    def __init__(
        self,
        load: Callable[[], Any] | None,
        *groups: str,
        usual: float,
        puzzles: float | None = None,
        processes: int = 1,
    ) -> None:
        self.processes = processes
        self._load, self._groups, self._usual, self._puzzles = load, groups, usual, puzzles
        self._begun = time.process_time()  # what others do meanwhile does not count, nor waiting for input
        self._elsewhere = 0.0  # seconds of processor time in child processes
        self._work: WarmUp | None = None
        self._workers: ChildProcesses | None = None
        self._code: Any = None
        self._loading = threading.Lock()
        self._has_ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._has_ended = True
        if self._work:
            self._work.stop()
        if self._workers:
            self._workers.stop()

    @cached_property
    def is_ready(self) -> bool:
        """Whether all was compiled before."""
        return self._load is not None and warming.is_ready(*self._groups)

    @cached_property
    def _compiling(self) -> float:
        """Seconds of work that plain Python does, in all its processes, in the time until all is compiled."""
        return warming.seconds(*self._groups) * self.processes

    def begin(self) -> WarmUp:
        """Begin to compile what is not ready."""
        if self._work is None:
            self._work = WarmUp(*self._groups)
            if self._workers:
                self._workers.step_back()
        return self._work

    def code(self, begun: int) -> Any:
        """Return the compiled code, None as long as it is not ready; `begun` puzzles were begun without."""
        if self._load is None:
            return None
        if self._code is None and self._is_worth(begun):
            self.begin()
        if self._code is None and begun and self._work and self._work.is_done:
            with self._loading:
                self._code = self._code or in_thread(self._load)
        return self._code

    def wait(self) -> Any:
        """Return the compiled code once it is ready, for what plain Python does not do."""
        self.begin().wait()
        if self._has_ended:
            raise StoppedError(_("the task was stopped"))
        return self.code(1)

    def is_shared(self, begun: int) -> bool:
        """Return whether child processes go on from here, `begun` puzzles having been begun."""
        if self._workers is None and self.processes > 1 and begun and not self.is_ready:
            shares = int(self._left(begun) / CHILD_SECONDS)
            if shares > 1:
                # Only here: messages between processes take as long to load as a puzzle.
                from tessella.io.child_process import ChildProcesses  # noqa: PLC0415

                self.processes = self.processes if self._puzzles is None else min(shares, self.processes)
                self._workers = ChildProcesses(plain_work.__name__, self.processes)
        return self._workers is not None

    def share(self, do: Callable[..., tuple[list[R], float]], *args: Any) -> list[R]:
        """Return what a function of `plain_work` gives in a child process: nothing where that was killed.

        It may give less than it was asked for, so that whoever has more looks at what else there is by now.
        """
        assert self._workers
        try:
            found, seconds = self._workers.ask(do, *args)
        except StoppedError:
            raise
        except TessellaError:
            return []
        self._elsewhere += seconds
        return found

    def _left(self, begun: int) -> float:
        """Return about how many seconds plain Python takes for the rest; as many as it took, where nobody knows."""
        if self._puzzles is None:
            return self._spent
        return (self._puzzles - begun) * (self._spent + FIRST * self._usual) / (begun + FIRST)

    @property
    def _spent(self) -> float:
        """Seconds of processor time that plain Python took."""
        return time.process_time() - self._begun + self._elsewhere

    def _is_worth(self, begun: int) -> bool:
        if self._work:
            return False
        if self.is_ready:
            return self._left(begun) > LOADING_SECONDS
        return self._spent > FIRST * self._usual and SAVED * self._left(begun) > self._compiling
