"""Eigen: expressions on maps of the shared arrays, compiled with `-ffast-math`.

Timed: the function, which zeroes a dense result or makes a stored one. Eigen has no coordinates, no diagonals, blocks
only among what it calls unsupported, and no tensors with stored entries.
"""

from functools import cache
from pathlib import Path

from .c_interface import call_c
from .contender import Contender, NotApplicable

SOURCE = Path(__file__).resolve().parent / "eigen.cpp"
KERNELS = {"spmv_csr", "spmm", "spmspv_csc", "add_csr", "mul_csr", "coo_to_csr", "csr_to_csc"}


def contender(tools):
    @cache
    def library():
        return tools.load_cpp("eigen", "-ffast-math", "-DNDEBUG", SOURCE)

    def bind(problem):
        if problem.kernel.name not in KERNELS:
            raise NotApplicable
        return call_c(library()[problem.kernel.name], problem, library().release)

    return Contender("eigen", "", True, bind)
