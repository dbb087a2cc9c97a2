"""Two contenders in C: `plain C`, the loops a C-emitting tensor compiler prints, and `hand`, AVX-512 intrinsics.

Timed: the function, zeroing or allocation of the result included; the variant `huge` asks for huge pages, as NumPy
does. Not a peer: `hand`, of which most is left out on processors without AVX-512.
"""

import ctypes
import sys
from functools import cache
from pathlib import Path

from .c_interface import call_c
from .contender import Contender, NotApplicable

FOLDER = Path(__file__).resolve().parent
C_TYPES = {"f64": "double", "f32": "float"}

# The variants of the functions of hand.c.
HAND = {
    "spmv_csr": ["gather", "stream"],
    "spmv_coo": ["run", "block"],
    "spmv_bcsr": ["rows"],
    "spmm": ["row"],
    "sddmm": ["row"],
    "mttkrp": ["fibre"],
    "spgemm": ["bitmap"],
    "convolution": ["rows"],
}
# The functions that need no AVX-512, and their sources.
PLAIN_HAND = {"spgemm": "hand_spgemm.c", "convolution": "hand_convolution.c"}
# The columns of dense operands that they are written for.
WIDTHS = {"spmm": 32, "sddmm": 32, "mttkrp": 16, "convolution": 3}


def set_width(library, problem):
    """Tells a library how many columns the dense operands of a problem have."""
    if problem.kernel.width is not None:
        ctypes.c_int32.in_dll(library, "dense_width").value = problem.kernel.width


def load_plain(tools, element):
    """The library of plain loops for one type of entries."""
    flags = ["-ffast-math", f"-DVALUE={C_TYPES[element]}"]
    return tools.load_c(f"plain_{element}", *flags, *sorted(FOLDER.glob("plain*.c")))


def contenders(tools):
    @cache
    def plain(element):
        return load_plain(tools, element)

    @cache
    def hand(source):
        if source == "hand.c" and not tools.defines("__AVX512F__"):
            print("c_loops.py: this processor has no AVX-512: most kernels are without the column `hand`", file=sys.stderr)
            return None
        return tools.load_c(source.removesuffix(".c"), FOLDER / source)

    for variant in ("", "huge"):

        def bind(problem, huge=variant == "huge"):
            if huge and not problem.kernel.is_fresh:
                raise NotApplicable
            library = plain(problem.kernel.element)
            call = call_c(library[problem.kernel.function], problem)
            set_width(library, problem)
            setting = ctypes.c_int.in_dll(library, "huge_pages")

            def call_with_pages():
                setting.value = huge
                return call()

            return call_with_pages if problem.kernel.is_fresh else call

        yield Contender("plain C", variant, True, bind)
    for variant in sorted({variant for variants in HAND.values() for variant in variants}):

        def bind(problem, variant=variant):
            kernel = problem.kernel
            written_for = kernel.element == "f64" and kernel.width == WIDTHS.get(kernel.function)
            if not written_for or variant not in HAND.get(kernel.function, []):
                raise NotApplicable
            library = hand(PLAIN_HAND.get(kernel.function, "hand.c"))
            if library is None:
                raise NotApplicable
            return call_c(library[f"{kernel.function}_{variant}"], problem)

        yield Contender("hand", variant, False, bind)
