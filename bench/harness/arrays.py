"""Arrays that start on a cache line, so that no contender is luckier than another with alignment."""

import numpy as np

ALIGNMENT = 64


def empty(shape, dtype=np.float64, misaligned=0):
    """An uninitialized array in row order whose data starts at a multiple of 64 bytes, or so many bytes behind one."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape)) * dtype.itemsize
    raw = np.empty(size + ALIGNMENT + misaligned, dtype=np.uint8)
    skip = -raw.ctypes.data % ALIGNMENT + misaligned
    return raw[skip : skip + size].view(dtype).reshape(shape)


def aligned(array, dtype=None, misaligned=0):
    """A copy of `array` that starts at a multiple of 64 bytes, or so many bytes behind one."""
    array = np.asarray(array)
    copy = empty(array.shape, dtype or array.dtype, misaligned)
    copy[...] = array
    return copy
