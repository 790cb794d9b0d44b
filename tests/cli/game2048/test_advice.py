"""Games that hint and review look at: by id, slot or file."""

from pathlib import Path

import pytest

from tessella.cli.game2048.advice import game_in_progress, saved_session
from tessella.errors import ParseError, ReplayError, StoreError
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


def test_without_a_game_there_is_nothing_to_look_at() -> None:
    """Where nothing was played, the last game is asked for in vain, and a hint says how to play one."""
    for look in (lambda: game_in_progress("2048"), lambda: saved_session(None)):
        with pytest.raises(StoreError, match="there is no saved game yet") as refused:
            look()
        assert "tessella 2048" in refused.value.hint


def test_a_game_in_progress_is_found_and_another_is_dealt() -> None:
    """An id that is being played gives that game; one that is not gives its first board alone."""
    played = StoredGame.open(Store.open(), "2048:3x3/classic#4")
    played.play(played.session.position.moves()[0])
    game, board = game_in_progress("2048:3x3/classic#4")
    assert game is not None
    assert board == played.session.position
    assert game_in_progress("2048")[1] == board
    nobody, dealt = game_in_progress("2048:3x3/classic#5")
    assert nobody is None
    assert dealt.ply == 0


def test_a_session_comes_from_the_store_or_a_file(tmp_path: Path) -> None:
    """Id, name of the game and a save file give the same game."""
    played = StoredGame.open(Store.open(), "2048:classic#4")
    played.play(played.session.position.moves()[0])
    file = tmp_path / "game"
    file.write_text(played.session.to_text(), encoding="utf-8")
    for text in (None, "2048", "2048:classic#4", str(file)):
        assert saved_session(text).to_text() == played.session.to_text()


def test_other_games_are_refused(tmp_path: Path) -> None:
    """A Sudoku is no game of 2048, and a text that is no save says what writes one."""
    StoredGame.open(Store.open(), "sudoku:#1")
    with pytest.raises(ParseError, match="expected a game of 2048, got 'sudoku:"):
        saved_session("sudoku")
    with pytest.raises(ParseError, match="expected a game of 2048, got 'sudoku:"):
        game_in_progress("sudoku")
    file = tmp_path / "game"
    file.write_text("x", encoding="utf-8")
    with pytest.raises(ReplayError) as refused:
        saved_session(str(file))
    assert "tessella export" in refused.value.hint
