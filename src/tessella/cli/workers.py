"""Options that say who does the work of many processes: some on this machine, or those of a cluster."""

import argparse
from collections.abc import Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tessella.cli.options import add, notify, whole
from tessella.cli.warm import wait_for
from tessella.compiled import warming
from tessella.i18n import _, ngettext
from tessella.io import interrupts
from tessella.io.cluster import Workers, abandon, connect, cores, dashboard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tessella.io.cluster import Client


def add_workers(parser: argparse.ArgumentParser, threads: str | None = None, *, optional: bool = False) -> None:
    """Add the options; `threads` is the usage of one for the threads of each process, where the command has none.

    With `optional` the command does the work by itself where none of them is given.
    """
    one_per_core = _("number of worker processes on this machine (default: one per core)")
    own = {
        "--workers N": _("number of worker processes on this machine (default: none)") if optional else one_per_core,
        **({threads: _("threads of each worker process (default: 1)")} if threads else {}),
        "--cluster ADDRESS": _("use the Dask scheduler at ADDRESS instead, such as tcp://10.0.0.5:8786"),
        "--tls-ca FILE": _("with --cluster: certificate of the authority, in PEM format"),
        "--tls-cert FILE": _("with --cluster: certificate of this client"),
        "--tls-key FILE": _("with --cluster: private key of this client"),
    }
    add(parser.add_argument_group(_("workers")), own)


def workers_of(args: argparse.Namespace) -> Workers:
    """Return the workers that are asked for."""
    processes = None if args.workers is None else whole(args.workers)
    threads = 1 if args.threads is None else whole(args.threads)
    return Workers(processes, threads, args.cluster, args.tls_ca, args.tls_cert, args.tls_key)


@contextmanager
def connected(workers: Workers, kernels: Iterable[str] = ()) -> "Iterator[Client]":
    """Give a client of a cluster; say where it can be watched. Ctrl-C ends the program at once.

    So do SIGTERM and SIGHUP; none of them leaves anything behind. `kernels` are the groups of `warming.GROUPS` that the
    work needs: where this machine does it, they are compiled first, in sight.
    """
    if workers.address is None:
        with warming.WarmUp(*kernels) as work:
            wait_for(work)
    with interrupts.as_interrupts(), connect(workers) as client:
        address = dashboard(client)
        message = _("{workers}; dashboard: {address}") if address else "{workers}"
        notify(message, workers=workers_text(client), address=address)
        try:
            yield client
        except KeyboardInterrupt:  # a worker would end its task first
            abandon(client)
            interrupts.leave(interrupts.exit_code())


def has_workers(args: argparse.Namespace) -> bool:
    """Return whether workers are asked for."""
    return args.workers is not None or args.cluster is not None


def workers_text(client: "Client") -> str:
    """Return how many workers there are, in words."""
    n = cores(client)
    return ngettext("{n} worker", "{n} workers", n).format(n=n)
