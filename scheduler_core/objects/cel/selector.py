"""A device selector: one CEL expression, compiled once and asked about devices.

Source: k8s.io/dynamic-resource-allocation/cel/compile.go (v0.34). What the expression may use here is less
than upstream allows; everything else is refused in words and is never taken for true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

from scheduler_core.objects.cel.cost import (
    LIST_COST,
    MAP_COST,
    CelCostError,
    CelRuntimeError,
    Meter,
    estimated_cost,
    is_bind,
    is_loop,
    traversal,
)
from scheduler_core.objects.cel.functions import (
    METHODS,
    METHODS_OF_ONE,
    ONE_ARGUMENT,
    checked,
    compare,
    equal,
    no_overload,
    shown,
)
from scheduler_core.objects.cel.output_type import output_type
from scheduler_core.objects.cel.syntax import CelSyntaxError, Node, parse_expression
from scheduler_core.objects.cel.values import CelDevice, Failure, Value, type_name

REMEMBERED = 128
"""The compiled expressions that are kept. One of 10 KiB takes half a megabyte."""
_FIELDS = ("driver", "attributes", "capacity", "allowMultipleAllocations")
_EMPTY: Mapping[str, Value] = {}
_COMPARED: Mapping[str, Callable[[int], bool]] = {
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}


@dataclass(frozen=True, slots=True)
class NotCompiled:
    """Why an expression cannot be used. `unmodelled` is True when it may be valid CEL that this model does
    not evaluate, False when the API server refuses it as well."""

    text: str
    unmodelled: bool


@dataclass(frozen=True, slots=True)
class Selector:
    """A compiled expression."""

    expression: str
    tree: Node
    max_cost: int
    """The cost that the expression has at most for any device (`cost.estimated_cost`)."""
    output_type: str
    """The type of its value as far as it is known without a device (`output_type.output_type`)."""

    def matches(self, device: CelDevice) -> bool | Failure:
        """Whether the device is selected; an expression without an answer for it is a failure."""
        if self.expression not in device.answers:
            device.answers[self.expression] = self._evaluated(device)
        return device.answers[self.expression]

    def _evaluated(self, device: CelDevice) -> bool | Failure:
        variable: dict[str, Value] = {
            "driver": device.driver,
            "attributes": _Domains(device.attributes),
            "capacity": _Domains(device.capacity),
            "allowMultipleAllocations": device.shareable,
        }
        try:
            answer = _Run().value(self.tree, {"device": variable})
        except CelRuntimeError as error:
            return Failure(str(error))
        if isinstance(answer, bool):
            return answer
        return Failure(f"expression evaluated to {type_name(answer)}, must evaluate to bool")


@lru_cache(maxsize=REMEMBERED)
def compile_selector(expression: str) -> Selector | NotCompiled:
    """The selector of an expression, or why there is none."""
    try:
        tree = parse_expression(expression)
    except CelSyntaxError as error:
        return NotCompiled(str(error), error.unmodelled)
    refusal = next(_not_compiled(tree, frozenset(("device",))), None)
    if refusal is not None:
        return refusal
    return Selector(expression, tree, estimated_cost(tree), output_type(tree))


# Compiling


def _not_compiled(tree: Node, names: frozenset[str]) -> Iterator[NotCompiled]:
    """What the tree uses that does not exist, or that this model does not evaluate."""
    if tree.op == "name" and tree.name not in names:
        yield NotCompiled(f"undeclared reference to '{tree.name}' (in container '')", unmodelled=False)
    elif tree.op == "call":
        if tree.name == "has":
            if len(tree.parts) != 1 or tree.parts[0].op != "select":
                yield NotCompiled("invalid argument to has() macro", unmodelled=False)
        elif tree.name not in ONE_ARGUMENT or len(tree.parts) != 1:
            yield NotCompiled(f"the function {tree.name}()", unmodelled=True)
    elif tree.op == "method":
        if is_bind(tree):
            yield from _not_compiled(tree.parts[2], names)
            yield from _not_compiled(tree.parts[3], names | {tree.parts[1].name})
            return
        if is_loop(tree):
            yield from _not_compiled(tree.parts[0], names)
            yield from _not_compiled(tree.parts[2], names | {tree.parts[1].name})
            return
        arity = len(tree.parts) - 1
        if not (arity == 0 and tree.name in METHODS) and not (arity == 1 and tree.name in METHODS_OF_ONE):
            yield NotCompiled(f"the function {tree.name}()", unmodelled=True)
            return
    elif tree.op == "select" and tree.parts[0].name == "device" and tree.name not in _FIELDS:
        yield NotCompiled(f"undefined field '{tree.name}'", unmodelled=False)
    for part in tree.parts:
        yield from _not_compiled(part, names)


# Evaluating


class _Domains(Mapping[str, Value]):
    """Attributes or capacities by domain; a domain that the device does not have is an empty map."""

    def __init__(self, by_domain: Mapping[str, Mapping[str, Value]]) -> None:
        self._by_domain = by_domain

    def __getitem__(self, domain: str) -> Value:
        return self._by_domain.get(domain, _EMPTY)

    def __contains__(self, domain: object) -> bool:
        return domain in self._by_domain

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_domain)

    def __len__(self) -> int:
        return len(self._by_domain)


_OWN_COST: Mapping[str, int] = {
    "name": 1,
    "select": 1,
    "index": 1,
    "list": LIST_COST,
    "map": MAP_COST,
    "not": 1,
}
"""What a node costs beside its parts."""


class _Run:
    """One evaluation, which counts its steps and its cost."""

    def __init__(self) -> None:
        self._meter = Meter()

    def value(self, tree: Node, names: Mapping[str, Value]) -> Value:
        """The value of a tree; `names` are the variables in scope."""
        self._meter.step()
        self._meter.charge(_OWN_COST.get(tree.op, 0))
        parts = tree.parts
        match tree.op:
            case "literal":
                return tree.value
            case "name":
                return names[tree.name]
            case "list":
                return tuple([self.value(part, names) for part in parts])
            case "map":
                return self._map(parts, names)
            case "select":
                return _field(self.value(parts[0], names), tree.name)
            case "index":
                return _entry(self.value(parts[0], names), self.value(parts[1], names))
            case "&&" | "||":
                return self._joined(tree.op, parts, names)
            case "?:":
                return self.value(parts[1 if self._truth(parts[0], names) else 2], names)
            case "not":
                return not self._truth(parts[0], names)
            case "call":
                return self._call(tree, names)
            case "method":
                return self._method(tree, names)
            case _:
                return self._operated(tree.op, [self.value(part, names) for part in parts])

    def _truth(self, tree: Node, names: Mapping[str, Value]) -> bool:
        """The value of a condition; a value that is not a bool is an error."""
        value = self.value(tree, names)
        if not isinstance(value, bool):
            raise no_overload(type_name(value))
        return value

    def _map(self, parts: tuple[Node, ...], names: Mapping[str, Value]) -> Value:
        entries: dict[str, Value] = {}
        for key, entry in zip(parts[::2], parts[1::2], strict=True):
            name = self.value(key, names)
            if not isinstance(name, str):
                raise no_overload(f"map key of type {type_name(name)}")
            entries[name] = self.value(entry, names)
        return entries

    def _joined(self, sign: str, parts: tuple[Node, ...], names: Mapping[str, Value]) -> bool:
        """An operand that decides alone wins over an error in another operand, in any order."""
        decisive, failure = sign == "||", None
        for part in parts:
            try:
                if self._truth(part, names) is decisive:
                    return decisive
            except CelCostError:
                raise
            except CelRuntimeError as error:
                failure = failure or error
        if failure is not None:
            raise failure
        return not decisive

    def _call(self, tree: Node, names: Mapping[str, Value]) -> Value:
        if tree.name == "has":
            self._meter.charge(1)
            field = tree.parts[0]
            owner = self.value(field.parts[0], names)
            return isinstance(owner, Mapping) and field.name in owner
        argument = self.value(tree.parts[0], names)
        self._meter.charge(_read(argument) if tree.name != "size" else 1)
        return ONE_ARGUMENT[tree.name](argument)

    def _method(self, tree: Node, names: Mapping[str, Value]) -> Value:
        parts = tree.parts
        if is_bind(tree):
            self._meter.charge(LIST_COST)
            return self.value(parts[3], {**names, parts[1].name: self.value(parts[2], names)})
        if is_loop(tree):
            entries = self.value(parts[0], names)
            if not isinstance(entries, (tuple, Mapping)):
                raise no_overload(tree.name)
            loop = ({**names, parts[1].name: entry} for entry in entries)
            exists = tree.name == "exists"
            return exists if any(self._truth(parts[2], scope) is exists for scope in loop) else not exists
        values = [self.value(part, names) for part in parts]
        self._meter.charge(_cost_of_method(tree.name, values))
        if len(values) == 1:
            return METHODS[tree.name](values[0])
        return METHODS_OF_ONE[tree.name](values[0], values[1])

    def _operated(self, sign: str, values: list[Value]) -> Value:
        """The result of an operator on values that are worked out."""
        if sign == "negate":
            number = values[0]
            if isinstance(number, bool) or not isinstance(number, (int, float)):
                raise no_overload("-_")
            return checked(-number) if isinstance(number, int) else -number
        left, right = values
        if sign in ("==", "!="):
            return equal(left, right, self._meter) is (sign == "==")
        if sign in _COMPARED:
            self._meter.charge(min(_read(left), _read(right)))
            return _COMPARED[sign](compare(left, right))
        if sign == "in":
            if isinstance(right, tuple):
                self._meter.charge(len(right))
                return any(equal(left, entry, self._meter) for entry in right)
            if isinstance(right, Mapping):
                return isinstance(left, str) and left in right
            raise no_overload("in")
        return self._calculated(sign, left, right)

    def _calculated(self, sign: str, left: Value, right: Value) -> Value:
        if sign == "+" and isinstance(left, str) and isinstance(right, str):
            self._meter.charge(traversal(len(left) + len(right)))
            return left + right
        if sign == "+" and isinstance(left, tuple) and isinstance(right, tuple):
            self._meter.charge(1 + len(left) + len(right))  # upstream joins lists without copying them, for 1
            return left + right
        if isinstance(left, bool) or isinstance(right, bool):
            raise no_overload(sign)
        if isinstance(left, int) and isinstance(right, int):
            return _whole(sign, left, right)
        if isinstance(left, float) and isinstance(right, float) and sign != "%":
            return _fraction(sign, left, right)
        raise no_overload(f"{type_name(left)} {sign} {type_name(right)}")


def _read(value: Value) -> int:
    """The cost of reading a value once."""
    return max(1, traversal(len(value))) if isinstance(value, str) else 1


def _cost_of_method(name: str, values: list[Value]) -> int:
    """The cost of a method call: what it reads."""
    if name == "contains":
        return _read(values[0]) * _read(values[1])
    return 1 if name == "size" else _read(values[0])


def _field(owner: Value, name: str) -> Value:
    if not isinstance(owner, Mapping):
        raise no_overload(f"{type_name(owner)}.{name}")
    return _entry(owner, name)


def _entry(owner: Value, key: Value) -> Value:
    """The entry of a map by key or of a list by index. A missing one is an error, a missing domain empty."""
    if isinstance(owner, _Domains) and isinstance(key, str):
        return owner[key]
    if isinstance(owner, Mapping):
        if isinstance(key, str) and key in owner:
            return owner[key]
        raise CelRuntimeError(f"no such key: {shown(key)}")
    if isinstance(owner, tuple) and isinstance(key, int) and not isinstance(key, bool):
        if 0 <= key < len(owner):
            return owner[key]
        raise CelRuntimeError(f"index out of bounds: {key}")
    raise no_overload(f"{type_name(owner)}[{type_name(key)}]")


def _whole(sign: str, left: int, right: int) -> int:
    """Arithmetic on ints: division rounds towards zero, and an overflow is an error."""
    if sign == "+":
        return checked(left + right)
    if sign == "-":
        return checked(left - right)
    if sign == "*":
        return checked(left * right)
    if right == 0:
        raise CelRuntimeError("division by zero" if sign == "/" else "modulus by zero")
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return checked(quotient) if sign == "/" else left - quotient * right


def _fraction(sign: str, left: float, right: float) -> float:
    if sign == "/" and right == 0:
        return float("nan") if left == 0 or not isfinite(left) else float("inf") * (1 if left > 0 else -1)
    return {"+": left + right, "-": left - right, "*": left * right}.get(sign, left / (right or 1.0))
