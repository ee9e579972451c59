"""`kubectl label`, `scale` and `rollout undo`, an eviction, and the removal of finalizers and attachments."""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.controllers.volume.attachments import break_attachment
from scheduler_core.inputs.kubectl_inputs import (
    BreakAttachment,
    Evict,
    RemoveFinalizer,
    Rollback,
    Scale,
    SetLabels,
)
from scheduler_core.inputs.outcome import Done
from scheduler_core.simulation.kubectl.answer import answered, node_ref, pod_ref
from scheduler_core.simulation.kubectl.rollback import roll_back


def set_labels(api: ApiServer, value: SetLabels) -> Done | Refused:
    target = value.target
    changes = tuple(
        f"{key}={label}" if label is not None else f"{key}-" for key, label in value.labels.items()
    )
    said = message("you.labelled", kind=target.kind, name=target.name, labels=changes)
    return answered(api, api.set_labels(target.kind, target.key, value.labels), value.kind, said, target)


def scale(api: ApiServer, value: Scale) -> Done | Refused:
    target = value.target
    said = message("you.scaled", kind=target.kind, name=target.name, replicas=value.replicas)
    return answered(api, api.scale(target.kind, target.key, value.replicas), value.kind, said, target)


def evict(api: ApiServer, value: Evict, now_ms: int) -> Done | Refused:
    pod = pod_ref(value.pod)
    options = DeleteOptions(grace_period_seconds=value.grace_period_seconds)
    result = api.evict(value.pod, options, now_ms)
    return answered(api, result, value.kind, message("you.evicted", pod=pod.name), pod)


def rollback(api: ApiServer, value: Rollback) -> Done | Refused:
    target = value.target
    said = message("you.rolled_back", kind=target.kind, name=target.name)
    if value.revision:
        said = message("you.rolled_back_to", kind=target.kind, name=target.name, revision=value.revision)
    return answered(api, roll_back(api, target.kind, target.key, value.revision), value.kind, said, target)


def remove_finalizer(api: ApiServer, value: RemoveFinalizer) -> Done | Refused:
    target = value.target
    said = message("you.removed_finalizer", kind=target.kind, name=target.name, finalizer=value.finalizer)
    result = api.remove_finalizer(target.kind, target.key, value.finalizer)
    return answered(api, result, value.kind, said, target)


def break_volume_attachment(api: ApiServer, value: BreakAttachment, now_ms: int) -> Done | Refused:
    said = message("you.broke_attachment", volume=value.volume, node=value.node)
    result = break_attachment(api, value.volume, value.node, now_ms)
    return answered(api, result, value.kind, said, node_ref(value.node))
