"""The commands of both games."""

from collections import Counter

import pytest

from support.screens import CLASSIC, PUZZLE_ID, game, playing


@pytest.mark.parametrize("id", [CLASSIC, PUZZLE_ID])
async def test_every_command_can_be_done(id: str) -> None:
    """Every command is a method of the screen; no two have the same key, and the row of keys knows each of its own."""
    async with playing(id) as (app, _pilot):
        screen = game(app)
        commands = [command for command in screen.commands() if command.action]
        assert len(commands) > 10
        assert all(callable(getattr(screen, f"action_{command.action}")) for command in commands)
        keys = Counter(key for command in commands for key in command.keys.split())
        assert [key for key, times in keys.items() if times > 1] == []
        assert all(command.label for command in screen.key_row())


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("id", [CLASSIC, PUZZLE_ID])
async def test_the_help_tells_of_every_key_that_is_no_alias(id: str, lang: str) -> None:
    """The first key of every command that has a label stands in the help or in the row of keys."""
    async with playing(id, lang=lang) as (app, _pilot):
        commands = game(app).commands()
        told = " ".join(command.shown_keys or command.key for command in commands if command.about).split()
        told += [command.key for command in game(app).key_row()]
        assert {command.key for command in commands if command.label} <= set(told)
