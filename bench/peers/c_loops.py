"""Two contenders in C: `plain C`, the loops a C-emitting tensor compiler prints, and `hand`, AVX-512 intrinsics.

Timed: the function, zeroing of the result included. Not a peer: `hand`.
"""

import ctypes
from functools import cache
from pathlib import Path

from .contender import Contender, NotApplicable

FOLDER = Path(__file__).resolve().parent

# The variants of the functions of hand.c.
HAND = {
    "spmv_csr": ["gather", "stream"],
    "spmv_coo": ["run", "block"],
    "spmm": ["row"],
    "sddmm": ["row"],
    "mttkrp": ["fibre"],
}


def contenders(tools):
    @cache
    def plain():
        return tools.load_c("plain", FOLDER / "plain.c", ["-ffast-math"])

    @cache
    def hand():
        return tools.load_c("hand", FOLDER / "hand.c")

    yield Contender("plain C", "", True, lambda problem: _call(plain()[problem.kernel.name], problem))
    for variant in sorted({variant for variants in HAND.values() for variant in variants}):

        def bind(problem, variant=variant):
            if variant not in HAND.get(problem.kernel.name, []):
                raise NotApplicable
            return _call(hand()[f"{problem.kernel.name}_{variant}"], problem)

        yield Contender("hand", variant, False, bind)


def _call(function, problem):
    arrays = [*problem.levels, problem.values, *problem.dense, problem.result]
    words = [ctypes.c_int64(size) for size in problem.shape]
    words += [ctypes.c_void_p(array.ctypes.data) for array in arrays]
    function.restype = None
    return lambda: function(*words)
