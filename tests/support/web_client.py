"""The server in this process, and a client for its routes and its WebSocket."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from tessella.play.store import FILE, Store
from tessella.web.access import Access
from tessella.web.app import Assets, Site, application
from tessella.web.hub import Hub

__all__ = ["BASE", "COOKIE", "GAME", "SOCKET", "Serve", "assets_of", "first", "hub_of", "serving", "shows", "site_of"]

BASE = "http://127.0.0.1"
SOCKET = "ws://127.0.0.1/ws"
GAME = SOCKET + "?g=2048:classic%2342"
COOKIE = "tessella_0"

Serve = Callable[..., TestClient]


@contextmanager
def serving(folder: Path) -> Iterator[Serve]:
    """Return what starts a server over the same file each time; at the end of the block all of them end."""
    running: list[TestClient] = []

    def start(
        *, let_in: bool = True, players: bool = False, names: tuple[str, ...] = (), lang: str | None = None
    ) -> TestClient:
        store = Store.open(folder / FILE)
        access = Access(store, multi_user=players, hosts={"127.0.0.1", *names}, token="right")  # noqa: S106 - the test's
        app = application(Hub(store, multi_user=players), access, lang=lang)
        client = TestClient(app, base_url=BASE, follow_redirects=False)
        running.append(client.__enter__())
        if let_in:
            client.get("/" if players else "/?token=right")
        return client

    try:
        yield start
    finally:
        for client in running:
            client.__exit__()


def site_of(client: TestClient) -> Site:
    """Return what the routes of a server lead to."""
    app: Any = client.app
    site: Site = app.state.site
    return site


def hub_of(client: TestClient) -> Hub:
    """Return the hub of a server."""
    return site_of(client).hub


def assets_of(client: TestClient) -> Assets:
    """Return the files of a server."""
    return site_of(client).assets


def first(client: TestClient, path: str = GAME, **headers: str) -> Any:
    """Return the first message of a connection, or the next where that says only that a puzzle is being generated."""
    with client.websocket_connect(path, headers=headers) as tab:
        return tab.receive_json() if (message := tab.receive_json()) == {"generating": True} else message


def shows(tab: Any, look: Callable[[Any], object]) -> Any:
    """Return the first state to come in which a look sees something."""
    while not look(state := tab.receive_json()["state"]):
        pass
    return state
