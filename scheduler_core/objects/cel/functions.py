"""The functions that CEL selectors may call: of strings, quantities and versions, and conversions.

Source: k8s.io/apiserver/pkg/cel/library (quantity.go, semver.go), cel-go's standard and strings libraries
(v0.34 of Kubernetes).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import gt, lt
from string import ascii_lowercase, ascii_uppercase
from types import MappingProxyType
from typing import TypeVar

from scheduler_core.objects.cel.cost import LIST_COST, MAP_COST, CelRuntimeError, Meter, traversal
from scheduler_core.objects.cel.syntax import MAX_INT64
from scheduler_core.objects.cel.values import Value, Version, parse_version, type_name
from scheduler_core.objects.scalars.quantity import NANO, Quantity, QuantityError, parse_quantity

MAX_SHOWN = 200
"""The characters of a value that an error shows."""
T = TypeVar("T")
_TO_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_TO_UPPER = str.maketrans(ascii_lowercase, ascii_uppercase)


def no_overload(name: str) -> CelRuntimeError:
    return CelRuntimeError(f"no such overload: {name}")


def checked(number: int) -> int:
    """An int of CEL has 64 bits."""
    if not -MAX_INT64 - 1 <= number <= MAX_INT64:
        raise CelRuntimeError("integer overflow")
    return number


def compare(left: Value, right: Value) -> int:
    """-1, 0 or 1; values of types that have no order together are an error."""
    if isinstance(left, bool) and isinstance(right, bool):
        return _sign(left, right)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        if isinstance(left, bool) or isinstance(right, bool):
            raise no_overload(f"{type_name(left)} < {type_name(right)}")
        return _sign(left, right)
    if isinstance(left, str) and isinstance(right, str):
        return _sign(left, right)
    raise no_overload(f"{type_name(left)} < {type_name(right)}")


def equal(left: Value, right: Value, meter: Meter) -> bool:
    """Values of different types are unequal; int and double are compared as numbers. Entries are compared one
    by one and cost one each, their list or map what a new one costs, however often it holds the same one.
    """
    pairs = [(left, right)]
    while pairs:
        left, right = pairs.pop()
        if isinstance(left, tuple) and isinstance(right, tuple):
            if len(left) != len(right):
                return False
            meter.charge(LIST_COST + len(left))
            pairs.extend(zip(left, right, strict=True))
        elif isinstance(left, Mapping) and isinstance(right, Mapping):
            if left.keys() != right.keys():
                return False
            meter.charge(MAP_COST + len(left))
            pairs.extend((left[key], right[key]) for key in left)
        elif not _same(left, right, meter):
            return False
    return True


def _same(left: Value, right: Value, meter: Meter) -> bool:
    """Whether two values that are neither lists nor maps are equal; reading text costs."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right
    if isinstance(left, Quantity) and isinstance(right, Quantity):
        return left.nano == right.nano
    if isinstance(left, Version) and isinstance(right, Version):
        return left.order == right.order
    if isinstance(left, str) and isinstance(right, str):
        meter.charge(traversal(min(len(left), len(right))))
    return type(left) is type(right) and left == right


def shown(value: Value) -> str:
    """The value as an error shows it: a long text cut off, a list or a map by its type."""
    text = type_name(value) if isinstance(value, (tuple, Mapping)) else str(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."


def _sign(left: bool | int | float | str, right: bool | int | float | str) -> int:
    return (left > right) - (left < right)  # type: ignore[operator]


def _measured(value: Value, other: Value, name: str) -> tuple[int, int]:
    """Two numbers in the order of two quantities or of two versions."""
    if isinstance(value, Quantity) and isinstance(other, Quantity):
        return value.nano, other.nano
    if isinstance(value, Version) and isinstance(other, Version):
        before, after = value.order, other.order
        return int(before > after), int(before < after)
    raise no_overload(name)


def _ordered(name: str, rule: Callable[[int, int], Value]) -> Callable[[Value, Value], Value]:
    """A method that compares two quantities or two versions."""
    return lambda value, other: rule(*_measured(value, other, name))


def _added(value: Value, other: Value) -> Value:
    return _summed(value, other, 1, "add")


def _subtracted(value: Value, other: Value) -> Value:
    return _summed(value, other, -1, "sub")


def _summed(value: Value, other: Value, sign: int, name: str) -> Value:
    """A quantity plus `sign` times another one, or times an int of whole units."""
    if isinstance(other, int) and not isinstance(other, bool):
        other = Quantity(other * NANO)
    if not isinstance(value, Quantity) or not isinstance(other, Quantity):
        raise no_overload(name)
    return Quantity(value.nano + sign * other.nano, value.format)


def _quantity(value: Value) -> Value:
    if not isinstance(value, str):
        raise no_overload("quantity")
    try:
        return parse_quantity(value)
    except QuantityError as error:
        raise CelRuntimeError(shown(str(error))) from error


def _is_quantity(value: Value) -> Value:
    try:
        return isinstance(_quantity(value), Quantity)
    except CelRuntimeError:
        return False


def _semver(value: Value) -> Value:
    version = parse_version(value) if isinstance(value, str) else None
    if version is None:
        raise CelRuntimeError(f"No Major.Minor.Patch elements found in {shown(value)!r}")
    return version


def _is_semver(value: Value) -> Value:
    return isinstance(value, str) and parse_version(value) is not None


def _size(value: Value) -> Value:
    if isinstance(value, (str, tuple, Mapping)):
        return len(value)
    raise no_overload("size")


def _int(value: Value) -> Value:
    """The conversion to an int: from an int, a double (cut off) or decimal digits."""
    if isinstance(value, str) and len(value) < 30 and value.removeprefix("-").isdecimal():
        return checked(int(value))
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= MAX_INT64:
        return int(value)
    raise CelRuntimeError(f"type conversion error from '{type_name(value)}' to 'int'")


def _double(value: Value) -> Value:
    if isinstance(value, (int, float, str)) and not isinstance(value, bool):
        try:
            return float(value)
        except ValueError:
            pass
    raise CelRuntimeError(f"type conversion error from '{type_name(value)}' to 'double'")


def _string(value: Value) -> Value:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, str)):
        return str(value)
    raise CelRuntimeError(f"type conversion error from '{type_name(value)}' to 'string'")


def _as_integer(value: Value) -> Value:
    """The whole units of a quantity; a fraction is an error."""
    if not isinstance(value, Quantity):
        raise no_overload("asInteger")
    if value.nano % NANO:
        raise CelRuntimeError("cannot convert value to integer")
    return checked(value.nano // NANO)


def _of_texts(name: str, rule: Callable[[str, str], Value]) -> Callable[[Value, Value], Value]:
    """A method of a string with a string as its argument."""

    def call(value: Value, other: Value) -> Value:
        if isinstance(value, str) and isinstance(other, str):
            return rule(value, other)
        raise no_overload(name)

    return call


def _of(kind: type[T], name: str, rule: Callable[[T], Value]) -> Callable[[Value], Value]:
    """A method that values of one type have."""

    def call(value: Value) -> Value:
        if isinstance(value, kind):
            return rule(value)
        raise no_overload(name)

    return call


ONE_ARGUMENT: Mapping[str, Callable[[Value], Value]] = MappingProxyType(
    {
        "double": _double,
        "int": _int,
        "isQuantity": _is_quantity,
        "isSemver": _is_semver,
        "quantity": _quantity,
        "semver": _semver,
        "size": _size,
        "string": _string,
    }
)
"""Functions that are called as `f(value)`."""

METHODS: Mapping[str, Callable[[Value], Value]] = MappingProxyType(
    {
        "asInteger": _as_integer,
        "isInteger": _of(Quantity, "isInteger", lambda amount: amount.nano % NANO == 0),
        "lowerAscii": _of(str, "lowerAscii", lambda value: value.translate(_TO_LOWER)),
        "major": _of(Version, "major", lambda version: version.major),
        "minor": _of(Version, "minor", lambda version: version.minor),
        "patch": _of(Version, "patch", lambda version: version.patch),
        "sign": _of(Quantity, "sign", lambda amount: _sign(amount.nano, 0)),
        "size": _size,
        "upperAscii": _of(str, "upperAscii", lambda value: value.translate(_TO_UPPER)),
    }
)
"""Methods that are called as `value.f()`."""

METHODS_OF_ONE: Mapping[str, Callable[[Value, Value], Value]] = MappingProxyType(
    {
        "add": _added,
        "compareTo": _ordered("compareTo", _sign),
        "contains": _of_texts("contains", lambda value, other: other in value),
        "endsWith": _of_texts("endsWith", lambda value, other: value.endswith(other)),
        "isGreaterThan": _ordered("isGreaterThan", gt),
        "isLessThan": _ordered("isLessThan", lt),
        "startsWith": _of_texts("startsWith", lambda value, other: value.startswith(other)),
        "sub": _subtracted,
    }
)
"""Methods that are called as `value.f(other)`."""
