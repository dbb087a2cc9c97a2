"""What a contender is."""

from collections.abc import Callable
from dataclasses import dataclass


class NotApplicable(Exception):
    """The contender has no such kernel."""


@dataclass(frozen=True)
class Contender:
    """One way to run kernels.

    `bind(problem)` does all that is not timed (compile, wrap the arrays) and returns a call without arguments. Where
    the result is dense, the call writes the problem's array, zeroing it first where that is needed, and returns `None`;
    else it makes a stored result and returns what `harness/results.py` describes, which is freed outside the timing.
    Contenders of one column are variants of one another. `is_peer`: whether it counts when the best peer is looked for.
    """

    column: str
    variant: str
    is_peer: bool
    bind: Callable

    @property
    def name(self):
        return f"{self.column} {self.variant}".strip()
