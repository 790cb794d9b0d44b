"""What is a word of many lanes, and what can be done with it?

A word is LANES * 64 bits that are worked on at once: with AVX-512 one register, elsewhere as many as it takes (LLVM
splits it). numba has no such type, so this file adds it, with the few operations that the sliced engine is written in:

    load(planes, i)      word i of an array (n, LANES) of uint64
    store(planes, i, w)  puts a word back
    every(n)             the 64-bit number n in every lane; every(0) is the empty word
    low(w, n), high(w, n)    every lane shifted right, left by n bits
    some(w)              is any bit set?
    a & b, a | b, a ^ b, ~a

Each is one LLVM instruction or two. Beside each stands its plain Python twin, which takes a word as a numpy array of
LANES numbers: it is what runs with NUMBA_DISABLE_JIT=1, and what the test of each compares.

A loop over the lanes of a row instead was tried and lost (see docs/sudoku-engine.md).
"""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, register_model
from numba.core.typing import signature
from numba.core.typing.templates import ConcreteTemplate, infer_global
import numba

LANES = 8

Planes: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint64]]
Word: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]

VECTOR = ir.VectorType(ir.IntType(64), LANES)


class WordType(types.Type):
    """numba's name for the type of a word."""

    def __init__(self) -> None:
        super().__init__(name=f"Word{LANES}")


WORD = WordType()


@register_model(WordType)
class WordModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, VECTOR)


def _address(context, builder, planes, kind, index):
    array = context.make_array(kind)(context, builder, planes)
    start = builder.mul(index, ir.Constant(index.type, LANES))
    return builder.bitcast(builder.gep(array.data, [start]), VECTOR.as_pointer())


@intrinsic
def load(typingctx, planes, i):
    def codegen(context, builder, signature, args):
        word = builder.load(_address(context, builder, args[0], signature.args[0], args[1]))
        word.align = 64
        return word
    return WORD(planes, types.intp), codegen


@intrinsic
def store(typingctx, planes, i, word):
    def codegen(context, builder, signature, args):
        builder.store(args[2], _address(context, builder, args[0], signature.args[0], args[1]), align=64)
        return context.get_dummy_value()
    return types.void(planes, types.intp, WORD), codegen


def spread(builder, number):
    one = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, ir.Constant(VECTOR, ir.Undefined), zeros)

@intrinsic
def every(typingctx, n):
    def codegen(context, builder, signature, args):
        return spread(builder, args[0])
    return WORD(types.uint64), codegen

@intrinsic
def low(typingctx, w, n):
    def codegen(context, builder, signature, args):
        return builder.lshr(args[0], spread(builder, args[1]))
    return WORD(WORD, types.uint64), codegen

@intrinsic
def high(typingctx, w, n):
    def codegen(context, builder, signature, args):
        return builder.shl(args[0], spread(builder, args[1]))
    return WORD(WORD, types.uint64), codegen

@intrinsic
def some(typingctx, w):
    def codegen(context, builder, signature, args):
        whole = builder.bitcast(args[0], ir.IntType(64 * LANES))
        return builder.icmp_unsigned("!=", whole, ir.Constant(whole.type, 0))
    return types.boolean(WORD), codegen


def _operator(symbol, in_place, instruction):
    template = type(symbol.__name__, (ConcreteTemplate,), {"cases": [signature(WORD, WORD, WORD)]})
    for op in (symbol, in_place):
        infer_global(op)(template)
        lower_builtin(op, WORD, WORD)(lambda context, builder, signature, args: instruction(builder, *args))

_operator(operator.and_, operator.iand, ir.IRBuilder.and_)
_operator(operator.or_, operator.ior, ir.IRBuilder.or_)
_operator(operator.xor, operator.ixor, ir.IRBuilder.xor)

@infer_global(operator.invert)
class _Invert(ConcreteTemplate):
    cases = [signature(WORD, WORD)]

@lower_builtin(operator.invert, WORD)
def _invert(context, builder, signature, args):
    return builder.not_(args[0])


@intrinsic
def trailing(typingctx, n):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))
    return types.int64(types.uint64), codegen

@intrinsic
def popcount(typingctx, n):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])
    return types.int64(types.uint64), codegen

from tessella.jit import kernel

@kernel
def aligned(n):
    raw = np.empty(n * LANES + LANES, np.uint64)
    start = (-(raw.ctypes.data // 8)) % LANES
    return raw[start:start + n * LANES].reshape(n, LANES)
