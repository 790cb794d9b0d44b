"""A network cable: a TCP proxy in front of a server of this machine, which can be cut and mended."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer


class Cable(ThreadingTCPServer):
    """What a client connects to instead of the server; all connections end when it is cut, and new ones too."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, host: str, port: int) -> None:
        self.far_end = (host, port)
        self.sent = 0  # bytes that have gone to the server
        self.cut_after: int | None = None  # how many more go there before the cable is cut
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self.is_cut = threading.Event()
        super().__init__(("127.0.0.1", 0), _Connection)

    @property
    def address(self) -> str:
        """Where a client connects to, as host:port."""
        return "{}:{}".format(*self.server_address)

    def cut(self) -> None:
        """End all connections; those that come later end at once."""
        with self._lock:
            self.is_cut.set()
            for one in self._sockets:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            self._sockets.clear()

    def mend(self) -> None:
        """Let connections through again."""
        self.cut_after = None
        self.is_cut.clear()

    def take(self, *sockets: socket.socket) -> bool:
        """Note the two sockets of a connection; return whether the cable is whole."""
        with self._lock:
            self._sockets += sockets
            return not self.is_cut.is_set()

    def let_through(self, n: int) -> int:
        """Return how many of n bytes to the server get through."""
        with self._lock:
            some = n if self.cut_after is None else min(n, self.cut_after)
            self.sent += some
            if self.cut_after is not None:
                self.cut_after -= some
            return some


class _Connection(BaseRequestHandler):
    """A connection: bytes go both ways until one end or the cable is closed."""

    server: Cable

    def handle(self) -> None:
        near: socket.socket = self.request
        with suppress(OSError), socket.create_connection(self.server.far_end) as far:
            if not self.server.take(near, far):
                return
            back = threading.Thread(target=self._carry, args=(far, near), daemon=True)
            back.start()
            self._carry(near, far)
            back.join()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                n = self.server.let_through(len(data)) if source is self.request else len(data)
                target.sendall(data[:n])
                if n < len(data):
                    self.server.cut()
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


@contextmanager
def cable(host: str, port: int) -> Iterator[Cable]:
    """Give a cable to a server."""
    with Cable(host, port) as one:
        thread = threading.Thread(target=one.serve_forever)
        thread.start()
        try:
            yield one
        finally:
            one.cut()
            one.shutdown()
            thread.join()
