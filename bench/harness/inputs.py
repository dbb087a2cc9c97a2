"""Sparse inputs, generated with fixed seeds: coordinates without duplicates, sorted in row order.

An input is a pair (shape, coordinates): one `int64` array of coordinates for each dimension.
"""

import numpy as np

SEED = 20240607


def _unique(keys):
    """The keys in rising order, each once: many times as fast as `np.unique`, which puts them into a hash table."""
    keys = np.sort(keys)
    return keys[np.concatenate([[True], keys[1:] != keys[:-1]])]


def _sorted_unique(shape, *coordinates):
    """The coordinates in row order, each tuple once."""
    return shape, np.unravel_index(_unique(np.ravel_multi_index(coordinates, shape)), shape)


def uniform(rows, per_row, seed=SEED):
    """A square matrix with about `per_row` entries at random places of every row."""
    random = np.random.default_rng(seed)
    i = np.repeat(np.arange(rows), per_row)
    return _sorted_unique((rows, rows), i, random.integers(0, rows, i.size))


def density(rows, columns, share):
    """A matrix with entries at a `share` of all places, at random."""
    return scattered(rows, columns, int(rows * columns * share))


def stencil(side):
    """The 5-point stencil on a grid of `side` x `side` points."""
    y, x = (axis.ravel() for axis in np.meshgrid(np.arange(side), np.arange(side), indexing="ij"))
    rows, columns = [], []
    for dy, dx in ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)):
        inside = (0 <= y + dy) & (y + dy < side) & (0 <= x + dx) & (x + dx < side)
        rows.append((y * side + x)[inside])
        columns.append(((y + dy) * side + x + dx)[inside])
    return _sorted_unique((side * side, side * side), np.concatenate(rows), np.concatenate(columns))


def rmat(scale, edges_per_vertex, a=0.57, b=0.19, c=0.19, seed=SEED):
    """A power-law graph on 2^scale vertices (R-MAT with the parameters of Graph500, vertices in their own order)."""
    random = np.random.default_rng(seed)
    count = edges_per_vertex << scale
    i = np.zeros(count, dtype=np.int64)
    j = np.zeros(count, dtype=np.int64)
    for _ in range(scale):
        draw = random.random(count)
        i = 2 * i + (draw >= a + b)
        j = 2 * j + (((draw >= a) & (draw < a + b)) | (draw >= a + b + c))
    return _sorted_unique((1 << scale, 1 << scale), i, j)


def random_tensor(shape, entries, seed=SEED):
    """A tensor with entries at random places: most fibres hold one entry or two."""
    random = np.random.default_rng(seed)
    keys = _unique(random.integers(0, int(np.prod(shape)), entries))
    return shape, np.unravel_index(keys, shape)


def fibred_tensor(shape, fibres, per_fibre, seed=SEED):
    """A tensor of order 3 whose entries lie in `fibres` random fibres of the last mode, about `per_fibre` in each."""
    random = np.random.default_rng(seed)
    fibre = np.repeat(random.integers(0, shape[0] * shape[1], fibres), per_fibre)
    i, j = np.unravel_index(fibre, shape[:2])
    return _sorted_unique(shape, i, j, random.integers(0, shape[2], fibre.size))


def stencil3(side):
    """The 7-point stencil on a grid of `side`^3 points."""
    z, y, x = (axis.ravel() for axis in np.meshgrid(*[np.arange(side)] * 3, indexing="ij"))
    rows, columns = [], []
    for dz, dy, dx in ((-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)):
        inside = np.ones(z.size, dtype=bool)
        for axis, step in ((z, dz), (y, dy), (x, dx)):
            inside &= (0 <= axis + step) & (axis + step < side)
        rows.append(((z * side + y) * side + x)[inside])
        columns.append((((z + dz) * side + y + dy) * side + x + dx)[inside])
    return _sorted_unique((side**3, side**3), np.concatenate(rows), np.concatenate(columns))


def shifted(entries, by=1):
    """A matrix whose entries stand `by` columns to the right, but for those that fall out."""
    shape, (i, j) = entries
    inside = j + by < shape[1]
    return shape, (i[inside], j[inside] + by)


def with_shifted_transpose(entries):
    """A matrix and its transpose, whose columns stand one to the right: the last becomes the first (WORKSPACES, 7.1)."""
    (m, n), (i, j) = entries
    return [entries, _sorted_unique((n, m), j, (i + 1) % m)]


def blocks(entries, side=4):
    """A matrix that has a full block of `side` x `side` where another has an entry."""
    (m, n), (i, j) = entries
    row, column = (axis.ravel() for axis in np.meshgrid(np.arange(side), np.arange(side), indexing="ij"))
    return _sorted_unique((m * side, n * side), (i[:, None] * side + row).ravel(), (j[:, None] * side + column).ravel())


def whole_blocks(entries, side=4):
    """A matrix with as many empty rows and columns behind the others as whole blocks need."""
    shape, coordinates = entries
    return tuple(-(-size // side) * side for size in shape), coordinates


def lower_half(entries):
    """The entries below the diagonal."""
    shape, (i, j) = entries
    below = j < i
    return shape, (i[below], j[below])


def vector(size, share):
    """A vector with entries at a `share` of all places, at random."""
    random = np.random.default_rng(SEED + 2)
    return (size,), (np.sort(random.choice(size, int(size * share), replace=False)),)


def scattered(rows, columns, entries):
    """A matrix with so many entries at random places."""
    random = np.random.default_rng(SEED)
    keys = _unique(random.integers(0, rows * columns, entries))
    return (rows, columns), np.unravel_index(keys, (rows, columns))


def banded(rows, columns, entries):
    """A matrix whose rows have between half and one and a half times the mean number of entries, near the diagonal."""
    random = np.random.default_rng(SEED)
    mean = entries / rows
    i = np.repeat(np.arange(rows), random.integers(max(1, round(mean / 2)), round(1.5 * mean) + 1, rows))
    j = i * columns // rows + (random.standard_normal(i.size) * max(4 * mean, 40)).astype(np.int64)
    return _sorted_unique((rows, columns), i, np.clip(j, 0, columns - 1))
