"""Access to the server: token, cookies, host names, origins and the token bucket."""

import hashlib
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from support.games_in_stores import begin
from support.web_client import BASE, COOKIE, GAME, Serve, first, site_of
from tessella.errors import StoreError
from tessella.play.store import FILE, Store
from tessella.web.access import MAX_BUCKETS, PERSONS, Access, RateLimit, TokenBucket, address_of
from tessella.web.app import NOT_LET_IN
from tessella.web.hub import TOO_MANY_REQUESTS


@pytest.mark.parametrize("path", ["/", "/?token=", "/?token=wrong", "/?token=righ", "/?g=2048", "/?token=%C3%A9"])
def test_without_the_token_there_is_no_page(serve: Serve, path: str) -> None:
    """Who has neither token nor cookie gets one sentence and no cookie, and the WebSocket closes with 4401."""
    client = serve(let_in=False)
    answer = client.get(path)
    assert (answer.status_code, dict(answer.cookies)) == (403, {})
    assert answer.text == "Open this page with the address that the server printed.\n"
    with client.websocket_connect(GAME) as tab, pytest.raises(WebSocketDisconnect) as closed:
        tab.receive_json()
    assert closed.value.code == NOT_LET_IN


def test_the_token_is_taken_once_and_a_cookie_follows(serve: Serve) -> None:
    """The token gives a cookie that scripts cannot read and other sites cannot send, and leaves the address."""
    client = serve(let_in=False)
    answer = client.get("/?token=right&g=2048:classic%2342")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?g=2048%3Aclassic%2342")
    flags = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(flags)
    assert "Secure" not in flags
    assert client.get("/").status_code == 200
    assert "set-cookie" not in client.get("/?token=right").headers
    assert first(client)["state"]["id"] == "2048:classic#42"


def test_a_cookie_is_secure_over_https(serve: Serve) -> None:
    """Over https the cookie is never sent over http."""
    client = serve(let_in=False)
    client.base_url = client.base_url.copy_with(scheme="https")
    assert "Secure" in client.get("/?token=right").headers["set-cookie"].split("; ")


def test_a_device_is_known_after_a_restart(serve: Serve) -> None:
    """A cookie holds when the server is started again; one that was made up never does."""
    before = serve()
    secret = before.cookies[COOKIE]
    before.__exit__()
    again = serve(let_in=False)
    again.cookies.set(COOKIE, "A" * 43)
    assert again.get("/").status_code == 403
    again.cookies.set(COOKIE, secret)
    assert again.get("/").status_code == 200


def test_two_servers_remember_the_devices_of_both(serve: Serve) -> None:
    """Each has read the list before the other one's device came; the next server knows both devices."""
    both = serve(let_in=False), serve(let_in=False)
    for server in both:
        server.get("/?token=right")
    for server in both:
        again = serve(let_in=False)
        again.cookies.set(COOKIE, server.cookies[COOKIE])
        assert again.get("/").status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8048", 200),
        ("localhost:8048", 200),
        ("[::1]:8048", 200),
        ("192.168.1.7", 200),
        ("puzzles.example", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 421),
        ("[", 421),
        ("[::1", 421),
    ],
)
def test_host(serve: Serve, host: str, status: int) -> None:
    """A name that somebody else made point at this machine is refused; an address, or a name we were told, is not."""
    client = serve(names=("puzzles.example",))
    assert client.get("/", headers={"Host": host}).status_code == status
    if status == 421:
        with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)):
            first(client, Host=host)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://[", "http://127.0.0.1:1", "https://127.0.0.1.evil.example"]
)
def test_a_foreign_origin_is_refused(serve: Serve, origin: str) -> None:
    """Another site's page cannot talk to the game, cookie or not."""
    client = serve()
    with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)):
        first(client, Origin=origin)
    assert first(client, Origin=BASE)["state"]["id"] == "2048:classic#42"


def test_a_bucket_is_emptied_and_filled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many tokens can be taken at once, then as many a second as the rate says, and never more than it holds."""
    now = 100.0
    monkeypatch.setattr("tessella.web.access.time.monotonic", lambda: now)
    bucket = TokenBucket(capacity=3, rate=2)
    bucket._filled = now
    assert [bucket.take() for _request in range(4)] == [True, True, True, False]
    now += 1.0
    assert [bucket.take() for _request in range(3)] == [True, True, False]
    now += 1000.0
    assert [bucket.take() for _request in range(4)] == [True, True, True, False]


def test_a_visitor_is_made_by_the_server(serve: Serve) -> None:
    """A cookie that the server never made is nobody, however well formed; one that it made holds after a restart."""
    client = serve(players=True)
    cookie = client.cookies[COOKIE]
    secret, _dot, code = cookie.partition(".")
    assert first(client)["state"]
    client.__exit__()
    again = serve(players=True, let_in=False)
    for forged in (
        "A" * 43,
        f"{'A' * 43}.{code}",
        secret,
        f"{secret}.",
        f"{secret}.{'0' * 32}",
        f"{cookie}0",
        f".{code}",
    ):
        again.cookies.set(COOKIE, forged)
        with again.websocket_connect(GAME) as tab, pytest.raises(WebSocketDisconnect) as closed:
            tab.receive_json()
        assert closed.value.code == NOT_LET_IN
        assert again.get("/").cookies[COOKIE] not in (forged, cookie)  # somebody new
        again.cookies.clear()
    again.cookies.set(COOKIE, cookie)
    assert not again.get("/").cookies
    assert first(again)["state"]["id"] == "2048:classic#42"


@pytest.mark.parametrize("damaged", ["x", "xyz 1", "00ff x", "00ff 1 2"])
def test_a_damaged_key_is_no_new_key(damaged: str) -> None:
    """Who has games would lose them to another key, so the server says what is wrong."""
    store = Store.in_memory()
    store.choose("web key", damaged)
    with pytest.raises(StoreError, match="'web key'"):
        Access(store, multi_user=True, hosts=set())


def test_a_visitor_of_old_stays(serve: Serve, tmp_path: Path) -> None:
    """Whoever had games before there were codes is still known by the secret alone, and gets a code."""
    secret, store = "B" * 43, Store.open(tmp_path / FILE)
    begin(store.of(hashlib.sha256(secret.encode()).hexdigest()[:32]), "2048:classic#42", "left")
    store.close()
    client = serve(players=True, let_in=False)
    client.cookies.set(COOKIE, secret)
    assert first(client)["state"]["step"] == 1
    renewed = client.get("/").cookies[COOKIE]
    client.__exit__()
    for cookie in (secret, renewed):
        again = serve(players=True, let_in=False)
        again.cookies.set(COOKIE, cookie)
        assert first(again)["state"]["step"] == 1
        again.__exit__()
    assert renewed.startswith(secret + ".")


def test_limits_are_of_persons_and_addresses() -> None:
    """A network of IPv6 counts as one address, and buckets that are full are forgotten when there are many."""

    def at(host: str) -> str:
        return address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))

    assert at("192.0.2.7") == "192.0.2.7"
    assert at("2001:db8::1") == at("2001:db8::ffff:2") != at("2001:db8:0:1::1")
    assert at("::ffff:192.0.2.7") == "192.0.2.7"
    limit = RateLimit(1, 10**9)
    for number in range(3 * MAX_BUCKETS):
        assert limit.take_at(str(number))
    assert len(limit._buckets) <= 2 * MAX_BUCKETS


def test_an_address_has_its_share_of_connections(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many visitors an address pretends to be, it leaves connections to the others."""
    monkeypatch.setattr("tessella.web.app.MAX_AT_ADDRESS", 1)
    client = serve(players=True)
    other = TestClient(client.app, base_url=BASE, client=("192.0.2.9", 1))
    for one in (client, other):
        one.get("/")
    with client.websocket_connect(GAME) as first_one, client.websocket_connect(GAME) as second:
        assert first_one.receive_json()["state"]
        with pytest.raises(WebSocketDisconnect) as closed:
            second.receive_json()
        assert closed.value.code == TOO_MANY_REQUESTS
        assert first(other)["state"]


def test_pages_are_limited_for_each_address(serve: Serve) -> None:
    """Whoever loads the page again and again is told to wait, known or not; another address gets it."""
    client = serve(players=True)
    site_of(client).access._visits = RateLimit(2 / PERSONS, 0)
    assert [client.get("/").status_code for _visit in range(3)] == [200, 200, 429]
    client.cookies.clear()
    assert client.get("/").text == "Too many requests; wait a moment.\n"
    assert TestClient(client.app, base_url=BASE, client=("192.0.2.9", 1)).get("/").status_code == 200
