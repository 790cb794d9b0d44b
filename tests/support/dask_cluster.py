"""A Dask scheduler and workers, each a process of its own, as somebody starts them on a cluster."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.processes import CHECKOUT
from tessella.errors import PuzzleError

PATHS = os.pathsep.join([CHECKOUT["PYTHONPATH"], str(Path(__file__).resolve().parents[1])])


class DaskCluster:
    """A scheduler with an address, and workers that come and go."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options = folder, options
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            "distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(file), "--no-dashboard"
        )
        assert self.scheduler.stderr
        for line in self.scheduler.stderr:
            if b"Scheduler at:" in line:
                self.address = line.split()[-1].decode()
                return
        raise AssertionError

    def add_worker(self, address: str = "") -> "subprocess.Popen[bytes]":
        """Start a worker of one thread, which reaches the scheduler at its own or another address."""
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0", "--death-timeout", "600")
        worker = self._start("distributed.cli.dask_worker", address or self.address, *options)
        self.workers.append(worker)
        return worker

    def replace_workers(self, times: int) -> None:
        """Start a worker each time that the last one has ended."""
        for _time in range(times):
            self.workers[-1].wait()
            self.add_worker()

    def end(self) -> None:
        """Kill all of it."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        assert self.scheduler.stderr
        self.scheduler.stderr.close()

    def _start(self, module: str, *arguments: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", module, *arguments, *self.options],
            stderr=subprocess.PIPE if module.endswith("scheduler") else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": PATHS},
            cwd=self.folder,
        )


@contextmanager
def dask_cluster(folder: Path, workers: int = 1, *options: str) -> Iterator[DaskCluster]:
    """Give a cluster with some workers."""
    cluster = DaskCluster(folder, *options)
    try:
        for _worker in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.end()


def square(n: int) -> int:
    """Work that is done."""
    return n * n


def fail(n: int) -> int:
    """Work that cannot be done."""
    raise PuzzleError("no {n}", n=n)


def end_once(mark: Path) -> str:
    """End the worker's process, but not the one that does it again."""
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return "done again"
    os._exit(1)


def sleep(_n: int) -> None:
    """Work that takes long."""
    time.sleep(600)
