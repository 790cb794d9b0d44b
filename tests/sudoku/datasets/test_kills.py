"""Data sets and kills: of workers, of the scheduler, of the client, at random instants.

TESSELLA_KILLS=100 makes it a hundred.
"""

import os
import random
import subprocess
import time
from pathlib import Path

import pytest

from support.dask_cluster import DaskCluster
from support.data_sets import bytes_of
from support.processes import CHECKOUT, COMMAND

KILLS = int(os.environ.get("TESSELLA_KILLS", "4"))
PUZZLES, PART = 120, 4


def _client(cluster: DaskCluster, folder: Path) -> "subprocess.Popen[bytes]":
    words = ["sudoku", "dataset", "make", str(folder), "--level", "easy", "--seed", "42", "--cluster", cluster.address]
    return subprocess.Popen(
        [*COMMAND, *words, "-n", str(PUZZLES), "--part", str(PART)],
        env=os.environ | CHECKOUT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.slow
def test_kills_at_random_instants(tmp_path: Path) -> None:
    """However often somebody is killed, what comes out in the end are the same bytes, and nothing beside them."""
    chance = random.Random(1)
    number = 0
    killed = dict.fromkeys(("worker", "scheduler", "client"), 0)
    cluster = DaskCluster(tmp_path)
    client = _client(cluster, tmp_path / "set-0")
    try:
        while sum(killed.values()) < KILLS or client.poll() != 0:
            if cluster.scheduler.poll() is not None:
                client.wait()  # it says that the scheduler is lost
                cluster.end()
                cluster = DaskCluster(tmp_path)
            cluster.workers = [worker for worker in cluster.workers if worker.poll() is None]
            while len(cluster.workers) < 2:
                cluster.add_worker()
            if client.poll() is not None:
                number += client.returncode == 0 and sum(killed.values()) < KILLS
                client = _client(cluster, tmp_path / f"set-{number}")
            if sum(killed.values()) == KILLS:
                client.wait()
                continue
            time.sleep(chance.uniform(0.1, 6))  # the random instant
            who = chance.choice(list(killed))
            victim = {"worker": cluster.workers[0], "scheduler": cluster.scheduler, "client": client}[who]
            if victim.poll() is None:
                victim.kill()
                victim.wait()
                killed[who] += 1
    finally:
        client.kill()
        client.wait()
        cluster.end()
    print(killed, f"{number + 1} data sets")  # noqa: T201 - how often each
    first, *others = [bytes_of(tmp_path / f"set-{k}") for k in range(number + 1)]
    assert len([name for name in first if name.startswith("data/")]) == PUZZLES // PART
    assert all(other == first for other in others)
    whole = subprocess.run(
        [*COMMAND, "sudoku", "dataset", "verify", str(tmp_path / "set-0"), "--again", "--workers", "1"],
        env=os.environ | CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert whole.returncode == 0, whole.stdout
