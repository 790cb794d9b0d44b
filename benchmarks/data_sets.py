"""What Dask costs data sets: processor time of many workers against one, and of Dask against no engine at all.

    python benchmarks/data_sets.py [parts [puzzles of a part [recipe]]]

The same parts are written by a loop in this process, by a pool of `concurrent.futures`, and by workers of Dask. For
each: seconds by the clock from the first task on, seconds of processor time of all processes with their start, and the
latter against the loop's. The bytes must be the same; how long it takes to start up is told apart.
"""

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

from tessella.compiled import warming
from tessella.io.cluster import Workers, connect
from tessella.sudoku.datasets.build import Build, begin
from tessella.sudoku.datasets.directory import Directory
from tessella.sudoku.datasets.parts import KERNELS, Written, write_part
from tessella.sudoku.datasets.recipe import Made

CORES = os.cpu_count() or 1


def loop(build: Build) -> Iterator[Written]:
    """Write the parts in this process."""
    return map(write_part, build.tasks())


def pool(processes: int) -> Callable[[Build], Iterator[Written]]:
    """Return what writes the parts by a pool of processes."""

    def write(build: Build) -> Iterator[Written]:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as executor:
            yield from executor.map(write_part, build.tasks())

    return write


def dask(processes: int) -> Callable[[Build], Iterator[Written]]:
    """Return what writes the parts by workers of Dask."""

    def write(build: Build) -> Iterator[Written]:
        with connect(Workers(processes)) as client:
            client.wait_for_workers(processes)
            yield from build.run(client)

    return write


def spent() -> float:
    """Return the processor time of this process and of all that have ended which it started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measure(name: str, write: Callable[[Build], Iterator[Written]], parts: int, size: int, puzzles: str) -> float:
    """Write a data set, print what that took, and return the processor time."""
    with tempfile.TemporaryDirectory() as folder:
        build = begin(Directory(folder), Made(puzzles, 1), parts * size, size)
        before, begun = spent(), time.perf_counter()
        first = begun
        for done, _written in enumerate(write(build)):
            first = first if done else time.perf_counter()
        whole = time.perf_counter() - begun
        processor = spent() - before
        digest = sha256(b"".join(path.read_bytes() for path in sorted(Path(folder, "data").iterdir())))
    known = f"{digest.hexdigest()[:12]}  first part {first - begun:6.1f} s  all {whole:6.1f} s"
    print(f"{name:28}  {known}  processor {processor:6.1f} s", flush=True)
    return processor


def main() -> None:
    """Print the table."""
    parts, size = (int(text) for text in (*sys.argv[1:3], *("8", "10000")[len(sys.argv) - 1 :]))
    puzzles = (*sys.argv[3:4], "")[0]
    warming.ensure(*KERNELS)
    write_part(
        next(begin(Directory(tempfile.mkdtemp()), Made(puzzles, 1), size, size).tasks())
    )  # loads what is compiled
    base = measure("a loop", loop, parts, size, puzzles)
    for processes in (1, CORES, 8):
        for name, way in (("concurrent.futures", pool), ("Dask", dask)):
            took = measure(f"{name}, {processes} processes", way(processes), parts, size, puzzles)
            print(f"{'':28}  {took / base:.3f} of the loop's processor time")


if __name__ == "__main__":
    main()
