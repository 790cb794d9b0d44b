"""Requests of a page, well-formed and not, for Hypothesis."""

from typing import get_args

from hypothesis import strategies as st

from tessella.web import protocol

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""From the Wikipedia article on Sudoku."""


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


words_of_requests = st.sampled_from(
    [
        *(
            "left",
            "r1c1=1",
            "r1c1~2",
            "~",
            "2048",
            "sudoku",
            "2048:3x3/classic#1",
            "2048:daily",
            PUZZLE,
            "",
            "en",
            "zh",
        ),
        *(
            "dark",
            "auto",
            "off",
            "4x4",
            "180",
            "minimal",
            "2048:classic#42",
            "r99c99=Z",
            "#",
            "/",
            "\ud800",
            "\x00",
            "Ann",
        ),
    ]
)


VERBS = sorted(str(kind.__struct_config__.tag) for kind in get_args(protocol.AnyRequest))
any_request = st.fixed_dictionaries(
    {"do": st.sampled_from([verb for verb in VERBS if verb != "check"]) | json_values},  # which takes long
    optional={
        "n": st.integers() | json_values,
        "at": st.integers(0, 9) | json_values,
        "of": words_of_requests | json_values,
        "again": st.booleans() | json_values,
        **dict.fromkeys(("move", "id", "lang", "theme", "motion", "name"), words_of_requests | json_values),
        **dict.fromkeys(("stage", "first", "count", "step", "speed"), st.integers() | json_values),
        "running": st.booleans() | json_values,
        "options": st.fixed_dictionaries(
            {"game": st.sampled_from(["2048", "sudoku"])},
            optional=dict.fromkeys(
                ("rules", "size", "target", "fours", "symmetry", "clues", "variant"), words_of_requests
            ),
        )
        | json_values,
    },
)
