"""Play 2048 by chance for a referee: all that the protocol asks for, in plain Python.

    tessella 2048 referee --games 100 -- python examples/referee_random.py

The referee asks a question a line. Whoever does not know which moves are legal tries them: here is how they slide.
"""

import random
import sys


def slid(line: list[int]) -> list[int]:
    """Return a line after a slide towards its start."""
    tiles: list[int] = []
    merged = False
    for tile in filter(None, line):
        if tiles and tiles[-1] == tile and not merged:
            tiles[-1], merged = 2 * tile, True
        else:
            tiles.append(tile)
            merged = False
    return tiles + [0] * (len(line) - len(tiles))


def legal(tiles: list[int], cols: int) -> list[str]:
    """Return the directions in which something moves."""
    rows = [tiles[start : start + cols] for start in range(0, len(tiles), cols)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    lines = {"left": rows, "up": columns}
    lines |= {"right": [row[::-1] for row in rows], "down": [column[::-1] for column in columns]}
    return [move for move, those in lines.items() if any(slid(line) != line for line in those)]


def main() -> None:
    """Answer until there is nothing more to answer."""
    cols, luck = 4, random.Random(sys.argv[1] if len(sys.argv) > 1 else None)
    for question in sys.stdin:
        topic, *words = question.split()
        if topic == "hello":  # the version, rows, columns, seconds for an answer, rules
            cols = int(words[2])
            print("hello 1 move Random player", flush=True)
        elif topic == "move":  # the game, then the tiles by rows
            print(luck.choice(legal([int(word) for word in words[1:]], cols)), flush=True)
        elif topic == "quit":
            break


if __name__ == "__main__":
    main()
