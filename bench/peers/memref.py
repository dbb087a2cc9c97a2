"""NumPy arrays as the memref descriptors that MLIR's C interface takes by pointer."""

import ctypes
from functools import cache

import numpy as np
from harness.results import Malloced


@cache
def _descriptor_type(rank):
    class Descriptor(ctypes.Structure):
        _fields_ = [
            ("allocated", ctypes.c_void_p),
            ("aligned", ctypes.c_void_p),
            ("offset", ctypes.c_int64),
            ("sizes", ctypes.c_int64 * rank),
            ("strides", ctypes.c_int64 * rank),
        ]

    return Descriptor


def describe(array):
    """The descriptor of an array; the array must outlive it."""
    strides = [stride // array.itemsize for stride in array.strides]
    data = array.ctypes.data
    return _descriptor_type(array.ndim)(data, data, 0, (*array.shape,), (*strides,))


def call_in_place(function, rank, arguments):
    """A call of `_mlir_ciface_*` that returns a memref of this rank, the result array among its arguments.

    Arrays go as descriptors, Python integers as `index`.
    """
    words = _words(_descriptor_type(rank)(), arguments)
    function.restype = None
    return lambda: function(*words)


def call_making(function, format, dtype, sizes, arguments):
    """A call of `_mlir_ciface_*` that returns the arrays of a stored tensor, and `sizes` integers after them.

    The values are of this `dtype`.
    """
    dtypes = [np.dtype(np.int32)] * len(format.arrays) + [dtype]

    class Result(ctypes.Structure):
        _fields_ = [("arrays", _descriptor_type(1) * len(dtypes)), ("sizes", ctypes.c_int64 * sizes)]

    result = Result()
    words = _words(result, arguments)
    function.restype = None

    def call():
        function(*words)
        views = [
            (own.aligned + own.offset * dtype.itemsize, own.sizes[0], dtype)
            for own, dtype in zip(result.arrays, dtypes)
        ]
        return Malloced([own.allocated for own in result.arrays], views)

    return call


def _words(result, arguments):
    descriptors = [argument if isinstance(argument, int) else describe(argument) for argument in arguments]
    words = [
        ctypes.c_int64(argument) if isinstance(argument, int) else ctypes.byref(argument) for argument in descriptors
    ]
    # ctypes.byref keeps its descriptor alive; the arrays are the caller's.
    return [ctypes.byref(result), *words]
