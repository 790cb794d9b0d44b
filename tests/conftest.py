"""What every test can rely on: a home of its own, English, and the puzzle collections where they are."""

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

from support.machine_code import empty_cache, unmarked_cache
from support.places import place, postgres_url
from tessella import i18n
from tessella.compiled import warming
from tessella.io.worker_threads import cores

__all__ = ["empty_cache", "place", "postgres_url", "unmarked_cache"]

COLLECTIONS = Path(os.environ.get("TESSELLA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
SAMPLES = Path(__file__).resolve().parent / "data"

STARTS = re.compile(
    r"numpy|subprocess|pexpect|soak|.*\.kernels\b|support\.(browser|end_games|lab|page_client|postgres_server|printed_sheets|processes|"
    r"screens|web_client|web_process)"
)
"""Modules that start a process, a server, a screen or the compiler."""
SEARCHING = {"explainer", "generator", "techniques", "tutor"}

# Started in the background or by nohup, tests are told to ignore such signals, and so would be what they start.
for _name in ("SIGINT", "SIGHUP", "SIGQUIT"):
    _number = getattr(signal, _name, signal.SIGINT)  # Windows has but one of them
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)

# The tests start hundreds of programs, each of which would compile our sources anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A busy machine is slow, not wrong. Every run draws examples of its own, so half of the usual 100 serve each of them.
settings.register_profile("tessella", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tessella")


def pytest_configure(config: pytest.Config) -> None:
    """Compile all kernels once, before the workers of the whole suite start; a run of a few tests compiles its own."""
    config.option.loadscopereorder = False  # workers take files in our order, not those of the most tests first
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and config.option.markexpr != "quick"
    if is_whole and not config.option.collectonly:
        warming.ensure(*warming.GROUPS)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many workers `-n auto` starts: tests wait for processes and browsers much of the time."""
    return cores() + min(cores(), 4)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as quick the files that import nothing of `STARTS` and search for no steps or puzzles, but slow tests.

    Files with slow tests begin and quick ones end, so that all workers end together.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    quick = {item.path for item in items if isinstance(item, pytest.Function) and _is_quick(item.module)}
    for item in items:
        if item.path in quick and not item.get_closest_marker("slow"):
            item.add_marker("quick")
    items.sort(key=lambda item: (item.path not in slow, item.path in quick))


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what is there before the first test: half a million objects that stay."""
    gc.freeze()


@cache
def _is_quick(module: ModuleType) -> bool:
    known = {getattr(value, "__module__", None) or getattr(value, "__name__", "") for value in vars(module).values()}
    return SEARCHING.isdisjoint(Path(str(module.__file__)).parts) and not any(map(STARTS.match, map(str, known)))


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep a test away from the player's own games, language and colours."""
    spoken = ("TESSELLA_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "TESSELLA_MOTION")
    for name in (*spoken, "COLUMNS", "LINES"):  # test workers set these two, and no window could change its size
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TESSELLA_WARM", "off")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TESSELLA_HOME", str(tmp_path / "home"))
    i18n.use("en")
    yield
    i18n.use("en")


@pytest.fixture(scope="session")
def sudoku_data() -> Path:
    """Return the folder of the published Sudoku collections, or of the samples of them that a checkout holds."""
    return next(folder / "sudoku" for folder in (COLLECTIONS, SAMPLES) if (folder / "sudoku").is_dir())


@pytest.fixture(scope="session")
def variant_data() -> Path:
    """Return the folder of the collections of variants, or of the sample of them that a checkout holds."""
    return next(folder / "variants" for folder in (COLLECTIONS, SAMPLES) if (folder / "variants").is_dir())
