"""Warm-up of engines during a game: their kernels are compiled in the background, long before the first answer."""

import os
import threading
from functools import cache

from tessella.compiled import available, warming
from tessella.play.store import Store

SETTING = "warm up"  # of the store: "off" where nothing is to be compiled in the background


def warm_up(store: Store, *groups: str) -> None:
    """Begin to compile groups of kernels, by default what advice needs; it ends with this process.

    The player can say no, and TESSELLA_WARM=off. Without numba, as in a browser, there is nothing to compile.
    """
    if available() and os.environ.get("TESSELLA_WARM") != "off" and store.setting(SETTING) != "off":
        threading.Thread(
            target=_begin, args=groups or warming.ADVICE, daemon=True
        ).start()  # what is ready takes some milliseconds to find out


@cache
def _begin(*groups: str) -> warming.WarmUp:
    return warming.WarmUp(*groups, background=True)
