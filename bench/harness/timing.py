"""Timing side by side: the contenders take turns, so that a noisy neighbour disturbs all of them alike."""

import gc
import time
from dataclasses import dataclass

import numpy as np

from . import results

# A contender that takes so many seconds, and so many times as long as the fastest, takes no turns.
HOPELESS_SECONDS, HOPELESS_RATIO = 0.5, 30


@dataclass(frozen=True)
class Times:
    """The seconds of each round of one contender."""

    seconds: np.ndarray

    def quartiles(self):
        """First quartile, median, third quartile."""
        return tuple(np.percentile(self.seconds, (25, 50, 75)))

    @property
    def median(self):
        return float(np.median(self.seconds))

    def ratio_to(self, other):
        """The median over the rounds of this time by the other's of the same round."""
        return float(np.median(self.seconds / other.seconds))


def timed(call):
    """The seconds of one call, and what it left behind."""
    start = time.perf_counter_ns()
    outcome = call()
    return (time.perf_counter_ns() - start) * 1e-9, outcome


def hopeless(calls, first):
    """Which calls are not worth turns, given the times of their first ones; those get a second chance."""
    limit = max(HOPELESS_SECONDS, HOPELESS_RATIO * min(own.median for own in first))
    return {index for index, call in enumerate(calls) if first[index].median > limit and again(call) > limit}


def again(call):
    """The seconds of one more call."""
    seconds, outcome = timed(call)
    results.free(outcome)
    return seconds


def interleave(calls, rounds, warm_up=2):
    """Times all calls for the given number of rounds, in another order each. Results are freed in between.

    The order changes because a call finds in the cache what the one before left there: were it always the same one's,
    a small kernel behind a contender that goes through much memory would look several times as slow as it is.
    """
    for call in calls * warm_up:
        results.free(call())
    random = np.random.default_rng(rounds)
    seconds = np.empty((len(calls), rounds))
    gc.disable()
    try:
        for turn in range(rounds):
            for which in random.permutation(len(calls)):
                seconds[which, turn], outcome = timed(calls[which])
                results.free(outcome)
                del outcome
    finally:
        gc.enable()
    return [Times(row) for row in seconds]


def rounds_for(calls, seconds, at_least, at_most=400):
    """How many rounds of all the calls fit in the given time."""
    start = time.perf_counter()
    for call in calls:
        results.free(call())
    one_round = time.perf_counter() - start
    return int(np.clip(seconds / max(one_round, 1e-9), at_least, at_most))
