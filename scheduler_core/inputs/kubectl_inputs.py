"""Requests of a person to the API server: kubectl's verbs, and requests for which kubectl has no verb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

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
MAX_NODES = 500
"""Nodes of one maintenance."""
CONDITION_STATUSES = ("True", "False", "Unknown")
PROPAGATIONS = ("Background", "Foreground", "Orphan")


class Apply(Command, kind="apply"):
    """`kubectl apply`: creates the objects that do not exist and changes the others; all documents
    or none."""

    documents: Annotated[tuple[Manifest, ...], InJson(lambda read, field: read.documents(), list)]


class Delete(Command, kind="delete"):
    """`kubectl delete`. `grace_period_seconds` is None when the flag --grace-period is not given.

    `propagation` is kubectl's `--cascade`; with `precondition_uid` only the object of this uid is deleted.
    """

    target: Target
    grace_period_seconds: GracePeriod = None
    force: OptionalFlag = False
    propagation: Annotated[
        str | None,
        InJson(lambda read, field: read.choice(field, PROPAGATIONS, "") or None, omitted=True),
    ] = None
    precondition_uid: OptionalName = None


class Cordon(Command, kind="cordon"):
    """`kubectl cordon`: no new pods are scheduled to the node."""

    node: Name


class Uncordon(Command, kind="uncordon"):
    """`kubectl uncordon`: the node accepts new pods again."""

    node: Name


class AddTaint(Command, kind="taint"):
    """`kubectl taint nodes NODE KEY=VALUE:EFFECT`."""

    node: Name
    key: Name
    value: Text
    effect: Annotated[str, InJson(lambda read, field: read.effect(optional=False))]


class RemoveTaint(Command, kind="untaint"):
    """`kubectl taint nodes NODE KEY:EFFECT-`; `effect` None removes the key with every effect."""

    node: Name
    key: Name
    effect: Annotated[str | None, InJson(lambda read, field: read.effect(optional=True))] = None


class SetLabels(Command, kind="label"):
    """`kubectl label --overwrite`; a value of None removes the label."""

    target: Target
    labels: Annotated[Mapping[str, str | None], InJson(lambda read, field: read.labels(), dict)]


class Scale(Command, kind="scale"):
    """`kubectl scale`."""

    target: Target
    replicas: Annotated[int, whole(0, MAX_REPLICAS)]


class Evict(Command, kind="evict"):
    """The Eviction API: deletes a pod if its disruption budgets allow it."""

    pod: PodKey
    grace_period_seconds: GracePeriod = None


class Drain(Command, kind="drain"):
    """`kubectl drain`. With `timeout_seconds` 0 it waits for ever."""

    node: Name
    ignore_daemon_sets: OptionalFlag = False
    delete_empty_dir_data: OptionalFlag = False
    force: OptionalFlag = False
    grace_period_seconds: Annotated[int | None, optional_whole(-1, MAX_SECONDS)] = None
    timeout_seconds: Annotated[int, optional_whole(0, MAX_SECONDS, 0, "timeout")] = 0
    disable_eviction: OptionalFlag = False


DRAIN, UPGRADE, LOSE = "drain", "upgrade", "lose"
PLANS = (DRAIN, UPGRADE, LOSE)


class Maintenance(Command, kind="maintenance"):
    """Work on several nodes, one after another: `drain` is one `kubectl drain` of all of them, `upgrade`
    drains and uncordons each, at most `at_once` at a time, and `lose` switches their machines off.

    The drains ignore pods of DaemonSets and delete data of emptyDir volumes. `drain` goes on after a node
    that cannot be drained, as kubectl does; `upgrade` stops there, so that only that node is out of
    service.

    `surge` are extra nodes of an upgrade: after the last of `nodes` each is drained and removed with its
    machine, as managed node pools do.
    """

    plan: Annotated[str, InJson(lambda read, field: read.choice(field, PLANS))]
    nodes: Annotated[tuple[str, ...], InJson(lambda read, field: read.names(field, MAX_NODES), list)]
    at_once: Annotated[int, optional_whole(1, MAX_NODES, 1)] = 1
    force: OptionalFlag = False
    surge: Annotated[
        tuple[str, ...] | None,
        InJson(
            lambda read, field: read.names(field, MAX_NODES) if read.has_value(field) else None,
            list,
            omitted=True,
        ),
    ] = None


class Rollback(Command, kind="rollback"):
    """`kubectl rollout undo`. `revision` 0 is the previous one."""

    target: Target
    revision: Annotated[int, optional_whole(0, MAX_REVISION, 0)] = 0


class RemoveFinalizer(Command, kind="remove-finalizer"):
    """A patch that takes one finalizer off an object."""

    target: Target
    finalizer: Name


class SetCondition(Command, kind="set-condition"):
    """`kubectl patch pod --subresource=status`: a condition of a pod, such as that of a readiness gate, which
    its owner sets.
    """

    pod: PodKey
    condition: Name
    status: Annotated[str, InJson(lambda read, field: read.choice(field, CONDITION_STATUSES))]


class BreakAttachment(Command, kind="break-attachment"):
    """Deletes the VolumeAttachment of a volume by force, even if a process on the node still writes to it."""

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
    Maintenance,
    Rollback,
    RemoveFinalizer,
    SetCondition,
    BreakAttachment,
)
