"""The bandwidth of the memory: what bounds kernels that read each array once."""

import ctypes
import time

import numpy as np

from .arrays import empty


def triad(library, quick):
    """Bytes a second of STREAM's triad `a = b + 3 c`, on arrays that no cache holds; the best of ten."""
    length = 1 << (20 if quick else 25)
    arrays = [empty((length,)) for _ in range(3)]
    for array in arrays:
        array.fill(1.0)
    words = [ctypes.c_int64(length), *(ctypes.c_void_p(array.ctypes.data) for array in arrays)]
    library.triad.restype = None
    seconds = []
    for _ in range(10):
        start = time.perf_counter()
        library.triad(*words)
        seconds.append(time.perf_counter() - start)
    return 3 * np.dtype(np.float64).itemsize * length / min(seconds)
