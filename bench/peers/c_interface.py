"""Calls of C functions: the sizes of the kernel's variables, each operand's arrays, then where the result goes.

A function whose result is stored gets an array of `Array`s instead, and fills in what it allocates with `malloc`; or it
returns a pointer to what owns the arrays.
"""

import ctypes

import numpy as np
from harness.results import Malloced, Owned, view


class Array(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_int64)]


def call_c(function, problem, release=None):
    """The call for a problem; `release` is the function that deletes the owner of a stored result."""
    words = [ctypes.c_int64(size) for size in problem.sizes.values()]
    words += [ctypes.c_void_p(array.ctypes.data) for array in problem.arrays]
    if not problem.kernel.is_fresh:
        words.append(ctypes.c_void_p(problem.result.ctypes.data))
        function.restype = None
        return lambda: function(*words)
    dtypes = [np.dtype(np.int32)] * len(problem.kernel.result.format.arrays) + [problem.kernel.dtype]
    out = (Array * len(dtypes))()
    function.restype = ctypes.c_void_p if release else None

    def call():
        owner = function(*words, out)
        described = [(array.data, array.length, dtype) for array, dtype in zip(out, dtypes)]
        if release is None:
            return Malloced([array.data for array in out], described)
        return Owned([view(*array) for array in described], lambda: release(ctypes.c_void_p(owner)))

    return call
