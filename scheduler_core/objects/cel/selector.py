"""A device selector: one CEL expression, compiled once and asked about devices.

Source: k8s.io/dynamic-resource-allocation/cel/compile.go (v0.34). What the expression may use here is less
than upstream allows; everything else is refused in words and is never taken for true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

from scheduler_core.objects.cel.functions import (
    METHODS,
    METHODS_OF_ONE,
    ONE_ARGUMENT,
    CelRuntimeError,
    checked,
    compare,
    equal,
    no_overload,
)
from scheduler_core.objects.cel.syntax import CelSyntaxError, Node, parse_expression
from scheduler_core.objects.cel.values import SeenDevice, Value, type_name

MAX_STEPS = 50_000
"""The largest number of steps for one device; upstream limits an estimated cost."""
_FIELDS = ("driver", "attributes", "capacity")
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
class Failure:
    """Why an expression has no answer for a device, in CEL's words."""

    text: str


@dataclass(frozen=True, slots=True)
class Selector:
    """A compiled expression."""

    expression: str
    tree: Node

    def matches(self, device: SeenDevice) -> bool | Failure:
        """Whether the device is selected; an expression without an answer for it is a failure."""
        seen: dict[str, Value] = {
            "driver": device.driver,
            "attributes": _Domains(device.attributes),
            "capacity": _Domains(device.capacity),
        }
        try:
            answer = _Run().value(self.tree, {"device": seen})
        except CelRuntimeError as error:
            return Failure(str(error))
        if isinstance(answer, bool):
            return answer
        return Failure(f"expression evaluated to {type_name(answer)}, must evaluate to bool")


@lru_cache(maxsize=1024)
def compile_selector(expression: str) -> Selector | NotCompiled:
    """The selector of an expression, or why there is none."""
    try:
        tree = parse_expression(expression)
    except CelSyntaxError as error:
        return NotCompiled(str(error), error.unmodelled)
    unknown = next(_unknown(tree, frozenset(("device",))), None)
    return Selector(expression, tree) if unknown is None else unknown


# Compiling


def _unknown(tree: Node, names: frozenset[str]) -> Iterator[NotCompiled]:
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
        if _is_bind(tree):
            yield from _unknown(tree.parts[2], names)
            yield from _unknown(tree.parts[3], names | {tree.parts[1].name})
            return
        if _is_loop(tree):
            yield from _unknown(tree.parts[0], names)
            yield from _unknown(tree.parts[2], names | {tree.parts[1].name})
            return
        arity = len(tree.parts) - 1
        if not (arity == 0 and tree.name in METHODS) and not (arity == 1 and tree.name in METHODS_OF_ONE):
            yield NotCompiled(f"the function {tree.name}()", unmodelled=True)
            return
    elif tree.op == "select" and tree.parts[0].name == "device" and tree.name not in _FIELDS:
        unmodelled = tree.name == "allowMultipleAllocations"
        text = f"the field device.{tree.name}" if unmodelled else f"undefined field '{tree.name}'"
        yield NotCompiled(text, unmodelled)
    for part in tree.parts:
        yield from _unknown(part, names)


def _is_bind(tree: Node) -> bool:
    """cel.bind(name, value, expression)"""
    if tree.name != "bind" or len(tree.parts) != 4:
        return False
    return tree.parts[0].op == "name" and tree.parts[0].name == "cel" and tree.parts[1].op == "name"


def _is_loop(tree: Node) -> bool:
    """list.exists(name, condition) and list.all(name, condition)"""
    return tree.name in ("exists", "all") and len(tree.parts) == 3 and tree.parts[1].op == "name"


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


class _Run:
    """One evaluation, which counts its steps."""

    def __init__(self) -> None:
        self._steps = 0

    def value(self, tree: Node, names: Mapping[str, Value]) -> Value:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise CelRuntimeError("operation cancelled: actual cost limit exceeded")
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
                return _operated(tree.op, [self.value(part, names) for part in parts])

    def _truth(self, tree: Node, names: Mapping[str, Value]) -> bool:
        found = self.value(tree, names)
        if not isinstance(found, bool):
            raise no_overload(type_name(found))
        return found

    def _map(self, parts: tuple[Node, ...], names: Mapping[str, Value]) -> Value:
        made: dict[str, Value] = {}
        for key, entry in zip(parts[::2], parts[1::2], strict=True):
            name = self.value(key, names)
            if not isinstance(name, str):
                raise no_overload(f"map key of type {type_name(name)}")
            made[name] = self.value(entry, names)
        return made

    def _joined(self, sign: str, parts: tuple[Node, ...], names: Mapping[str, Value]) -> bool:
        """An operand that decides alone wins over an error in another operand, in any order."""
        decisive, failure = sign == "||", None
        for part in parts:
            try:
                if self._truth(part, names) is decisive:
                    return decisive
            except CelRuntimeError as error:
                failure = failure or error
        if failure is not None:
            raise failure
        return not decisive

    def _call(self, tree: Node, names: Mapping[str, Value]) -> Value:
        if tree.name == "has":
            field = tree.parts[0]
            owner = self.value(field.parts[0], names)
            return isinstance(owner, Mapping) and field.name in owner
        return ONE_ARGUMENT[tree.name](self.value(tree.parts[0], names))

    def _method(self, tree: Node, names: Mapping[str, Value]) -> Value:
        parts = tree.parts
        if _is_bind(tree):
            return self.value(parts[3], {**names, parts[1].name: self.value(parts[2], names)})
        if _is_loop(tree):
            found = self.value(parts[0], names)
            if not isinstance(found, (tuple, Mapping)):
                raise no_overload(tree.name)
            loop = [{**names, parts[1].name: each} for each in found]
            wanted = tree.name == "exists"
            return wanted if any(self._truth(parts[2], each) is wanted for each in loop) else not wanted
        given = [self.value(part, names) for part in parts]
        if len(given) == 1:
            return METHODS[tree.name](given[0])
        return METHODS_OF_ONE[tree.name](given[0], given[1])


def _field(owner: Value, name: str) -> Value:
    if not isinstance(owner, Mapping):
        raise no_overload(f"{type_name(owner)}.{name}")
    return _entry(owner, name)


def _entry(owner: Value, key: Value) -> Value:
    if isinstance(owner, _Domains) and isinstance(key, str):
        return owner[key]
    if isinstance(owner, Mapping):
        if isinstance(key, str) and key in owner:
            return owner[key]
        raise CelRuntimeError(f"no such key: {key}")
    if isinstance(owner, tuple) and isinstance(key, int) and not isinstance(key, bool):
        if 0 <= key < len(owner):
            return owner[key]
        raise CelRuntimeError(f"index out of bounds: {key}")
    raise no_overload(f"{type_name(owner)}[{type_name(key)}]")


def _operated(sign: str, given: list[Value]) -> Value:
    if sign == "negate":
        number = given[0]
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise no_overload("-_")
        return checked(-number) if isinstance(number, int) else -number
    left, right = given
    if sign in ("==", "!="):
        return equal(left, right) is (sign == "==")
    if sign in _COMPARED:
        return _COMPARED[sign](compare(left, right))
    if sign == "in":
        if isinstance(right, tuple):
            return any(equal(left, each) for each in right)
        if isinstance(right, Mapping):
            return left in right
        raise no_overload("in")
    return _calculated(sign, left, right)


def _calculated(sign: str, left: Value, right: Value) -> Value:
    if sign == "+" and isinstance(left, str) and isinstance(right, str):
        return left + right
    if sign == "+" and isinstance(left, tuple) and isinstance(right, tuple):
        return left + right
    if isinstance(left, bool) or isinstance(right, bool):
        raise no_overload(sign)
    if isinstance(left, int) and isinstance(right, int):
        return _whole(sign, left, right)
    if isinstance(left, float) and isinstance(right, float) and sign != "%":
        return _fraction(sign, left, right)
    raise no_overload(f"{type_name(left)} {sign} {type_name(right)}")


def _whole(sign: str, left: int, right: int) -> int:
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
