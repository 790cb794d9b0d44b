"""Tables that are made: held against a plain recursion that shares no code with the kernels."""

import itertools
import zlib
from pathlib import Path
from typing import Any

import pytest

from support.end_games import Twin
from tessella.errors import ParseError
from tessella.game2048.endgame.construction import make
from tessella.game2048.endgame.formations import EndGame, Formation
from tessella.game2048.endgame.indexing import index_of
from tessella.game2048.endgame.table import TAIL, Table, TableError


@pytest.mark.parametrize("name", ["2x4-8", "3x3-8", "L3-8", "442-8", "t-8", "L3t-8", "LL-8"])
def test_a_table_is_what_the_definition_says(name: str, tmp_path: Path) -> None:
    """Every position that can occur has the chance of a plain recursion, and no other position is in the table."""
    end_game = EndGame.parse(name)
    twin = Twin(end_game)
    begun = end_game.formation.begin or (0,) * len(twin.flat)
    usual = twin.grid([tile or small for tile, small in zip(twin.flat, begun, strict=True)])
    chance = twin.after_move(usual)
    twin.after_move(twin.grid(twin.flat))
    make(end_game, tmp_path / "table")
    table = Table(tmp_path / "table")
    assert table.chance_at_start == pytest.approx(chance, abs=1e-8)
    assert 0 < twin.after_move(twin.grid(twin.flat)) < 1
    assert table.positions == len(twin.seen)
    large = end_game.goal.bit_length()
    for grid, expected in twin.seen.items():
        tiles = [tile for row in grid for tile in row]
        digits = [large if tiles[c] < 0 else max(tiles[c], 1).bit_length() - 1 for c in table.index.cells]
        assert table.lookup(digits) == pytest.approx(expected, abs=1e-8)


def test_a_table_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    """Whoever breaks off a table that is made again keeps the old one, and leaves nothing beside it."""
    path = tmp_path / "table"
    make(EndGame.parse("L3-8"), path)
    before = path.read_bytes()

    def stop(share: float) -> None:
        if share > 0.6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(EndGame.parse("L3-8"), path, stop)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]
    make(EndGame.parse("L3-8"), path)
    assert path.read_bytes() == before


def test_what_takes_too_much_memory_is_refused_at_once(tmp_path: Path) -> None:
    """The message names what can be made instead, and nothing is written."""
    with pytest.raises(ParseError, match="at most 8 GB") as refused:
        make(EndGame.parse("LL-2048"), tmp_path / "table")
    assert "LL-" in refused.value.hint
    assert not [*tmp_path.iterdir()]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk without space gives one sentence, not a traceback."""
    there = Path.open

    def full(path: Path, *mode: Any, **options: Any) -> Any:
        return there(
            Path("/dev/full") if path.suffix == ".new" else path, *[m.replace("x", "w") for m in mode], **options
        )

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(TableError, match="no space left on the disk"):
        make(EndGame.parse("L3-8"), tmp_path / "table")


def test_the_chance_of_32_on_a_2x2_board_is_the_published_one(tmp_path: Path) -> None:
    """Who starts with two random tiles makes 32 in about 8 % of games: J. Lees-Miller, Optimal Play with MDPs, 2018."""
    end_game = EndGame(Formation("2x2", ("gg", "gg")), 32)
    path = tmp_path / "table"
    index = index_of(end_game)
    make(end_game, path)
    about = path.read_bytes().replace(b'"2x2-32"', b'"3x3-32"')
    tail = TAIL.unpack(about[-TAIL.size :])
    text = about[-TAIL.size - tail[0] : -TAIL.size]
    path.write_bytes(about[: -TAIL.size] + TAIL.pack(len(text), zlib.crc32(text)))
    table = Table(path)
    vars(table).update(end_game=end_game, index=index)
    total = 0.0
    for one, two in itertools.permutations(range(4), 2):
        for tile, other in itertools.product((2, 4), repeat=2):
            flat = [0] * 4
            flat[one], flat[two] = tile, other
            chances = table.chances((tuple(flat[:2]), tuple(flat[2:])))
            assert chances
            total += max(chances.values()) * (0.9 if tile == 2 else 0.1) * (0.9 if other == 2 else 0.1) / 12
    assert total == pytest.approx(0.08, abs=0.005)
