"""What is a word of many lanes, and what can be done with it?

A word is 512 bits that are worked on at once: LANES numbers of 64 bits, or 16 numbers of 32 bits. With AVX-512 it
is one register; elsewhere LLVM splits it over as many as it takes. numba has no such type, so this file adds it, with
the few operations that the engines are written in. Each is one instruction or a few.

    load(words, i)     row i of an array (n, 8) of uint64 or (n, 16) of uint32, on a 64-byte boundary (see `aligned`)
    store(words, i, w) puts a word back
    every(n)           the number n in every lane: uint64 or uint32 decides which word it is
    a & b, a | b, a ^ b, ~a
    high(w, n), low(w, n)    every lane shifted left, right by n bits
    swap(w, n)         lanes that differ in bit n of their number exchanged: n is written out, 8, 4, 2 or 1
    lanes(w)           a number whose bit i says whether lane i is anything but zero
    same(bytes, i, n)  a number whose bit j says whether byte i + j is n, j from 0 to 31
    lowest(n)          the number of the lowest bit that is set in a 64-bit number other than 0
    ones(n)            how many bits are set in a 64-bit number

Each stands here as plain Python, which takes a word as a numpy array and runs where NUMBA_DISABLE_JIT=1; below it, how
numba types it and the LLVM instructions that it becomes. Tests hold the two equal.
"""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, ConcreteTemplate, infer, infer_global
from numba.extending import lower_builtin, models, register_model

from tessella.jit import kernel

__all__ = [
    "LANES",
    "Word",
    "Words",
    "aligned",
    "every",
    "high",
    "lanes",
    "load",
    "low",
    "lowest",
    "ones",
    "same",
    "store",
    "swap",
]

LANES = 8

Word: TypeAlias = np.ndarray[tuple[int], np.dtype[Any]]
Words: TypeAlias = np.ndarray[tuple[int, int], np.dtype[Any]]


# --- The types -------------------------------------------------------------------------------------------------------


class WordType(types.Type):
    """What numba calls a word: so many lanes of so many bits."""

    def __init__(self, number: types.Integer, lanes: int) -> None:
        self.number = number
        self.vector = ir.VectorType(ir.IntType(number.bitwidth), lanes)
        super().__init__(name=f"Word({lanes} x {number.bitwidth})")


@register_model(WordType)
class WordModel(models.PrimitiveModel):
    """A word is kept as an LLVM vector."""

    def __init__(self, manager: Any, word: WordType) -> None:
        super().__init__(manager, word, word.vector)


WORDS = {types.uint64: WordType(types.uint64, LANES), types.uint32: WordType(types.uint32, 2 * LANES)}


def _types(function: Callable[..., Any], *, literal: bool = False) -> Callable[[Callable[..., Any]], None]:
    """Return a decorator: what it decorates says which type comes back, from the types of the arguments."""

    def register(result: Callable[..., Any]) -> None:
        class Template(AbstractTemplate):
            key = function
            prefer_literal = literal

            def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
                assert not kws
                return signature(result(*args), *args)

        infer(Template)
        infer_global(function, types.Function(Template))

    return register


def _spread(builder: Any, number: Any, vector: Any) -> Any:
    nothing = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None))


# --- Memory ----------------------------------------------------------------------------------------------------------


def load(words: Words, i: int) -> Word:
    """Return row i."""
    return words[i].copy()


def store(words: Words, i: int, word: Word) -> None:
    """Put a word into row i."""
    words[i] = word


@_types(load)
def _(words: Any, i: Any) -> Any:
    return WORDS[words.dtype]


@_types(store)
def _(words: Any, i: Any, word: Any) -> Any:
    return types.void


def _address(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    words, i = args[:2]
    vector = WORDS[sig.args[0].dtype].vector
    array = context.make_array(sig.args[0])(context, builder, words)
    start = builder.mul(i, ir.Constant(i.type, vector.count))
    return builder.bitcast(builder.gep(array.data, [start]), vector.as_pointer())


@lower_builtin(load, types.Array, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_address(context, builder, sig, args), align=64)


@lower_builtin(store, types.Array, types.Integer, WordType)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], _address(context, builder, sig, args), align=64)
    return context.get_dummy_value()


@kernel
def aligned(n: int) -> Words:
    """Return n words of 64-bit lanes, not yet filled, on a 64-byte boundary; `.view(np.uint32)` for the others."""
    raw = np.empty((n + 1) * LANES, np.uint64)
    start = -(raw.ctypes.data // 8) % LANES
    return raw[start : start + n * LANES].reshape(n, LANES)


# --- Bits ------------------------------------------------------------------------------------------------------------


def every(n: Any) -> Word:
    """Return a word that holds n in every lane."""
    return np.full(64 // n.itemsize, n, n.dtype)


def high(word: Word, n: int) -> Word:
    """Return every lane shifted left by n bits."""
    return word << word.dtype.type(n)


def low(word: Word, n: int) -> Word:
    """Return every lane shifted right by n bits."""
    return word >> word.dtype.type(n)


@_types(every)
def _(n: Any) -> Any:
    return WORDS[n]


@_types(high)
def _(word: Any, n: Any) -> Any:
    return word


@_types(low)
def _(word: Any, n: Any) -> Any:
    return word


@lower_builtin(every, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _spread(builder, args[0], sig.return_type.vector)


def _shift(instruction: Callable[..., Any]) -> Callable[..., Any]:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word, n = sig.args
        n = context.cast(builder, args[1], n, word.number)
        return instruction(builder, args[0], _spread(builder, n, word.vector))

    return lower


lower_builtin(high, WordType, types.Integer)(_shift(ir.IRBuilder.shl))
lower_builtin(low, WordType, types.Integer)(_shift(ir.IRBuilder.lshr))


def _operator(symbols: tuple[Any, ...], arity: int, instruction: Callable[..., Any]) -> None:
    """Give numba a Python operator, and its in-place form, on words."""
    template: Any = type(
        symbols[0].__name__,
        (ConcreteTemplate,),
        {"cases": [signature(word, *[word] * arity) for word in WORDS.values()]},
    )
    for symbol in symbols:
        infer_global(symbol)(template)
        lower_builtin(symbol, *[WordType] * arity)(lambda _c, builder, _s, args: instruction(builder, *args))


_operator((operator.and_, operator.iand), 2, ir.IRBuilder.and_)
_operator((operator.or_, operator.ior), 2, ir.IRBuilder.or_)
_operator((operator.xor, operator.ixor), 2, ir.IRBuilder.xor)
_operator((operator.invert,), 1, ir.IRBuilder.not_)


# --- Lanes -----------------------------------------------------------------------------------------------------------


def swap(word: Word, n: int) -> Word:
    """Return the word whose lane i is lane i ^ n of the given one."""
    return word[np.arange(len(word)) ^ n]


def lanes(word: Word) -> int:
    """Return a number whose bit i is set if lane i is not zero."""
    return int(sum(1 << i for i, lane in enumerate(word) if lane))


@_types(swap, literal=True)
def _(word: Any, n: Any) -> Any:
    return word


@_types(lanes)
def _(word: Any) -> Any:
    return types.intp


@lower_builtin(swap, WordType, types.IntegerLiteral)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    word, n = sig.args
    order = ir.Constant(
        ir.VectorType(ir.IntType(32), word.vector.count), [i ^ n.literal_value for i in range(word.vector.count)]
    )
    return builder.shuffle_vector(args[0], ir.Constant(word.vector, ir.Undefined), order)


def _number(builder: Any, flags: Any, lanes: int) -> Any:
    return builder.zext(builder.bitcast(flags, ir.IntType(lanes)), ir.IntType(64))


@lower_builtin(lanes, WordType)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    vector = sig.args[0].vector
    return _number(builder, builder.icmp_unsigned("!=", args[0], ir.Constant(vector, None)), vector.count)


# --- Numbers ---------------------------------------------------------------------------------------------------------


def same(numbers: np.ndarray[tuple[int], np.dtype[np.uint8]], i: int, n: int) -> int:
    """Return a number whose bit j is set if byte i + j is n, for j from 0 to 31."""
    return int(sum(1 << j for j in range(32) if numbers[i + j] == n))


def lowest(n: Any) -> int:
    """Return the number of the lowest bit that is set in n, which is not 0."""
    return (int(n) & -int(n)).bit_length() - 1


def ones(n: Any) -> int:
    """Return how many bits are set in n."""
    return int(n).bit_count()


@_types(same)
def _(numbers: Any, i: Any, n: Any) -> Any:
    return types.intp


@_types(lowest)
def _(n: Any) -> Any:
    return types.intp


@_types(ones)
def _(n: Any) -> Any:
    return types.intp


@lower_builtin(same, types.Array, types.Integer, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    vector = ir.VectorType(ir.IntType(8), 32)
    array = context.make_array(sig.args[0])(context, builder, args[0])
    there = builder.bitcast(builder.gep(array.data, [args[1]]), vector.as_pointer())
    n = context.cast(builder, args[2], sig.args[2], types.uint8)
    flags = builder.icmp_unsigned("==", builder.load(there, align=1), _spread(builder, n, vector))
    return _number(builder, flags, 32)


@lower_builtin(lowest, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    n = context.cast(builder, args[0], sig.args[0], types.uint64)
    return builder.cttz(n, ir.Constant(ir.IntType(1), 1))


@lower_builtin(ones, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.ctpop(context.cast(builder, args[0], sig.args[0], types.uint64))
