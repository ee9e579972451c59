"""Label selectors, node selectors, taints and tolerations, and how they match.

Source: apimachinery labels.Selector, component-helpers nodeaffinity, api/core/v1 Toleration (v0.34).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    find,
    integer,
    items,
    mapping,
    strings,
    text,
    texts,
)
from scheduler_core.objects.scalars.times import parse_time

Labels = Mapping[str, str]

_INT64 = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"0|-?[1-9][0-9]*")
_LABEL_VALUE = re.compile(r"(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?")


def is_label_value(value: str) -> bool:
    """Whether the text may be the value of a label: at most 63 characters, also none."""
    return _LABEL_VALUE.fullmatch(value) is not None


def parse_int64(source: str) -> int | None:
    """A decimal int64 as Go's strconv.ParseInt reads it; None when the text is not one."""
    if _INT64.fullmatch(source) is None or len(source) > 20:
        return None
    number = int(source)
    return number if -(2**63) <= number < 2**63 else None


def _decimal(source: str) -> int | None:
    """A decimal int64 in its only spelling: no plus sign and no leading zero. None for another text."""
    return parse_int64(source) if _DECIMAL.fullmatch(source) else None


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement on a label: In, NotIn, Exists or DoesNotExist, and in node selectors Gt or Lt
    as well.
    """

    key: str
    operator: str
    values: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether upstream could parse it (labels.NewRequirement); a node selector term with an invalid
        requirement never matches."""
        return _is_valid(self.operator, self.values)

    def matches(self, labels: Labels) -> bool:
        value = labels.get(self.key)
        match self.operator:
            case "In":
                return value is not None and value in self.values
            case "NotIn":
                return value is None or value not in self.values
            case "Exists":
                return value is not None
            case "DoesNotExist":
                return value is None
            case "Gt" | "Lt":
                left = None if value is None else parse_int64(value)
                right = parse_int64(self.values[0]) if len(self.values) == 1 else None
                if left is None or right is None:
                    return False
                return left > right if self.operator == "Gt" else left < right
            case _:
                return False

    @staticmethod
    def parse(value: Json) -> Requirement:
        return Requirement(
            text(find(value, "key")), text(find(value, "operator")), strings(find(value, "values"))
        )


@dataclass(frozen=True, slots=True)
class LabelSelector:
    """metav1.LabelSelector. A missing selector is None instead; `{}` is `empty`.

    `requirements` holds matchLabels (as In with one value, keys sorted) followed by matchExpressions.
    """

    requirements: tuple[Requirement, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.requirements

    def matches(self, labels: Labels) -> bool:
        """Whether the labels match. `{}` matches everything here; PodTopologySpread and budgets treat it in
        their own way.
        """
        return all(requirement.matches(labels) for requirement in self.requirements)

    @staticmethod
    def parse(value: Json) -> LabelSelector | None:
        if not isinstance(value, Mapping):
            return None
        by_label = tuple(
            Requirement(key, "In", (entry,)) for key, entry in sorted(texts(value.get("matchLabels")).items())
        )
        return LabelSelector(
            by_label + tuple(Requirement.parse(entry) for entry in items(value.get("matchExpressions")))
        )


@lru_cache(maxsize=4096)
def _is_valid(operator: str, values: tuple[str, ...]) -> bool:
    """Every value must be a possible value of a label, so `Gt ["-1"]` is invalid as well."""
    match operator:
        case "In" | "NotIn":
            fits = bool(values)
        case "Exists" | "DoesNotExist":
            fits = not values
        case "Gt" | "Lt":
            fits = len(values) == 1 and parse_int64(values[0]) is not None
        case _:
            fits = False
    return fits and all(is_label_value(value) for value in values)


def map_selector(labels: Labels) -> LabelSelector:
    """The selector that a plain map means (nodeSelector, Service, ReplicationController)."""
    return LabelSelector(tuple(Requirement(key, "In", (value,)) for key, value in sorted(labels.items())))


def requirement_text(requirement: Requirement) -> str:
    """The requirement as kubectl writes selectors: `disk=ssd`, `zone in (a,b)`, `!gpu`, `cores > 4`."""
    key, values = requirement.key, requirement.values
    match requirement.operator:
        case "In" if len(values) == 1:
            return f"{key}={values[0]}"
        case "NotIn" if len(values) == 1:
            return f"{key}!={values[0]}"
        case "In":
            return f"{key} in ({','.join(values)})"
        case "NotIn":
            return f"{key} notin ({','.join(values)})"
        case "Exists":
            return key
        case "DoesNotExist":
            return f"!{key}"
        case "Gt" | "Lt":
            return f"{key} {'>' if requirement.operator == 'Gt' else '<'} {','.join(values)}"
        case _:
            return f"{key} {requirement.operator} {','.join(values)}"


def selector_text(selector: LabelSelector | None) -> str:
    if selector is None:
        return "<none>"
    return ",".join(requirement_text(entry) for entry in selector.requirements) or "<all>"


@dataclass(frozen=True, slots=True)
class NodeSelectorTerm:
    """Requirements on labels and fields that must all hold; `matchFields` knows only metadata.name."""

    match_expressions: tuple[Requirement, ...] = ()
    match_fields: tuple[Requirement, ...] = ()

    def matches(self, labels: Labels, name: str) -> bool:
        if not self.match_expressions and not self.match_fields:
            return False
        if not all(requirement.valid for requirement in self.match_expressions):
            return False
        for requirement in self.match_fields:
            if (
                requirement.key != "metadata.name"
                or requirement.operator not in ("In", "NotIn")
                or len(requirement.values) != 1
                or (requirement.values[0] == name) != (requirement.operator == "In")
            ):
                return False
        return all(requirement.matches(labels) for requirement in self.match_expressions)

    @staticmethod
    def parse(value: Json) -> NodeSelectorTerm:
        return NodeSelectorTerm(
            tuple(Requirement.parse(entry) for entry in items(find(value, "matchExpressions"))),
            tuple(Requirement.parse(entry) for entry in items(find(value, "matchFields"))),
        )


@dataclass(frozen=True, slots=True)
class NodeSelector:
    """Terms of which one must match; without terms it matches no node."""

    terms: tuple[NodeSelectorTerm, ...] = ()

    def matches(self, labels: Labels, name: str) -> bool:
        return any(term.matches(labels, name) for term in self.terms)

    @staticmethod
    def parse(value: Json) -> NodeSelector | None:
        if not isinstance(value, Mapping):
            return None
        return NodeSelector(
            tuple(NodeSelectorTerm.parse(entry) for entry in items(value.get("nodeSelectorTerms")))
        )


@dataclass(frozen=True, slots=True)
class Taint:
    key: str
    value: str
    effect: str
    time_added: str | None = None

    @property
    def added_at(self) -> int | None:
        """When the taint was added, in milliseconds since the epoch."""
        return None if self.time_added is None else parse_time(self.time_added)

    @staticmethod
    def parse(value: Json) -> Taint:
        added = find(value, "timeAdded")
        return Taint(
            text(find(value, "key")),
            text(find(value, "value")),
            text(find(value, "effect")),
            added if isinstance(added, str) else None,
        )

    def to_manifest(self) -> Manifest:
        manifest: dict[str, Json] = {"key": self.key}
        if self.value:
            manifest["value"] = self.value
        manifest["effect"] = self.effect
        if self.time_added is not None:
            manifest["timeAdded"] = self.time_added
        return manifest


@dataclass(frozen=True, slots=True)
class Toleration:
    """v1.Toleration. An empty key (with Exists) means all keys, an empty effect means all effects."""

    key: str = ""
    operator: str = ""
    value: str = ""
    effect: str = ""
    toleration_seconds: int | None = None

    def tolerates(self, taint: Taint) -> bool:
        """Whether it tolerates the taint. The API server admits `Lt` and `Gt` in releases that know them.
        Source: corev1.Toleration.ToleratesTaint (v0.36)."""
        if self.effect and self.effect != taint.effect:
            return False
        if self.key and self.key != taint.key:
            return False
        if self.operator in ("", "Equal"):
            return self.value == taint.value
        if self.operator in ("Lt", "Gt"):
            value, limit = _decimal(taint.value), _decimal(self.value)
            if value is None or limit is None:
                return False
            return value < limit if self.operator == "Lt" else value > limit
        return self.operator == "Exists"

    @staticmethod
    def parse(value: Json) -> Toleration:
        return Toleration(
            text(find(value, "key")),
            text(find(value, "operator")),
            text(find(value, "value")),
            text(find(value, "effect")),
            integer(mapping(value).get("tolerationSeconds")),
        )


def tolerated(taint: Taint, tolerations: tuple[Toleration, ...]) -> bool:
    """Whether any of `tolerations` tolerates `taint`."""
    return any(toleration.tolerates(taint) for toleration in tolerations)
