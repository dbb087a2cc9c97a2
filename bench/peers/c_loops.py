"""Two contenders in C: `plain C`, the loops a C-emitting tensor compiler prints, and `hand`, AVX-512 intrinsics.

Timed: the function, zeroing or allocation of the result included; the variant `huge` asks for huge pages, as NumPy
does. Not a peer: `hand`, which is left out on processors without AVX-512.
"""

import ctypes
import sys
from functools import cache
from pathlib import Path

from .c_interface import call_c
from .contender import Contender, NotApplicable

FOLDER = Path(__file__).resolve().parent

# The variants of the functions of hand.c.
HAND = {
    "spmv_csr": ["gather", "stream"],
    "spmv_coo": ["run", "block"],
    "spmv_bcsr": ["rows"],
    "spmm": ["row"],
    "sddmm": ["row"],
    "mttkrp": ["fibre"],
}


def contenders(tools):
    @cache
    def plain():
        return tools.load_c("plain", "-ffast-math", *sorted(FOLDER.glob("plain*.c")))

    @cache
    def hand():
        if not tools.defines("__AVX512F__"):
            print("c_loops.py: this processor has no AVX-512: without the column `hand`", file=sys.stderr)
            return None
        return tools.load_c("hand", FOLDER / "hand.c")

    for variant in ("", "huge"):

        def bind(problem, huge=variant == "huge"):
            if huge and not problem.kernel.is_fresh:
                raise NotApplicable
            call = call_c(plain()[problem.kernel.name], problem)
            setting = ctypes.c_int.in_dll(plain(), "huge_pages")

            def call_with_pages():
                setting.value = huge
                return call()

            return call_with_pages if problem.kernel.is_fresh else call

        yield Contender("plain C", variant, True, bind)
    for variant in sorted({variant for variants in HAND.values() for variant in variants}):

        def bind(problem, variant=variant):
            if variant not in HAND.get(problem.kernel.name, []) or hand() is None:
                raise NotApplicable
            return call_c(hand()[f"{problem.kernel.name}_{variant}"], problem)

        yield Contender("hand", variant, False, bind)
