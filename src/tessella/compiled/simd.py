"""What is a word of many lanes, and what can be done with it?

A word is 512 bits that are worked on at once: LANES numbers of 64 bits, 16 numbers of 32 bits, or 32 of 16. With
AVX-512 it is one register; elsewhere LLVM splits it over as many as it takes. numba has no such type, so this file adds
it, with the few operations that the engines are written in. Each is one instruction or a few.

    load(words, i)     row i of an array (n, 8) of uint64 or (n, 16) of uint32, on a 64-byte boundary (see `aligned`)
    store(words, i, w) puts a word back
    take(array, i)     a word of the LANES numbers from 8 * i on, of an array of one dimension and any whole numbers
    put(array, i, w)   puts its 64-bit lanes back there, cut to what the array holds, or as floats
    every(n)           the number n in every lane: uint64, uint32 or uint16 decides which word it is
    a & b, a | b, a ^ b, ~a
    a + b, a - b, a * b      lane by lane; what runs over is lost
    high(w, n), low(w, n)    every lane shifted left, right by n bits
    powers(w)          2 to the power of every lane, which is less than its number of bits
    equal(a, b)        all bits set in the lanes where a and b are the same, none in others
    choose(flags, a, b)      the lanes of a where those of flags are not zero, else of b
    by16(w), by64(w)   the same 512 bits as other lanes
    weave(a, b, n)     the bytes of the first (n: 0) or second (1) halves of a and b, taken in turn from a and b
    swap(w, n)         lanes that differ in bit n of their number exchanged: n is written out, 8, 4, 2 or 1
    lanes(w)           a number whose bit i says whether lane i is anything but zero
    same(bytes, i, n)  a number whose bit j says whether byte i + j is n, j from 0 to 31
    lowest(n)          the number of the lowest bit that is set in a 64-bit number other than 0
    ones(n)            how many bits are set in a 64-bit number
    prefetch(array, i) asks for the cache line of element i, which will be read soon

Each stands here as plain Python, which takes a word as a numpy array and runs where NUMBA_DISABLE_JIT=1; below it, how
numba types it and the LLVM instructions that it becomes. Tests hold the two equal.
"""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types
from numba.core.typing.templates import AbstractTemplate, ConcreteTemplate, infer, infer_global, signature
from numba.extending import lower_builtin, models, register_model

from tessella.compiled.kernel import kernel

__all__ = [
    "LANES",
    "Word",
    "Words",
    "aligned",
    "by16",
    "by64",
    "choose",
    "equal",
    "every",
    "high",
    "lanes",
    "load",
    "low",
    "lowest",
    "ones",
    "powers",
    "prefetch",
    "put",
    "same",
    "store",
    "swap",
    "take",
    "weave",
]

LANES = 8

Word: TypeAlias = np.ndarray[tuple[int], np.dtype[Any]]
Words: TypeAlias = np.ndarray[tuple[int, int], np.dtype[Any]]


# A word in plain Python is an array of which `a |= b` makes a new one, as in machine code, instead of changing it.
_NEW: dict[str, Any] = {
    "__iand__": np.ndarray.__and__,
    "__ior__": np.ndarray.__or__,
    "__ixor__": np.ndarray.__xor__,
    "__iadd__": np.ndarray.__add__,
    "__isub__": np.ndarray.__sub__,
    "__imul__": np.ndarray.__mul__,
}
PlainWord: Any = type("PlainWord", (np.ndarray,), _NEW)


# --- The types -------------------------------------------------------------------------------------------------------


class WordType(types.Type):
    """What numba calls a word: so many lanes of so many bits."""

    def __init__(self, number: types.Integer, bits: int) -> None:
        self.number = number
        self.vector = ir.VectorType(ir.IntType(bits), 64 * LANES // bits)
        super().__init__(name=f"Word({64 * LANES // bits} x {bits})")


@register_model(WordType)
class WordModel(models.PrimitiveModel):
    """A word is kept as an LLVM vector."""

    def __init__(self, manager: Any, word: WordType) -> None:
        super().__init__(manager, word, word.vector)  # type: ignore[no-untyped-call]  # numba has no types here


WORDS = {
    types.uint64: WordType(types.uint64, 64),
    types.uint32: WordType(types.uint32, 32),
    types.uint16: WordType(types.uint16, 16),
}


# numba's ways to add a function, of which it does not tell the types.
_signature: Any = signature
_infer: Any = infer
_infer_global: Any = infer_global


Lowering = Callable[[Any, Any, Any, Any], Any]


def _lower(function: Any, *kinds: Any) -> Callable[[Lowering], Lowering]:
    """Return a decorator: what it decorates writes the instructions for `function` on arguments of these types."""
    decorator: Any = lower_builtin
    return cast("Callable[[Lowering], Lowering]", decorator(function, *kinds))


def _types(function: Callable[..., Any], result: Callable[..., Any], *, literal: bool = False) -> None:
    """Tell numba which type `function` gives back, by a function of the types of its arguments."""

    class Template(AbstractTemplate):
        key = function
        prefer_literal = literal

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            assert not kws
            return _signature(result(*args), *args)

    _infer(Template)
    _infer_global(function, types.Function(Template))


def _spread(builder: Any, number: Any, vector: Any) -> Any:
    """Write the instructions that put a number into every lane."""
    nothing = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None))


# --- Memory ----------------------------------------------------------------------------------------------------------


def load(words: Words, i: int) -> Word:
    """Return row i."""
    word: Word = words[i].copy().view(PlainWord)
    return word


def store(words: Words, i: int, word: Word) -> None:
    """Put a word into row i."""
    words[i] = word


_types(load, lambda words, _i: WORDS[words.dtype])
_types(store, lambda _words, _i, _word: types.void)


def _address(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Write the instructions that find row i."""
    words, i = args[:2]
    vector = WORDS[sig.args[0].dtype].vector
    array = context.make_array(sig.args[0])(context, builder, words)
    start = builder.mul(i, ir.Constant(i.type, vector.count))
    return builder.bitcast(builder.gep(array.data, [start]), vector.as_pointer())


@_lower(load, types.Array, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_address(context, builder, sig, args), align=64)


@_lower(store, types.Array, types.Integer, WordType)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], _address(context, builder, sig, args), align=64)
    return context.get_dummy_value()


def take(array: np.ndarray[Any, Any], i: int) -> Word:
    """Return a word of the numbers from LANES * i on, of an array of one dimension."""
    word: Word = array[LANES * i : LANES * (i + 1)].astype(np.uint64).view(PlainWord)
    return word


def put(array: np.ndarray[Any, Any], i: int, word: Word) -> None:
    """Put the lanes of 64 bits into the numbers from LANES * i on, cut to what they hold.

    Where those are floats, a lane is taken for a number of 32 bits with a sign.
    """
    numbers = word.astype(np.uint32).view(np.int32) if array.dtype.kind == "f" else word
    array[LANES * i : LANES * (i + 1)] = numbers.astype(array.dtype)


_types(take, lambda _array, _i: WORDS[types.uint64])
_types(put, lambda _array, _i, _word: types.void)


def _numbers(context: Any, builder: Any, sig: Any, args: Any) -> tuple[Any, Any, int]:
    """Write the instructions that find LANES numbers of an array; return their address, LLVM's type and their bytes."""
    array = context.make_array(sig.args[0])(context, builder, args[0])
    start = builder.gep(array.data, [builder.mul(args[1], ir.Constant(args[1].type, LANES))])
    vector = ir.VectorType(array.data.type.pointee, LANES)
    return builder.bitcast(start, vector.as_pointer()), vector, sig.args[0].dtype.bitwidth // 8


@_lower(take, types.Array, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    there, vector, size = _numbers(context, builder, sig, args)
    numbers = builder.load(there, align=size)
    if vector.element.width == 64:
        return numbers
    widen = builder.sext if sig.args[0].dtype.signed else builder.zext
    return widen(numbers, sig.return_type.vector)


@_lower(put, types.Array, types.Integer, WordType)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    there, vector, size = _numbers(context, builder, sig, args)
    word = args[2]
    if isinstance(sig.args[0].dtype, types.Float):
        # By way of 32 bits, for which every processor has an instruction.
        word = builder.sitofp(builder.trunc(word, ir.VectorType(ir.IntType(32), LANES)), vector)
    elif vector.element.width < 64:
        word = builder.trunc(word, vector)
    builder.store(word, there, align=size)
    return context.get_dummy_value()


def prefetch(array: np.ndarray[Any, Any], i: int) -> None:
    """Ask for the cache line of element i of an array of one dimension: memory brings it while other work goes on."""


_types(prefetch, lambda _array, _i: types.void)


@_lower(prefetch, types.Array, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    array = context.make_array(sig.args[0])(context, builder, args[0])
    there = builder.bitcast(builder.gep(array.data, [args[1]]), ir.IntType(8).as_pointer())
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [there.type, number, number, number])
    fetch = builder.module.globals.get("llvm.prefetch.p0i8")
    if fetch is None:
        fetch = ir.Function(builder.module, kind, "llvm.prefetch.p0i8")
    to_read, keep, data = (ir.Constant(number, n) for n in (0, 3, 1))
    builder.call(fetch, [there, to_read, keep, data])
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
    word: Word = np.full(64 // n.itemsize, n, n.dtype).view(PlainWord)
    return word


def high(word: Word, n: int) -> Word:
    """Return every lane shifted left by n bits."""
    shifted: Word = word << word.dtype.type(n)
    return shifted


def low(word: Word, n: int) -> Word:
    """Return every lane shifted right by n bits."""
    shifted: Word = word >> word.dtype.type(n)
    return shifted


_types(every, lambda n: WORDS[n])
_types(high, lambda word, _n: word)
_types(low, lambda word, _n: word)


@_lower(every, types.Integer)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _spread(builder, args[0], sig.return_type.vector)


def _shift(instruction: Callable[..., Any]) -> Lowering:
    """Return what writes a shift of every lane."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word, n = sig.args
        n = context.cast(builder, args[1], n, word.number)
        return instruction(builder, args[0], _spread(builder, n, word.vector))

    return lower


_lower(high, WordType, types.Integer)(_shift(ir.IRBuilder.shl))
_lower(low, WordType, types.Integer)(_shift(ir.IRBuilder.lshr))


def _operator(symbols: tuple[Any, ...], arity: int, instruction: Callable[..., Any]) -> None:
    """Give numba a Python operator, and its in-place form, on words."""
    template: Any = type(
        symbols[0].__name__,
        (ConcreteTemplate,),
        {"cases": [_signature(word, *[word] * arity) for word in WORDS.values()]},
    )
    for symbol in symbols:
        _infer_global(symbol)(template)
        _lower(symbol, *[WordType] * arity)(lambda _c, builder, _s, args: instruction(builder, *args))


_operator((operator.and_, operator.iand), 2, ir.IRBuilder.and_)
_operator((operator.or_, operator.ior), 2, ir.IRBuilder.or_)
_operator((operator.xor, operator.ixor), 2, ir.IRBuilder.xor)
_operator((operator.invert,), 1, ir.IRBuilder.not_)
_operator((operator.add, operator.iadd), 2, ir.IRBuilder.add)
_operator((operator.sub, operator.isub), 2, ir.IRBuilder.sub)
_operator((operator.mul, operator.imul), 2, ir.IRBuilder.mul)


def powers(word: Word) -> Word:
    """Return 2 to the power of every lane."""
    one: Word = word.dtype.type(1) << word
    return one


def equal(a: Word, b: Word) -> Word:
    """Return all bits set in the lanes where a and b are the same."""
    flags: Word = (a == b) * ~a.dtype.type(0)
    return flags.astype(a.dtype).view(PlainWord)


def choose(flags: Word, a: Word, b: Word) -> Word:
    """Return the lanes of a where those of flags are not zero, else of b."""
    return np.where(np.asarray(flags), a, b).view(PlainWord)


_types(powers, lambda word: word)
_types(equal, lambda word, _other: word)
_types(choose, lambda _flags, word, _other: word)


@_lower(powers, WordType)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    vector = sig.args[0].vector
    return builder.shl(ir.Constant(vector, [1] * vector.count), args[0])


@_lower(equal, WordType, WordType)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.sext(builder.icmp_unsigned("==", *args), sig.return_type.vector)


@_lower(choose, WordType, WordType, WordType)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    flags = builder.icmp_unsigned("!=", args[0], ir.Constant(sig.return_type.vector, None))
    return builder.select(flags, args[1], args[2])


# --- Lanes -----------------------------------------------------------------------------------------------------------


def swap(word: Word, n: int) -> Word:
    """Return the word whose lane i is lane i ^ n of the given one."""
    swapped: Word = word[np.arange(len(word)) ^ n]
    return swapped


def lanes(word: Word) -> int:
    """Return a number whose bit i is set if lane i is not zero."""
    return int(sum(1 << i for i, lane in enumerate(word) if lane))


def by16(word: Word) -> Word:
    """Return the word as 32 lanes of 16 bits, of each longer lane the lowest bits first."""
    return word.astype(f"<u{word.itemsize}").view("<u2").astype(np.uint16).view(PlainWord)


def by64(word: Word) -> Word:
    """Return the word as LANES lanes of 64 bits."""
    return word.astype(f"<u{word.itemsize}").view("<u8").astype(np.uint64).view(PlainWord)


def weave(a: Word, b: Word, n: int) -> Word:
    """Return the bytes of the first (n: 0) or second (1) halves of two words, in turn from a and b."""
    halves = [word.astype("<u8").view(np.uint8)[32 * n : 32 * n + 32] for word in (a, b)]
    return np.stack(halves, 1).reshape(-1).view("<u8").astype(np.uint64).view(PlainWord)


_types(by16, lambda _word: WORDS[types.uint16])
_types(by64, lambda _word: WORDS[types.uint64])
_types(weave, lambda word, _other, _n: word, literal=True)


def _as_other(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Write the instruction that takes a word for one of other lanes: none, on processors with the low end first."""
    return builder.bitcast(args[0], sig.return_type.vector)


_lower(by16, WordType)(_as_other)
_lower(by64, WordType)(_as_other)


@_lower(weave, WordType, WordType, types.IntegerLiteral)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    half = sig.args[2].literal_value
    vector = ir.VectorType(ir.IntType(8), 64)
    order = [32 * half + i // 2 + 64 * (i % 2) for i in range(64)]
    a, b = (builder.bitcast(word, vector) for word in args[:2])
    woven = builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(ir.IntType(32), 64), order))
    return builder.bitcast(woven, sig.return_type.vector)


_types(swap, lambda word, _n: word, literal=True)
_types(lanes, lambda _word: types.intp)


@_lower(swap, WordType, types.IntegerLiteral)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    word, n = sig.args
    order = ir.Constant(
        ir.VectorType(ir.IntType(32), word.vector.count), [i ^ n.literal_value for i in range(word.vector.count)]
    )
    return builder.shuffle_vector(args[0], ir.Constant(word.vector, ir.Undefined), order)


def _number(builder: Any, flags: Any, lanes: int) -> Any:
    """Write the instructions that make a number of a flag in every lane."""
    return builder.zext(builder.bitcast(flags, ir.IntType(lanes)), ir.IntType(64))


@_lower(lanes, WordType)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
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


_types(same, lambda _numbers, _i, _n: types.intp)
_types(lowest, lambda _n: types.intp)
_types(ones, lambda _n: types.intp)


@_lower(same, types.Array, types.Integer, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    vector = ir.VectorType(ir.IntType(8), 32)
    array = context.make_array(sig.args[0])(context, builder, args[0])
    there = builder.bitcast(builder.gep(array.data, [args[1]]), vector.as_pointer())
    n = context.cast(builder, args[2], sig.args[2], types.uint8)
    flags = builder.icmp_unsigned("==", builder.load(there, align=1), _spread(builder, n, vector))
    return _number(builder, flags, 32)


@_lower(lowest, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    n = context.cast(builder, args[0], sig.args[0], types.uint64)
    return builder.cttz(n, ir.Constant(ir.IntType(1), 1))


@_lower(ones, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.ctpop(context.cast(builder, args[0], sig.args[0], types.uint64))
