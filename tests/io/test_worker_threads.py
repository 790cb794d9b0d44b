"""Worker threads: order, errors, and an end that nobody waits for."""

import sys
import threading

import pytest

from support.processes import run_code
from tessella.io.worker_threads import in_thread, map_ahead


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_results_come_in_the_order_of_the_items(workers: int) -> None:
    """However many share the work, and with more items than are begun ahead."""
    assert list(map_ahead(lambda n: n * n, range(100), workers)) == [n * n for n in range(100)]


def test_few_are_begun_ahead() -> None:
    """Items are taken as results are, so that their source may be endless."""
    items = iter(range(1000))
    results = map_ahead(lambda n: n, items, 2)
    assert [next(results), next(results)] == [0, 1]
    assert next(items) < 10


def test_an_error_is_raised_in_its_place() -> None:
    """What the work raises is raised where its result would be; no more work is begun."""
    results = map_ahead(lambda n: 1 // (2 - n), range(100), 2)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_work_is_done_in_another_thread() -> None:
    """The calling thread stays free to hear Ctrl-C."""
    assert in_thread(threading.current_thread) is not threading.current_thread()


def test_a_process_ends_without_its_workers() -> None:
    """Neither whoever takes no more nor the interpreter waits for work that goes on."""
    code = (
        "import threading; from tessella.io.worker_threads import map_ahead\n"
        "never = threading.Event()\n"
        "results = map_ahead(lambda n: n or never.wait(), [1, 0, 0, 0], 2)\n"
        "print(next(results)); results.close(); print('closed')"
    )
    assert run_code(code).split() == ["1", "closed"]


# While the main thread waits or works, a signal has it drop an object whose destructor is interrupted; a thread that it
# starts then has begun long before it goes on, as on a busy machine
INTERRUPTED = """
import signal, threading, time, traceback
from tessella.io.worker_threads import map_ahead
from tessella.sudoku.bulk_solver import run_blocks
class Dropped:
  def __del__(self): signal.raise_signal(signal.SIGINT)
lost, never = threading.Event(), threading.Event()
def start_late(thread, start=threading.Thread.start):
  start(thread)
  time.sleep(0.1)
def handle(number, frame):
  if not lost.is_set() and any(one.f_code.co_name in ("_result", "work") for one, _line in traceback.walk_stack(frame)):
    lost.set()
    threading.Thread.start = start_late
    Dropped()
def work(*_block):
  while not lost.is_set(): signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
  never.wait()
signal.signal(signal.SIGUSR1, handle)
try: {call}
except KeyboardInterrupt: print("heard")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals to a thread")
@pytest.mark.parametrize(
    "call", ["[*map_ahead(work, [0], 1)]", *(f"run_blocks(work, 9, {n}, least=1)" for n in (1, 2))]
)
def test_an_interrupt_that_a_destructor_loses_comes_again(call: str) -> None:
    """Python drops what a destructor raises; whoever waits for bulk work, or does it, hears Ctrl-C all the same."""
    assert run_code(INTERRUPTED.replace("{call}", call)) == "heard\n"
