"""Is Sudoku's environment what Gymnasium asks for, and does it play by the law?"""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tessella.errors import TessellaError
from tessella.sudoku import Board, generate, solve
from tessella.sudoku.env import ID, MISTAKES, OBSERVATIONS, SudokuEnv
from tessella.sudoku.generation import open_id
from tessella.sudoku.geometry import BLANKS

SMALL = "1...|..2.|.3..|...4"


def make(**options: Any) -> SudokuEnv:
    """Return the environment without Gymnasium's wrappers, but with its spec."""
    env = gymnasium.make(ID, **options).unwrapped
    assert isinstance(env, SudokuEnv)
    return env


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("puzzle", ["easy", SMALL, "2x3/minimal", "sudoku:medium#7", "minimal/180"])
def test_check_env(puzzle: str, observation: str) -> None:
    """Gymnasium's own check finds nothing, for any puzzle and form of observation."""
    check_env(make(puzzle=puzzle, observation=observation, render_mode="ansi"))


@pytest.mark.parametrize("blank", BLANKS)
def test_a_grid_has_any_sign_for_a_blank(blank: str) -> None:
    """What a file may have for a blank, a grid and an id may have too."""
    text = generate(42).to_text()
    assert SudokuEnv(puzzle=text.replace(".", blank)).reset()[0].tolist() == [[*row] for row in generate(42).rows]
    assert open_id("sudoku:" + text.replace(".", blank)).start == generate(42)


def test_a_puzzle_is_the_one_of_its_seed() -> None:
    """The environment gives the puzzle that an id names; without a seed another, which the seed before decides."""
    env = make(puzzle="minimal")
    assert env.reset(seed=42)[0].tolist() == [[*row] for row in generate(42).rows]
    second = env.reset()[0].tolist()
    assert second != [[*row] for row in generate(42).rows]
    env.reset(seed=42)
    assert env.reset()[0].tolist() == second
    easy = make()
    easy.reset(seed=3)
    assert easy.board == open_id("sudoku:easy#3").start
    for given in ("sudoku:hard#5", open_id("sudoku:hard#5").start.to_text()):
        fixed = make(puzzle=given)
        for seed in (None, 1, 2):
            fixed.reset(seed=seed)
            assert fixed.board == open_id("sudoku:hard#5").start


@pytest.mark.parametrize("puzzle", [SMALL, "2x3/minimal", "easy"])
def test_who_writes_the_solution_earns_one(puzzle: str) -> None:
    """Every right digit earns the same, one in all, and the last one terminates the episode."""
    env = make(puzzle=puzzle)
    _seen, info = env.reset(seed=1)
    size, solution = env.size, solve(env.board)
    blanks = [cell for cell, digit in enumerate(env.board.digits) if not digit]
    total = 0.0
    for count, cell in enumerate(np.random.default_rng(1).permutation(blanks).tolist(), 1):
        action = cell * size + solution.digits[cell] - 1
        assert info["action_mask"][action]
        assert not info["solved"]
        _seen, reward, terminated, truncated, info = env.step(action)
        assert reward == pytest.approx(1 / len(blanks))
        assert terminated == (count == len(blanks))
        assert not truncated
        total += reward
    assert total == pytest.approx(1)
    assert info["solved"]
    assert not info["action_mask"].any()
    assert env.board.is_won()


@pytest.mark.parametrize("mistakes", MISTAKES)
def test_a_wrong_digit_costs_what_a_right_one_earns(mistakes: str) -> None:
    """It stays and may end the episode, as agreed; at the latest that ends where nothing is legal."""
    env = make(puzzle=SMALL, mistakes=mistakes)
    _seen, info = env.reset()
    solution = solve(env.board)
    wrong = [a for a in np.flatnonzero(info["action_mask"]).tolist() if solution.digits[a // 4] != a % 4 + 1]
    seen, reward, terminated, _truncated, info = env.step(wrong[0])
    assert reward == pytest.approx(-1 / 12)
    assert terminated == (mistakes == "end")
    assert seen.reshape(-1)[wrong[0] // 4] == wrong[0] % 4 + 1
    while not terminated:
        _seen, _reward, terminated, _truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert not info["solved"]


@pytest.mark.parametrize("puzzle", ["easy", "3x2/minimal"])
def test_legal_is_what_no_peer_holds(puzzle: str) -> None:
    """The mask says so for every blank cell, and nothing else changes the board."""
    env = make(puzzle=puzzle, penalty=0.25)
    rng = np.random.default_rng(0)
    _seen, info = env.reset(seed=2)
    size = env.size
    terminated = False
    while not terminated:
        grid = np.array(env.board.rows)
        height, width = env.box
        for action, legal in enumerate(info["action_mask"].tolist()):
            r, c, digit = action // size // size, action // size % size, action % size + 1
            box = grid[r // height * height :, c // width * width :][:height, :width]
            assert legal == (grid[r, c] == 0 and digit not in grid[r] and digit not in grid[:, c] and digit not in box)
        before = env.board
        illegal = int(rng.choice(np.flatnonzero(info["action_mask"] == 0)))
        _seen, reward, terminated, _truncated, info = env.step(illegal)
        assert (env.board, reward, terminated) == (before, -0.25, False)
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        for _ in range(5):
            if not terminated:
                chosen = env.action_space.sample(info["action_mask"])
                _seen, _reward, terminated, _truncated, info = env.step(chosen)


def test_forms_of_observation_tell_the_same() -> None:
    """Digits, planes and candidates are three ways to see the same position."""
    seen = {form: make(puzzle=SMALL, observation=form).reset()[0] for form in OBSERVATIONS}
    assert seen["board"].tolist() == [[*row] for row in Board.parse(SMALL).rows]
    assert seen["planes"].shape == (5, 4, 4)
    assert (seen["planes"].argmax(0) == seen["board"]).all()
    assert (seen["planes"].sum(0) == 1).all()
    board = Board.parse(SMALL)
    for cell, (digit, mask) in enumerate(zip(board.digits, board.candidates(), strict=True)):
        stands = seen["candidates"][:, cell // 4, cell % 4]
        assert stands.tolist() == [int(d == digit or bool(mask >> d - 1 & 1)) for d in range(1, 5)]


def test_frames() -> None:
    """A frame is the picture in signs, or pixels in which boxes and digits are told apart."""
    env = make(puzzle=SMALL, render_mode="ansi")
    env.reset()
    assert all(digit in env.render() for digit in "1234")
    env = make(puzzle=SMALL, render_mode="rgb_array")
    env.reset()
    pixels = env.render()
    assert pixels.shape == (4 * 32 + 2, 4 * 32 + 2, 3)
    corner = [pixels[32 * r + 3, 32 * c + 3].tolist() for r in range(4) for c in range(4)]
    assert corner[0] == corner[1] == corner[4] == corner[10] != corner[2] == corner[8]
    assert make(puzzle=SMALL).render() is None


def test_many_at_once() -> None:
    """Gymnasium's vector environment takes it as it is."""
    envs = gymnasium.make_vec(ID, num_envs=3, puzzle="2x2/minimal")
    envs.reset(seed=1)
    envs.action_space.seed(1)
    for _ in range(30):
        _seen, _rewards, _terminated, _truncated, infos = envs.step(envs.action_space.sample())
    assert infos["action_mask"].shape == (3, 64)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"puzzle": "harder"}, "expected"),
        ({"puzzle": "." * 81}, "more than one solution"),
        ({"puzzle": "11" + "." * 14}, "no solution"),
        ({"puzzle": "." * 80}, "expected 81 cells, got 80"),
        ({"puzzle": "sudoku:easy#x"}, "expected"),
        ({"puzzle": 3}, "expected a puzzle such as easy, sudoku:hard#42 or a grid, got '3'"),
        ({"observation": "bord"}, "expected one of board, planes, candidates, got 'bord'"),
        ({"mistakes": "no"}, "expected one of stay, end, got 'no'"),
        ({"render_mode": "human"}, "expected one of ansi, rgb_array, got 'human'"),
    ],
)
def test_what_no_environment_can_be(options: dict[str, Any], said: str) -> None:
    """Unknown puzzles and forms are refused in one sentence."""
    with pytest.raises(TessellaError, match=said):
        SudokuEnv(**options)


@pytest.mark.parametrize("action", [64, -1, 0.5, None, "r1c1=1"])
def test_what_is_no_action(action: Any) -> None:
    """An action beyond the last digit of the last cell is refused in one sentence, and so is one before a reset."""
    env = make(puzzle=SMALL)
    with pytest.raises(gymnasium.error.ResetNeeded, match="expected reset"):
        env.step(0)
    env.reset()
    with pytest.raises(TessellaError, match="expected an action from 0 to 63"):
        env.step(action)
