"""What a call leaves behind: nothing but the problem's dense result, or arrays that it made.

A call that makes its result returns an object with `arrays()` (level arrays in order, then the values) and `free()`.
"""

import ctypes

import numpy as np

_libc = ctypes.CDLL(None)
_libc.free.argtypes = [ctypes.c_void_p]
_libc.free.restype = None

# M_MMAP_THRESHOLD of mallopt and its default.
_MMAP_THRESHOLD, _DEFAULT_THRESHOLD = -3, 128 * 1024


def fresh_pages_for_all():
    """Has `malloc` take every large array from the system anew.

    It would otherwise raise its threshold whenever such an array is freed, and who allocates next would find pages that
    another contender has paid for.
    """
    _libc.mallopt(_MMAP_THRESHOLD, _DEFAULT_THRESHOLD)


class Malloced:
    """Arrays that the callee allocated with `malloc`: what to free, where each array starts, its length, its dtype."""

    def __init__(self, allocations, views):
        self._allocations = allocations
        self._views = views

    def arrays(self):
        return [view(*described) for described in self._views]

    def free(self):
        for allocation in self._allocations:
            _libc.free(allocation)


class Owned:
    """Arrays that live as long as some object: NumPy's own, or those of a handle with a function to release it."""

    def __init__(self, arrays, release=None):
        self._arrays = arrays
        self._release = release

    def arrays(self):
        return self._arrays

    def free(self):
        self._arrays = None
        if self._release is not None:
            self._release()


def free(outcome):
    """Frees what a call left behind, if anything."""
    if outcome is not None:
        outcome.free()


def view(address, length, dtype):
    """The NumPy array of `length` elements at an address."""
    if length == 0:
        return np.empty(0, dtype)
    size = length * np.dtype(dtype).itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(address), dtype)


def difference(found, expected):
    """The largest difference of values, relative to the largest value; infinite where the storage is another.

    Arrays may be longer than what they hold, as positions tell.
    """
    if len(found) != len(expected):
        return np.inf
    *levels, values = expected
    for own, array in zip(found, levels):
        if own.size < array.size or not np.array_equal(own[: array.size], array):
            return np.inf
    if found[-1].size < values.size:
        return np.inf
    scale = np.abs(values).max(initial=1.0)
    # a NaN is no difference that could be told from none by comparing: keep it
    return np.abs(found[-1].reshape(-1)[: values.size] - values.reshape(-1)).max(initial=0.0) / scale
