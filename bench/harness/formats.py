"""Storage formats: how each is packed here, and how Lacuna and upstream MLIR spell its levels."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from . import storage


@dataclass(frozen=True)
class Format:
    """A storage format.

    `upstream` is `None` where upstream MLIR has no such format. Where what is stored may stand in any order, `in_order` puts its
    arrays in order.
    """

    name: str
    pack: Callable
    lacuna: str
    upstream: str | None
    in_order: Callable | None = None

    @property
    def order(self):
        """The number of dimensions."""
        return self.lacuna.partition("->")[0].count(",") + 1

    @property
    def arrays(self):
        """The level arrays in order, each as a kind (`positions` or `coordinates`) and the number of its level."""
        kinds = dict.fromkeys(["compressed", "sliced"], ["positions", "coordinates"]) | {"singleton": ["coordinates"]}
        levels = re.findall(r": (\w+)", self.lacuna)
        return [(kind, level) for level, word in enumerate(levels) for kind in kinds.get(word, [])]


def _same(name, pack, levels):
    return Format(name, pack, levels, levels)


VECTOR = _same("vector", storage.csf, "(i) -> (i : compressed)")
CSR = _same("CSR", storage.csr, "(i, j) -> (i : dense, j : compressed)")
CSR_UNORDERED = Format(
    "CSR with rows in any order",
    storage.csr,
    "(i, j) -> (i : dense, j : compressed(unordered))",
    "(i, j) -> (i : dense, j : compressed(nonordered))",
    storage.csr_in_order,
)
CSC = _same("CSC", storage.csc, "(i, j) -> (j : dense, i : compressed)")
CSF = _same("CSF", storage.csf, "(i, j, k) -> (i : compressed, j : compressed, k : compressed)")
ROWS = _same("CSF with dense rows", storage.csf, "(i, j, k) -> (i : compressed, j : compressed, k : dense)")
PIXELS = _same("compressed channels", storage.pixels, "(i, j, k) -> (i : dense, j : dense, k : compressed)")
BCSR = _same(
    "BCSR 4x4",
    storage.bcsr,
    "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)",
)
SELL = Format("SELL 8 256", storage.sell, "(i, j) -> (i : compressed(unordered, full), j : sliced[8, 256])", None)
DIA = Format("DIA", storage.dia, "(i, j) -> (j - i : compressed, i : range, j : offset)", None)
# soa: the coordinates of each level in an array of their own, as everybody else has them here
COO = Format(
    "COO",
    storage.coo,
    "(i, j) -> (i : compressed(nonunique), j : singleton)",
    "(i, j) -> (i : compressed(nonunique), j : singleton(soa))",
)
COO3 = Format(
    "COO",
    storage.coo,
    "(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)",
    "(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique, soa), k : singleton(soa))",
)
