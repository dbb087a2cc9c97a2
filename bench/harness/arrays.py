"""Arrays that start on a cache line, so that no contender is luckier than another with alignment."""

import numpy as np

ALIGNMENT = 64


def empty(shape, dtype=np.float64):
    """An uninitialized array in row order whose data starts at a multiple of 64 bytes."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape)) * dtype.itemsize
    raw = np.empty(size + ALIGNMENT, dtype=np.uint8)
    skip = -raw.ctypes.data % ALIGNMENT
    return raw[skip : skip + size].view(dtype).reshape(shape)


def aligned(array, dtype=None):
    """A copy of `array` that starts at a multiple of 64 bytes."""
    array = np.asarray(array)
    copy = empty(array.shape, dtype or array.dtype)
    copy[...] = array
    return copy
