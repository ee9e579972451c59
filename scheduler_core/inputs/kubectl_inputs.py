"""Requests of a person to the API server: kubectl's verbs, and requests for which kubectl has no verb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from scheduler_core.inputs.reader import MAX_SECONDS
from scheduler_core.inputs.untimed import (
    Command,
    GracePeriod,
    InJson,
    Name,
    OptionalFlag,
    OptionalName,
    PodKey,
    Target,
    Text,
    optional_whole,
    whole,
)
from scheduler_core.objects.manifest import Manifest

MAX_REPLICAS = 10_000
MAX_REVISION = 10**9
PROPAGATIONS = ("Background", "Foreground", "Orphan")


@dataclass(frozen=True, slots=True)
class Apply(Command):
    """`kubectl apply`: creates the objects that do not exist and changes the others; all documents
    or none."""

    kind: ClassVar[str] = "apply"
    documents: Annotated[tuple[Manifest, ...], InJson(lambda read, field: read.documents(), list)]


@dataclass(frozen=True, slots=True)
class Delete(Command):
    """`kubectl delete`. `grace_period_seconds` is None when the flag --grace-period is not given.

    `propagation` is kubectl's `--cascade`; with `precondition_uid` only the object of this uid is deleted.
    """

    kind: ClassVar[str] = "delete"
    target: Target
    grace_period_seconds: GracePeriod = None
    force: OptionalFlag = False
    propagation: Annotated[
        str | None,
        InJson(lambda read, field: read.choice(field, PROPAGATIONS, "") or None, omitted=True),
    ] = None
    precondition_uid: OptionalName = None


@dataclass(frozen=True, slots=True)
class Cordon(Command):
    """`kubectl cordon`: no new pods are scheduled to the node."""

    kind: ClassVar[str] = "cordon"
    node: Name


@dataclass(frozen=True, slots=True)
class Uncordon(Command):
    """`kubectl uncordon`: the node accepts new pods again."""

    kind: ClassVar[str] = "uncordon"
    node: Name


@dataclass(frozen=True, slots=True)
class AddTaint(Command):
    """`kubectl taint nodes NODE KEY=VALUE:EFFECT`."""

    kind: ClassVar[str] = "taint"
    node: Name
    key: Name
    value: Text
    effect: Annotated[str, InJson(lambda read, field: read.effect(optional=False))]


@dataclass(frozen=True, slots=True)
class RemoveTaint(Command):
    """`kubectl taint nodes NODE KEY:EFFECT-`; `effect` None removes the key with every effect."""

    kind: ClassVar[str] = "untaint"
    node: Name
    key: Name
    effect: Annotated[str | None, InJson(lambda read, field: read.effect(optional=True))] = None


@dataclass(frozen=True, slots=True)
class SetLabels(Command):
    """`kubectl label --overwrite`; a value of None removes the label."""

    kind: ClassVar[str] = "label"
    target: Target
    labels: Annotated[Mapping[str, str | None], InJson(lambda read, field: read.labels(), dict)]


@dataclass(frozen=True, slots=True)
class Scale(Command):
    """`kubectl scale`."""

    kind: ClassVar[str] = "scale"
    target: Target
    replicas: Annotated[int, whole(0, MAX_REPLICAS)]


@dataclass(frozen=True, slots=True)
class Evict(Command):
    """The Eviction API: deletes a pod if its disruption budgets allow it."""

    kind: ClassVar[str] = "evict"
    pod: PodKey
    grace_period_seconds: GracePeriod = None


@dataclass(frozen=True, slots=True)
class Drain(Command):
    """`kubectl drain`. With `timeout_seconds` 0 it waits for ever."""

    kind: ClassVar[str] = "drain"
    node: Name
    ignore_daemon_sets: OptionalFlag = False
    delete_empty_dir_data: OptionalFlag = False
    force: OptionalFlag = False
    grace_period_seconds: Annotated[int | None, optional_whole(-1, MAX_SECONDS)] = None
    timeout_seconds: Annotated[int, optional_whole(0, MAX_SECONDS, 0, "timeout")] = 0
    disable_eviction: OptionalFlag = False


@dataclass(frozen=True, slots=True)
class Rollback(Command):
    """`kubectl rollout undo`. `revision` 0 is the previous one."""

    kind: ClassVar[str] = "rollback"
    target: Target
    revision: Annotated[int, optional_whole(0, MAX_REVISION, 0)] = 0


@dataclass(frozen=True, slots=True)
class RemoveFinalizer(Command):
    """A patch that takes one finalizer off an object."""

    kind: ClassVar[str] = "remove-finalizer"
    target: Target
    finalizer: Name


@dataclass(frozen=True, slots=True)
class BreakAttachment(Command):
    """Deletes the VolumeAttachment of a volume by force, even if a process on the node still writes to it."""

    kind: ClassVar[str] = "break-attachment"
    volume: Name
    node: Name


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
