"""Requests of a person to the API server: kubectl's verbs, and requests for which kubectl has no verb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.inputs.reader import MAX_SECONDS, ObjectRef, Reader
from scheduler_core.inputs.untimed import Command
from scheduler_core.objects.manifest import Json, Manifest

MAX_REPLICAS = 10_000
MAX_GRACE_SECONDS = MAX_SECONDS
MAX_REVISION = 10**9
PROPAGATIONS = ("Background", "Foreground", "Orphan")


@dataclass(frozen=True, slots=True)
class Apply(Command):
    """`kubectl apply`: creates the objects that do not exist and changes the others; all documents
    or none."""

    kind: ClassVar[str] = "apply"
    documents: tuple[Manifest, ...]

    @classmethod
    def read(cls, read: Reader) -> Apply:
        return cls(read.documents())

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "documents": list(self.documents)}


@dataclass(frozen=True, slots=True)
class Delete(Command):
    """`kubectl delete`. `grace_period_seconds` is None when the flag --grace-period is not given.

    `propagation` is kubectl's `--cascade`; with `precondition_uid` only the object of this uid is deleted.
    """

    kind: ClassVar[str] = "delete"
    target: ObjectRef
    grace_period_seconds: int | None = None
    force: bool = False
    propagation: str | None = None
    precondition_uid: str | None = None

    @classmethod
    def read(cls, read: Reader) -> Delete:
        grace = read.optional_whole("gracePeriodSeconds", -MAX_GRACE_SECONDS, MAX_GRACE_SECONDS)
        propagation = read.choice("propagation", PROPAGATIONS, "") or None
        target, force = read.target(), read.flag("force", False)
        return cls(target, grace, force, propagation, read.optional_name("preconditionUid"))

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
class Cordon(Command):
    """`kubectl cordon`: no new pods are scheduled to the node."""

    kind: ClassVar[str] = "cordon"
    node: str

    @classmethod
    def read(cls, read: Reader) -> Cordon:
        return cls(read.name("node"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class Uncordon(Command):
    """`kubectl uncordon`: the node accepts new pods again."""

    kind: ClassVar[str] = "uncordon"
    node: str

    @classmethod
    def read(cls, read: Reader) -> Uncordon:
        return cls(read.name("node"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class AddTaint(Command):
    """`kubectl taint nodes NODE KEY=VALUE:EFFECT`."""

    kind: ClassVar[str] = "taint"
    node: str
    key: str
    value: str
    effect: str

    @classmethod
    def read(cls, read: Reader) -> AddTaint:
        node, key, value = read.name("node"), read.name("key"), read.text("value")
        return cls(node, key, value, read.effect(optional=False) or "")

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.kind,
            "node": self.node,
            "key": self.key,
            "value": self.value,
            "effect": self.effect,
        }


@dataclass(frozen=True, slots=True)
class RemoveTaint(Command):
    """`kubectl taint nodes NODE KEY:EFFECT-`; `effect` None removes the key with every effect."""

    kind: ClassVar[str] = "untaint"
    node: str
    key: str
    effect: str | None = None

    @classmethod
    def read(cls, read: Reader) -> RemoveTaint:
        return cls(read.name("node"), read.name("key"), read.effect(optional=True))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "key": self.key, "effect": self.effect}


@dataclass(frozen=True, slots=True)
class SetLabels(Command):
    """`kubectl label --overwrite`; a value of None removes the label."""

    kind: ClassVar[str] = "label"
    target: ObjectRef
    labels: Mapping[str, str | None]

    @classmethod
    def read(cls, read: Reader) -> SetLabels:
        return cls(read.target(), read.labels())

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "labels": dict(self.labels)}


@dataclass(frozen=True, slots=True)
class Scale(Command):
    """`kubectl scale`."""

    kind: ClassVar[str] = "scale"
    target: ObjectRef
    replicas: int

    @classmethod
    def read(cls, read: Reader) -> Scale:
        return cls(read.target(), read.whole("replicas", 0, MAX_REPLICAS))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "replicas": self.replicas}


@dataclass(frozen=True, slots=True)
class Evict(Command):
    """The Eviction API: deletes a pod if its disruption budgets allow it."""

    kind: ClassVar[str] = "evict"
    pod: str
    grace_period_seconds: int | None = None

    @classmethod
    def read(cls, read: Reader) -> Evict:
        pod = read.pod()
        return cls(pod, read.optional_whole("gracePeriodSeconds", -MAX_GRACE_SECONDS, MAX_GRACE_SECONDS))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "pod": self.pod, "gracePeriodSeconds": self.grace_period_seconds}


@dataclass(frozen=True, slots=True)
class Drain(Command):
    """`kubectl drain`. With `timeout_seconds` 0 it waits for ever."""

    kind: ClassVar[str] = "drain"
    node: str
    ignore_daemon_sets: bool = False
    delete_empty_dir_data: bool = False
    force: bool = False
    grace_period_seconds: int | None = None
    timeout_seconds: int = 0
    disable_eviction: bool = False

    @classmethod
    def read(cls, read: Reader) -> Drain:
        return cls(
            read.name("node"),
            read.flag("ignoreDaemonSets", False),
            read.flag("deleteEmptyDirData", False),
            read.flag("force", False),
            read.optional_whole("gracePeriodSeconds", -1, MAX_GRACE_SECONDS),
            read.optional_whole("timeout", 0, MAX_SECONDS) or 0,
            read.flag("disableEviction", False),
        )

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
class Rollback(Command):
    """`kubectl rollout undo`. `revision` 0 is the previous one."""

    kind: ClassVar[str] = "rollback"
    target: ObjectRef
    revision: int = 0

    @classmethod
    def read(cls, read: Reader) -> Rollback:
        return cls(read.target(), read.optional_whole("revision", 0, MAX_REVISION) or 0)

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "revision": self.revision}


@dataclass(frozen=True, slots=True)
class RemoveFinalizer(Command):
    """A patch that takes one finalizer off an object."""

    kind: ClassVar[str] = "remove-finalizer"
    target: ObjectRef
    finalizer: str

    @classmethod
    def read(cls, read: Reader) -> RemoveFinalizer:
        return cls(read.target(), read.name("finalizer"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "finalizer": self.finalizer}


@dataclass(frozen=True, slots=True)
class BreakAttachment(Command):
    """Deletes the VolumeAttachment of a volume by force, even if a process on the node still writes to it."""

    kind: ClassVar[str] = "break-attachment"
    volume: str
    node: str

    @classmethod
    def read(cls, read: Reader) -> BreakAttachment:
        return cls(read.name("volume"), read.name("node"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "volume": self.volume, "node": self.node}


KUBECTL_INPUTS: tuple[type[Command], ...] = (
    Apply,
    Delete,
    Cordon,
    Uncordon,
    AddTaint,
    RemoveTaint,
    SetLabels,
    Scale,
    Evict,
    Drain,
    Rollback,
    RemoveFinalizer,
    BreakAttachment,
)
