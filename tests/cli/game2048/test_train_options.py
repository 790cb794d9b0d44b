"""The options of `tessella 2048 train`."""

import argparse

import pytest

from tessella.cli.game2048.train_options import GOALS, add_options, settings
from tessella.errors import ParseError
from tessella.game2048.training.plan import Plan


def parsed(*arguments: str) -> argparse.Namespace:
    """Return the parsed options."""
    parser = argparse.ArgumentParser()
    add_options(parser)
    return parser.parse_args(arguments)


def test_only_what_is_asked_for_is_set() -> None:
    """Settings that nobody asked for are left to the plan."""
    assert settings(parsed()) == {}
    args = parsed("--moves", "1.5M", "--rate", "0.1", "--method", "td", "--average", "--trace-decay", "0.5")
    assert settings(args) == {"moves": 1_500_000, "rate": 0.1, "method": "td", "average": True, "trace_decay": 0.5}


def test_every_setting_is_one_of_a_plan() -> None:
    """Each option that sets something has the name of a field of the plan, goals included."""
    values = {"--method": "td", "--shape": "4x6"}
    parser = argparse.ArgumentParser()
    add_options(parser)
    files = {"help", "file", "resume", "from", "lang", "out", "curve", "plot", "every", "average"}
    names = [a.option_strings[0] for a in parser._actions if a.option_strings and a.dest not in files]
    found = settings(parsed(*(word for name in names for word in (name, values.get(name, "1")))))
    assert len(found) == len(names) > 15
    assert found.keys() <= set(Plan.__dataclass_fields__)
    assert found.keys() > {*GOALS}


def test_numbers_are_checked() -> None:
    """A number that is none is refused with the name of its option."""
    with pytest.raises(ParseError, match="--trace-decay"):
        settings(parsed("--trace-decay", "x"))
    with pytest.raises(ParseError, match="--games"):
        settings(parsed("--games", "1.5"))
