"""What a person can do to a running cluster: one value a kind, and how it is read from JSON.

`parse_input` names the path of what is wrong (`input.replicas: …`); applying an input to the API server is in
`apply.py`. Faults of machines, processes and the network are in `fault_inputs.py`, the other things a person
may do with nodes and pods in `act_inputs.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.problem import Problem
from scheduler_core.simulation.inputs.act_inputs import ACT_PARSERS, ActInput
from scheduler_core.simulation.inputs.fault_inputs import FAULT_PARSERS, FaultInput
from scheduler_core.simulation.inputs.json_check import unsound
from scheduler_core.simulation.inputs.reader import MOST_SECONDS, ObjectRef, Reader, WrongError, short

__all__ = [
    "INPUT_KINDS",
    "AddTaint",
    "Apply",
    "Cordon",
    "Delete",
    "Input",
    "ObjectRef",
    "Problem",
    "RemoveTaint",
    "Scale",
    "SetLabels",
    "SwitchScheduler",
    "TimedInput",
    "Uncordon",
    "Untimed",
    "parse_input",
    "parse_timed_input",
]

MAX_REPLICAS = 10_000
MAX_GRACE_SECONDS = MOST_SECONDS
PROPAGATIONS = ("Background", "Foreground", "Orphan")


@dataclass(frozen=True, slots=True)
class Apply:
    """`kubectl apply`: creates what is not there, changes what is. All documents or none."""

    kind: ClassVar[str] = "apply"
    documents: tuple[Manifest, ...]

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "documents": list(self.documents)}


@dataclass(frozen=True, slots=True)
class Delete:
    """`kubectl delete`. `grace_period_seconds` None = none sent; `force` sends 0.

    `propagation` is kubectl's `--cascade`; `precondition_uid`: only the object of this uid.
    """

    kind: ClassVar[str] = "delete"
    target: ObjectRef
    grace_period_seconds: int | None = None
    force: bool = False
    propagation: str | None = None
    precondition_uid: str | None = None

    def to_json(self) -> dict[str, Json]:
        written: dict[str, Json] = {
            "kind": self.kind,
            "object": self.target.to_json(),
            "gracePeriodSeconds": self.grace_period_seconds,
            "force": self.force,
        }
        if self.propagation is not None:
            written["propagation"] = self.propagation
        if self.precondition_uid is not None:
            written["preconditionUid"] = self.precondition_uid
        return written


@dataclass(frozen=True, slots=True)
class Cordon:
    kind: ClassVar[str] = "cordon"
    node: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class Uncordon:
    kind: ClassVar[str] = "uncordon"
    node: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class AddTaint:
    kind: ClassVar[str] = "taint"
    node: str
    key: str
    value: str
    effect: str

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.kind,
            "node": self.node,
            "key": self.key,
            "value": self.value,
            "effect": self.effect,
        }


@dataclass(frozen=True, slots=True)
class RemoveTaint:
    """`effect` None: the key with every effect."""

    kind: ClassVar[str] = "untaint"
    node: str
    key: str
    effect: str | None = None

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "key": self.key, "effect": self.effect}


@dataclass(frozen=True, slots=True)
class SetLabels:
    """A value of None removes the label."""

    kind: ClassVar[str] = "label"
    target: ObjectRef
    labels: Mapping[str, str | None]

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "labels": dict(self.labels)}


@dataclass(frozen=True, slots=True)
class Scale:
    kind: ClassVar[str] = "scale"
    target: ObjectRef
    replicas: int

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "replicas": self.replicas}


@dataclass(frozen=True, slots=True)
class SwitchScheduler:
    """Starts or stops kube-scheduler. A stopped one keeps nothing but what the API server stores."""

    kind: ClassVar[str] = "scheduler"
    running: bool

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "running": self.running}


Untimed: TypeAlias = (
    Apply
    | Delete
    | Cordon
    | Uncordon
    | AddTaint
    | RemoveTaint
    | SetLabels
    | Scale
    | SwitchScheduler
    | FaultInput
    | ActInput
)


@dataclass(frozen=True, slots=True)
class TimedInput:
    """An input that is done at virtual time `at_ms`.

    In a scenario's file that is when it comes. Given by a person it is the time on the clock they saw: not
    before the step they stand at and not after what happens next.
    """

    at_ms: int
    input: Untimed

    def to_json(self) -> dict[str, Json]:
        at: Json = self.at_ms // 1000 if self.at_ms % 1000 == 0 else self.at_ms / 1000
        return {"at": at, **self.input.to_json()}


Input: TypeAlias = Untimed | TimedInput


def parse_input(value: object, path: str = "input") -> Input | Problem:
    """The input that a JSON value stands for, or the first thing that is wrong with it, by its path.

    With `at` (seconds) it is a `TimedInput`.
    """
    wrong = unsound(value, path)
    if wrong is not None:
        return wrong
    if isinstance(value, Mapping) and value.get("at") is not None:
        return parse_timed_input(value, path)
    return _parse_untimed(value, path)


def _parse_untimed(value: object, path: str) -> Untimed | Problem:
    if not isinstance(value, Mapping):
        return Problem(path, "input.not_a_map", {})
    kind = value.get("kind")
    parser = _PARSERS.get(kind) if isinstance(kind, str) else None
    if parser is None:
        return Problem(
            f"{path}.kind", "input.unknown_kind", {"kind": short(kind), "known": ", ".join(_PARSERS)}
        )
    read = Reader(value, path)
    try:
        parsed = parser(read)
        read.all_known()
        return parsed
    except WrongError as wrong:
        return wrong.problem


def parse_timed_input(value: object, path: str) -> TimedInput | Problem:
    """As `parse_input`, with `at` in seconds (a number >= 0; milliseconds are the finest)."""
    parsed = _parse_untimed(value, path)
    if isinstance(parsed, Problem):
        return parsed
    at = value.get("at", 0) if isinstance(value, Mapping) else 0
    if isinstance(at, bool) or not isinstance(at, (int, float)) or not 0 <= at <= 10**8:
        return Problem(f"{path}.at", "input.not_a_time", {"got": short(at)})
    return TimedInput(round(at * 1000), parsed)


def _parse_taint(read: Reader) -> Untimed:
    return AddTaint(
        read.name("node"), read.name("key"), read.text("value"), read.effect(optional=False) or ""
    )


def _parse_delete(read: Reader) -> Untimed:
    grace = read.optional_whole("gracePeriodSeconds", -MAX_GRACE_SECONDS, MAX_GRACE_SECONDS)
    propagation = read.choice("propagation", PROPAGATIONS, "") or None
    return Delete(
        read.target(), grace, read.flag("force", False), propagation, read.optional_name("preconditionUid")
    )


_PARSERS: Mapping[str, Callable[[Reader], Untimed]] = MappingProxyType(
    {
        Apply.kind: lambda read: Apply(read.documents()),
        Delete.kind: _parse_delete,
        Cordon.kind: lambda read: Cordon(read.name("node")),
        Uncordon.kind: lambda read: Uncordon(read.name("node")),
        AddTaint.kind: _parse_taint,
        RemoveTaint.kind: lambda read: RemoveTaint(
            read.name("node"), read.name("key"), read.effect(optional=True)
        ),
        SetLabels.kind: lambda read: SetLabels(read.target(), read.labels()),
        Scale.kind: lambda read: Scale(read.target(), read.whole("replicas", 0, MAX_REPLICAS)),
        SwitchScheduler.kind: lambda read: SwitchScheduler(read.flag("running")),
        **FAULT_PARSERS,
        **ACT_PARSERS,
    }
)
INPUT_KINDS = tuple(_PARSERS)
