"""Selectors in the query of a list: `labelSelector` and `fieldSelector`.

Source: apimachinery labels.Parse, fields.ParseSelector; the field labels of pkg/apis/*/v1/conversion.go and
registry strategies (v1.34).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.apiserver.validation.checks import QUALIFIED_RULE
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.selection.node_selector_errors import LABEL_VALUE_RULE
from scheduler_core.objects.selection.selectors import LabelSelector, Requirement
from scheduler_core.rest.resources import Resource

_NAME = r"[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?"
_KEY = rf"(?:[a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?{_NAME}"
_VALUE = rf"(?:{_NAME})?"
_SET = re.compile(rf"\s*(?P<key>{_KEY})\s+(?P<op>in|notin)\s+\((?P<values>[^()]*)\)\s*")
_EQUAL = re.compile(rf"\s*(?P<key>{_KEY})\s*(?P<op>=|==|!=)\s*(?P<value>{_VALUE})\s*")
_EXISTS = re.compile(rf"\s*(?P<not>!?)\s*(?P<key>{_KEY})\s*")
_PIECE = re.compile(r"[^,()]*(?:\([^()]*\)?)?[^,()]*")

_TOKEN = re.compile(r"[^\s,()!=<>]+|[!=<>]=?|[,()]|==")
_WORD = re.compile(r"[^\s,()!=<>]+")
_OPERATORS = ("in", "notin", "=", "==", "!=", "gt", "lt")

Getter: TypeAlias = Callable[[Manifest], str]


def _unparsed(token: str, expected: str) -> str:
    return f"unable to parse requirement: found '{token}', expected: {expected}"


@dataclass(frozen=True, slots=True)
class FieldRequirement:
    get: Getter
    value: str
    equal: bool

    def matches(self, manifest: Manifest) -> bool:
        return (self.get(manifest) == self.value) == self.equal


@dataclass(frozen=True, slots=True)
class Selection:
    """What a list or a watch selects. `name` is the name of the only object that can match, "" where several
    can.
    """

    labels: LabelSelector
    fields: tuple[FieldRequirement, ...] = ()
    name: str = ""

    @property
    def everything(self) -> bool:
        return self.labels.empty and not self.fields

    def matches(self, manifest: Manifest) -> bool:
        labels = mapping(find(manifest, "metadata", "labels"))
        return self.labels.matches(labels) and all(field.matches(manifest) for field in self.fields)  # type: ignore[arg-type]


class SelectorError(ValueError):
    """A selector that cannot be read; the text is the API server's."""


def label_selector(source: str) -> LabelSelector:
    """The requirements of a label selector; "" has none and matches everything. Raises `SelectorError`."""
    requirements: list[Requirement] = []
    at = 0
    while at < len(source):
        piece = _PIECE.match(source, at)
        part = piece.group() if piece else ""
        requirements.append(_requirement(part or source[at : at + 1]))
        at += len(part)
        if at < len(source):
            if source[at] != "," or not source[at + 1 :].strip():
                raise SelectorError(_after(source, at))
            at += 1
    return LabelSelector(tuple(requirements))


def _after(source: str, at: int) -> str:
    """The text at the place of an expected comma, or after a comma."""
    if source[at] == ",":
        return f"found '{source[at + 1 :].strip()[:1]}', expected: identifier after ','"
    return f"found '{source[at]}', expected: ',' or 'end of string'"


def _requirement(part: str) -> Requirement:
    """A requirement such as `a=b`, `a in (b, c)`, `a` or `!a`. Raises `SelectorError`."""
    if match := _SET.fullmatch(part):
        values = tuple(sorted(value.strip() for value in match["values"].split(",")))
        if not all(re.fullmatch(_VALUE, value) and len(value) <= 63 for value in values):
            raise SelectorError(f"unable to parse requirement: invalid values: {match['values']}")
        return Requirement(match["key"], "In" if match["op"] == "in" else "NotIn", values)
    if match := _EQUAL.fullmatch(part):
        if len(match["value"]) > 63:
            raise SelectorError(
                "unable to parse requirement: values[0]["
                + match["key"]
                + "]: Invalid value: must be no more than 63 bytes"
            )
        return Requirement(match["key"], "NotIn" if match["op"] == "!=" else "In", (match["value"],))
    if match := _EXISTS.fullmatch(part):
        return Requirement(match["key"], "DoesNotExist" if match["not"] else "Exists")
    raise SelectorError(_why(part))


def _why(part: str) -> str:
    """The error of an invalid requirement, as `Parser.parse` words it."""
    tokens = [*_TOKEN.findall(part), ""]
    first = tokens.pop(0) if tokens[0] != "!" else tokens[1]
    if not _WORD.fullmatch(first):
        return f"found '{first}', expected: !, identifier, or 'end of string'"
    if not re.fullmatch(_KEY, first):
        return f'unable to parse requirement: <nil>: Invalid value: "{first}": {QUALIFIED_RULE}'
    operator, *rest = tokens
    if operator not in _OPERATORS:
        return _unparsed(operator, ", ".join(_OPERATORS))
    if operator in ("in", "notin"):
        if rest[0] != "(":
            return f"unable to parse requirement: found '{rest[0]}' expected: '('"
        return _unparsed(
            next((token for token in rest[1:] if not _WORD.fullmatch(token) and token != ","), ""), "')'"
        )
    if len(rest) > 2:
        return f"found '{rest[1]}', expected: ',' or 'end of string'"
    wrong = f'values[0][{first}]: Invalid value: "{rest[0]}": {LABEL_VALUE_RULE}'
    return f"unable to parse requirement: {wrong}"


def field_selector(row: Resource, source: str) -> tuple[FieldRequirement, ...]:
    """The requirements of a field selector; () for "". Raises `SelectorError`, also for an unknown field."""
    requirements: list[FieldRequirement] = []
    getters = fields_of(row)
    for part in _unescaped_parts(source):
        if not part:
            continue
        match = re.match(r"([^=!]+)(==|!=|=)(.*)", part, re.DOTALL)
        if match is None:
            raise SelectorError(f"invalid selector: '{source}'; can't understand '{part}'")
        label, operator, value = match.groups()
        if label not in getters:
            raise SelectorError(f"field label not supported: {label}")
        requirements.append(FieldRequirement(getters[label], value, operator != "!="))
    return tuple(requirements)


def only_name(source: str) -> str:
    """The name in a field selector that only compares metadata.name; "" for any other selector."""
    match = re.fullmatch(r"metadata\.name==?([^,=!\\]+)", source)
    return match[1] if match else ""


def _unescaped_parts(source: str) -> list[str]:
    """The parts of a field selector between its commas; a backslash escapes a comma, `=` and itself."""
    parts = re.split(r"(?<!\\),", source)
    return [re.sub(r"\\([,=\\])", r"\1", part) for part in parts]


def _at(*path: str | int) -> Getter:
    return lambda manifest: _plain(find(manifest, *path))


def _plain(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, (int, float)) else text(value)


def _flag(*path: str | int) -> Getter:
    return lambda manifest: _plain(find(manifest, *path) is True)


def _number(*path: str | int) -> Getter:
    """Reads a number as text; a missing number counts as 0."""
    return lambda manifest: _plain(find(manifest, *path) or 0)


def _pod_ips(manifest: Manifest) -> str:
    return text(find(items(find(manifest, "status", "podIPs")), 0, "ip"))


def _source(manifest: Manifest) -> str:
    return text(find(manifest, "source", "component")) or text(find(manifest, "reportingComponent"))


_INVOLVED = ("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")
_FIELDS: Mapping[str, Mapping[str, Getter]] = {
    "Pod": {
        "spec.nodeName": _at("spec", "nodeName"),
        "spec.host": _at("spec", "nodeName"),
        "spec.restartPolicy": _at("spec", "restartPolicy"),
        "spec.schedulerName": _at("spec", "schedulerName"),
        "spec.serviceAccountName": _at("spec", "serviceAccountName"),
        "spec.hostNetwork": _flag("spec", "hostNetwork"),
        "status.phase": _at("status", "phase"),
        "status.podIP": _at("status", "podIP"),
        "status.podIPs": _pod_ips,
        "status.nominatedNodeName": _at("status", "nominatedNodeName"),
    },
    "Node": {"spec.unschedulable": _flag("spec", "unschedulable")},
    "Event": {
        **{f"involvedObject.{name}": _at("involvedObject", name) for name in _INVOLVED},
        "reason": _at("reason"),
        "reportingComponent": _at("reportingComponent"),
        "source": _source,
        "type": _at("type"),
    },
    "Namespace": {"status.phase": _at("status", "phase")},
    "Secret": {"type": _at("type")},
    "Service": {"spec.clusterIP": _at("spec", "clusterIP"), "spec.type": _at("spec", "type")},
    "ReplicaSet": {"status.replicas": _number("status", "replicas")},
    "ReplicationController": {"status.replicas": _number("status", "replicas")},
    "Job": {"status.successful": _number("status", "succeeded")},
}


def fields_of(row: Resource) -> Mapping[str, Getter]:
    """The fields by which objects of a resource can be selected."""
    named: dict[str, Getter] = {"metadata.name": _at("metadata", "name")}
    if row.namespaced:
        named["metadata.namespace"] = _at("metadata", "namespace")
    return {**named, **_FIELDS.get(row.kind, {})}


def selection(row: Resource, labels: str, fields: str) -> Selection:
    """The selection that the two selectors of a query describe. Raises `SelectorError`."""
    return Selection(label_selector(labels), field_selector(row, fields), only_name(fields))
