"""The cost of an expression: what an evaluation may cost, and the highest cost that it can have.

Source: CELSelectorExpressionMaxCost of k8s.io/api/resource/v1; cel-go interpreter/runtimecost.go and
checker/cost.go (v0.26); k8s.io/apiserver/pkg/cel/library/cost.go and the sizes that
k8s.io/dynamic-resource-allocation/cel/compile.go declares (v0.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scheduler_core.objects.cel.syntax import Node

MAX_COST = 1_000_000
"""The cost limit of an evaluation for one device, and of the estimate when an expression is written."""
MAX_STEPS = 50_000
"""The limit of evaluated nodes for one device. It is this model's own: a node costs it more than upstream."""
LIST_COST, MAP_COST = 10, 30
"""The cost of a new list or map, its entries apart."""

_MAX_DRIVER, _MAX_DOMAIN, _MAX_ID, _MAX_STRING, _MAX_ENTRIES = 63, 63, 32, 64, 32
_NUMBER_LENGTH = 24
_UNKNOWN_SIZE = 2**64 - 1


class CelRuntimeError(ValueError):
    """The expression has no value for this device; the text is CEL's own."""


class CelCostError(CelRuntimeError):
    """The evaluation cost more than it may. No operand that decides alone can make up for it."""

    def __init__(self) -> None:
        super().__init__("operation cancelled: actual cost limit exceeded")


def traversal(size: int) -> int:
    """The cost of reading so many characters: a tenth each, rounded up."""
    return -(-size // 10)


class Meter:
    """What one evaluation has cost so far. It raises CelCostError before the limit is passed, so that nothing
    is made that would be too large.
    """

    __slots__ = ("cost", "steps")

    def __init__(self) -> None:
        self.cost = 0
        self.steps = 0

    def step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise CelCostError

    def charge(self, cost: int) -> None:
        self.cost += cost
        if self.cost > MAX_COST:
            raise CelCostError


# Estimates


@dataclass(frozen=True, slots=True)
class _Shape:
    """How large a value can be: characters or entries; and the shapes of its keys and of its values."""

    size: int
    keys: _Shape | None = None
    values: _Shape | None = None
    fields: Mapping[str, _Shape] | None = None

    def union(self, other: _Shape) -> _Shape:
        return _Shape(
            max(self.size, other.size), _union(self.keys, other.keys), _union(self.values, other.values)
        )


_SCALAR = _Shape(1)
_UNKNOWN = _Shape(_UNKNOWN_SIZE)
_ID, _DOMAIN = _Shape(_MAX_ID), _Shape(_MAX_DOMAIN)


def _by_domain(value: _Shape) -> _Shape:
    return _Shape(_MAX_ENTRIES, _DOMAIN, _Shape(_MAX_ENTRIES, _ID, value))


_DEVICE = _Shape(
    1,
    fields=MappingProxyType(
        {
            "driver": _Shape(_MAX_DRIVER),
            "attributes": _by_domain(_Shape(_MAX_STRING)),
            "capacity": _by_domain(_SCALAR),
        }
    ),
)


def _union(left: _Shape | None, right: _Shape | None) -> _Shape | None:
    return left.union(right) if left is not None and right is not None else None


def estimated_cost(tree: Node) -> int:
    """The highest cost that the expression can have for any device. Where upstream knows no size at all (the
    text of a number), it is the size that the value really has.
    """
    return min(_estimate(tree, {"device": _DEVICE})[0], _UNKNOWN_SIZE)


def _estimate(tree: Node, names: Mapping[str, _Shape]) -> tuple[int, _Shape]:
    """The highest cost of a part, and the shape of its value."""
    if tree.op == "method" and is_bind(tree):
        cost, shape = _estimate(tree.parts[2], names)
        more, result = _estimate(tree.parts[3], {**names, tree.parts[1].name: shape})
        return cost + more + LIST_COST, result
    if tree.op == "method" and is_loop(tree):
        return _loop(tree, names)
    if tree.op == "call" and tree.name == "has":
        return 1 + _estimate(tree.parts[0].parts[0], names)[0], _SCALAR
    match tree.op:
        case "literal":
            return 0, _Shape(len(tree.value)) if isinstance(tree.value, str) else _SCALAR
        case "name":
            return 1, names.get(tree.name, _UNKNOWN)
    estimates = [_estimate(part, names) for part in tree.parts]
    cost, shapes = sum(part_cost for part_cost, _ in estimates), [shape for _, shape in estimates]
    match tree.op:
        case "list":
            return cost + LIST_COST, _Shape(len(shapes), _SCALAR, _united(shapes))
        case "map":
            keys, values = _united(shapes[::2]), _united(shapes[1::2])
            return cost + MAP_COST, _Shape(len(shapes) // 2, keys, values)
        case "select":
            inner = shapes[0].fields.get(tree.name) if shapes[0].fields else shapes[0].values
            return cost + 1, inner or _UNKNOWN
        case "index":
            return cost + 1, shapes[0].values or _UNKNOWN
        case "&&" | "||":
            return cost, _SCALAR
        case "?:":
            return estimates[0][0] + max(estimates[1][0], estimates[2][0]), shapes[1].union(shapes[2])
        case "call" | "method":
            more, shape = _of_call(tree.name, shapes)
        case _:
            more, shape = _of_operator(tree.op, shapes)
    return cost + more, shape


def _loop(tree: Node, names: Mapping[str, _Shape]) -> tuple[int, _Shape]:
    """The macros `exists` and `all`: a condition and a step for each entry, and the result."""
    cost, listed = _estimate(tree.parts[0], names)
    entry = listed.values if listed.keys is _SCALAR else listed.keys
    step, _ = _estimate(tree.parts[2], {**names, tree.parts[1].name: entry or _UNKNOWN})
    condition = 3 if tree.name == "exists" else 2
    return cost + listed.size * (step + 1 + condition) + 1, _SCALAR


def _united(shapes: list[_Shape]) -> _Shape:
    union = _Shape(0) if not shapes else shapes[0]
    for shape in shapes[1:]:
        union = union.union(shape)
    return union


def _of_call(name: str, shapes: list[_Shape]) -> tuple[int, _Shape]:
    """The cost of a function without that of its arguments, and the shape of its result."""
    first = shapes[0]
    match name:
        case "lowerAscii" | "upperAscii":
            return traversal(first.size), first
        case "quantity" | "isQuantity" | "semver" | "isSemver":
            return traversal(first.size), _SCALAR
        case "startsWith" | "endsWith":
            return traversal(shapes[1].size), _SCALAR
        case "contains":
            return traversal(first.size) * traversal(shapes[1].size), _SCALAR
        case "string":
            return 1, _Shape(max(first.size, _NUMBER_LENGTH))
    return 1, _SCALAR


def _of_operator(sign: str, shapes: list[_Shape]) -> tuple[int, _Shape]:
    """The cost of an operator beside its operands, and the shape of its result."""
    if sign in ("not", "negate"):
        return 1, _SCALAR
    left, right = shapes
    if sign == "+" and not (left is _SCALAR and right is _SCALAR):
        added = _Shape(
            left.size + right.size, _union(left.keys, right.keys), _union(left.values, right.values)
        )
        return 1 if left.values is not None and right.values is not None else traversal(added.size), added
    if sign == "in":
        return right.size if right.keys is _SCALAR else 1, _SCALAR
    if sign in ("==", "!=", "<", "<=", ">", ">="):
        return traversal(min(left.size, right.size)), _SCALAR
    return 1, _SCALAR


def is_bind(tree: Node) -> bool:
    """cel.bind(name, value, expression)"""
    if tree.name != "bind" or len(tree.parts) != 4:
        return False
    return tree.parts[0].op == "name" and tree.parts[0].name == "cel" and tree.parts[1].op == "name"


def is_loop(tree: Node) -> bool:
    """list.exists(name, condition) and list.all(name, condition)"""
    return tree.name in ("exists", "all") and len(tree.parts) == 3 and tree.parts[1].op == "name"
