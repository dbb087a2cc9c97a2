"""SciPy: the compiled functions behind `A @ x` and `A @ B`, called directly.

Timed: zeroing the result and the function. `A @ x` would allocate its result besides, which nobody else is charged
for here. SciPy has no SDDMM and no MTTKRP.
"""

from scipy.sparse import _sparsetools

from .contender import Contender, NotApplicable


def contender():
    return Contender("scipy", "", True, _bind)


def _bind(problem):
    bind = BY_KERNEL.get(problem.kernel.name)
    if bind is None:
        raise NotApplicable
    return bind(problem)


def _spmv_csr(problem):
    (m, n), (positions, columns), (x,) = problem.shape, problem.levels, problem.dense
    values, y = problem.values, problem.result

    def call():
        y.fill(0.0)
        _sparsetools.csr_matvec(m, n, positions, columns, values, x, y)

    return call


def _spmv_coo(problem):
    (_, rows, columns), (x,) = problem.levels, problem.dense
    values, y = problem.values, problem.result

    def call():
        y.fill(0.0)
        _sparsetools.coo_matvec(values.size, rows, columns, values, x, y)

    return call


def _spmm(problem):
    (m, n), (positions, columns), (B,) = problem.shape, problem.levels, problem.dense
    values, C = problem.values, problem.result
    flat_B, flat_C, width = B.ravel(), C.ravel(), B.shape[1]  # views

    def call():
        C.fill(0.0)
        _sparsetools.csr_matvecs(m, n, width, positions, columns, values, flat_B, flat_C)

    return call


BY_KERNEL = {"spmv_csr": _spmv_csr, "spmv_coo": _spmv_coo, "spmm": _spmm}
