"""Server of the page: the listening socket, the addresses that it prints, and uvicorn with orderly ends.

Alone (`tessella web`) it serves the player's own games, those of the terminal, to whoever has the token. With
`--players` it is a multi-user server: every visitor has separate games behind a cookie that nobody can guess.
"""

import asyncio
import contextlib
import ipaddress
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence

import segno
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tessella.errors import StoreError, os_reason, quote
from tessella.games import Position
from tessella.i18n import _
from tessella.ids import Opening
from tessella.play.store import Store
from tessella.web.access import Access
from tessella.web.app import MAX_CONNECTIONS, application
from tessella.web.hub import Hub
from tessella.web.protocol import MAX_MESSAGE_BYTES, MAX_SAVE

IDLE_TIMEOUT = 10  # seconds for the head of a request, and between two requests
HEARTBEAT = 20.0  # seconds between two pings of a WebSocket, and for the answer


class _HttpProtocol(H11Protocol):
    """uvicorn's HTTP, which drops who takes longer than its idle time to send a whole head, or to read the answer."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what was sent; a part of a head makes the wait no longer."""
        answered = self.cycle
        super().data_received(data)
        if self.cycle is not answered or self._is_upgraded:
            self._wait()

    def on_response_complete(self) -> None:
        """Wait until it is read, and for the next request."""
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def _is_upgraded(self) -> bool:
        return self.transport.get_protocol() is not self

    def _wait(self) -> None:
        self._stop_waiting()
        if not self._is_upgraded:
            self._timer = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()


class _WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which tells why it ends one that sends too much, and drops one that answers no ping.

    uvicorn closes at once; what is still on its way then makes the system drop the connection, and the reason with it.
    So what comes is thrown away until the other side has read the reason and closes, for `close_timeout` at most.
    """

    _is_refusing = False

    def data_received(self, data: bytes) -> None:
        """Take what was sent; throw it away where it is refused."""
        if not self._is_refusing:
            super().data_received(data)

    def keepalive_timeout(self) -> None:
        """Drop the connection, also where what is to be sent is not taken any more."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Say why this is refused."""
        close = self.conn.close_sent
        assert close is not None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": close.code, "reason": close.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self._is_refusing = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)


def serve(  # noqa: PLR0913 - all that the command offers
    store: Store,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    players: bool = False,
    assigned: Sequence[Opening[Position]] = (),
    names: tuple[str, ...] = (),
    lang: str | None = None,
    opens_browser: bool = False,
) -> int:
    """Serve until the process is asked to end; return the exit code.

    `players` gives every visitor separate games, `assigned` are those that come first in everybody's menu; `names` are
    host names, besides this machine's own, that the server is reached by; `lang` is the language of all pages, None
    where the browser is to say.
    """
    listening = _listen(host, port)
    for notice in store.notices:
        sys.stderr.write(f"{notice}\n")  # visitors of a multi-user server are not told of the file
    port = listening.getsockname()[1]
    access = Access(store, multi_user=players, hosts={host, *names}, port=port)
    urls = _announce(host, port, "" if players else f"?token={access.token}")
    if opens_browser:
        threading.Thread(target=webbrowser.open, args=(urls[-1],), daemon=True).start()
    sys.setswitchinterval(0.0002)  # a hint that is being computed lets the others play
    app = application(Hub(store, multi_user=players, assigned=assigned), access, lang=lang)
    # A player's own page may bring a save along, with two characters for the end of each line.
    server = uvicorn.Server(configuration(app, largest=MAX_MESSAGE_BYTES if players else 2 * MAX_SAVE))
    for name in ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP"):
        number = getattr(signal, name, signal.SIGINT)
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
            signal.signal(number, server.handle_exit)  # uvicorn raises again what ended it, which does nothing then
    server.run(sockets=[listening])
    return 0


def configuration(
    app: ASGIApp, *, idle: int = IDLE_TIMEOUT, heartbeat: float = HEARTBEAT, largest: int = MAX_MESSAGE_BYTES
) -> uvicorn.Config:
    """Return how uvicorn serves an application; times are in seconds, the largest message in bytes."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=_HttpProtocol,
        ws=_WebSocketProtocol,
        ws_max_size=largest,
        ws_per_message_deflate=False,
        ws_ping_interval=heartbeat,
        ws_ping_timeout=heartbeat,
        limit_concurrency=2 * MAX_CONNECTIONS,
        timeout_keep_alive=idle,
        timeout_graceful_shutdown=10,
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only where the protocol is named does asyncio send small answers at once (TCP_NODELAY), not 40 ms later.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":  # every address, the older ones too, which Windows leaves out otherwise
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((host, port))
        listening.listen(1024)  # from here on who comes waits, and is not turned away
    except (OSError, TypeError) as error:  # TypeError: a name that cannot be encoded
        listening.close()
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        raise StoreError(
            _("cannot listen on {address}: {reason}"), address=quote(f"{host}:{port}"), reason=reason
        ) from None
    return listening


def _announce(host: str, port: int, query: str) -> list[str]:
    """Print the addresses, as a code for a phone's camera too where it can get here; return them."""
    hosts, is_loopback = [host], host == "localhost"
    with contextlib.suppress(ValueError):  # a name
        address = ipaddress.ip_address(host)
        hosts = [*_addresses(), "127.0.0.1"] if address.is_unspecified else hosts
        is_loopback = address.is_loopback
    urls = [f"http://{f'[{host}]' if ':' in host else host}:{port}/{query}" for host in hosts]
    sys.stdout.write("\n".join(urls) + "\n")
    sys.stdout.flush()
    if not is_loopback:
        is_compact = "utf" in (sys.stderr.encoding or "").lower()  # half blocks; else blanks in colour
        segno.make(urls[0], micro=False).terminal(sys.stderr, compact=is_compact)
    return urls


def _addresses() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent, only the way there is looked up
        return [str(probe.getsockname()[0])]
    return [socket.gethostname()]
