"""Tests of the warm-up in the background: real processes, real folders."""

import queue
import threading
from pathlib import Path

import pytest

from support.machine_code import SOONEST
from tessella.compiled import warming
from tessella.play import warm_up as module
from tessella.play.store import Store
from tessella.play.warm_up import SETTING, warm_up

Begun = queue.SimpleQueue[warming.WarmUp]


@pytest.fixture
def begun(unmarked_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Begun:
    """Return what is begun to be compiled: what compiles soonest."""
    found = Begun()
    monkeypatch.setattr(module, "_begin", lambda *_groups: found.put(warming.WarmUp(SOONEST, background=True)))
    return found


def test_it_compiles_in_the_background(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody says no, what is not ready is compiled."""
    monkeypatch.delenv("TESSELLA_WARM")
    warm_up(Store.in_memory())
    with begun.get() as work:
        assert work.wait()
        assert work.failed == []


def test_nothing_where_it_is_turned_off(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the environment, or by the player's choice."""
    warm_up(store := Store.in_memory())
    monkeypatch.delenv("TESSELLA_WARM")
    store.choose(SETTING, "off")
    warm_up(store)
    assert begun.empty()


def test_nothing_and_no_thread_without_a_compiler(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser has neither."""
    monkeypatch.delenv("TESSELLA_WARM")
    monkeypatch.setattr(module, "available", lambda: False)
    monkeypatch.delattr(threading, "Thread")
    warm_up(Store.in_memory())
    assert begun.empty()
