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
    dimensions: str | tuple


@dataclass(frozen=True)
class Kernel:
    """A computation on stored and dense operands, whose result is dense (and given) or stored (and made anew).

    `function` is what peers that are written for one computation know it by; kernels that differ in the type of entries
    and in sizes share it. `given` are the sizes of variables that no stored operand has. The source is for `f64` and the
    sizes that it says; `changes` are put in their places.
    """

    name: str
    title: str
    source: str
    operands: tuple
    result: Dense | Sparse
    inputs: dict[str, Callable] = field(hash=False)
    quick_inputs: dict[str, Callable] = field(hash=False)
    function: str = ""
    element: str = "f64"
    given: dict[str, int] = field(default_factory=dict, hash=False)
    changes: dict[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self):
        object.__setattr__(self, "function", self.function or self.name)

    @property
    def dtype(self):
        """The type of entries in NumPy."""
        return np.dtype({"f64": np.float64, "f32": np.float32}[self.element])

    @property
    def width(self):
        """The columns of the dense operands, where they have columns."""
        widths = [own.dimensions[1] for own in self.operands if isinstance(own, Dense) and len(own.dimensions) == 2]
        return self.given.get(widths[0], widths[0]) if widths else None

    @property
    def is_fresh(self):
        """Whether each call makes a result."""
        return isinstance(self.result, Sparse)

    @property
    def sorts(self):
        """Whether the result must be in order."""
        return not self.is_fresh or self.result.format.in_order is None

    @property
    def stored(self):
        """The stored tensors, the result among them."""
        return [tensor for tensor in (*self.operands, self.result) if isinstance(tensor, Sparse)]

    def text(self):
        """The MLIR source; it leaves the names of formats to be defined."""
        text = (KERNEL_FOLDER / self.source).read_text()
        for old, new in self.changes.items():
            text = text.replace(old, new)
        return text.replace("f64", self.element)

    def problem(self, name, quick, misaligned):
        """The kernel with the named input, or `None` if this kernel has no such input."""
        make = (self.quick_inputs if quick else self.inputs).get(name)
        return None if make is None else Problem(self, name, make(), misaligned)


@dataclass(frozen=True, eq=False)
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
    Dense tensors start so many bytes behind a cache line as they are `misaligned`.
    """

    def __init__(self, kernel, name, entries, misaligned):
        random = np.random.default_rng(inputs.SEED + 1)
        entries = [entries] if isinstance(entries, tuple) else entries
        self.kernel = kernel
        self.name = name
        self.entries = sum(coordinates[0].size for _, coordinates in entries)
        self.sizes = {}  # of each variable of stored operands
        sparse = [operand for operand in kernel.operands if isinstance(operand, Sparse)]
        stored = {}
        for operand, (shape, coordinates) in zip(sparse, entries, strict=True):
            self.sizes |= zip(operand.dimensions, map(int, shape))
            values = random.standard_normal(coordinates[0].size).astype(kernel.dtype)
            stored[operand.name] = Stored(shape, *operand.format.pack(shape, coordinates, values))
        self.operands = [
            stored[operand.name]
            if isinstance(operand, Sparse)
            else aligned(random.standard_normal(self.resolve(operand.dimensions)), kernel.dtype, misaligned)
            for operand in kernel.operands
        ]
        self.result = None
        if not kernel.is_fresh:
            self.result = empty(self.resolve(kernel.result.dimensions), kernel.dtype, misaligned)
            self.result[...] = 0.0  # touches the pages

    def resolve(self, dimensions):
        """The sizes that dimensions stand for."""
        sizes = self.sizes | self.kernel.given
        return tuple(sizes.get(dimension, dimension) for dimension in dimensions)

    @property
    def arrays(self):
        """The arrays of all operands, one after the other."""
        return [array for own in self.operands for array in (own.arrays if isinstance(own, Stored) else [own])]

    def result_of(self, outcome):
        """The arrays of the result, given what a call returned: in order, so that they can be compared."""
        found = [self.result] if outcome is None else outcome.arrays()
        return found if self.kernel.sorts else self.kernel.result.format.in_order(*found)
