"""Names of the keys that a player meant.

Caps Lock, Chinese input methods and number pads send other characters than the ones printed on the keys. Here they all
become one name: a small letter, a digit, a sign, or a name such as `left` and `ctrl+r`.
"""

import unicodedata
from typing import NamedTuple

from textual.events import Key

from tessella.i18n import _


class Command(NamedTuple):
    """An action that keys stand for, and how it is shown."""

    action: str  # `undo` for the method `action_undo`
    keys: str  # the names of its keys
    label: str = ""  # what stands in the row of keys
    about: str = ""  # what stands in the help, "" where another line tells of it
    shown_keys: str = ""  # how the keys are written in the help, where that is not `key`

    @property
    def key(self) -> str:
        """The first of its keys as it is written on the keyboard."""
        first = self.keys.partition(" ")[0]
        return {"escape": "Esc", "space": _("Space")}.get(first, first)


FOREIGN = "foreign"  # the name of every character that none of our keys sends: an input method is on

ARROW_KEYS = {
    "left": "left", "right": "right", "up": "up", "down": "down",
    "h": "left", "l": "right", "k": "up", "j": "down",
}  # fmt: skip
"""Keys that mean a direction in both games."""

NUMBER_PAD = {"4": "left", "6": "right", "8": "up", "2": "down"}  # the number pad, where digits mean nothing else


def key_name(event: Key) -> str:
    """Return the name of a key from what the terminal sent.

    >>> [key_name(Key(*sent)) for sent in (("W", "W"), ("fullwidth_question_mark", "？"), ("left", None), ("x", "上"))]
    ['w', '?', 'left', 'foreign']
    """
    key, character = event.key, event.character
    if character and character.isprintable():
        plain = unicodedata.normalize("NFKC", character).lower()
        if plain.isspace():
            return "space"
        return plain if plain.isascii() else FOREIGN
    return key.removeprefix("shift+") if key != "shift+tab" else key
