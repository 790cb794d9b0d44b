"""Routes of the server: security headers, languages, and who sees which games."""

import posixpath
import re

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from support.web_client import BASE, COOKIE, GAME, Serve, assets_of, first
from tessella.web.labels import stylesheet


def test_every_answer_is_safe(serve: Serve) -> None:
    """Every answer forbids inline code, guessing of types and telling others where one came from."""
    client = serve()
    for path in ("/", "/themes.css", "/static/none", "/nowhere", "/?token=right"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    page = client.get("/").text
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)|<style|\son\w+=|\sstyle=|javascript:", page)
    assert "{{" not in page


def test_languages(serve: Serve) -> None:
    """A browser is spoken to in its language, unless the server was told one or the player has chosen."""
    client = serve()
    chinese = {"Accept-Language": "fr, zh-CN;q=0.9, en;q=0.8"}
    assert '<html lang="zh-Hans"' in client.get("/", headers=chinese).text
    assert '<html lang="en"' in client.get("/").text
    assert first(client, **chinese)["hello"]["settings"]["labels"]["undo"] == "撤销"
    with client.websocket_connect(GAME) as tab, client.websocket_connect(GAME, headers=chinese) as other:
        assert tab.receive_json()["hello"]["settings"]["labels"]["undo"] == "Undo"
        other.receive_json()
        tab.send_json({"n": 1, "do": "play", "move": "left", "at": 0})
        assert tab.receive_json()["state"]["counts"][0][0] == "Score"
        assert other.receive_json()["state"]["counts"][0][0] == "得分"
        tab.send_json({"n": 2, "do": "settings", "lang": "zh"})
        tab.receive_json()
    assert '<html lang="zh-Hans"' in client.get("/").text
    assert '<html lang="en"' in serve(lang="en", players=True).get("/", headers=chinese).text


def test_visitors_have_games_of_their_own(serve: Serve) -> None:
    """On a multi-user server everybody is let in with a cookie, sees the own games, and stands in one leaderboard."""
    one = serve(players=True)
    other = TestClient(one.app, base_url=BASE)
    other.get("/")
    assert one.cookies[COOKIE] != other.cookies[COOKIE]
    for client, moves in ((one, ["left", "up", "right"]), (other, ["down"])):
        with client.websocket_connect(GAME) as tab:
            assert tab.receive_json()["state"]["step"] == 0
            for move in moves:
                tab.send_json({"n": 1, "do": "play", "move": move, "score": 99999})
                tab.receive_json()
            tab.send_json({"n": 2, "do": "name", "name": moves[0]})
            tab.receive_json()
            tab.send_json({"n": 3, "do": "get", "what": "scores"})
            board = tab.receive_json()["result"]
    assert board["name"] == "down"
    assert [(row[1], row[2]) for table in board["tables"] for row in table["rows"]] == [("left", "4")]
    nobody = TestClient(one.app, base_url=BASE)
    with nobody.websocket_connect(GAME) as tab, pytest.raises(WebSocketDisconnect):
        tab.receive_json()


def test_the_players_own_games_are_not_shown_on_a_multi_user_server(serve: Serve) -> None:
    """A multi-user server keeps the games of who runs it out of sight."""
    alone = serve()
    with alone.websocket_connect(GAME) as tab:
        tab.receive_json()
        tab.send_json({"n": 1, "do": "play", "move": "left"})
        tab.receive_json()
    alone.__exit__()
    assert first(serve(players=True))["state"]["step"] == 0


def test_files_are_cached_and_packed(serve: Serve) -> None:
    """A file is sent once: packed, with a tag; under the address with the version it never changes."""
    client = serve()
    answer = client.get("/themes.css", headers={"Accept-Encoding": "gzip"})
    assert (answer.headers["content-encoding"], answer.headers["cache-control"]) == ("gzip", "no-cache")
    assert answer.text == stylesheet()
    assert client.get("/themes.css", headers={"Accept-Encoding": ""}).text == stylesheet()
    again = client.get("/themes.css", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assets = assets_of(client)
    for name, file in assets.files.items():
        kept = client.get(f"/static/{assets.version}/{name}")
        assert (kept.status_code, kept.content) == (200, file.body)
        assert "immutable" in kept.headers["cache-control"]
        assert client.get(f"/static/{name}").headers["cache-control"] == "no-cache"


def test_the_page_is_small(serve: Serve) -> None:
    """The page with everything that its first screen loads is at most 60 kB, packed."""
    assets = assets_of(serve())
    names = ["themes.css", "tessella.css", "page.css", "icon.svg", "manifest.webmanifest", "page.js"]
    for name in names:  # grows as it goes: each module names those that it imports
        imported = re.findall(rb'^(?:import|export)[^;]* from "([./\w]+)";', assets.files[name].body, re.MULTILINE)
        paths = (posixpath.normpath(posixpath.join(posixpath.dirname(name), path.decode())) for path in imported)
        names += [path for path in paths if path not in names]
    assert len(names) > 20
    files = [assets.index("en", "auto"), *map(assets.files.__getitem__, names)]
    assert sum(len(file.gzipped or file.body) for file in files) <= 60_000


@pytest.mark.parametrize(
    "path",
    [
        "/static/../web.py",
        "/static/..%2fweb.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/static/....//web.py",
        "/static//etc/passwd",
        "/static/..%5cweb.py",
        "/static/__init__.py",
        "/static/%00",
        "/static/",
        "//etc/passwd",
    ],
)
def test_no_path_leads_out(serve: Serve, path: str) -> None:
    """A path that is none of the page's files leads nowhere."""
    answer = serve().get(BASE + path)
    assert answer.status_code == 404
    assert b"import" not in answer.content
