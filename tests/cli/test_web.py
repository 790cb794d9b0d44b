"""The command that serves the page: what it passes on, and what it refuses."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tessella.cli.main import main
from tessella.io.extras import install_command
from tessella.web import server


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[SimpleNamespace]:
    """Return a list that gets the store and the options instead of a server."""
    calls: list[SimpleNamespace] = []

    def serve(store: Any, **options: Any) -> int:
        calls.append(SimpleNamespace(store=store, **options))
        return 0

    monkeypatch.setattr(server, "serve", serve)
    return calls


def test_options_reach_the_server(served: list[SimpleNamespace]) -> None:
    """Defaults are those of the help; names are lower-cased; --no-save serves a store in memory."""
    assert main(["web", "--no-save"]) == 0
    assert main(["web", "--host", "::1", "--port", "0", "--name", "Box.LAN", "--players", "--no-browser"]) == 0
    plain, full = served
    assert plain.store.path is None
    assert (plain.host, plain.port, plain.names, plain.players, plain.opens_browser) == (
        "127.0.0.1",
        8048,
        (),
        False,
        True,
    )
    assert (full.host, full.port, full.names, full.players, full.opens_browser) == ("::1", 0, ("box.lan",), True, False)


@pytest.mark.parametrize("port", ["-1", "65536", "http", "٣"])
def test_a_port_is_a_number_below_65536(
    port: str, served: list[SimpleNamespace], capsys: pytest.CaptureFixture[str]
) -> None:
    """Another port is refused in a sentence, and nothing is served."""
    assert main(["web", "--port=" + port]) == 2
    assert capsys.readouterr().err.startswith(f"expected a port from 0 to 65535, got {port!r}")
    assert served == []


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without psycopg, --database says how to install it."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "tessella.play.postgres", raising=False)
    assert main(["web", "--database", "postgresql://x"]) == 2
    said = capsys.readouterr().err.splitlines()
    command = install_command("postgres")
    assert said == [f"expected the package psycopg for --database; install it with: {command}"]
