"""Work on a Dask cluster: a real scheduler and real workers, which are killed."""

import gc
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Status

from support.dask_cluster import dask_cluster, end_once, fail, sleep, square
from support.processes import CHECKOUT, run_code, until
from tessella.errors import PuzzleError, TessellaError
from tessella.io.cluster import Workers, abandon, connect, cores, map_unordered


def test_processes_on_this_machine(tmp_path: Path) -> None:
    """Two processes do all that there is, in no order; one that ends is replaced, and its work done again."""
    with connect(Workers(processes=2, threads=1)) as client:
        assert cores(client) == 2
        assert sorted(map_unordered(client, square, range(50))) == [n * n for n in range(50)]
        assert list(map_unordered(client, end_once, [tmp_path / "mark"])) == ["done again"]
        assert list(map_unordered(client, square, [])) == []


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no process is kept to some cores there")
def test_as_many_processes_as_cores_that_may_be_used() -> None:
    """Where one core is allowed, one process works, however many cores the machine has."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        with connect(Workers()) as client:
            assert cores(client) == 1
    finally:
        os.sched_setaffinity(0, allowed)


def test_what_a_task_raises_comes_back() -> None:
    """An error of ours keeps its kind and its words on the way from another process."""
    with connect(Workers(processes=1)) as client, pytest.raises(PuzzleError, match="no 7"):
        list(map_unordered(client, fail, [7]))


def test_workers_that_are_abandoned_stay_away() -> None:
    """Who watches over a worker starts no other one for it, which would outlive the program."""
    with connect(Workers(processes=1)) as client:
        assert client.cluster
        (watching,) = client.cluster.workers.values()
        ended = watching.pid
        abandon(client)
        until(lambda: watching.status == Status.closed or watching.pid not in (None, ended))
        assert watching.pid is None


def test_tasks_are_asked_for_as_they_are_needed(tmp_path: Path) -> None:
    """However many tasks there are, only a few are taken ahead."""
    taken = []

    def tasks() -> Iterator[int]:
        for n in range(1000):
            taken.append(n)
            yield n

    with dask_cluster(tmp_path) as cluster, connect(Workers(address=cluster.address)) as client:
        found = map_unordered(client, square, tasks(), ahead=10)
        next(found)
        next(found)
        assert len(taken) <= 12


def test_workers_that_come_later(tmp_path: Path) -> None:
    """A scheduler without workers is waited with; the one that comes does the work."""
    with dask_cluster(tmp_path, 0) as cluster, connect(Workers(address=cluster.address)) as client:
        assert cores(client) == 0
        found = map_unordered(client, square, range(3))
        cluster.add_worker()
        assert sorted(found) == [0, 1, 4]


def test_a_scheduler_that_is_killed(tmp_path: Path) -> None:
    """The loss of the scheduler ends the work with a sentence that names it."""
    with dask_cluster(tmp_path) as cluster, connect(Workers(address=cluster.address)) as client:
        found = map_unordered(client, sleep, range(3))
        cluster.scheduler.kill()
        with pytest.raises(TessellaError, match=f"lost the Dask scheduler at {cluster.address}"):
            next(found)


@pytest.mark.slow
def test_workers_that_end_whatever_is_tried(tmp_path: Path) -> None:
    """Work that brings down one worker after the other is given up, in a sentence."""
    with dask_cluster(tmp_path) as cluster, connect(Workers(address=cluster.address)) as client:
        replaced = threading.Thread(target=cluster.replace_workers, args=(4,))
        replaced.start()
        with pytest.raises(TessellaError, match=r"the workers of .* cannot do this: .* all those workers died"):
            list(map_unordered(client, os._exit, [1]))
        replaced.join()


def test_machines_without_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing on the machines of a cluster is named in a sentence."""
    monkeypatch.setattr("support.dask_cluster.PATHS", "")
    message = r"the workers of .* cannot do this: No module named 'support'"
    with (
        dask_cluster(tmp_path) as cluster,
        connect(Workers(address=cluster.address)) as client,
        pytest.raises(TessellaError, match=message),
    ):
        list(map_unordered(client, square, [1]))


SCRIPT = """
from tessella.io.cluster import Workers, connect, map_unordered

def main():
    with connect(Workers(processes=1)) as client:
        print(sorted(map_unordered(client, abs, [-3, 2])))

"""


@pytest.mark.slow
def test_a_script_is_imported_by_its_workers(tmp_path: Path) -> None:
    """It runs from any folder; where its work is not guarded that is said, and nothing hangs."""
    path = tmp_path / "a b 数独" / "my script.py"
    path.parent.mkdir()
    for call, code, said in (
        ('if __name__ == "__main__":\n    main()', 0, "[2, 3]\n"),
        ("main()", 1, 'expected `if __name__ == "__main__":` before the work'),
    ):
        path.write_text(SCRIPT + call)
        done = subprocess.run(
            [sys.executable, path], env=os.environ | CHECKOUT, capture_output=True, text=True, check=False, timeout=600
        )
        assert done.returncode == code, done.stderr
        assert said in (done.stderr if code else done.stdout)


def test_a_session_has_no_script(tmp_path: Path) -> None:
    """What is typed, as in a notebook, is imported by nobody."""
    assert run_code(SCRIPT + "main()") == "[2, 3]\n"


@pytest.fixture
def _collected() -> Iterator[None]:
    """End here what Dask keeps of a client that found nobody: the thread of another client would wait for itself."""
    yield
    gc.collect()


@pytest.mark.usefixtures("_collected")
@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "nowhere", "ftp://127.0.0.1:8786", "tcp://127.0.0.1:70000", ""]
)
def test_an_address_where_nobody_answers(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong address is one sentence that quotes it."""
    monkeypatch.setattr("tessella.io.cluster.CONNECTING_SECONDS", 1)
    message = "expected the address of a Dask scheduler that answers, got"
    with pytest.raises(TessellaError, match=message), connect(Workers(address=address)):
        pass


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl to make a certificate")
def test_tls(tmp_path: Path) -> None:
    """With the files of the authority, certificate and key a client is let in; without them it is refused."""
    key, cert = str(tmp_path / "key.pem"), str(tmp_path / "cert.pem")
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days 2"
    subprocess.run(["openssl", *words.split(), "-keyout", key, "-out", cert], check=True, capture_output=True)
    options = ("--tls-ca-file", cert, "--tls-cert", cert, "--tls-key", key, "--protocol", "tls")
    with dask_cluster(tmp_path, 1, *options) as cluster:
        assert cluster.address.startswith("tls://")
        trusted = Workers(address=cluster.address, tls_ca=cert, tls_cert=cert, tls_key=key)
        with connect(trusted) as client:
            assert sorted(map_unordered(client, square, range(3))) == [0, 1, 4]
        message = "expected the address of a Dask scheduler that answers, got"
        with pytest.raises(TessellaError, match=message), connect(Workers(address=cluster.address)):
            pass
        with pytest.raises(TessellaError, match=message), connect(trusted._replace(tls_key=str(tmp_path / "none"))):
            pass
