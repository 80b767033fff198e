"""Draws from distributions: `draw.exp(5)` is a new sample of mean 5 each time it is read.

Most families are given by their mean, because a workload is calibrated by means.
Parameters may be expressions; the ranges below hold for their values, and
serqlink checks those that are constant. `cv2` is the squared coefficient of
variation, variance over squared mean.
"""

from __future__ import annotations

from typing import Iterable

from .errors import BuildError
from .expr import Expr, Scalar, as_expr, node
from .values import number


def _draw(family: str, *parameters: Scalar) -> Expr:
    args = [as_expr(p, f"a parameter of draw.{family.lower()}") for p in parameters]
    return node("Sample", [family, args], *args)


def exp(mean: Scalar) -> Expr:
    """Exponential. mean ≥ 0."""
    return _draw("Exp", mean)


def det(value: Scalar) -> Expr:
    """Always the value, which is finite: a draw in form only."""
    return _draw("Det", value)


def uniform(low: Scalar, high: Scalar) -> Expr:
    """Uniform from low to high. low ≤ high."""
    return _draw("Uniform", low, high)


def erlang(phases: Scalar, mean: Scalar) -> Expr:
    """Erlang: the sum of `phases` exponentials. phases a whole number ≥ 1, mean ≥ 0."""
    return _draw("Erlang", phases, mean)


def h2(mean: Scalar, cv2: Scalar) -> Expr:
    """Hyperexponential of two phases with balanced means. mean ≥ 0, cv2 ≥ 1."""
    return _draw("H2", mean, cv2)


def bernoulli(p: Scalar) -> Expr:
    """1 with probability p, else 0. p from 0 to 1."""
    return _draw("Bernoulli", p)


def normal(mean: Scalar, sd: Scalar) -> Expr:
    """Normal. sd, the standard deviation, ≥ 0. Draws may be negative: an amount may not."""
    return _draw("Normal", mean, sd)


def lognormal(mean: Scalar, cv2: Scalar) -> Expr:
    """Log-normal. mean > 0, cv2 ≥ 0; both of the draw itself, not of its logarithm."""
    return _draw("LogNormal", mean, cv2)


def gamma(mean: Scalar, cv2: Scalar) -> Expr:
    """Gamma. mean > 0, cv2 > 0."""
    return _draw("Gamma", mean, cv2)


def pareto(mean: Scalar, alpha: Scalar) -> Expr:
    """Pareto of tail exponent alpha. mean > 0, alpha > 1."""
    return _draw("Pareto", mean, alpha)


def geometric(mean: Scalar) -> Expr:
    """Geometric from 1 on. mean ≥ 1."""
    return _draw("Geometric", mean)


def poisson(mean: Scalar) -> Expr:
    """Poisson. mean ≥ 0. (`serqir.poisson` is the arrival process.)"""
    return _draw("Poisson", mean)


def empirical(values: Iterable[float]) -> Expr:
    """One of the values, each equally likely. At least one; they are written into the program."""
    known = sorted(number(v, "a value of draw.empirical") for v in values)
    if not known:
        raise BuildError("draw.empirical has no values to draw from")
    return Expr("Sample", [{"Empirical": known}, []])
