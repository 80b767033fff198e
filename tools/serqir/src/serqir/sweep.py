"""Many runs: a program built for each point of a grid, run in parallel."""

from __future__ import annotations

import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Mapping, Optional

from .report import Report
from .tools import Runnable, run


@dataclass(frozen=True)
class Point:
    """A run of a sweep."""

    parameters: Mapping[str, Any]
    """What the program was built with."""
    report: Report


def grid(**axes: Iterable[Any]) -> list[dict[str, Any]]:
    """All combinations of values: grid(rate=[1, 2], pods=[4, 8]) is four points. The last axis varies fastest."""
    return [dict(zip(axes, combination)) for combination in itertools.product(*axes.values())]


def sweep(
    build: Callable[..., Runnable], points: Iterable[Mapping[str, Any]], *, jobs: Optional[int] = None, **settings: Any
) -> list[Point]:
    """Runs build(**point) for each point and returns the runs in the order of the points.

    jobs: runs at once (≥ 1); None: one for each processor. It changes no result.
    settings: further arguments of `run`, the same for all, as seed=7.

    The first error that a point has, in the order of the points, is raised; it is one of
    `run`'s, or of `build`.
    """
    listed = [dict(point) for point in points]
    programs = [build(**point) for point in listed]
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        running = [pool.submit(run, program, **settings) for program in programs]
        try:
            return [Point(point, future.result()) for point, future in zip(listed, running)]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
