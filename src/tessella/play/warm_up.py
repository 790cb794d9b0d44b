"""Warm-up of the AI during a game: its kernels are compiled in the background, long before the first hint."""

import os
import threading
from functools import cache

from tessella.compiled import warming
from tessella.play.store import Store

SETTING = "warm up"  # of the store: "off" where nothing is to be compiled in the background


def warm_up(store: Store) -> None:
    """Begin to compile what advice needs, unless the player or TESSELLA_WARM=off says no; it ends with this process."""
    if os.environ.get("TESSELLA_WARM") != "off" and store.setting(SETTING) != "off":
        threading.Thread(target=_begin, daemon=True).start()  # what is ready takes some milliseconds to find out


@cache
def _begin() -> warming.WarmUp:
    return warming.WarmUp(*warming.ADVICE, background=True)
