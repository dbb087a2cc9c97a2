"""NumPy arrays as the memref descriptors that MLIR's C interface takes by pointer."""

import ctypes
from functools import cache


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


def c_interface_call(function, result_rank, arguments):
    """A call of `_mlir_ciface_*` that returns a memref: arrays go as descriptors, Python integers as `index`."""
    result = _descriptor_type(result_rank)()
    descriptors = [argument if isinstance(argument, int) else describe(argument) for argument in arguments]
    words = [
        ctypes.c_int64(argument) if isinstance(argument, int) else ctypes.byref(argument) for argument in descriptors
    ]
    words.insert(0, ctypes.byref(result))
    function.restype = None
    # ctypes.byref keeps its descriptor alive; the arrays are the caller's.
    return lambda: function(*words)
