"""Entries packed into level arrays with 32-bit positions and coordinates: the storage that all contenders read.

Each function that packs takes a shape, the coordinates in row order and the values, and gives the level arrays (outermost
level first, positions before coordinates) and the array of values.
"""

from functools import lru_cache

import numpy as np

from .arrays import aligned


def csr(shape, coordinates, values):
    """[positions, columns] of levels (dense, compressed)."""
    i, j = coordinates
    return [_positions(i, shape[0]), aligned(j, np.int32)], aligned(values)


def pixels(shape, coordinates, values):
    """[positions, channels] of levels (dense, dense, compressed)."""
    i, j, k = coordinates
    return csr((shape[0] * shape[1], shape[2]), (i * shape[1] + j, k), values)


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


def sell(shape, coordinates, values, lanes=8, window=256):
    """[positions, rows, slices, columns]: rows in windows by length, longest first, so many of them interleaved.

    `slices` holds for each slice where it begins, and then the length of each of its rows. Free places repeat the column
    before them, or hold 0.
    """
    i, j = coordinates
    lengths = np.bincount(i, minlength=shape[0])
    rows = np.lexsort((-lengths, np.arange(shape[0]) // window))
    count = -(-shape[0] // lanes)
    padded = np.zeros(count * lanes, np.int64)
    padded[: shape[0]] = lengths[rows]
    padded = padded.reshape(count, lanes)
    begins = np.append(0, np.cumsum(padded.max(axis=1) * lanes))
    places = np.empty(shape[0], np.int64)
    places[rows] = np.arange(shape[0])
    first = np.append(0, np.cumsum(lengths))[:-1]
    at = begins[places[i] // lanes] + places[i] % lanes + (np.arange(i.size) - first[i]) * lanes
    stored, columns = np.zeros(begins[-1], values.dtype), np.zeros(begins[-1], np.int64)
    stored[at], columns[at] = values, j
    for slice in np.flatnonzero(padded.min(axis=1) < padded.max(axis=1)):
        block = columns[begins[slice] : begins[slice + 1]].reshape(-1, lanes)
        for lane in range(lanes):
            length = padded[slice, lane]
            block[length:, lane] = block[length - 1, lane] if length else 0
    slices = np.column_stack([begins[:-1], padded]).ravel()
    arrays = [aligned(array, np.int32) for array in ([0, shape[0]], rows, slices, columns)]
    return arrays, aligned(stored)


@lru_cache(maxsize=1)
def csr_of_sell(stored, lanes=8):
    """The arrays of the rows that a matrix in SELL holds: [positions, columns], and values; shared by all who ask."""
    _, rows, slices, columns = stored.levels
    slices = slices.reshape(-1, lanes + 1)
    begins, lengths = slices[:, 0], slices[:, 1:].ravel()[: rows.size]
    place = np.repeat(np.arange(rows.size), lengths)
    number = np.arange(place.size) - np.repeat(np.append(0, np.cumsum(lengths))[:-1], lengths)
    at = begins[place // lanes] + place % lanes + number * lanes
    order = np.argsort(rows[place], kind="stable")
    at = at[order]
    return [_positions(rows[place], stored.shape[0]), aligned(columns[at], np.int32)], aligned(stored.values[at])


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


def csr_in_order(positions, columns, values):
    """Packed rows, each put in order: the same arrays."""
    count = int(positions[-1])
    rows = np.repeat(np.arange(positions.size - 1), np.diff(positions))
    order = np.lexsort((columns[:count], rows))
    return [positions, columns[:count][order], values[:count][order]]
