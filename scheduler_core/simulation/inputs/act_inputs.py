"""What else a person may do with nodes and pods: drain, evict, roll back; and how applications behave from
now on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from scheduler_core.objects.manifest import Json
from scheduler_core.simulation.inputs.fault_inputs import as_seconds
from scheduler_core.simulation.inputs.reader import MOST_SECONDS, ObjectRef, Reader

USAGE_RESOURCES = ("memory", "disk", "inodes", "processes")
BEHAVIOUR_SECONDS = ("startsAfter", "readyAfter")
BEHAVIOUR_OPTIONAL_SECONDS = ("exitsAfterSigterm", "preStopSeconds", "exitsAfter")
BEHAVIOUR_FLAGS = ("liveness", "readiness", "startup")
BEHAVIOUR_CODES = ("exitCode", "crash")
BEHAVIOUR_FIELDS = (
    *BEHAVIOUR_SECONDS,
    *BEHAVIOUR_OPTIONAL_SECONDS,
    *BEHAVIOUR_FLAGS,
    *BEHAVIOUR_CODES,
)


@dataclass(frozen=True, slots=True)
class SetUsage:
    """What a pod (or one container of it), or the system of a node, uses from now on.

    Quantities as Kubernetes spells them; one that is not given stays as it is. Within `over_ms` the use grows
    or falls evenly to the new amount.
    """

    kind: ClassVar[str] = "usage"
    node: str | None
    pod: str | None
    container: str | None
    amounts: Mapping[str, str]
    over_ms: int = 0

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.kind,
            "node": self.node,
            "pod": self.pod,
            "container": self.container,
            **self.amounts,
            "over": as_seconds(self.over_ms),
        }


@dataclass(frozen=True, slots=True)
class Behave:
    """How a pod's application behaves from now on; only the fields of `changes` change.

    Seconds: `startsAfter`, `readyAfter`, `exitsAfterSigterm` and `exitsAfter` (null: never), `preStopSeconds`
    (null: the hook hangs). `liveness`, `readiness`, `startup`: whether the probe succeeds. `exitCode`;
    `crash`: it exits now with this code.
    """

    kind: ClassVar[str] = "behave"
    pod: str
    container: str | None
    changes: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "pod": self.pod, "container": self.container, **self.changes}


@dataclass(frozen=True, slots=True)
class Evict:
    """The Eviction API: deletes a pod if its disruption budgets allow it."""

    kind: ClassVar[str] = "evict"
    pod: str
    grace_period_seconds: int | None = None

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "pod": self.pod, "gracePeriodSeconds": self.grace_period_seconds}


@dataclass(frozen=True, slots=True)
class Drain:
    """`kubectl drain`. `timeout_seconds` 0: it waits for ever."""

    kind: ClassVar[str] = "drain"
    node: str
    ignore_daemon_sets: bool = False
    delete_empty_dir_data: bool = False
    force: bool = False
    grace_period_seconds: int | None = None
    timeout_seconds: int = 0
    disable_eviction: bool = False

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.kind,
            "node": self.node,
            "ignoreDaemonSets": self.ignore_daemon_sets,
            "deleteEmptyDirData": self.delete_empty_dir_data,
            "force": self.force,
            "gracePeriodSeconds": self.grace_period_seconds,
            "timeout": self.timeout_seconds,
            "disableEviction": self.disable_eviction,
        }


@dataclass(frozen=True, slots=True)
class RemoveFinalizer:
    kind: ClassVar[str] = "remove-finalizer"
    target: ObjectRef
    finalizer: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "finalizer": self.finalizer}


@dataclass(frozen=True, slots=True)
class Rollback:
    """`kubectl rollout undo`. `revision` 0: the one before."""

    kind: ClassVar[str] = "rollback"
    target: ObjectRef
    revision: int = 0

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "revision": self.revision}


@dataclass(frozen=True, slots=True)
class ChangeMember:
    """The application of a StatefulSet is asked to list the member of an ordinal, or to take it off its
    list."""

    kind: ClassVar[str] = "member"
    set: str
    member: int
    listed: bool

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "set": self.set, "member": self.member, "listed": self.listed}


ActInput: TypeAlias = SetUsage | Behave | Evict | Drain | RemoveFinalizer | Rollback | ChangeMember


def _usage(read: Reader) -> SetUsage:
    node, pod = read.optional_name("node"), read.optional_pod()
    if (node is None) == (pod is None):
        raise read.wrong("pod", "input.node_or_pod")
    container = read.optional_name("container")
    if container is not None and pod is None:
        raise read.wrong("container", "input.container_of_node")
    read.known(("node", "pod", "container", "over", *USAGE_RESOURCES))
    amounts = {name: amount for name in USAGE_RESOURCES if (amount := read.quantity(name)) is not None}
    if not amounts:
        raise read.wrong("memory", "input.nothing_given", known=", ".join(USAGE_RESOURCES))
    return SetUsage(node, pod, container, MappingProxyType(amounts), read.optional_milliseconds("over") or 0)


def _behave(read: Reader) -> Behave:
    read.known(("pod", "container", *BEHAVIOUR_FIELDS))
    changes: dict[str, Json] = {}
    for name in BEHAVIOUR_FIELDS:
        if not read.has(name):
            continue
        if name in BEHAVIOUR_FLAGS:
            changes[name] = read.flag(name)
        elif name in BEHAVIOUR_CODES:
            changes[name] = read.whole(name, 0, 255)
        elif name in BEHAVIOUR_OPTIONAL_SECONDS and not read.given(name):
            changes[name] = None
        else:
            changes[name] = as_seconds(read.milliseconds(name))
    if not changes:
        raise read.wrong("exitsAfterSigterm", "input.nothing_given", known=", ".join(BEHAVIOUR_FIELDS))
    return Behave(read.pod(), read.optional_name("container"), MappingProxyType(changes))


def _drain(read: Reader) -> Drain:
    return Drain(
        read.name("node"),
        read.flag("ignoreDaemonSets", False),
        read.flag("deleteEmptyDirData", False),
        read.flag("force", False),
        read.optional_whole("gracePeriodSeconds", -1, MOST_SECONDS),
        read.optional_whole("timeout", 0, MOST_SECONDS) or 0,
        read.flag("disableEviction", False),
    )


ACT_PARSERS: Mapping[str, Callable[[Reader], ActInput]] = MappingProxyType(
    {
        SetUsage.kind: _usage,
        Behave.kind: _behave,
        Evict.kind: lambda read: Evict(
            read.pod(), read.optional_whole("gracePeriodSeconds", -MOST_SECONDS, MOST_SECONDS)
        ),
        Drain.kind: _drain,
        ChangeMember.kind: lambda read: ChangeMember(
            read.pod("set"), read.whole("member", 0, 10**6), read.flag("listed")
        ),
        RemoveFinalizer.kind: lambda read: RemoveFinalizer(read.target(), read.name("finalizer")),
        Rollback.kind: lambda read: Rollback(read.target(), read.optional_whole("revision", 0, 10**9) or 0),
    }
)
