"""What Dask costs data sets: processor time of many workers against one process, and against `concurrent.futures`.

    python benchmarks/data_sets.py [parts [puzzles of a part [recipe [turns]]]]

The same parts are written in turn by a loop in this process, by a pool of `concurrent.futures`, and by workers of Dask.
All processes are up and have loaded their kernels before the clocks start; that is told apart. For each way: seconds
by the clock, seconds of processor time of all its processes (workers, scheduler, client), the latter against the loop's
of the same turn, and how much more that is for each part. The bytes must be the same.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import TypeAlias

import psutil

from tessella.compiled import warming
from tessella.io.cluster import Workers, connect
from tessella.sudoku.datasets.build import Build, begin
from tessella.sudoku.datasets.directory import Directory
from tessella.sudoku.datasets.parts import KERNELS, Written, make_part, write_part
from tessella.sudoku.datasets.recipe import Made

Writer: TypeAlias = Callable[[Build], Iterator[Written]]


def load(recipe: Made, barrier: Barrier | None = None) -> None:
    """Load all that a part needs, and wait until the others have."""
    make_part(recipe, 0, 5)
    if barrier:
        barrier.wait()


@contextmanager
def loop(_recipe: Made) -> Iterator[Writer]:
    """Give what writes the parts in this process."""
    yield lambda build: map(write_part, build.tasks())


def pool(processes: int) -> Callable[[Made], AbstractContextManager[Writer]]:
    """Return what writes the parts by a pool of processes."""

    @contextmanager
    def up(recipe: Made) -> Iterator[Writer]:
        context = get_context("spawn")
        barrier = context.Barrier(processes)
        with ProcessPoolExecutor(
            processes, mp_context=context, initializer=load, initargs=(recipe, barrier)
        ) as executor:
            for done in [executor.submit(os.getpid) for _process in range(processes)]:
                done.result()
            yield lambda build: executor.map(write_part, build.tasks())

    return up


def dask(processes: int) -> Callable[[Made], AbstractContextManager[Writer]]:
    """Return what writes the parts by workers of Dask."""

    @contextmanager
    def up(recipe: Made) -> Iterator[Writer]:
        with connect(Workers(processes)) as client:
            client.run(load, recipe)
            yield lambda build: build.run(client)

    return up


def spent() -> float:
    """Return the processor time of this process and of all below it."""
    times = [one.cpu_times() for one in (psutil.Process(), *psutil.Process().children(recursive=True))]
    return float(sum(one.user + one.system for one in times))


def measure(up: Callable[[Made], AbstractContextManager[Writer]], recipe: Made, parts: int, size: int) -> list[float]:
    """Write a data set; return seconds until all is up, seconds after that, processor time, a digest of the bytes."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        with up(recipe) as write:
            started, before = time.perf_counter(), spent()
            for _written in write(begin(Directory(folder), recipe, parts * size, size)):
                pass
            ended, after = time.perf_counter(), spent()
        digest = sha256(b"".join(path.read_bytes() for path in sorted(Path(folder, "data").iterdir())))
    return [started - begun, ended - started, after - before, int.from_bytes(digest.digest()[:4], "big")]


def main() -> None:
    """Print what each way took in each turn, and at the end the medians."""
    given = sys.argv[1:]
    parts, size, puzzles, turns = (*given, *("8", "10000", "", "3")[len(given) :])
    recipe, n = Made(puzzles, 1), int(parts)
    ways = {"a loop": loop, "concurrent.futures, 8": pool(8), "Dask, 1": dask(1), "Dask, 8": dask(8)}
    warming.ensure(*KERNELS)
    load(recipe)
    shares: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(int(turns)):
        base = 0.0
        for name, way in ways.items():
            until_up, wall, processor, digest = measure(way, recipe, n, int(size))
            base = base or processor
            shares[name].append(processor / base)
            more = (processor - base) / n * 1000
            print(
                f"{turn} {name:22} up {until_up:5.1f} s, then {wall:6.1f} s, processor {processor:6.2f} s:"
                f" {processor / base:.3f} of the loop's, {more:+5.0f} ms a part; bytes {int(digest):08x}",
                flush=True,
            )
    for name, found in shares.items():
        print(f"{name:22} {statistics.median(found):.3f} of the loop's processor time (median of {turns})")


if __name__ == "__main__":
    main()
