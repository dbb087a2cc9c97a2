"""Entries packed into level arrays with 32-bit positions and coordinates: the storage that all contenders read.

Each function takes a shape, the coordinates in row order and the values, and gives the level arrays (outermost level
first, positions before coordinates) and the array of values.
"""

import numpy as np

from .arrays import aligned


def csr(shape, coordinates, values):
    """[positions, columns] of levels (dense, compressed)."""
    i, j = coordinates
    return [_positions(i, shape[0]), aligned(j, np.int32)], aligned(values)


def csc(shape, coordinates, values):
    """[positions, rows] of levels (dense, compressed) of the transposed matrix."""
    i, j = coordinates
    order = np.argsort(j, kind="stable")
    return [_positions(j, shape[1]), aligned(i[order], np.int32)], aligned(values[order])


def coo(shape, coordinates, values):
    """[positions, rows, columns, …] of levels (compressed(nonunique), singleton, …), a struct of arrays."""
    arrays = [aligned([0, values.size], np.int32)]
    return arrays + [aligned(coordinate, np.int32) for coordinate in coordinates], aligned(values)


def csf(shape, coordinates, values):
    """[positions, coordinates] of each level, all of them compressed."""
    arrays = []
    parents = np.zeros(1, dtype=np.int64)  # where the parents' entries start
    new = np.zeros(values.size, dtype=bool)  # whether an entry differs from the one before, up to this level
    new[:1] = True
    for coordinate in coordinates:
        new[1:] |= coordinate[1:] != coordinate[:-1]
        starts = np.flatnonzero(new)
        positions = np.append(np.searchsorted(starts, parents), starts.size)
        arrays += [aligned(positions, np.int32), aligned(coordinate[starts], np.int32)]
        parents = starts
    return arrays, aligned(values)


def bcsr(shape, coordinates, values, side=4):
    """[positions, block columns] of rows of dense blocks; `side` divides the shape."""
    i, j = coordinates
    across = shape[1] // side
    blocks, block = np.unique(i // side * across + j // side, return_inverse=True)
    padded = np.zeros((blocks.size, side, side), values.dtype)
    padded[block, i % side, j % side] = values
    return [_positions(blocks // across, shape[0] // side), aligned(blocks % across, np.int32)], aligned(padded.ravel())


def dia(shape, coordinates, values):
    """[positions, offsets] of diagonals j - i in rising order, each with a value for every row."""
    i, j = coordinates
    offsets, diagonal = np.unique(j - i, return_inverse=True)
    padded = np.zeros((offsets.size, shape[0]), values.dtype)
    padded[diagonal, i] = values
    return [aligned([0, offsets.size], np.int32), aligned(offsets, np.int32)], aligned(padded.ravel())


def _positions(rows, count):
    """Where each of `count` rows starts, and where the last one ends."""
    positions = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=count), out=positions[1:])
    return aligned(positions, np.int32)
