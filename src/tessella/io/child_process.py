"""Child process that works for a front end: typed requests and answers, one JSON message a line.

    front end                               child
    Request("advise", [board, ...])  -->    advise(board, ...)
    Done(value) or Failed(...)       <--    what it returned, or raised
    (end of input)                   -->    ends at once, whatever it is doing

The child calls functions of a module of ours; messages have the types that these declare. It answers one request at a
time; any thread may ask. A child that was killed is restarted, at most once per request; if no process can be started,
this one does the work.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, ParamSpec, Self, TextIO, TypeVar, get_type_hints

import msgspec

from tessella import errors, i18n
from tessella.errors import StoppedError, TessellaError
from tessella.i18n import _
from tessella.io import own_process
from tessella.io.worker_threads import POLL

STEPPED_BACK = 10  # niceness of a child that others go before

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")


class Request(msgspec.Struct, frozen=True):
    """A function of the child's module that is to be called."""

    do: str
    arguments: list[Any]
    lang: str  # the language that the answer speaks


class Done(msgspec.Struct, frozen=True, tag=True):
    """What a request returned."""

    value: msgspec.Raw


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The TessellaError that a request raised."""

    error: str
    message: str
    hint: str

    @classmethod
    def of(cls, error: TessellaError) -> Self:
        """Return the message that brings an error to the front end."""
        kind = next(kind for kind in type(error).__mro__ if hasattr(errors, kind.__name__))
        return cls(kind.__name__, str(error), error.hint)

    def exception(self) -> TessellaError:
        """Return the error."""
        kind: type[TessellaError] = getattr(errors, self.error)
        return kind(self.message, hint=self.hint)


Response = Done | Failed


class _Process:
    """A running child, and a thread that waits for its answers."""

    def __init__(self, module: str, memory: int) -> None:
        program = f"from {__name__} import serve; serve({module!r}, {memory})"
        self.process = own_process.start("-c", program, stdout=subprocess.PIPE, encoding="utf-8")
        self.has_answered = False
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._closing = threading.Lock()  # who stops it and who waits for its answer both end it

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as stdout:
            for line in stdout:
                self._answers.put(line)
        self.process.wait()
        self._answers.put(None)

    def ask(self, request: Request) -> Response | None:
        """Return the response to a request, None if the child has ended without one."""
        assert self.process.stdin
        with contextlib.suppress(OSError, ValueError):  # it has ended; the reader will say so
            self.process.stdin.write(msgspec.json.encode(request).decode() + "\n")
            self.process.stdin.flush()
        while True:
            try:
                line = self._answers.get(timeout=POLL)
            except queue.Empty:
                continue
            if line is None or not line.endswith("\n"):  # the end, also in the middle of a line
                return None
            self.has_answered = True
            response: Response = msgspec.json.decode(line, type=Response)
            return response

    def step_back(self) -> None:
        """Let other processes have the processor first, where the system can be told so."""
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # it has ended, or had stepped back further before
                os.setpriority(os.PRIO_PROCESS, self.process.pid, STEPPED_BACK)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self._reader.join()
        assert self.process.stdin
        with self._closing, contextlib.suppress(OSError):  # what it was to be told was never taken
            self.process.stdin.close()


class ChildProcess:
    """A child that starts with the first request, and ends with `stop` or with this process."""

    module = ""  # the module whose functions the child calls
    memory = 0  # bytes that it may take where the system can see to that, 0 for as many as there are
    restarts = True  # whether a request after `stop` starts another process

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._child: _Process | None = None
        self._has_worked_here = False
        self._stops = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes its like in another process."""
        return type(self), ()

    @property
    def is_warm(self) -> bool:
        """Whether a request was answered, so that the next answer takes no longer than its work."""
        if not own_process.AVAILABLE:
            return True  # what works here need not be started
        child = self._child  # another thread may stop it at any moment
        return child.has_answered if child else self._has_worked_here

    def stop(self) -> None:
        """End the process, and give up what it works on. A later request starts another one."""
        self._stops += 1
        child, self._child = self._child, None
        if child:
            child.end()

    def step_back(self) -> None:
        """Let other processes have the processor first from now on."""
        if child := self._child:
            child.step_back()

    def ask(self, do: Callable[Parameters, Value], *args: Parameters.args, **_none: Parameters.kwargs) -> Value:
        """Return what a function of the child's module returns, or raise what it raises; StoppedError after `stop`."""
        return self.ask_since(self.stops, do, *args, **_none)

    @property
    def stops(self) -> int:
        """How often it was stopped, of those times that a request has to know of."""
        return self._stops if self.restarts else 0

    def ask_since(
        self, stops: int, do: Callable[Parameters, Value], *args: Parameters.args, **_none: Parameters.kwargs
    ) -> Value:
        """Return what `ask` does, or raise StoppedError where it was stopped since `stops` was what it is here."""
        with self._asking:
            response = self._respond(do, Request(do.__name__, list(args), i18n.language()), stops)
        if isinstance(response, Failed):
            raise response.exception()
        value: Value = msgspec.json.decode(response.value, type=get_type_hints(do)["return"])
        return value

    def _respond(self, do: Callable[..., object], request: Request, stops: int) -> Response:
        """Return the response of a child, of a second one where the first was killed, or of this process."""
        code = 1
        for _attempt in range(2):
            if stops != self._stops:
                break
            try:
                child = self._child = self._child or _Process(self.module, self.memory)
            except OSError:
                break
            if stops != self._stops:  # it was to stop while it started
                child.end()
            try:
                response = child.ask(request)
            except BaseException:  # Ctrl-C: nobody waits for the answer any more
                self.stop()
                raise
            if response is not None:
                return response
            code = child.process.wait()  # in the middle of an answer it may not have ended yet
            child.end()
            if self._child is child:
                self._child = None
        if stops != self._stops:
            raise StoppedError(_("the task was stopped"))
        if code < 0:  # killed twice: for want of memory it would take this process along
            raise TessellaError(_("the system killed the process twice, perhaps because it ran out of memory"))
        response = _perform(do, request)
        self._has_worked_here = True
        return response


class ChildProcesses:
    """Child processes that call functions of a module, each for one thread at a time; they start as they are needed."""

    def __init__(self, module: str, size: int) -> None:
        self._all = [_Worker(module) for _child in range(size)]
        self._idle: queue.SimpleQueue[ChildProcess] = queue.SimpleQueue()
        for child in self._all:
            self._idle.put(child)

    def ask(self, do: Callable[Parameters, Value], *args: Parameters.args, **none: Parameters.kwargs) -> Value:
        """Return what `ChildProcess.ask` returns of a process that is idle, or raise what it raises."""
        child = self._idle.get()
        try:
            return child.ask(do, *args, **none)
        finally:
            self._idle.put(child)

    def step_back(self) -> None:
        """Let other processes have the processor first from now on."""
        for child in self._all:
            child.step_back()

    def stop(self) -> None:
        """End all of them, for good."""
        for child in self._all:
            child.stop()


class _Worker(ChildProcess):
    restarts = False

    def __init__(self, module: str) -> None:
        super().__init__()
        self.module = module


# --- In the child ---------------------------------------------------------------------------------------------------


def _perform(do: Callable[..., object], request: Request) -> Response:
    *types, _answer = get_type_hints(do).values()
    try:
        with i18n.speaking(request.lang):
            value = do(*map(msgspec.convert, request.arguments, types))
            return Done(msgspec.Raw(msgspec.json.encode(value)))
    except TessellaError as error:
        return Failed.of(error)
    except MemoryError:
        return Failed(TessellaError.__name__, _("not enough memory for this AI"), "")


def _read_requests(lines: "queue.SimpleQueue[str]") -> None:
    with contextlib.suppress(OSError, ValueError):
        for line in sys.stdin:
            lines.put(line)
    os._exit(0)


def _limit_memory(most: int) -> None:
    """Let whatever asks for more bytes of memory fail, where the system has such a limit."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        resource = import_module("resource")  # of Unix
        resource.setrlimit(resource.RLIMIT_DATA, (most, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def serve(module: str, memory: int = 0) -> None:
    """Answer one request after another, for the functions of a module, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if memory:
        _limit_memory(memory)
    answers: TextIO = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # what else is printed is no answer
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    # Before the import, which takes a second on a busy machine: a parent that is gone meanwhile is noticed at once.
    # (Linux would tell it too, PR_SET_PDEATHSIG, but when the thread ends that asked first.)
    threading.Thread(target=_read_requests, args=(lines,), daemon=True).start()
    functions = import_module(module)
    while True:
        request = msgspec.json.decode(lines.get(), type=Request)
        answers.write(msgspec.json.encode(_perform(getattr(functions, request.do), request)).decode() + "\n")
        answers.flush()
