"""The kernels of the comparison and the inputs each is run on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from . import inputs, storage
from .arrays import aligned, empty

KERNEL_FOLDER = Path(__file__).resolve().parent.parent / "kernels"


@dataclass(frozen=True)
class Format:
    """A storage format: its packing here, and its levels as Lacuna and as upstream MLIR spell them."""

    name: str
    pack: Callable
    lacuna: str
    upstream: str


CSR = Format("CSR", storage.csr, "(i, j) -> (i : dense, j : compressed)", "(i, j) -> (i : dense, j : compressed)")
COO = Format(
    "COO",
    storage.coo,
    "(i, j) -> (i : compressed(nonunique), j : singleton)",
    # soa: rows and columns in arrays of their own, as everybody else has them here
    "(i, j) -> (i : compressed(nonunique), j : singleton(soa))",
)
CSF = Format(
    "CSF",
    storage.csf,
    "(i, j, k) -> (i : compressed, j : compressed, k : compressed)",
    "(i, j, k) -> (i : compressed, j : compressed, k : compressed)",
)


@dataclass(frozen=True)
class Kernel:
    """A computation on one sparse tensor `A` in one format, with dense operands and a dense result.

    `dense` and `result` give each dense array's dimensions: a number is known to the compilers, a letter stands for
    the size of that dimension of `A` and is known at run time only.
    """

    name: str
    title: str
    source: str
    format: Format
    dense: tuple[tuple, ...]
    result: tuple
    inputs: dict[str, Callable] = field(hash=False)
    quick_inputs: dict[str, Callable] = field(hash=False)

    def text(self):
        """The MLIR source; it leaves the name `#SPARSE` to be defined."""
        return (KERNEL_FOLDER / self.source).read_text()

    def problem(self, name, quick):
        """The kernel with the named input, or `None` if this kernel has no such input."""
        make = (self.quick_inputs if quick else self.inputs).get(name)
        return None if make is None else Problem(self, name, *make())


class Problem:
    """A kernel with data: the arrays that all contenders share, the result among them."""

    def __init__(self, kernel, name, shape, coordinates):
        random = np.random.default_rng(inputs.SEED + 1)
        sizes = dict(zip("ijk", shape))

        def resolve(dimensions):
            return tuple(sizes.get(dimension, dimension) for dimension in dimensions)

        self.kernel = kernel
        self.name = name
        self.shape = shape
        self.entries = coordinates[0].size
        self.levels = kernel.format.pack(shape, coordinates)
        self.values = aligned(random.standard_normal(self.entries))
        self.dense = [aligned(random.standard_normal(resolve(dimensions))) for dimensions in kernel.dense]
        self.result = empty(resolve(kernel.result))
        self.result[...] = 0.0  # touches the pages


MATRICES = {
    "uniform": lambda: inputs.uniform(200_000, 16),
    "stencil": lambda: inputs.stencil(1000),
    "rmat": lambda: inputs.rmat(17, 8),
}
SMALL_MATRICES = {
    "uniform": lambda: inputs.uniform(20_000, 16),
    "stencil": lambda: inputs.stencil(200),
    "rmat": lambda: inputs.rmat(13, 8),
}

KERNELS = [
    Kernel("spmv_csr", "SpMV, CSR", "spmv.mlir", CSR, (("j",),), ("i",), MATRICES, SMALL_MATRICES),
    Kernel("spmv_coo", "SpMV, COO", "spmv.mlir", COO, (("j",),), ("i",), MATRICES, SMALL_MATRICES),
    Kernel("spmm", "SpMM, CSR, 32 columns", "spmm.mlir", CSR, (("j", 32),), ("i", 32), MATRICES, SMALL_MATRICES),
    Kernel(
        "sddmm",
        "SDDMM, CSR, k = 32, dense result",
        "sddmm.mlir",
        CSR,
        (("i", 32), ("j", 32)),
        ("i", "j"),
        {
            "0.1%": lambda: inputs.density(4000, 4000, 0.001),
            "1%": lambda: inputs.density(4000, 4000, 0.01),
            "10%": lambda: inputs.density(4000, 4000, 0.1),
        },
        {"1%": lambda: inputs.density(800, 800, 0.01), "10%": lambda: inputs.density(800, 800, 0.1)},
    ),
    Kernel(
        "mttkrp",
        "MTTKRP, CSF, rank 16",
        "mttkrp.mlir",
        CSF,
        (("j", 16), ("k", 16)),
        ("i", 16),
        {
            "random": lambda: inputs.random_tensor((20_000, 5_000, 5_000), 5_000_000),
            "fibred": lambda: inputs.fibred_tensor((2_000, 500, 5_000), 80_000, 64),
        },
        {
            "random": lambda: inputs.random_tensor((2_000, 500, 500), 200_000),
            "fibred": lambda: inputs.fibred_tensor((200, 50, 500), 3_000, 64),
        },
    ),
]
