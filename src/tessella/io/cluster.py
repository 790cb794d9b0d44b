"""A cluster of worker processes, by Dask: some on this machine, or those behind the address of a scheduler.

    with connect(Workers(processes=8)) as client:
        for result in map_unordered(client, work, tasks):
            ...

Dask decides who does what, and does again what a worker has lost. A task must give the same however often it is done.
"""

import logging
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import islice
from multiprocessing.process import current_process
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from tessella.errors import TessellaError, quote
from tessella.i18n import _
from tessella.io import worker_threads
from tessella.io.extras import load

if TYPE_CHECKING:
    import distributed

    Client: TypeAlias = distributed.Client

R = TypeVar("R")
S = TypeVar("S")

AHEAD = 1000  # tasks that the scheduler knows at once: enough for it to see how many workers there is work for
RETRIES = 3  # times that a task is done again which fails, as where a network does
CONNECTING_SECONDS = 20  # seconds that a scheduler is waited for
LOST_SECONDS = 30  # seconds that a scheduler which was lost is waited for

_SETTINGS = {
    "distributed.worker.profile.enabled": False,  # it takes time from every thread, and compiled code shows nothing
    "distributed.admin.tick.interval": "1s",  # 20 ms would take 1 % of a core from every process
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.scheduler.allowed-failures": 1000,  # a task cannot bring a worker down, so somebody else did
    "distributed.comm.timeouts.connect": LOST_SECONDS,
}


class Workers(NamedTuple):
    """Who does the work: processes of threads on this machine, or the workers of the scheduler at an address."""

    processes: int | None = None  # as many as there are cores where nothing is said
    threads: int = 1  # of each process
    address: str | None = None  # such as tcp://10.0.0.5:8786, or tls://...
    tls_ca: str | None = None  # files in PEM format: of the authority, of this client, of its key
    tls_cert: str | None = None
    tls_key: str | None = None


@contextmanager
def connect(workers: Workers) -> "Iterator[Client]":
    """Give a client of the cluster; what was started for it ends with the block.

    Raises `TessellaError` where Dask is missing, no process can be started, or nothing answers at the address.
    """
    if getattr(current_process(), "_inheriting", False):  # this is a worker process, which imports the script
        raise SystemExit(_('expected `if __name__ == "__main__":` before the work: every worker imports the script'))
    dask = load("dask", "cluster", _("work on many processes"))
    distributed = load("distributed", "cluster", _("work on many processes"))
    for name in ("distributed", "tornado", "asyncio"):  # what matters is raised, and said in a sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with dask.config.set(_SETTINGS):
        if workers.address is None:
            with (
                tempfile.TemporaryDirectory(prefix="tessella-", ignore_cleanup_errors=True) as folder,
                dask.config.set({"temporary-directory": folder}),
                _local_cluster(distributed.LocalCluster, workers) as cluster,
                distributed.Client(cluster, set_as_default=False) as client,
            ):
                yield client
            return
        try:
            client = distributed.Client(
                workers.address, timeout=CONNECTING_SECONDS, security=_security(workers), set_as_default=False
            )
        except (OSError, ValueError, TypeError) as error:
            message = _("expected the address of a Dask scheduler that answers, got {text}: {why}")
            raise TessellaError(
                message.format(text=quote(workers.address), why=error or type(error).__name__)
            ) from None
        with client:
            yield client


def _local_cluster(kind: Any, workers: Workers) -> Any:
    try:
        return kind(
            n_workers=workers.processes or worker_threads.cores(),
            threads_per_worker=workers.threads,
            memory_limit=0,  # Dask would pause or kill a worker, which helps nobody here
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
    except (OSError, RuntimeError) as error:
        raise TessellaError(_("cannot start the worker processes: {why}").format(why=error)) from None


def dashboard(client: "Client") -> str | None:
    """Return the address of Dask's dashboard; None where this process runs the scheduler and bokeh is missing."""
    return None if client.cluster and not find_spec("bokeh") else client.dashboard_link


def _security(workers: Workers) -> Any:
    files = {"tls_ca_file": workers.tls_ca, "tls_client_cert": workers.tls_cert, "tls_client_key": workers.tls_key}
    given = {name: file for name, file in files.items() if file is not None}
    if not given:
        return None  # what Dask's own configuration says
    return load("distributed", "cluster", _("work on many processes")).Security(require_encryption=True, **given)


def map_unordered(
    client: "Client | None", work: Callable[[S], R], tasks: Iterable[S], *, ahead: int = AHEAD
) -> Iterator[R]:
    """Yield what the work on each task gives, as it comes. Raises what the work raises, when that is tried in vain.

    Without a client this process does the work. Raises `TessellaError` where the scheduler is lost, and where the
    workers lack a package or end whatever is tried.
    """
    if client is None:
        yield from map(work, tasks)
        return
    as_completed = load("distributed", "cluster", "").as_completed
    cancelled = load("distributed.client", "cluster", "").FutureCancelledError
    killed = load("distributed", "cluster", "").KilledWorker
    waiting, address = iter(tasks), client.scheduler_info()["address"]
    futures = as_completed(loop=client.loop)
    futures.update(client.submit(work, task, pure=False, retries=RETRIES) for task in islice(waiting, ahead))
    for future in futures:
        try:
            yield future.result()
        except cancelled:
            message = _("lost the Dask scheduler at {address}")
            raise TessellaError(message.format(address=address)) from None
        except (killed, ImportError, RuntimeError) as error:
            why = error.__cause__ if isinstance(error.__cause__, ImportError) else error
            message = _("the workers of {address} cannot do this: {why}")
            raise TessellaError(message.format(address=address, why=" ".join(str(why).split()))) from error
        for task in islice(waiting, 1):
            futures.add(client.submit(work, task, pure=False, retries=RETRIES))


def cores(client: "Client") -> int:
    """Return how many tasks the cluster does at once."""
    threads: dict[str, int] = client.nthreads()  # type: ignore[no-untyped-call]
    return sum(threads.values())


def abandon(client: "Client") -> None:
    """End the worker processes on this machine at once, whatever they do; those of somebody else's cluster stay."""
    workers = list(getattr(client.cluster, "workers", {}).values())
    for worker in workers:
        worker.close_gracefully()  # who watches over it would start another one
    for worker in workers:
        with suppress(OSError, TypeError):  # it has ended
            os.kill(worker.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    if workers:
        folder = load("dask", "cluster", "").config.get("temporary-directory")
        shutil.rmtree(folder, ignore_errors=True)
