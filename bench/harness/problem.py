"""A kernel, and a kernel with data."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from . import inputs
from .arrays import aligned, empty
from .formats import Format

KERNEL_FOLDER = Path(__file__).resolve().parent.parent / "kernels"


@dataclass(frozen=True)
class Dense:
    """A dense tensor. A number is a size that compilers know, a letter that of a variable, known at run time only."""

    dimensions: tuple


@dataclass(frozen=True)
class Sparse:
    """A stored tensor: the kernel's source calls its format `#name`."""

    name: str
    format: Format
    dimensions: str


@dataclass(frozen=True)
class Kernel:
    """A computation on stored and dense operands, whose result is dense (and given) or stored (and made anew)."""

    name: str
    title: str
    source: str
    operands: tuple
    result: Dense | Sparse
    inputs: dict[str, Callable] = field(hash=False)
    quick_inputs: dict[str, Callable] = field(hash=False)

    @property
    def is_fresh(self):
        """Whether each call makes a result."""
        return isinstance(self.result, Sparse)

    @property
    def stored(self):
        """The stored tensors, the result among them."""
        return [tensor for tensor in (*self.operands, self.result) if isinstance(tensor, Sparse)]

    def text(self):
        """The MLIR source; it leaves the names of formats to be defined."""
        return (KERNEL_FOLDER / self.source).read_text()

    def problem(self, name, quick):
        """The kernel with the named input, or `None` if this kernel has no such input."""
        make = (self.quick_inputs if quick else self.inputs).get(name)
        return None if make is None else Problem(self, name, make())


@dataclass(frozen=True)
class Stored:
    """The arrays of a stored operand."""

    shape: tuple[int, ...]
    levels: list[np.ndarray]
    values: np.ndarray

    @property
    def arrays(self):
        return [*self.levels, self.values]


class Problem:
    """A kernel with data: the operands and the dense result that all contenders share.

    An input is what each stored operand holds: a pair of shape and coordinates each (a single one stands for itself).
    """

    def __init__(self, kernel, name, entries):
        random = np.random.default_rng(inputs.SEED + 1)
        entries = [entries] if isinstance(entries, tuple) else entries
        self.kernel = kernel
        self.name = name
        self.entries = sum(coordinates[0].size for _, coordinates in entries)
        self.sizes = {}  # of each variable
        sparse = [operand for operand in kernel.operands if isinstance(operand, Sparse)]
        stored = {}
        for operand, (shape, coordinates) in zip(sparse, entries, strict=True):
            self.sizes |= zip(operand.dimensions, map(int, shape))
            values = random.standard_normal(coordinates[0].size)
            stored[operand.name] = Stored(shape, *operand.format.pack(shape, coordinates, values))
        self.operands = [
            stored[operand.name]
            if isinstance(operand, Sparse)
            else aligned(random.standard_normal(self.resolve(operand.dimensions)))
            for operand in kernel.operands
        ]
        self.result = None
        if not kernel.is_fresh:
            self.result = empty(self.resolve(kernel.result.dimensions))
            self.result[...] = 0.0  # touches the pages

    def resolve(self, dimensions):
        """The sizes that dimensions stand for."""
        return tuple(self.sizes.get(dimension, dimension) for dimension in dimensions)

    @property
    def arrays(self):
        """The arrays of all operands, one after the other."""
        return [array for own in self.operands for array in (own.arrays if isinstance(own, Stored) else [own])]

    def result_of(self, outcome):
        """The arrays of the result, given what a call returned."""
        return [self.result] if outcome is None else outcome.arrays()
