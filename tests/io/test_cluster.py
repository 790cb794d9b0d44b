"""Work on a Dask cluster: a real scheduler and real workers, which are killed."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.dask_cluster import dask_cluster, end_once, fail, sleep, square
from tessella.errors import PuzzleError, TessellaError
from tessella.io.cluster import Workers, connect, cores, map_unordered


def test_processes_on_this_machine(tmp_path: Path) -> None:
    """Two processes do all that there is, in no order; one that ends is replaced, and its work done again."""
    with connect(Workers(processes=2, threads=1)) as client:
        assert cores(client) == 2
        assert sorted(map_unordered(client, square, range(50))) == [n * n for n in range(50)]
        assert list(map_unordered(client, end_once, [tmp_path / "mark"])) == ["done again"]
        assert list(map_unordered(client, square, [])) == []


def test_what_a_task_raises_comes_back() -> None:
    """An error of ours keeps its kind and its words on the way from another process."""
    with connect(Workers(processes=1)) as client, pytest.raises(PuzzleError, match="no 7"):
        list(map_unordered(client, fail, [7]))


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
