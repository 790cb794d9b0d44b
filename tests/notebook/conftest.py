"""A store that forgets, and an advisor that answers at once."""

from collections.abc import Iterator

import pytest

from support.advisers import Adviser
from tessella.play.store import Store


@pytest.fixture
def store() -> Iterator[Store]:
    """Return a store that forgets."""
    kept = Store.in_memory()
    yield kept
    kept.close()


@pytest.fixture
def advisor(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """Return who is asked for advice in place of the process that thinks."""
    stands_in = Adviser()
    monkeypatch.setattr("tessella.play.advisor.shared_advisor", lambda: stands_in)
    return stands_in
