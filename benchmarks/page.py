"""Waiting times of a player in the browser, and the sizes of the page's files.

    python benchmarks/page.py            needs the extras web and test, and Debian's chromium and chromium-driver

Browser and server run on this machine. Times are taken in the page: from the keydown event to the first animation frame
after the board has changed, and from the start of the navigation to the board on the screen.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.browser import Browser, chromium, serving, until
from tessella.web.app import Assets

KEYS = 200
SLIDES = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown"]

PAINTED = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

TIMING = """
const done = arguments[arguments.length - 1];
const [keys, count, selector, pause] = arguments;
const board = document.querySelector(selector);
const times = [];
let began = 0;
let n = 0;
new MutationObserver(() => {
  if (!began) return;
  const start = began;
  const changed = performance.now();
  began = 0;
  requestAnimationFrame(() => {
    times.push([performance.now() - start, changed - start]);
    if (times.length >= count) done(times);
    else setTimeout(press, pause + Math.random() * 40);
  });
}).observe(board, { childList: true, subtree: true, characterData: true });
function press() {
  began = performance.now();
  const before = times.length;
  const key = keys[n++ % keys.length];
  document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  setTimeout(() => { // the next key, where a move changes nothing
    if (times.length === before && began) { began = 0; press(); }
  }, 120);
}
press();
"""

GAMES = {
    "2048 5x5": ("2048:5x5/classic%2342", SLIDES, "main .tiles"),
    "2048 8x8": ("2048:8x8/classic%2342", SLIDES, "main .tiles"),
    "Sudoku": ("sudoku:" + "." * 81, ["5", "Backspace"], "main .lattice"),
}


def print_key_times(browser: Browser, url: Callable[[str], str]) -> None:
    """Print how long a game takes from a key to its frame; `url` returns the address of an id, in URL encoding."""
    browser.driver.set_script_timeout(110)
    for name, (id_, keys, board) in GAMES.items():
        for pace, pause in (("slow", 260), ("fast", 120)):  # a slide takes 200 ms
            browser.go(url(id_))
            until(lambda: browser.sees("main [role=grid]"), "a board")
            times = browser.driver.execute_async_script(TIMING, keys, KEYS, board, pause)
            frames, changes = (sorted(column) for column in zip(*times, strict=True))
            print(
                f"{name + ', ' + pace:16}key to board {statistics.median(changes):6.1f} ms, to frame "
                f"{statistics.median(frames):6.1f} ms, 95 % {frames[int(0.95 * len(frames))]:6.1f} ms"
            )


def main() -> None:
    """Print a table."""
    assets = Assets()
    files = assets.files | {"index.html": assets.index("en", "auto")}
    sizes = {name: len(asset.gzipped or asset.body) for name, asset in files.items()}
    for name, size in sorted(sizes.items()):
        print(f"{name:24}{size:>8} bytes")
    print(f"{'together, gzip':24}{sum(sizes.values()):>8} bytes")
    with chromium() as browser, tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        with serving(Path(home), "--players") as server:
            print(f"{'command to address':24}{(time.perf_counter() - began) * 1000:>8.0f} ms")
            browser.size(1280, 800)
            browser.go(server.url("2048:8x8/classic#42"))
            until(lambda: browser.sees("main .tiles"), "a board")
            ready = (time.perf_counter() - began) * 1000
            print(f"{'command to board':24}{ready:>8.0f} ms")
            loads = []
            for _load in range(10):
                browser.go(server.url("2048:8x8/classic#42"))
                until(lambda: browser.sees("main .tiles"), "a board")
                loads.append(until(lambda: browser.js(PAINTED), "a painted board"))
            print(f"{'page to first paint':24}{statistics.median(loads):>8.0f} ms  median of 10")
            print_key_times(browser, lambda id_: server.url(id_.replace("%23", "#")))


if __name__ == "__main__":
    main()
