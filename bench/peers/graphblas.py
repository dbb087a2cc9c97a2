"""SuiteSparse:GraphBLAS, as pip installs it, on one thread.

Timed: one call of its C interface into an object of its own, whose entries are taken out only to be compared. It works on
copies of the operands.
"""

import sys
from functools import cache

import numpy as np
from harness.results import Owned

from .contender import Contender, NotApplicable


def contender():
    return Contender("graphblas", "", True, _bind)


@cache
def _package():
    try:
        import graphblas
    except ImportError:
        message = "graphblas.py: no GraphBLAS (pip install python-graphblas suitesparse-graphblas): without the column"
        print(message, file=sys.stderr)
        return None
    # Else each call puts its result in order.
    graphblas.init("suitesparse", blocking=False)
    graphblas.ss.config["nthreads"] = 1
    return graphblas


def _bind(problem):
    make = BY_KERNEL.get(problem.kernel.function)
    if make is None or _package() is None:
        raise NotApplicable
    return make(_package(), problem)


class _Object(Owned):
    """A matrix or vector of GraphBLAS's, whose missing entries are zeros."""

    def arrays(self):
        return [self._arrays.to_dense(fill_value=0.0)]


def _product(kind):
    def make(package, problem):
        from suitesparse_graphblas import ffi, lib

        A, B = problem.operands
        positions, coordinates = (array.astype(np.uint64) for array in A.levels)
        build = package.Matrix.from_csr if kind == "csr" else package.Matrix.from_csc
        matrix = build(positions, coordinates, A.values, nrows=A.shape[0], ncols=A.shape[1])
        whole = package.Vector if B.ndim == 1 else package.Matrix
        right, result = whole.from_dense(B), whole.from_dense(np.zeros_like(problem.result))
        function = lib.GrB_mxv if B.ndim == 1 else lib.GrB_mxm
        semiring = package.semiring.plus_times[{"f64": "FP64", "f32": "FP32"}[problem.kernel.element]]
        null = ffi.NULL
        words = [result.gb_obj[0], null, null, semiring.gb_obj, matrix.gb_obj[0], right.gb_obj[0], null]
        kept = matrix, right  # as long as their handles

        def call(kept=kept):
            if function(*words) != 0:
                raise RuntimeError("GraphBLAS refused")
            return _Object(result)

        return call

    return make


class _Rows(Owned):
    """A matrix of GraphBLAS's with rows in order."""

    def arrays(self):
        positions, columns, values = self._arrays.to_csr()
        return [positions.astype(np.int32), columns.astype(np.int32), values]


def _spgemm(package, problem):
    from suitesparse_graphblas import ffi, lib

    operands = []
    for own in problem.operands:
        positions, coordinates = (array.astype(np.uint64) for array in own.levels)
        operands.append(package.Matrix.from_csr(positions, coordinates, own.values, nrows=own.shape[0], ncols=own.shape[1]))
    semiring = package.semiring.plus_times[{"f64": "FP64", "f32": "FP32"}[problem.kernel.element]]
    A, B = operands

    def call():
        result = package.Matrix(A.dtype, A.nrows, B.ncols)
        null = ffi.NULL
        words = [result.gb_obj[0], null, null, semiring.gb_obj, A.gb_obj[0], B.gb_obj[0], null]
        if lib.GrB_mxm(*words) != 0:
            raise RuntimeError("GraphBLAS refused")
        # This puts rows in order.
        if problem.kernel.sorts and lib.GrB_Matrix_wait(result.gb_obj[0], lib.GrB_MATERIALIZE) != 0:
            raise RuntimeError("GraphBLAS refused")
        return _Rows(result)

    return call


BY_KERNEL = {
    "spmv_csr": _product("csr"),
    "spmv_csc": _product("csc"),
    "spmm": _product("csr"),
    "spgemm": _spgemm,
    "spgemm_unordered": _spgemm,
}
