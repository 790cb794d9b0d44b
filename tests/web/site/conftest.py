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
    assert visit.browser.errors() == []
