"""The type of an expression's value, as CEL's checker knows it before any device is seen.

Source: github.com/google/cel-go checker; the declarations of
k8s.io/dynamic-resource-allocation/cel/compile.go (v0.36).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scheduler_core.objects.cel.cost import is_bind, is_loop
from scheduler_core.objects.cel.syntax import Node

BOOL, ANY = "bool", "any"
"""The types that a device selector may have. The value of an attribute is `any` until a device is seen."""
UNKNOWN = ""
_QUANTITY, _SEMVER = "kubernetes.Quantity", "kubernetes.Semver"
_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "driver": "string",
        "attributes": f"map(string, map(string, {ANY}))",
        "capacity": f"map(string, map(string, {_QUANTITY}))",
        "allowMultipleAllocations": BOOL,
    }
)
_RESULTS: Mapping[str, str] = MappingProxyType(
    {
        "double": "double",
        "int": "int",
        "quantity": _QUANTITY,
        "semver": _SEMVER,
        "size": "int",
        "string": "string",
        "asInteger": "int",
        "lowerAscii": "string",
        "upperAscii": "string",
        "major": "int",
        "minor": "int",
        "patch": "int",
        "sign": "int",
        "add": _QUANTITY,
        "sub": _QUANTITY,
        "compareTo": "int",
    }
)
"""What functions and methods answer; those that are not named answer a bool."""
_ARITHMETIC = ("+", "-", "*", "/", "%")


def output_type(tree: Node) -> str:
    """The name of the type as CEL prints it, such as `map(string, any)`; `UNKNOWN` where it depends on values
    that have no type before they are seen.
    """
    return _type(tree, {"device": "kubernetes.DRADevice"})


def _type(tree: Node, names: Mapping[str, str]) -> str:
    parts = tree.parts
    match tree.op:
        case "literal":
            return _of_literal(tree.value)
        case "name":
            return names.get(tree.name, UNKNOWN)
        case "list":
            entry = _common([_type(part, names) for part in parts])
            return f"list({entry})" if entry else UNKNOWN
        case "map":
            key, value = (_common([_type(part, names) for part in parts[start::2]]) for start in (0, 1))
            return f"map({key}, {value})" if key and value else UNKNOWN
        case "select":
            owner = _type(parts[0], names)
            return _FIELDS.get(tree.name, UNKNOWN) if owner == "kubernetes.DRADevice" else _entry(owner)
        case "index":
            return _entry(_type(parts[0], names))
        case "?:":
            return _common([_type(part, names) for part in parts[1:]])
        case "negate":
            return _of_negation(_type(parts[0], names))
        case "method" if is_bind(tree):
            return _type(parts[3], {**names, parts[1].name: _type(parts[2], names)})
        case "method" | "call" if not is_loop(tree):
            return _RESULTS.get(tree.name, BOOL)
        case sign if sign in _ARITHMETIC:
            return _of_arithmetic(_common([_type(part, names) for part in parts]))
        case _:
            return BOOL


def _of_literal(value: bool | int | float | str | None) -> str:
    if value is None:
        return "null_type"
    return {bool: BOOL, int: "int", float: "double", str: "string"}[type(value)]


def _common(types: list[str]) -> str:
    """The one type that all have."""
    return types[0] if len(set(types)) == 1 else UNKNOWN


def _entry(owner: str) -> str:
    """The type of the entries of a map or list."""
    if owner == ANY:
        return ANY
    inner = owner.partition("(")[2].removesuffix(")")
    return inner.partition(", ")[2] if owner.startswith("map(string, ") else inner


def _of_arithmetic(operand: str) -> str:
    """The type of the result of operands of one type."""
    return UNKNOWN if operand == ANY else operand


def _of_negation(operand: str) -> str:
    return operand if operand in ("int", "double") else UNKNOWN
