"""Tests of the plan of a training."""

from typing import Any

import pytest

from tessella.errors import TessellaError
from tessella.game2048.training.plan import Plan


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"shape": "5x6"}, "expected one of 4x6, 6x6, got '5x6'"),
        ({"method": "sarsa"}, "expected one of td, tc, otc, got 'sarsa'"),
        ({"stages": 4}, "expected stages from 1 to 3, got '4'"),
        ({"rate": 0.0}, "expected rate from 1e-06 to 10, got '0.0'"),
        ({"last_rate": float("nan")}, "expected last-rate from 1e-06 to 10, got 'nan'"),
        ({"threads": 0}, "expected threads from 1 to 256, got '0'"),
        ({"moves": 0}, "set how long to train: moves, games or minutes"),
    ],
)
def test_bad_plans(wishes: dict[str, Any], sentence: str) -> None:
    """What no training can be is refused in a sentence that quotes it."""
    with pytest.raises(TessellaError) as refused:
        Plan(**{"moves": 1, **wishes})
    assert str(refused.value) == sentence


@pytest.mark.parametrize(("method", "start", "rate"), [("td", 0.0, 0.1), ("tc", 0.0, 1.0), ("otc", 320_000.0, 1.0)])
def test_defaults_follow_from_the_method(method: str, start: float, rate: float) -> None:
    """Start value and rates that are not given are the method's; those that are stay as they are."""
    plan = Plan(method=method, moves=1)
    assert (plan.start, plan.rate, plan.last_rate) == (start, rate, rate)
    plan = Plan(method=method, moves=1, start=5, rate=0.5, last_rate=0.25)
    assert (plan.start, plan.rate, plan.last_rate) == (5.0, 0.5, 0.25)


def test_what_is_kept_with_a_network() -> None:
    """The network tells how it was learned, not how long that was meant to take."""
    told = Plan(moves=7, trace_decay=0.5, seed=3).kept()
    assert (told["trace_decay"], told["seed"], told["method"]) == (0.5, 3, "otc")
    assert not {"moves", "games", "minutes", "shape", "stages", "alone", "average"} & told.keys()
