"""Tests of memory: what there is of it, and what is said where it does not suffice."""

import sys

import pytest

from support.processes import run_code
from tessella.errors import TessellaError
from tessella.game2048.training import trainer
from tessella.game2048.training.memory import free_memory
from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import Training

LITTLE = """
import resource, sys
from tessella.errors import TessellaError
from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import Training
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (300 << 20),) * 2)
try:
    Training(Plan(moves=1, shape="6x6", stages=2))
except TessellaError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what a process may have")
def test_a_system_that_gives_no_memory() -> None:
    """A network for which the system has no memory is refused in a sentence that says how much it takes."""
    assert run_code(LITTLE) == "a 6x6 network with otc needs 2.5 GB of free memory\n"


def test_too_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system says that there is too little memory none of it is taken."""
    monkeypatch.setattr(trainer, "free_memory", lambda: 1 << 29)
    with pytest.raises(TessellaError, match=r"a 4x6 network with tc needs 1\.0 GB of free memory"):
        Training(Plan(moves=1, method="tc"))


def test_the_memory_that_there_is() -> None:
    """What the system says about its memory is a number that a machine can have."""
    assert 1 << 27 < free_memory() < 1 << 50 or sys.platform == "darwin"
