"""The `kernel` decorator: functions compiled by numba, and the cache of their machine code on disk.

numba alone stamps cached code with the file in which the function stands, so a kernel that calls a kernel in another
file would run old code after the other file changed. Here the stamp is a digest of the file and of all kernel sources
that it imports: touch one, and every kernel that may use it is compiled again at its next call.

The cache lies in NUMBA_CACHE_DIR where that is set, else beside the source in `__pycache__`, else in the user's cache
folder; where none of them can be written, kernels are compiled once a process.
"""

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast, overload

import numba
from numba import types
from numba.core import caching
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.types.misc import unliteral

from tessella.compiled.sources import digest
from tessella.io.interrupts import uninterrupted

P = ParamSpec("P")
R = TypeVar("R")


class _Stamp:
    """A numba cache locator whose code goes stale when a source that it was made of changes."""

    _py_file: str

    def get_source_stamp(self) -> str:
        """Return the digest that the code on disk must have been compiled from to be used."""
        return digest(Path(self._py_file))

    def get_disambiguator(self) -> str:
        """Return no line number: a kernel that moves down its file replaces its old code."""
        return "kernel"


class _ChosenFolder(_Stamp, caching.UserProvidedCacheLocator):
    """Code in NUMBA_CACHE_DIR."""


class _BesideSource(_Stamp, caching.InTreeCacheLocator):
    """Code in `__pycache__`, beside the source."""


class _UserFolder(_Stamp, caching.UserWideCacheLocator):
    """Code in the user's cache folder, for a package that is installed where the user may not write."""


class _CacheFiles(caching.CompileResultCacheImpl):
    _locator_classes: Any = (_ChosenFolder, _BesideSource, _UserFolder)


_unkept: list[OSError] = []


def is_kept() -> bool:
    """Return whether all machine code that this process has made could be written to disk."""
    return not _unkept


class _Cache(caching.FunctionCache):
    _impl_class = _CacheFiles

    def save_overload(self, sig: object, data: object) -> None:
        """Write code to disk; a full disk, or a folder that nobody may write to, costs time and no answer."""
        cache: Any = super()
        try:
            cache.save_overload(sig, data)
        except OSError as error:
            _unkept.append(error)

    def load_overload(self, sig: object, target_context: object) -> object:
        """Return the code on disk; what cannot be read, such as an older version's, is thrown away.

        Code for other types is no code: two processes that store some at once may give both the same name.

        numba itself would first load all that its compiler knows of types and functions, which takes half as long as
        to import numba: machine code needs the runtime alone. Ctrl-C waits until the code is there: LLVM asks Python
        for it, and crashes where it gets none.
        """
        cache: Any = self
        try:
            with uninterrupted():
                rtsys.initialize(target_context)
                found = cache._load_overload(sig, target_context)  # noqa: SLF001 - all but the compiler
                return found if found and found.signature.args == sig else None
        except Exception:  # noqa: BLE001 - a pickle of other code may raise anything
            with contextlib.suppress(OSError):
                cache.flush()
            return None


def _call_template(made: Dispatcher, args: tuple[object, ...], kws: dict[str, object]) -> object:
    """Return what a kernel that calls `made` links to: one compilation for all signed integers.

    Left alone, numba compiles a callee again for every constant that some caller writes, for every width of integer
    and for every combination of them: a tree of kernels took four times as long to compile.
    """
    plain = tuple(_widened(arg) for arg in args)
    return type(made).get_call_template(made, plain, {name: _widened(arg) for name, arg in kws.items()})


def _widened(arg: Any) -> object:
    of_type: Callable[[object], object] = unliteral
    return types.int64 if arg in {types.int8, types.int16, types.int32} else of_type(arg)


@overload
def kernel(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def kernel(
    *, inline: bool = ..., early: bool = ..., fastmath: bool = ...
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def kernel(
    function: Callable[P, R] | None = None, /, *, inline: bool = False, early: bool = False, fastmath: bool = False
) -> Callable[P, R] | Callable[[Callable[P, R]], Callable[P, R]]:
    """Return `function` compiled at its first call, running without Python's global lock, its code cached on disk.

    `inline` makes LLVM put the function's code into each caller, for the small operations that kernels are written in:
    only kernels can call it then, and it is not cached by itself. `early` has numba inline it before it compiles
    anything, which saves the time to compile it by itself: for what is called in one place. `fastmath` lets LLVM
    reorder floating point sums.

    Division by zero gives what numpy gives, and indices are not checked: the friendly function around a kernel checks.
    With NUMBA_DISABLE_JIT=1 the function itself comes back.

    >>> @kernel
    ... def twice(n: int) -> int:
    ...     return 2 * n
    >>> twice(21)
    42
    """
    cache: Callable[..., object] = _Cache
    options: Any = {
        "nogil": True,
        "error_model": "numpy",
        "fastmath": fastmath,
        "forceinline": inline,
        "no_cpython_wrapper": inline,
        "no_cfunc_wrapper": True,
    }
    if early:
        options["inline"] = "always"

    def compiled(function: Callable[P, R]) -> Callable[P, R]:
        made: Any = numba.njit(**options)(function)
        if isinstance(made, Dispatcher) and not inline:
            with contextlib.suppress(RuntimeError):  # nowhere to write: compiled once a process
                vars(made)["_cache"] = cache(function)  # what numba's own `cache=True` sets
            vars(made)["get_call_template"] = partial(_call_template, made)
        return cast("Callable[P, R]", made)

    return compiled if function is None else compiled(function)
