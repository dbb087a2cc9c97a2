"""Eigen: expressions on maps of the shared arrays, compiled with `-ffast-math`.

Timed: the function, which zeroes a dense result or makes a stored one. Eigen has no coordinates, no diagonals, blocks
only among what it calls unsupported, and no tensors with stored entries.
"""

from functools import cache
from pathlib import Path

from .c_interface import call_c
from .c_loops import C_TYPES, set_width
from .contender import Contender, NotApplicable

SOURCE = Path(__file__).resolve().parent / "eigen.cpp"
KERNELS = {
    *("spmv_csr", "spmv_csc", "spmv_half", "transposed", "norms", "spmm", "spmspv_csc"),
    *("add_csr", "mul_csr", "spgemm", "coo_to_csr", "csr_to_csc"),
}


def contender(tools):
    @cache
    def library(element):
        flags = ["-ffast-math", "-DNDEBUG", f"-DVALUE={C_TYPES[element]}"]
        return tools.load_cpp(f"eigen_{element}", *flags, SOURCE)

    def bind(problem):
        if problem.kernel.function not in KERNELS:
            raise NotApplicable
        own = library(problem.kernel.element)
        set_width(own, problem)
        return call_c(own[problem.kernel.function], problem, own.release)

    return Contender("eigen", "", True, bind)
