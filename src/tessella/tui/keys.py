"""Which key was meant?

Caps Lock, Chinese input methods and number pads send other characters than the ones printed on the keys. Here they all
become one name: a small letter, a digit, a sign, or a name such as `left` and `ctrl+r`.
"""

import unicodedata

__all__ = ["ARROWS", "FOREIGN", "PAD", "meant"]

FOREIGN = "foreign"
"""The name of every character that no key of ours sends: an input method is on."""

ARROWS = {
    "left": "left", "right": "right", "up": "up", "down": "down",
    "h": "left", "l": "right", "k": "up", "j": "down",
}  # fmt: skip
"""Keys that move in every game."""

PAD = {"4": "left", "6": "right", "8": "up", "2": "down"}
"""The number pad, where digits mean nothing else."""


def meant(key: str, character: str | None) -> str:
    """Return the name of a key from what the terminal sent.

    >>> meant("W", "W"), meant("fullwidth_question_mark", "？"), meant("left", None), meant("x", "上")
    ('w', '?', 'left', 'foreign')
    """
    if character and character.isprintable():
        plain = unicodedata.normalize("NFKC", character).lower()
        if plain == "\u3000" or plain.isspace():
            return "space"
        return plain if plain.isascii() else FOREIGN
    return key.removeprefix("shift+") if key.startswith("shift+") and key != "shift+tab" else key
