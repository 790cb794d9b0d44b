"""Vectors of 512 bits in kernels: their numba type and the operations on it.

A vector holds LANES numbers of 64 bits, 16 of 32 or 32 of 16. With AVX-512 it is one register; elsewhere LLVM splits
it over as many as it takes. numba has no such type, so this module adds it, with the few operations that the engines
are written in. Each is one instruction or a few.

    load(rows, i)         row i of an array (n, 8) of uint64 or (n, 16) of uint32, on a 64-byte boundary
    store(rows, i, v, w)  puts vectors back, as many as there are, into row i and those after it
    load_widened(array, i)       LANES numbers from 8 * i on, of an array of one dimension and any whole numbers
    store_narrowed(array, i, v)  puts 64-bit lanes back there, cut to what the array holds, or as floats
    splat(n)              the number n in every lane: uint64, uint32 or uint16 decides which vector it is
    a & b, a | b, a ^ b, ~a
    a + b, a - b, a * b   lane by lane; overflow is lost
    v << n, v >> n        every lane shifted by n bits, a number or a vector of numbers; n is less than a lane's bits
    equal(a, b)           all bits set in the lanes where a and b are the same, none in others
    select(flags, a, b)   the lanes of a where those of flags are not zero, else of b
    as_uint16(v), as_uint64(v)   the same 512 bits as other lanes
    interleave(a, b, n)   the bytes of the first (n: 0) or second (1) halves of a and b, taken in turn from a and b
    permute_xor(v, n)     lane i is lane i ^ n of v: n is written out, 8, 4, 2 or 1
    movemask(v)           a number whose bit i says whether lane i is anything but zero
    equal_bytes(bytes, i, n)     a number whose bit j says whether byte i + j is n, j from 0 to 31
    trailing_zeros(n)     the index of the lowest set bit of a 64-bit number other than 0
    popcount(n)           how many bits are set in a 64-bit number
    prefetch(array, i)    asks for the cache line of element i, which will be read soon

Each stands here as plain Python, which takes a vector as a numpy array and runs where NUMBA_DISABLE_JIT=1, followed by
its numba type and the LLVM instructions that it becomes. Tests hold the two equal.
"""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global, signature
from numba.extending import lower_builtin, models, register_model

from tessella.compiled.jit import kernel

LANES = 8

Vector: TypeAlias = Any  # numpy's stubs would call it something else after every operation
Vectors: TypeAlias = np.ndarray[tuple[int, int], np.dtype[Any]]

Lowering = Callable[[Any, Any, Any, Any], Any]
"""Writes LLVM instructions: takes numba's context, builder, signature and the arguments' values, returns the result."""


# In plain Python `a |= b` makes a new array, as in machine code, instead of changing a; shifts take any whole numbers.
_OPERATORS: dict[str, Any] = {
    "__iand__": np.ndarray.__and__,
    "__ior__": np.ndarray.__or__,
    "__ixor__": np.ndarray.__xor__,
    "__iadd__": np.ndarray.__add__,
    "__isub__": np.ndarray.__sub__,
    "__imul__": np.ndarray.__mul__,
    "__lshift__": lambda vector, n: np.left_shift(vector, np.asarray(n).astype(vector.dtype)),
    "__rshift__": lambda vector, n: np.right_shift(vector, np.asarray(n).astype(vector.dtype)),
}
PlainVector: Any = type("PlainVector", (np.ndarray,), _OPERATORS)


# --- The types -------------------------------------------------------------------------------------------------------


class VectorType(types.Type):
    """What numba calls a vector: so many lanes of so many bits."""

    def __init__(self, number: types.Integer, bits: int) -> None:
        self.number = number
        self.vector = ir.VectorType(ir.IntType(bits), 64 * LANES // bits)
        super().__init__(name=f"Vector({64 * LANES // bits} x {bits})")


@register_model(VectorType)
class VectorModel(models.PrimitiveModel):
    """A vector is kept as an LLVM vector."""

    def __init__(self, manager: Any, vector: VectorType) -> None:
        super().__init__(manager, vector, vector.vector)  # type: ignore[no-untyped-call]  # numba has no types here


VECTORS = {
    types.uint64: VectorType(types.uint64, 64),
    types.uint32: VectorType(types.uint32, 32),
    types.uint16: VectorType(types.uint16, 16),
}

# numba does not type these.
_signature: Any = signature
_infer: Any = infer
_infer_global: Any = infer_global
_lower_builtin: Any = lower_builtin
_var_arg: Any = types.VarArg


def _lowers(
    function: Any, result: Callable[..., Any], *kinds: Any, literal: bool = False, more: bool = False
) -> Callable[[Lowering], Lowering]:
    """Return a decorator: what it decorates writes the instructions for `function` on arguments of these kinds.

    `result` gives the type of the result by the types of the arguments; `more` arguments of the last kind may follow.
    A Python operator keeps its other types.
    """

    class Template(AbstractTemplate):
        key = function
        prefer_literal = literal

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            expected = kinds + kinds[-1:] * (len(args) - len(kinds) if more else 0)
            fits = not kws and len(args) == len(expected) and all(map(isinstance, args, expected))
            return _signature(result(*args), *args) if fits else None

    if getattr(operator, function.__name__, None) is function:
        _infer_global(function)(Template)
    else:
        _infer(Template)
        _infer_global(function, types.Function(Template))
    last = _var_arg(kinds[-1]) if more else kinds[-1]
    decorator: Callable[[Lowering], Lowering] = _lower_builtin(function, *kinds[:-1], last)
    return decorator


def _splat(builder: Any, number: Any, vector: Any) -> Any:
    nothing = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None))


def _shuffle(builder: Any, a: Any, b: Any, order: list[int]) -> Any:
    """Write the instruction that makes a vector of these lanes of a, and behind them those of b."""
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(ir.IntType(32), len(order)), order))


def _mask(builder: Any, flags: Any) -> Any:
    """Write the instructions that make a number of a flag in every lane."""
    return builder.zext(builder.bitcast(flags, ir.IntType(flags.type.count)), ir.IntType(64))


# --- Memory ----------------------------------------------------------------------------------------------------------


@kernel
def empty_aligned(n: int) -> Vectors:
    """Return n vectors of 64-bit lanes, not yet filled, on a 64-byte boundary; `.view(np.uint32)` for the others."""
    raw = np.empty((n + 1) * LANES, np.uint64)
    start = -(raw.ctypes.data // 8) % LANES
    return raw[start : start + n * LANES].reshape(n, LANES)


def load(rows: Vectors, i: int) -> Vector:
    """Return row i."""
    return rows[i].copy().view(PlainVector)


def store(rows: Vectors, i: int, *vectors: Vector) -> None:
    """Put vectors into row i and those after it."""
    for n, vector in enumerate(vectors):
        rows[i + n] = vector


def _row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    rows, i = args[:2]
    vector = VECTORS[sig.args[0].dtype].vector
    array = context.make_array(sig.args[0])(context, builder, rows)
    start = builder.mul(i, ir.Constant(i.type, vector.count))
    return builder.bitcast(builder.gep(array.data, [start]), vector.as_pointer())


@_lowers(load, lambda rows, _i: VECTORS[rows.dtype], types.Array, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_row(context, builder, sig, args), align=64)


@_lowers(store, lambda *_args: types.void, types.Array, types.Integer, VectorType, more=True)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    row = _row(context, builder, sig, args)
    for n, vector in enumerate(args[2:]):
        builder.store(vector, builder.gep(row, [ir.Constant(ir.IntType(64), n)]), align=64)
    return context.get_dummy_value()


def load_widened(array: np.ndarray[Any, Any], i: int) -> Vector:
    """Return a vector of the numbers from LANES * i on, of an array of one dimension."""
    return array[LANES * i : LANES * (i + 1)].astype(np.uint64).view(PlainVector)


def store_narrowed(array: np.ndarray[Any, Any], i: int, vector: Vector) -> None:
    """Put the lanes of 64 bits into the numbers from LANES * i on, cut to what they hold.

    Where those are floats, a lane is taken for a number of 32 bits with a sign.
    """
    numbers = vector.astype(np.uint32).view(np.int32) if array.dtype.kind == "f" else vector
    array[LANES * i : LANES * (i + 1)] = numbers.astype(array.dtype)


def _numbers(context: Any, builder: Any, sig: Any, args: Any) -> tuple[Any, Any, int]:
    """Write the instructions that find LANES numbers of an array; return their address, LLVM's type and their bytes."""
    array = context.make_array(sig.args[0])(context, builder, args[0])
    start = builder.gep(array.data, [builder.mul(args[1], ir.Constant(args[1].type, LANES))])
    vector = ir.VectorType(array.data.type.pointee, LANES)
    return builder.bitcast(start, vector.as_pointer()), vector, sig.args[0].dtype.bitwidth // 8


@_lowers(load_widened, lambda _array, _i: VECTORS[types.uint64], types.Array, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    there, vector, size = _numbers(context, builder, sig, args)
    numbers = builder.load(there, align=size)
    if vector.element.width == 64:
        return numbers
    widen = builder.sext if sig.args[0].dtype.signed else builder.zext
    return widen(numbers, sig.return_type.vector)


@_lowers(store_narrowed, lambda _array, _i, _vector: types.void, types.Array, types.Integer, VectorType)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    there, vector, size = _numbers(context, builder, sig, args)
    numbers = args[2]
    if isinstance(sig.args[0].dtype, types.Float):
        # By way of 32 bits, for which every processor has an instruction.
        numbers = builder.sitofp(builder.trunc(numbers, ir.VectorType(ir.IntType(32), LANES)), vector)
    elif vector.element.width < 64:
        numbers = builder.trunc(numbers, vector)
    builder.store(numbers, there, align=size)
    return context.get_dummy_value()


def prefetch(array: np.ndarray[Any, Any], i: int) -> None:
    """Ask for the cache line of element i of an array of one dimension: memory brings it while other work goes on."""


@_lowers(prefetch, lambda _array, _i: types.void, types.Array, types.Integer)
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


# --- Bits ------------------------------------------------------------------------------------------------------------


def splat(n: Any) -> Vector:
    """Return a vector that holds n in every lane."""
    return np.full(64 // n.itemsize, n, n.dtype).view(PlainVector)


@_lowers(splat, lambda n: VECTORS[n], types.Integer)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _splat(builder, args[0], sig.return_type.vector)


def _add_operator(symbols: tuple[Any, ...], arity: int, instruction: Callable[..., Any]) -> None:
    """Give numba a Python operator, and its in-place form, on vectors of the same lanes."""
    for symbol in symbols:
        _lowers(symbol, lambda vector, *_others: vector, *[VectorType] * arity)(
            lambda _context, builder, _sig, args: instruction(builder, *args)
        )


_add_operator((operator.and_, operator.iand), 2, ir.IRBuilder.and_)
_add_operator((operator.or_, operator.ior), 2, ir.IRBuilder.or_)
_add_operator((operator.xor, operator.ixor), 2, ir.IRBuilder.xor)
_add_operator((operator.invert,), 1, ir.IRBuilder.not_)
_add_operator((operator.add, operator.iadd), 2, ir.IRBuilder.add)
_add_operator((operator.sub, operator.isub), 2, ir.IRBuilder.sub)
_add_operator((operator.mul, operator.imul), 2, ir.IRBuilder.mul)
_add_operator((operator.lshift,), 2, ir.IRBuilder.shl)
_add_operator((operator.rshift,), 2, ir.IRBuilder.lshr)


def _add_shift(symbol: Any, instruction: Callable[..., Any]) -> None:
    """Give numba a shift of all lanes by the same number of bits."""

    @_lowers(symbol, lambda vector, _n: vector, VectorType, types.Integer)
    def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        vector, n = sig.args
        return instruction(
            builder, args[0], _splat(builder, context.cast(builder, args[1], n, vector.number), vector.vector)
        )


_add_shift(operator.lshift, ir.IRBuilder.shl)
_add_shift(operator.rshift, ir.IRBuilder.lshr)


def equal(a: Vector, b: Vector) -> Vector:
    """Return all bits set in the lanes where a and b are the same."""
    return ((a == b) * ~a.dtype.type(0)).astype(a.dtype)


def select(flags: Vector, a: Vector, b: Vector) -> Vector:
    """Return the lanes of a where those of flags are not zero, else of b."""
    chosen: Vector = np.where(np.asarray(flags), a, b)
    return chosen.view(PlainVector)


@_lowers(equal, lambda vector, _other: vector, VectorType, VectorType)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.sext(builder.icmp_unsigned("==", *args), sig.return_type.vector)


@_lowers(select, lambda _flags, vector, _other: vector, VectorType, VectorType, VectorType)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    flags = builder.icmp_unsigned("!=", args[0], ir.Constant(sig.return_type.vector, None))
    return builder.select(flags, args[1], args[2])


# --- Lanes -----------------------------------------------------------------------------------------------------------


def permute_xor(vector: Vector, n: int) -> Vector:
    """Return the vector whose lane i is lane i ^ n of the given one."""
    return vector[np.arange(len(vector)) ^ n]


def movemask(vector: Vector) -> int:
    """Return a number whose bit i is set if lane i is not zero."""
    return int(sum(1 << i for i, lane in enumerate(vector) if lane))


def as_uint16(vector: Vector) -> Vector:
    """Return the vector as 32 lanes of 16 bits, of each longer lane the lowest bits first."""
    return vector.astype(f"<u{vector.itemsize}").view("<u2").astype(np.uint16).view(PlainVector)


def as_uint64(vector: Vector) -> Vector:
    """Return the vector as LANES lanes of 64 bits."""
    return vector.astype(f"<u{vector.itemsize}").view("<u8").astype(np.uint64).view(PlainVector)


def interleave(a: Vector, b: Vector, n: int) -> Vector:
    """Return the bytes of the first (n: 0) or second (1) halves of two vectors, in turn from a and b."""
    halves = [vector.astype("<u8").view(np.uint8)[32 * n : 32 * n + 32] for vector in (a, b)]
    return np.stack(halves, 1).reshape(-1).view("<u8").astype(np.uint64).view(PlainVector)


@_lowers(permute_xor, lambda vector, _n: vector, VectorType, types.IntegerLiteral, literal=True)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    vector, n = sig.args
    return _shuffle(builder, args[0], args[0], [i ^ n.literal_value for i in range(vector.vector.count)])


@_lowers(movemask, lambda _vector: types.intp, VectorType)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _mask(builder, builder.icmp_unsigned("!=", args[0], ir.Constant(sig.args[0].vector, None)))


@_lowers(as_uint16, lambda _vector: VECTORS[types.uint16], VectorType)
@_lowers(as_uint64, lambda _vector: VECTORS[types.uint64], VectorType)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Write the instruction that takes a vector for one of other lanes: none, on little-endian processors."""
    return builder.bitcast(args[0], sig.return_type.vector)


@_lowers(interleave, lambda vector, _other, _n: vector, VectorType, VectorType, types.IntegerLiteral, literal=True)
def _(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    half = sig.args[2].literal_value
    a, b = (builder.bitcast(vector, ir.VectorType(ir.IntType(8), 64)) for vector in args[:2])
    woven = _shuffle(builder, a, b, [32 * half + i // 2 + 64 * (i % 2) for i in range(64)])
    return builder.bitcast(woven, sig.return_type.vector)


# --- Numbers ---------------------------------------------------------------------------------------------------------


def equal_bytes(numbers: np.ndarray[tuple[int], np.dtype[np.uint8]], i: int, n: int) -> int:
    """Return a number whose bit j is set if byte i + j is n, for j from 0 to 31."""
    return int(sum(1 << j for j in range(32) if numbers[i + j] == n))


def trailing_zeros(n: Any) -> int:
    """Return the index of the lowest bit that is set in n, which is not 0."""
    return (int(n) & -int(n)).bit_length() - 1


def popcount(n: Any) -> int:
    """Return how many bits are set in n."""
    return int(n).bit_count()


@_lowers(equal_bytes, lambda _numbers, _i, _n: types.intp, types.Array, types.Integer, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    vector = ir.VectorType(ir.IntType(8), 32)
    array = context.make_array(sig.args[0])(context, builder, args[0])
    there = builder.bitcast(builder.gep(array.data, [args[1]]), vector.as_pointer())
    n = context.cast(builder, args[2], sig.args[2], types.uint8)
    return _mask(builder, builder.icmp_unsigned("==", builder.load(there, align=1), _splat(builder, n, vector)))


@_lowers(trailing_zeros, lambda _n: types.intp, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    n = context.cast(builder, args[0], sig.args[0], types.uint64)
    return builder.cttz(n, ir.Constant(ir.IntType(1), 1))


@_lowers(popcount, lambda _n: types.intp, types.Integer)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.ctpop(context.cast(builder, args[0], sig.args[0], types.uint64))
