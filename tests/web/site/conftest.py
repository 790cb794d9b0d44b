"""One visit of the built site for all tests of a file: what one leaves, the next one finds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.browser import Browser, chromium
from support.site_visit import Visit, serving_files


@pytest.fixture(scope="module")
def visit(built_site: Path) -> Iterator[Visit]:
    """Return a first visit."""
    with serving_files(built_site) as address, chromium() as browser:
        browser.size(1280, 800)
        yield Visit(browser, address)


@pytest.fixture
def browser(visit: Visit) -> Iterator[Browser]:
    """Return the browser, whose console takes nothing for an error."""
    visit.browser.errors()
    yield visit.browser
    driver = visit.browser.driver
    shown = driver.current_window_handle
    for other in {*driver.window_handles} - {
        shown
    }:  # of a test that failed: one that serves is not to be met by the next
        driver.switch_to.window(other)
        driver.close()
    driver.switch_to.window(shown)
    assert visit.browser.errors() == []
