"""Programs for the referee: honest ones, and one for each way to break the protocol."""

import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
BY_CHANCE = [sys.executable, str(EXAMPLES / "referee_random.py"), "1"]

_LOOP = """
import os, subprocess, sys, time
n = 0
for question in sys.stdin:
    topic, *words = question.split()
    if topic == "hello":
        print("hello 1 {topics} Player under test", flush=True)
        continue
    if topic == "quit":
        break
    n += 1
{body}
"""


def program(body: str, topics: str = "move") -> list[str]:
    """Return a program that answers the n-th question, with its `topic` and `words`, by the statements of `body`."""
    return [
        sys.executable,
        "-c",
        _LOOP.format(topics=topics, body="\n".join(f"    {line}" for line in body.split("\n"))),
    ]


def moving(otherwise: str = "") -> list[str]:
    """Return a program that tries one direction after the other, so that most of its games end early."""
    return program(f'{otherwise}\nprint(("left", "down", "right", "up")[n % 4], flush=True)')


FAULTS = {
    "hangs": ("time.sleep(1000)", "no answer from the program within 0.5 s", 0.5),
    "crashes": ("sys.exit(3)", "the program ended with exit code 3", 60.0),
    "dies": ("os.kill(os.getpid(), 9)", "the program was ended by signal 9", 60.0),
    "closes": ("os.close(1); time.sleep(1000)", "the program closed its input or output", 60.0),
    "floods": ("while True: os.write(1, b'x' * 65536)", "expected a line of at most 16384 bytes, got 'xxx", 60.0),
    "babbles": (
        "while True: os.write(1, b'left\\n' * 1000)",
        "the program wrote what nobody had asked for: 'left",
        60.0,
    ),
    "leaves a child": (
        "subprocess.Popen(['sleep', '1000']); time.sleep(1000)",
        "no answer from the program within 0.5 s",
        0.5,
    ),
}
"""What a program does that ends a match, how the sentence begins that says so, and how long it may take to answer."""
