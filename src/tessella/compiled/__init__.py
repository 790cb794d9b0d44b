"""Compiled code: the kernel decorator with its cache, and vectors of 512 bits."""

from functools import cache
from importlib.util import find_spec


@cache
def available() -> bool:
    """Return whether there is a compiler: in a browser there is none, and plain Python answers everything."""
    return find_spec("numba") is not None
