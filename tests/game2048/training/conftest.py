"""Fixtures for the tests of trainings."""

from pathlib import Path

import pytest

from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import Training, train


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a short training."""
    path = tmp_path_factory.mktemp("training") / "small.training"
    train(Training(Plan(moves=20_000, method="td")), path)
    return path
