"""Files of the page: caching, size, and paths that lead nowhere."""

import pytest

from support.web_client import BASE, Serve, assets_of
from tessella.web.labels import stylesheet


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
    """The page with everything that it loads is at most 100 kB, packed."""
    assets = assets_of(serve())
    files = [assets.index("en", "auto"), assets.themes, *assets.files.values()]
    assert sum(len(file.gzipped or file.body) for file in files) <= 100_000


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
