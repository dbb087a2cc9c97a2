"""Coordinates packed into level arrays with 32-bit positions and coordinates: the storage all contenders read."""

import numpy as np

from .arrays import aligned


def csr(shape, coordinates):
    """[positions, columns] of levels (dense, compressed)."""
    i, j = coordinates
    positions = np.zeros(shape[0] + 1, dtype=np.int64)
    np.cumsum(np.bincount(i, minlength=shape[0]), out=positions[1:])
    return [aligned(positions, np.int32), aligned(j, np.int32)]


def coo(shape, coordinates):
    """[positions, rows, columns] of levels (compressed(nonunique), singleton), a struct of arrays."""
    i, j = coordinates
    return [aligned([0, i.size], np.int32), aligned(i, np.int32), aligned(j, np.int32)]


def csf(shape, coordinates):
    """[positions, coordinates] of each level, all of them compressed."""
    count = coordinates[0].size
    arrays = []
    parents = np.zeros(1, dtype=np.int64)  # where the parents' entries start
    new = np.zeros(count, dtype=bool)  # whether an entry differs from the one before, up to this level
    new[:1] = True
    for coordinate in coordinates:
        new[1:] |= coordinate[1:] != coordinate[:-1]
        starts = np.flatnonzero(new)
        positions = np.append(np.searchsorted(starts, parents), starts.size)
        arrays += [aligned(positions, np.int32), aligned(coordinate[starts], np.int32)]
        parents = starts
    return arrays
