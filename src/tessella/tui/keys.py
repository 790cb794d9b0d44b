"""Names of the keys that a player meant.

Caps Lock, Chinese input methods and number pads send other characters than the ones printed on the keys. Here they all
become one name: a small letter, a digit, a sign, or a name such as `left` and `ctrl+r`.
"""

import unicodedata
from collections.abc import Container
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
        letter = first.removeprefix("shift+").upper() if first.startswith("shift+") else first
        return {"escape": "Esc", "space": _("Space")}.get(first, letter)

    def with_shift(self, letters: Container[str]) -> "Command":
        """Return the command with capital letters where its keys are letters that mean something else.

        >>> Command("new", "n f3", shown_keys="n  F3").with_shift("nop")
        Command(action='new', keys='shift+n f3', label='', about='', shown_keys='N  F3')
        """
        keys = [f"shift+{key}" if key in letters else key for key in self.keys.split()]
        shown = [key.upper() if key in letters else key for key in self.shown_keys.split("  ")]
        return self._replace(keys=" ".join(keys), shown_keys="  ".join(shown))


FOREIGN = "foreign"  # the name of every character that none of our keys sends: an input method is on

ARROW_KEYS = {
    "left": "left", "right": "right", "up": "up", "down": "down",
    "h": "left", "l": "right", "k": "up", "j": "down",
}  # fmt: skip
"""Keys that mean a direction in both games."""

ALT_DIGITS = dict(zip("¡™£¢∞§¶•ª", "123456789", strict=True))
"""What Option and a digit write on a Mac; Textual takes Alt and a digit for the same."""

NUMBER_PAD = {"4": "left", "6": "right", "8": "up", "2": "down"}  # the number pad, where digits mean nothing else


def key_name(event: Key) -> str:
    """Return the name of a key from what the terminal sent.

    >>> [key_name(Key(*sent)) for sent in (("W", "W"), ("fullwidth_question_mark", "？"), ("left", None), ("x", "上"))]
    ['w', '?', 'left', 'foreign']
    """
    key, character = event.key, event.character
    if key.startswith("alt+"):
        return key
    if character in ALT_DIGITS:
        return f"alt+{ALT_DIGITS[character]}"
    if character and character.isprintable():
        plain = unicodedata.normalize("NFKC", character).lower()
        if plain.isspace():
            return "space"
        return plain if plain.isascii() else FOREIGN
    return key.removeprefix("shift+")


def with_shift(event: Key) -> str:
    """Return the name of a key with `shift+` before it where Shift was held, or Caps Lock was on.

    >>> [with_shift(Key(*sent)) for sent in (("W", "W"), ("w", "w"), ("shift+left", None))]
    ['shift+w', 'w', 'shift+left']
    """
    is_shifted = event.key.startswith("shift+") or (event.character or "").isupper()
    return "shift+" * is_shifted + key_name(event)
