"""Expressions: what a number of a program is computed from when it runs.

An expression is made by operators on others: attributes (`Program.attr`),
context variables (`now`), draws (`draw.exp`), observables (`stage.queue`) and
plain numbers.

    p.attr("size") / 2 + now
    (a < b) & ~(c == 0)

`+ - * / // **`, `abs`, `math.floor` and `math.ceil` are arithmetic. `< <= > >= == !=`
give 1 or 0. `& | ~` are *and*, *or* and *not*; they bind tighter than comparisons,
which therefore stand in parentheses. Python's own `and`, `or`, `not`, `if` and
`a < b < c` ask for a truth value that no expression has before the program runs,
and raise `BuildError`; write `&`, `|`, `~` and `where`.

Arithmetic on plain numbers happens in Python; with an expression it is written
as it stands.
"""

from __future__ import annotations

from typing import Any, Final, Iterable, Optional, Sequence, Union

from .errors import BuildError
from .values import described, number


class Expr:
    """An expression of the IR.

    `tag` and `value` are its variant and content as the IR has them, but for
    attributes, references and numbers, which `lower` writes.
    """

    __slots__ = ("tag", "value", "owner")
    __array_ufunc__: Final = None  # numpy's scalars leave their operators to this class
    __hash__ = object.__hash__

    def __init__(self, tag: str, value: Any, owner: Optional[object] = None) -> None:
        self.tag = tag
        self.value = value
        self.owner = owner
        """The program whose attributes or machines it reads; None if it reads none."""

    def __repr__(self) -> str:
        return f"<serqir expression {self.tag}>"

    def __bool__(self) -> bool:
        raise BuildError(
            "an expression has no truth value before the program runs: write `&`, `|`, `~` "
            "for and, or, not, `where(c, a, b)` for a conditional, and `(a < b) & (b < c)` for a chain"
        )

    def __add__(self, other: Scalar) -> Expr: return binary("Add", self, other)
    def __radd__(self, other: Scalar) -> Expr: return binary("Add", other, self)
    def __sub__(self, other: Scalar) -> Expr: return binary("Sub", self, other)
    def __rsub__(self, other: Scalar) -> Expr: return binary("Sub", other, self)
    def __mul__(self, other: Scalar) -> Expr: return binary("Mul", self, other)
    def __rmul__(self, other: Scalar) -> Expr: return binary("Mul", other, self)
    def __truediv__(self, other: Scalar) -> Expr: return binary("Div", self, other)
    def __rtruediv__(self, other: Scalar) -> Expr: return binary("Div", other, self)
    def __floordiv__(self, other: Scalar) -> Expr: return floor(self / other)
    def __rfloordiv__(self, other: Scalar) -> Expr: return floor(other / self)
    def __pow__(self, other: Scalar) -> Expr: return binary("Pow", self, other)
    def __rpow__(self, other: Scalar) -> Expr: return binary("Pow", other, self)

    def __lt__(self, other: Scalar) -> Expr: return binary("Lt", self, other)
    def __le__(self, other: Scalar) -> Expr: return binary("Le", self, other)
    def __gt__(self, other: Scalar) -> Expr: return binary("Gt", self, other)
    def __ge__(self, other: Scalar) -> Expr: return binary("Ge", self, other)
    def __eq__(self, other: Scalar) -> Expr: return binary("Eq", self, other)  # type: ignore[override]
    def __ne__(self, other: Scalar) -> Expr: return binary("Ne", self, other)  # type: ignore[override]

    def __and__(self, other: Scalar) -> Expr: return binary("And", self, other)
    def __rand__(self, other: Scalar) -> Expr: return binary("And", other, self)
    def __or__(self, other: Scalar) -> Expr: return binary("Or", self, other)
    def __ror__(self, other: Scalar) -> Expr: return binary("Or", other, self)

    def __neg__(self) -> Expr: return node("Unary", ["Neg", self], self)
    def __invert__(self) -> Expr: return node("Unary", ["Not", self], self)
    def __pos__(self) -> Expr: return self
    def __abs__(self) -> Expr: return call("Abs", self)
    def __floor__(self) -> Expr: return floor(self)
    def __ceil__(self) -> Expr: return ceil(self)


Scalar = Union[Expr, int, float]
"""What stands for an expression: one, or a number, which may be `math.inf`."""


class Attr(Expr):
    """An attribute of a session. Made by `Program.attr`; the built-in ones are in this package."""

    __slots__ = ("name",)

    def __init__(self, name: str, owner: Optional[object] = None) -> None:
        super().__init__("Attr", None, owner)
        self.name = name

    def __repr__(self) -> str:
        return f"<serqir attribute {self.name}>"


def as_expr(value: Scalar, what: str = "an operand") -> Expr:
    """The expression that a value stands for. What Python has compared, True or False, is 1 or 0."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, bool):
        return Expr("Num", int(value))
    if isinstance(value, str):
        raise BuildError(f"{what} is the string {value!r}: an attribute is `program.attr({value!r})`")
    return Expr("Num", number(value, what, infinite=True))


def as_exprs(values: Union[Scalar, Sequence[Scalar]], what: str) -> list[Expr]:
    """A list of keys to compare by, of at least one. One alone need not be in a list."""
    if isinstance(values, (Expr, int, float)):
        return [as_expr(values, what)]
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise BuildError(f"{what} is {described(values)}, not an expression or a list of some")
    keys = [as_expr(v, what) for v in values]
    if not keys:
        raise BuildError(f"{what}: at least one is needed")
    return keys


def node(tag: str, value: Any, *parts: Any) -> Expr:
    """An expression of these parts, which have owners."""
    return Expr(tag, value, common_owner(parts))


def common_owner(parts: Iterable[Any]) -> Optional[object]:
    """The program that expressions and references belong to; None if to none."""
    owner = None
    for part in parts:
        if part.owner is not None and owner is not None and part.owner is not owner:
            raise BuildError("an expression reads attributes, pools or stages of two programs")
        owner = owner if part.owner is None else part.owner
    return owner


def binary(op: str, left: Scalar, right: Scalar) -> Expr:
    """An operator of two operands."""
    a, b = as_expr(left), as_expr(right)
    return node("Binary", [op, a, b], a, b)


def call(function: str, *arguments: Scalar) -> Expr:
    """A function of numbers."""
    args = [as_expr(a, f"an argument of {function.lower()}") for a in arguments]
    return node("Call", [function, [{"Expr": a} for a in args]], *args)


def floor(x: Scalar) -> Expr:
    """The greatest whole number that is at most x."""
    return call("Floor", x)


def ceil(x: Scalar) -> Expr:
    """The least whole number that is at least x."""
    return call("Ceil", x)


def sqrt(x: Scalar) -> Expr:
    """The square root. NaN for a negative x, and a NaN fails the run where it is used."""
    return call("Sqrt", x)


def exp(x: Scalar) -> Expr:
    """e to the power of x. (`draw.exp` draws from the exponential distribution.)"""
    return call("Exp", x)


def ln(x: Scalar) -> Expr:
    """The natural logarithm."""
    return call("Ln", x)


def pow(x: Scalar, y: Scalar) -> Expr:
    """x to the power of y, as a function. `x ** y` writes the operator; both compute the same."""
    return call("Pow", x, y)


def minimum(first: Scalar, *others: Scalar) -> Expr:
    """The least of the arguments; NaN if one is."""
    return _lean_left("Min", first, others)


def maximum(first: Scalar, *others: Scalar) -> Expr:
    """The greatest of the arguments; NaN if one is."""
    return _lean_left("Max", first, others)


def _lean_left(function: str, first: Scalar, others: Sequence[Scalar]) -> Expr:
    result = as_expr(first)
    for other in others:
        result = call(function, result, other)
    return result


def total(terms: Iterable[Scalar]) -> Expr:
    """The sum of at least one term. (Python's `sum` works too, and writes 0 as its first term.)"""
    exprs = [as_expr(t, "a term") for t in terms]
    if not exprs:
        raise BuildError("a sum of no terms: write 0")
    result = exprs[0]
    for term in exprs[1:]:
        result = result + term
    return result


def where(test: Scalar, then: Scalar, otherwise: Scalar) -> Expr:
    """`then` if `test` is not 0, else `otherwise`. Only the one that is chosen is read."""
    parts = [as_expr(test), as_expr(then), as_expr(otherwise)]
    return node("Cond", parts, *parts)
