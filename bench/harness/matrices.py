"""Real matrices, which differ in the number of entries a row and in pattern, and what stands in for those that are absent.

They are read from the folder that `LACUNA_MATRICES` names: `NAME.mtx` or `NAME.mtx.gz`. A stand-in has as many rows, and
about as many entries, in a like pattern; it is called `~NAME`.
"""

import os
from functools import cache
from pathlib import Path

import numpy as np
from scipy import io, sparse

from . import inputs


def _skewed(rows, columns, entries):
    """A graph whose rows differ: few have most entries."""
    scale = (max(rows, columns) - 1).bit_length()
    (_, (i, j)) = inputs.rmat(scale, max(1, entries >> scale))
    inside = (i < rows) & (j < columns)
    return (rows, columns), (i[inside], j[inside])


# Rows, columns, entries, and the pattern of a stand-in.
REAL = {
    "MM_AUG2DC_A": (20200, 30200, 60200, inputs.banded),  # constraints of a quadratic program: 2 or 3 a row
    "web-webbase-2001_lcc": (16062, 16062, 51186, _skewed),  # links between pages: 3 a row
    "mdual": (258569, 258569, 1026264, inputs.banded),  # dual of a mesh in space: 4
    "delaunay_n15": (32768, 32768, 196548, inputs.banded),  # mesh in the plane: 6
    "soc-epinions_lcc": (26588, 26588, 200240, _skewed),  # who trusts whom: 8, some rows have hundreds
    "copter2": (55476, 55476, 759952, inputs.banded),  # mesh in space: 14
    "kim1": (38415, 38415, 933195, inputs.banded),  # 24
    "cavity24": (4562, 4562, 138187, inputs.banded),  # flow by finite elements: 30
    "bcsstk17": (10974, 10974, 428650, inputs.banded),  # structure: 39
    "bundle1": (10581, 10581, 770901, inputs.banded),  # points seen by cameras: 73
    "WACO_nemspmm1_16x4_0": (4096, 8192, 701760, inputs.banded),  # linear program, blown up: 171
    "mycielskian14": (12287, 12287, 3695512, _skewed),  # graph of high chromatic number: 301
    "dlmc_rn50_0.91_final_dense": (1000, 2048, 410026, inputs.scattered),  # weights of a pruned network: 410
}


# Their products with their transposes have more than a billion terms.
TOO_LARGE_TO_MULTIPLY = ("mycielskian14",)


def table(products=False):
    """Functions that make the inputs, by name; those of absent matrices are named `~NAME`. For `products` of matrices, without
    those that have too many terms."""
    found = {}
    for name in REAL:
        if products and name in TOO_LARGE_TO_MULTIPLY:
            continue
        path = _path(name)
        found[name if path else f"~{name}"] = (lambda path=path: _read(path)) if path else (lambda name=name: _like(name))
    return found


def is_square(name):
    """Whether a matrix of the table, or its stand-in, has as many rows as columns."""
    rows, columns, *_ = REAL[name.removeprefix("~")]
    return rows == columns


def _path(name):
    folder = os.environ.get("LACUNA_MATRICES")
    paths = [Path(folder, name + end) for end in (".mtx", ".mtx.gz")] if folder else []
    return next((path for path in paths if path.exists()), None)


@cache
def _read(path):
    matrix = sparse.csr_array(io.mmread(path))
    matrix.sum_duplicates()
    matrix = matrix.tocoo()
    return matrix.shape, tuple(own.astype(np.int64) for own in matrix.coords)


@cache
def _like(name):
    rows, columns, entries, make = REAL[name]
    return make(rows, columns, entries)
