"""Messages: what is read, what is refused, and what JSON they are."""

import json

import msgspec
import pytest
from hypothesis import given

from support.page_client import PageClient
from support.page_messages import PUZZLE, any_request, json_values
from tessella.errors import ParseError
from tessella.play.store import Store
from tessella.web import protocol
from tessella.web.player_games import PlayerGames
from tessella.web.protocol import Play, Watch, read_request


def test_a_request_has_the_type_of_its_verb() -> None:
    """JSON, and what JSON stands for, is read as the type that `do` names, with what is left out filled in."""
    request = Play(move="left", n=17, at=42, of="2048:classic#42")
    text = '{"n": 17, "do": "play", "move": "left", "at": 42, "of": "2048:classic#42"}'
    assert read_request(text) == read_request(text.encode()) == read_request(json.loads(text)) == request
    assert read_request({"do": "watch", "speed": 4}) == Watch(speed=4.0)


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"do": "play"}, "missing required field `move`"),
        ({"do": "play", "move": "x" * 5001}, "length <= 5000 - at `$.move`"),
        ({"do": "play", "move": 7}, "Expected `str`, got `int` - at `$.move`"),
        ({"do": "play", "move": "left", "at": -1}, ">= 0 - at `$.at`"),
        ({"do": "play", "move": "left", "at": True}, "got `bool` - at `$.at`"),
        ({"do": "fly"}, "Invalid value 'fly' - at `$.do`"),
        ({"do": "watch", "speed": 99}, "<= 20.0 - at `$.speed`"),
        ({"do": "watch", "speed": "fast"}, "got `str` - at `$.speed`"),
        ({"do": "back", "step": -1}, ">= 0 - at `$.step`"),
        ({"do": "new", "options": []}, "got `array` - at `$.options`"),
        ({"do": "new", "options": {"game": "chess"}}, "Invalid value 'chess' - at `$.options.game`"),
        ({"do": "settings", "motion": "maybe"}, "Invalid enum value 'maybe' - at `$.motion`"),
        ({"do": "name", "name": "\ud800"}, "surrogates not allowed"),
        ({"n": 1}, "missing required field `do`"),
        ([], "got `array`"),
        (None, "got `null`"),
        ("[", "Expected `object`, got `array`"),
        ("[" * 20_000, "Expected `object`, got `array`"),
        (b"\xff", "JSON is malformed"),
        ("", "truncated"),
    ],
)
def test_what_is_no_request_is_refused(message: object, reason: str) -> None:
    """The error shows what a request looks like, quotes the message, and says what is wrong and where."""
    with pytest.raises(ParseError) as error:
        read_request(message)
    assert str(error.value).startswith('expected a request such as {"do": "play", "move": "left"}, got ')
    assert reason in str(error.value)


@given(any_request | json_values)
def test_whatever_is_sent_is_read_or_refused(message: object) -> None:
    """No message raises anything but ParseError, and what is read can be written."""
    try:
        request = read_request(message)
    except ParseError:
        return
    assert read_request(msgspec.json.encode(request)) == request


def test_the_state_has_the_declared_fields() -> None:
    """What goes over the wire is what the types declare, in both games."""
    games = PlayerGames(Store.in_memory())
    for id, state_type in (("2048:classic#42", protocol.State2048), (PUZZLE, protocol.StateSudoku)):
        state = PageClient(games, id).state
        assert set(state) == {"game", *state_type.__struct_fields__}
        assert msgspec.convert(state, state_type).id == state["id"]


def test_an_answer_has_a_number_and_a_new_state_has_none() -> None:
    """A client tells by `n` whether it asked; `null` stands for a request that could not be read."""
    assert protocol.to_builtins(protocol.Answer(n=7)) == {"n": 7}
    assert protocol.to_builtins(protocol.Answer(n=None, error="No.")) == {"n": None, "error": "No."}
    assert protocol.to_builtins(protocol.Answer()) == {}
