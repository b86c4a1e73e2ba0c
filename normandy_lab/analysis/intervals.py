"""Intervals for what batches of games are asked: a share, a difference of shares, a difference of means."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple


class Interval(NamedTuple):
    """A value, and between which bounds it may lie by chance alone."""

    value: float
    low: float
    high: float


def wilson(count: int, of: int, confidence: float = 0.95) -> Interval:
    """The share of ``count`` in ``of`` with Wilson's interval, which stays between 0 and 1.

    >>> [round(bound, 3) for bound in wilson(5, 10)]
    [0.5, 0.237, 0.763]
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = count / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return Interval(share, middle - half if count else 0.0, middle + half if count < of else 1.0)


def difference_of_shares(before: tuple[int, int], after: tuple[int, int], confidence: float = 0.95) -> Interval:
    """The second share less the first with Newcombe's interval, made of the two of Wilson.

    It takes the batches as independent; where the same seeds make them alike it is too wide, never too narrow.

    >>> [round(bound, 3) for bound in difference_of_shares((48, 80), (56, 70))]  # Newcombe 1998, table II, (a)
    [0.2, 0.052, 0.334]
    """
    one, two = wilson(*before, confidence), wilson(*after, confidence)
    value = two.value - one.value
    low = value - sqrt((two.value - two.low) ** 2 + (one.high - one.value) ** 2)
    high = value + sqrt((two.high - two.value) ** 2 + (one.value - one.low) ** 2)
    return Interval(value, low, high)


def mean_of(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """The mean with Student's interval; without bounds for a single value."""
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, nan, nan)
    from scipy.stats import t

    half = float(t.ppf((1 + confidence) / 2, len(values) - 1)) * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - half, mean + half)


def difference_of_pairs(before: Sequence[float], after: Sequence[float], confidence: float = 0.95) -> Interval:
    """The mean of the differences between games that were played with the same seed."""
    return mean_of([two - one for one, two in zip(before, after, strict=True)], confidence)
