"""SciPy: for dense results the compiled functions behind `A @ x` and `A @ B`, called directly; else its operators.

Timed: zeroing the result and the function (`A @ x` would allocate its result besides, which nobody else is charged for
here); or the operator, which makes a stored result, and sorting it where it must be in order and SciPy does not: blocks,
products. Operands are marked as sorted and free of duplicates, so that SciPy does not look.

SciPy has no SDDMM, no MTTKRP, and no CSF. It adds tensors of order 3 by putting one list of coordinates behind the
other, which is no sum yet.
"""

import numpy as np
from harness import storage
from harness.results import Owned
from scipy import sparse
from scipy.sparse import _sparsetools

from .contender import Contender, NotApplicable


def contender():
    return Contender("scipy", "", True, _bind)


def _bind(problem):
    bind = BY_KERNEL.get(problem.kernel.function)
    if bind is None:
        raise NotApplicable
    return bind(problem)


def _matrix(format, stored):
    """A SciPy matrix around the arrays of an operand."""
    if format is sparse.coo_array:
        matrix = format((stored.values, tuple(stored.levels[1:])), shape=stored.shape)
        matrix.has_canonical_format = True
        return matrix
    positions, coordinates = stored.levels
    shape = stored.shape if len(stored.shape) == 2 else (stored.shape[0], 1)
    matrix = format((stored.values, coordinates, positions), shape=shape)
    matrix.has_sorted_indices = matrix.has_canonical_format = True
    return matrix


def _compressed(matrix):
    return Owned([matrix.indptr, matrix.indices, matrix.data.reshape(-1)])


# In place.


def _spmv(problem, *functions):
    """What each of these adds."""
    A, x = problem.operands
    y, arrays = problem.result, (*A.shape, *A.arrays, x, problem.result)

    def call():
        y.fill(0.0)
        for function in functions:
            function(*arrays)

    return call


def _transposed(problem):
    """The columns of the transposed matrix are the rows of this one."""
    A, x = problem.operands
    y, arrays = problem.result, (*reversed(A.shape), *A.arrays, x, problem.result)

    def call():
        y.fill(0.0)
        _sparsetools.csc_matvec(*arrays)

    return call


def _residual(problem):
    A, x, b = problem.operands
    r, arrays = problem.result, (*A.shape, *A.arrays, x, problem.result)

    def call():
        np.negative(b, out=r)
        _sparsetools.csr_matvec(*arrays)
        np.negative(r, out=r)

    return call


def _spmv_sell(problem):
    """On the rows that are sliced."""
    A, x = problem.operands
    levels, values = storage.csr_of_sell(A)
    y, arrays = problem.result, (*A.shape, *levels, values, x, problem.result)

    def call():
        y.fill(0.0)
        _sparsetools.csr_matvec(*arrays)

    return call


def _spmv_coo(problem):
    A, x = problem.operands
    (_, rows, columns), y = A.levels, problem.result

    def call():
        y.fill(0.0)
        _sparsetools.coo_matvec(A.values.size, rows, columns, A.values, x, y)

    return call


def _spmv_dia(problem):
    A, x = problem.operands
    (_, offsets), (m, n), y = A.levels, A.shape, problem.result
    # SciPy has the values of a diagonal where their columns are, the others where their rows are.
    data = A.values.reshape(offsets.size, m)
    data = np.ascontiguousarray([np.roll(diagonal, offset) for diagonal, offset in zip(data, offsets)])

    def call():
        y.fill(0.0)
        _sparsetools.dia_matvec(m, n, offsets.size, n, offsets, data, x, y)

    return call


def _spmv_bcsr(problem):
    A, x = problem.operands
    (m, n), y = A.shape, problem.result

    def call():
        y.fill(0.0)
        _sparsetools.bsr_matvec(m // 4, n // 4, 4, 4, *A.arrays, x, y)

    return call


def _spmspv(problem, format):
    """The product of two stored matrices, put into the dense result."""
    A, X = problem.operands
    y, A, X = problem.result, _matrix(format, A), _matrix(sparse.csc_array, X)
    X = X.asformat(A.format)

    def call():
        product = A @ X
        y.fill(0.0)
        rows = product.indices if A.format == "csc" else product.nonzero()[0]
        y[rows] = product.data

    return call


def _spmm(problem):
    A, B = problem.operands
    C, flat_B, flat_C, width = problem.result, B.ravel(), problem.result.ravel(), B.shape[1]  # views

    def call():
        C.fill(0.0)
        _sparsetools.csr_matvecs(*A.shape, width, *A.arrays, flat_B, flat_C)

    return call


def _spmm_coo(problem):
    A, B = problem.operands
    (_, rows, columns), C, width = A.levels, problem.result, B.shape[1]
    flat_B, flat_C = B.ravel(), C.ravel()  # views

    def call():
        C.fill(0.0)
        _sparsetools.coo_matmat_dense(A.values.size, width, rows, columns, A.values, flat_B, flat_C)

    return call


# Results made anew.


def _pairwise(problem, operator):
    A, B = (_matrix(sparse.csr_array, operand) for operand in problem.operands)
    return lambda: _compressed(operator(A, B))


def _spgemm(problem):
    A, B = (_matrix(sparse.csr_array, operand) for operand in problem.operands)

    def call():
        product = A @ B
        if problem.kernel.sorts:
            product.sort_indices()
        return _compressed(product)

    return call


def _inner_coo(problem):
    A, B = (_matrix(sparse.coo_array, operand) for operand in problem.operands)

    def call():
        problem.result[...] = A.tensordot(B, axes=3)

    return call


def _coo_to_csr(problem):
    A = _matrix(sparse.coo_array, problem.operands[0])
    return lambda: _compressed(A.tocsr())


def _csr_to_csc(problem):
    A = _matrix(sparse.csr_array, problem.operands[0])
    return lambda: _compressed(A.tocsc())


def _csr_to_bcsr(problem):
    A = _matrix(sparse.csr_array, problem.operands[0])

    def call():
        blocked = A.tobsr((4, 4))
        blocked.has_sorted_indices = False
        blocked.sort_indices()
        return _compressed(blocked)

    return call


class _Diagonals(Owned):
    """Diagonals with their values where their columns are, to be compared where their rows are."""

    def __init__(self, matrix):
        super().__init__([matrix.offsets, matrix.data])

    def arrays(self):
        offsets, data = super().arrays()
        rolled = [np.roll(diagonal, -offset) for diagonal, offset in zip(data, offsets)]
        return [np.array([0, offsets.size]), offsets, np.concatenate(rolled)]


def _csr_to_dia(problem):
    A = _matrix(sparse.csr_array, problem.operands[0])
    return lambda: _Diagonals(A.todia())


BY_KERNEL = {
    "spmv_csr": lambda problem: _spmv(problem, _sparsetools.csr_matvec),
    "spmv_sell": _spmv_sell,
    "spmv_csc": lambda problem: _spmv(problem, _sparsetools.csc_matvec),
    "transposed": _transposed,
    # The columns of the other half are the rows of this one.
    "spmv_half": lambda problem: _spmv(problem, _sparsetools.csr_matvec, _sparsetools.csc_matvec),
    "residual": _residual,
    "spmv_coo": _spmv_coo,
    "spmv_dia": _spmv_dia,
    "spmv_bcsr": _spmv_bcsr,
    "spmspv_csc": lambda problem: _spmspv(problem, sparse.csc_array),
    "spmspv_csr": lambda problem: _spmspv(problem, sparse.csr_array),
    "spmm": _spmm,
    "spmm_coo": _spmm_coo,
    "add_csr": lambda problem: _pairwise(problem, lambda A, B: A + B),
    "mul_csr": lambda problem: _pairwise(problem, lambda A, B: A * B),
    "spgemm": _spgemm,
    "spgemm_unordered": _spgemm,
    "inner_coo": _inner_coo,
    "coo_to_csr": _coo_to_csr,
    "csr_to_csc": _csr_to_csc,
    "csr_to_bcsr": _csr_to_bcsr,
    "csr_to_dia": _csr_to_dia,
}
