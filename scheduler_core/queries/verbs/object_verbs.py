"""What a person can do to an object of any kind: to a workload, a budget, a claim, a class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.apiserver.registry.delete import UNDELETABLE
from scheduler_core.engine.world import World
from scheduler_core.inputs.kubectl_inputs import MAX_REPLICAS, RemoveFinalizer
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.cron_job import CronJob
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, with_value, without
from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.objects.scalars.times import format_time
from scheduler_core.objects.workloads import Workload
from scheduler_core.queries.verbs.kubectl_line import kubectl_line
from scheduler_core.queries.verbs.verb import (
    Verb,
    choice,
    named,
    number,
    reference,
    slashed,
    text,
    verb,
)

RESTARTED = ("spec", "template", "metadata", "annotations", "kubectl.kubernetes.io/restartedAt")
_DELETED_BY_OWN_VERBS = frozenset(("Pod", "Node"))
"""Kinds whose own verbs delete them."""


def object_verbs(world: World, kind: str, stored: Object) -> Iterator[Verb]:
    target = reference(kind, stored.meta.key)
    row = KINDS[kind]
    if row.scalable and isinstance(stored, Workload):
        yield _scale(target, stored)
    if row.has_history:
        yield _restart(world, target, stored)
        yield verb(
            "undo",
            f"kubectl rollout undo {slashed(target)}",
            [{"kind": "rollback", "object": target.to_json()}],
        )
    if isinstance(stored, PodDisruptionBudget):
        yield _budget(target, stored)
    if isinstance(stored, CronJob):
        yield _suspend(target, stored)
    yield from _labels(target, stored)
    if kind in _DELETED_BY_OWN_VERBS or (kind, stored.meta.name) in UNDELETABLE:
        return
    for finalizer in stored.meta.finalizers:
        removal = RemoveFinalizer(target, finalizer)
        args: dict[str, Json] = {"name": finalizer}
        yield verb("remove_finalizer", kubectl_line(removal), [removal.to_json()], args=args)
    delete: dict[str, Json] = {"kind": "delete", "object": target.to_json()}
    line = f"kubectl delete {named(target)}"
    yield verb("delete", line, [delete], level="bad")
    if row.has_template:
        orphan: dict[str, Json] = {**delete, "propagation": "Orphan"}
        yield verb("delete_orphan", f"{line} --cascade=orphan", [orphan], level="bad")


def _scale(target: ObjectRef, stored: Workload) -> Verb:
    field = number("replicas", stored.replicas + 1, 0, MAX_REPLICAS)
    value: dict[str, Json] = {"kind": "scale", "object": target.to_json(), "replicas": "{replicas}"}
    return verb("scale", f"kubectl scale {named(target)} --replicas={{replicas}}", [value], field)


def _restart(world: World, target: ObjectRef, stored: Object) -> Verb:
    """As `kubectl rollout restart`, which writes the time into the pod template."""
    now = format_time(world.api.start_at + world.now_ms)
    changed = _with_value(stored.manifest, RESTARTED, now)
    return verb("restart", f"kubectl rollout restart {slashed(target)}", [_update(target, changed)])


def _budget(target: ObjectRef, stored: PodDisruptionBudget) -> Verb:
    name = "minAvailable" if stored.min_available is not None else "maxUnavailable"
    before = stored.min_available if stored.min_available is not None else stored.max_unavailable
    changed = _with_value(stored.manifest, ("spec", name), "{n}")
    patch = f'{{"spec":{{"{name}":{{n}}}}}}'
    field = number("n", before if isinstance(before, int) else 1, 0, MAX_REPLICAS)
    line = f"kubectl patch pdb {target.name} -n {target.namespace} --type=merge -p '{patch}'"
    return verb("budget", line, [_update(target, changed)], field, args={"name": name})


def _suspend(target: ObjectRef, stored: CronJob) -> Verb:
    turn = not stored.suspended
    changed = _with_value(stored.manifest, ("spec", "suspend"), turn)
    word = "true" if turn else "false"
    line = f'kubectl patch {named(target)} -p \'{{"spec":{{"suspend":{word}}}}}\''
    return verb("suspend" if turn else "resume", line, [_update(target, changed)])


def _labels(target: ObjectRef, stored: Object) -> Iterator[Verb]:
    value: dict[str, Json] = {"kind": "label", "object": target.to_json(), "labels": {"{key}": "{value}"}}
    line = f"kubectl label --overwrite {named(target)}"
    yield verb("label", f"{line} {{key}}={{value}}", [value], text("key", "team"), text("value", "a"))
    if stored.meta.labels:
        less: dict[str, Json] = {**value, "labels": {"{key}": None}}
        yield verb("unlabel", f"{line} {{key}}-", [less], choice("key", sorted(stored.meta.labels)))


def _update(target: ObjectRef, document: Manifest) -> dict[str, Json]:
    return {
        "kind": "request",
        "verb": "update",
        "client": "kubectl",
        "objects": [target.to_json()],
        "document": dict(document),
    }


def _with_value(manifest: Manifest, path: Sequence[str], value: Json) -> Manifest:
    """The manifest with a value at a path, as it is written again: without the version that was read."""
    return with_value(without(manifest, ("metadata", "resourceVersion")), path, value)
