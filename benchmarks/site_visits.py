"""Visits of the page without a server: bytes until a board can be played, the time to it, and from a key to its frame.

    python benchmarks/site_visits.py [FOLDER] [VISITS]     needs what `tessella site` and the tests of the page need

FOLDER is one that `tessella site` wrote; without it the app is built. Every first visit has a fresh profile. Times
are taken in the page, from the start of the navigation to the frame that shows the board; later visits have the service
worker. The bytes are those of the files that a plain server sent, without compression of its own.
"""

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from page import print_key_times
from support.browser import Browser, chromium, until
from support.site import Files, Handler
from tessella.web.bundle import site

WATCH = """
new MutationObserver((changes, watching) => {
  if (!document.querySelector("main [role=grid]")) return;
  watching.disconnect();
  requestAnimationFrame(() => { window.shown = performance.now(); });
}).observe(document, { childList: true, subtree: true });
"""
KEPT = "const done = arguments[0]; navigator.serviceWorker.ready.then(r => done(r.active.state === 'activated'))"


def visit(browser: Browser, url: str) -> float:
    """Return the milliseconds from the start of a visit to its board."""
    browser.go("about:blank")
    browser.go(url)
    return float(until(lambda: browser.js("return window.shown"), "a board"))


def main(folder: Path, visits: int) -> None:
    """Print the table."""
    files, first, sent, later = Files(folder), list[float](), list[int](), list[float]()
    files.start()
    for game in ("2048", "sudoku:easy%2342"):
        for _visit in range(visits):
            with chromium() as browser:
                browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
                Handler.sent.clear()
                first.append(visit(browser, files.url(f"play/?g={game}")))
                end = browser.js("return performance.timeOrigin + window.shown") / 1000
                sent.append(sum(size for when, size in Handler.sent if when <= end))
                until(lambda: browser.driver.execute_async_script(KEPT), "the service worker")
                later += [visit(browser, files.url(f"play/?g={game}")) for _again in range(3)]
        print(
            f"{game}: first visit {statistics.median(sent) / 1e6:.2f} MB, {statistics.median(first):.0f} ms;", end=" "
        )
        print(f"later visits {statistics.median(later):.0f} ms")
        first, sent, later = [], [], []
    with chromium() as browser:
        browser.size(1280, 800)
        print_key_times(browser, lambda id_: files.url(f"play/?g={id_}"))
    files.stop()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        if not sys.argv[1:]:
            site.build_app(Path(folder) / "play")
        main(Path(*sys.argv[1:2] or [folder]), int(sys.argv[2]) if sys.argv[2:] else 3)
