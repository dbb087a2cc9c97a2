"""Intel's MKL, as pip installs it, on one thread: its inspector-executor interface on the shared arrays.

Timed: the product, which zeroes its result; or, where the result is stored, the addition or the product, with the export of
its result, which a product puts in order first, unless any order will do. The variant `opt` tells MKL before that there will
be many products, and lets it prepare (`mkl_sparse_optimize`), which is not timed. Not a peer: it may copy the matrix into a
format of its own, and the others work on the shared arrays. It is one (`own`) where the operand is such a copy: sliced rows,
which MKL is given as rows.
"""

import ctypes
import os
import sys
from functools import cache
from pathlib import Path

import numpy as np
from harness import storage
from harness.problem import Stored
from harness.results import Owned, view

from .contender import Contender, NotApplicable

# Values of enums in mkl_spblas.h.
_NOT_TRANSPOSED, _TRANSPOSED, _GENERAL, _SYMMETRIC, _LOWER, _NON_UNIT, _BY_ROWS = 10, 11, 20, 21, 40, 50, 101
# So many calls are announced.
_CALLS = 1000


class _Description(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("mode", ctypes.c_int), ("diagonal", ctypes.c_int)]


_ANY = _Description(_GENERAL, 0, 0)
_LOWER_HALF = _Description(_SYMMETRIC, _LOWER, _NON_UNIT)


def contenders():
    for variant in ("", "opt", "own"):

        def bind(problem, variant=variant):
            function, prepares = problem.kernel.function, variant != ""
            make = BY_KERNEL.get(function)
            if make is None or _library() is None or (prepares and problem.kernel.is_fresh):
                raise NotApplicable
            if prepares and (variant == "own") != (function == "spmv_sell"):
                raise NotApplicable
            return make(_Matrices(problem), prepares)

        yield Contender("mkl", variant, variant != "opt", bind)


@cache
def _library():
    os.environ["MKL_THREADING_LAYER"] = "SEQUENTIAL"
    for path in sorted(Path(sys.prefix, "lib").glob("libmkl_rt.so*")):
        return ctypes.CDLL(str(path))
    print("mkl.py: no MKL beside this Python (pip install mkl): without the columns `mkl`", file=sys.stderr)
    return None


def _checked(status):
    if status != 0:
        raise RuntimeError(f"MKL refused with status {status}")


class _Matrices:
    """The stored operands of a problem as handles, and the functions for its type of entries."""

    def __init__(self, problem):
        self.problem = problem
        self.letter = {"f64": "d", "f32": "s"}[problem.kernel.element]
        self.scalar = {"f64": ctypes.c_double, "f32": ctypes.c_float}[problem.kernel.element]

    def function(self, name):
        return getattr(_library(), name.format(self.letter))

    def handle(self, operand, kind):
        """A handle on the arrays of an operand: `csr`, `csc`, `coo` or `bsr`."""
        handle, (m, n) = ctypes.c_void_p(), operand.shape
        *levels, values = [ctypes.c_void_p(array.ctypes.data) for array in operand.arrays]
        create = self.function("mkl_sparse_{}_create_" + kind)
        if kind == "coo":
            arrays = [m, n, operand.values.size, *levels[1:], values]
        else:
            positions, coordinates = levels
            sizes = [_BY_ROWS, m // 4, n // 4, 4] if kind == "bsr" else [m, n]
            arrays = [*sizes, positions, ctypes.c_void_p(positions.value + 4), coordinates, values]
        _checked(create(ctypes.byref(handle), 0, *arrays))
        return handle


def _spmv(kind, given=lambda A: A, what=_ANY, how=_NOT_TRANSPOSED):
    """`given` is the matrix as MKL gets it, `what` says what it is, and `how` whether it is transposed."""

    def make(matrices, prepares):
        A, x = matrices.problem.operands
        A = given(A)
        handle = matrices.handle(A, kind)
        if prepares:
            # What MKL cannot prepare it refuses with a status, and computes as it is.
            _library().mkl_sparse_set_mv_hint(handle, how, what, _CALLS)
            _library().mkl_sparse_optimize(handle)
        product, (one, zero) = matrices.function("mkl_sparse_{}_mv"), (matrices.scalar(1), matrices.scalar(0))
        x, y = (ctypes.c_void_p(array.ctypes.data) for array in (x, matrices.problem.result))

        # The handle does not keep the arrays.
        def call(_arrays=A):
            _checked(product(how, one, handle, what, x, zero, y))

        return call

    return make


def _residual(matrices, prepares):
    A, x, b = matrices.problem.operands
    handle, result = matrices.handle(A, "csr"), matrices.problem.result
    if prepares:
        _library().mkl_sparse_set_mv_hint(handle, _NOT_TRANSPOSED, _ANY, _CALLS)
        _library().mkl_sparse_optimize(handle)
    product, (minus, one) = matrices.function("mkl_sparse_{}_mv"), (matrices.scalar(-1), matrices.scalar(1))
    x, r = (ctypes.c_void_p(array.ctypes.data) for array in (x, result))

    def call():
        np.copyto(result, b)
        _checked(product(_NOT_TRANSPOSED, minus, handle, _ANY, x, one, r))

    return call


def _spmm(kind):
    def make(matrices, prepares):
        (A, B), width = matrices.problem.operands, matrices.problem.kernel.width
        handle = matrices.handle(A, kind)
        if prepares:
            _library().mkl_sparse_set_mm_hint(handle, _NOT_TRANSPOSED, _ANY, _BY_ROWS, width, _CALLS)
            _library().mkl_sparse_optimize(handle)
        product, (one, zero) = matrices.function("mkl_sparse_{}_mm"), (matrices.scalar(1), matrices.scalar(0))
        B, C = (ctypes.c_void_p(array.ctypes.data) for array in (B, matrices.problem.result))
        words = [_NOT_TRANSPOSED, one, handle, _ANY, _BY_ROWS, B, width, width, zero, C, width]
        return lambda: _checked(product(*words))

    return make


def _fresh(matrices, compute):
    """A call whose result is what `compute` puts into a new handle."""
    export, dtype = matrices.function("mkl_sparse_{}_export_csr"), matrices.problem.kernel.dtype

    def call():
        result, base, m, n = ctypes.c_void_p(), ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        compute(result)
        begins, ends, columns, values = (ctypes.c_void_p() for _ in range(4))
        _checked(export(result, *map(ctypes.byref, (base, m, n, begins, ends, columns, values))))
        positions = view(begins.value, m.value + 1, "int32")
        entries = int(positions[-1])
        arrays = [positions, view(columns.value, entries, "int32"), view(values.value, entries, dtype)]
        return Owned(arrays, lambda: _library().mkl_sparse_destroy(result))

    return call


def _add(matrices, _):
    A, B = (matrices.handle(operand, "csr") for operand in matrices.problem.operands)
    add, one = matrices.function("mkl_sparse_{}_add"), matrices.scalar(1)
    return _fresh(matrices, lambda result: _checked(add(_NOT_TRANSPOSED, A, one, B, ctypes.byref(result))))


def _spgemm(matrices, _):
    A, B = (matrices.handle(operand, "csr") for operand in matrices.problem.operands)

    def compute(result):
        _checked(_library().mkl_sparse_spmm(_NOT_TRANSPOSED, A, B, ctypes.byref(result)))
        if matrices.problem.kernel.sorts:
            _checked(_library().mkl_sparse_order(result))

    return _fresh(matrices, compute)


BY_KERNEL = {
    "spmv_csr": _spmv("csr"),
    "spmv_sell": _spmv("csr", lambda A: Stored(A.shape, *storage.csr_of_sell(A))),
    "spmv_csc": _spmv("csc"),
    "spmv_coo": _spmv("coo"),
    "spmv_bcsr": _spmv("bsr"),
    "transposed": _spmv("csr", how=_TRANSPOSED),
    "spmv_half": _spmv("csr", what=_LOWER_HALF),
    "residual": _residual,
    "spmm": _spmm("csr"),
    "spmm_coo": _spmm("coo"),
    "add_csr": _add,
    "spgemm": _spgemm,
    "spgemm_unordered": _spgemm,
}
