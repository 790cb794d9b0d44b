"""Let another program play 2048 for a referee: one that reads a board a line and writes a move a line.

    tessella 2048 referee -- python examples/referee_wrapper.py --words "up right down left" ./engine --depth 3

The board is a line of sixteen numbers, row by row: tiles, or their powers of two with --exponents. The last word of the
answer is looked up in --words, which are the engine's own for up, right, down and left: `--words "0 1 2 3"`, `--words
"U R D L"`. With --once the engine is started for every board, as one that answers when its input ends.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable

MOVES = ("up", "right", "down", "left")


def main() -> None:
    """Answer until there is nothing more to answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", default=" ".join(MOVES), help="its words for up, right, down and left")
    parser.add_argument("--exponents", action="store_true", help="write powers of two: 0 1 2 3 for 0 2 4 8")
    parser.add_argument("--once", action="store_true", help="start the engine for every board")
    parser.add_argument("--name", default="", help="what to call it (default: its command)")
    parser.add_argument("engine", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    names = dict(zip(args.words.split(), MOVES, strict=True))
    ask = once(args.engine) if args.once else kept(args.engine)
    for question in sys.stdin:
        topic, *words = question.split()
        if topic == "quit":
            break
        if topic == "hello":
            print(f"hello 1 move {args.name or ' '.join(args.engine)}", flush=True)
        elif topic == "move":
            tiles = [int(word) for word in words[1:]]
            board = [tile.bit_length() - 1 if tile else 0 for tile in tiles] if args.exponents else tiles
            said = ask(" ".join(map(str, board)) + "\n").split()
            if not said:
                raise SystemExit("the engine gave no answer")
            print(names.get(said[-1], said[-1]), flush=True)


def kept(command: list[str]) -> Callable[[str], str]:
    """Return what asks one engine again and again."""
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)  # noqa: S603

    def ask(board: str) -> str:
        assert engine.stdin
        assert engine.stdout
        engine.stdin.write(board)
        engine.stdin.flush()
        return engine.stdout.readline()

    return ask


def once(command: list[str]) -> Callable[[str], str]:
    """Return what starts an engine for every board."""
    return lambda board: subprocess.run(command, input=board, capture_output=True, text=True, check=True).stdout  # noqa: S603


if __name__ == "__main__":
    main()
