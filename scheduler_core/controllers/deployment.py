"""The Deployment controller: one ReplicaSet a pod template, and replicas moved between them.

Source: pkg/controller/deployment (v1.34). The numbers are decided in `rollout.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from random import Random

from scheduler_core.apiserver.actor import Act, message
from scheduler_core.apiserver.deletion import DeleteOptions
from scheduler_core.apiserver.results import Refused
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.watch import WatchEvent
from scheduler_core.controllers.common import SUFFIX_ALPHABET, owned_by, owner_reference, pods_in
from scheduler_core.controllers.queue import REACTION_MS, Controller
from scheduler_core.controllers.rollout import (
    Resize,
    Rollout,
    SetSize,
    fence_posts,
    new_set_size,
    proportional_sizes,
    rolling_step,
)
from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    find,
    integer,
    items,
    mapping,
    text,
    with_value,
    without,
)
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload

KIND = "Deployment"
HASH_LABEL = "pod-template-hash"
REVISION = "deployment.kubernetes.io/revision"
DESIRED = "deployment.kubernetes.io/desired-replicas"
MAX_REPLICAS = "deployment.kubernetes.io/max-replicas"


class DeploymentController(Controller):
    """An actor; its keys are those of Deployments."""

    name = "deployment-controller"
    rank = 21

    def __init__(self) -> None:
        super().__init__()
        self._deployments: dict[str, Workload] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + REACTION_MS
        if event.kind == KIND:
            if isinstance(event.new, Workload):
                self._deployments[event.key] = event.new
                self.queue.add(event.key, due)
            else:
                self._deployments.pop(event.key, None)
        elif event.kind == "ReplicaSet":
            for one in (event.old, event.new):
                if isinstance(one, Workload):
                    for key in self._concerned(one):
                        self.queue.add(key, due)
        elif event.kind == "Pod" and event.new is None and isinstance(event.old, Pod):
            # Recreate waits for the last old pod.
            for key, one in self._deployments.items():
                if one.meta.namespace == event.old.namespace and _recreates(one):
                    self.queue.add(key, due)

    def _concerned(self, replica_set: Workload) -> list[str]:
        reference = replica_set.meta.controller
        if reference is not None:
            key = f"{replica_set.meta.namespace}/{reference.name}"
            return [key] if reference.kind == KIND and key in self._deployments else []
        return [key for key, one in self._deployments.items() if _adoptable(one, replica_set)]

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        wanted = api.workloads(KIND).get(key)
        if wanted is None or wanted.meta.deletion_at is not None:
            return None
        adopted = self._adopt(api, wanted)
        if adopted is not None:
            return adopted
        sets, new = _sets_of(api, wanted)
        old = [one for one in sets if one is not new]
        paused = find(wanted.manifest, "spec", "paused") is True
        rollout = _rollout(wanted)
        done = (
            self._scale(api, wanted, rollout, new, sets, now_ms)
            or (None if paused else self._roll(api, wanted, rollout, new, old, now_ms))
            or (None if paused else self._clean_up(api, wanted, old, now_ms))
        )
        # Upstream writes the status at the end of the same sync: no act of its own.
        counted = self._status(api, wanted, now_ms)
        return done or counted

    def _adopt(self, api: ApiServer, wanted: Workload) -> Act | None:
        for one in api.workloads("ReplicaSet").values():
            if one.meta.controller is None and one.meta.deletion_at is None and _adoptable(wanted, one):
                references = [
                    *(mapping(entry) for entry in items(find(one.manifest, "metadata", "ownerReferences"))),
                    owner_reference(wanted),
                ]
                api.set_owner_references("ReplicaSet", one.key, references)
                said = message("deployment.adopted_set", deployment=wanted.meta.name, set=one.meta.name)
                return Act("controller", self.name, "update", said)
        return None

    def _scale(
        self,
        api: ApiServer,
        wanted: Workload,
        rollout: Rollout,
        new: Workload | None,
        sets: Sequence[Workload],
        now_ms: int,
    ) -> Act | None:
        """`spec.replicas` changed: a single set simply follows, several share the change in one go."""
        live = [one for one in sets if one.replicas > 0]
        stale = [one for one in live if _number(one, DESIRED) not in (None, wanted.replicas)]
        if not stale and find(wanted.manifest, "spec", "paused") is not True:
            return None
        if len(live) < 2:
            only = live[0] if live else new
            if only is None or only.replicas == wanted.replicas:
                return None
            return self._resize(api, wanted, Resize(only.key, wanted.replicas), now_ms)
        if rollout.max_surge is None or not stale:
            return None
        before = max(_number(one, MAX_REPLICAS) or 0 for one in stale)
        grows = wanted.replicas + rollout.max_surge > sum(one.replicas for one in live)
        # Bigger sets first; equal ones newest first when growing, oldest first when shrinking.
        ordered = sorted(reversed(live) if grows else live, key=lambda one: -one.replicas)
        acts = [
            self._resize(api, wanted, resize, now_ms)
            for resize in proportional_sizes(rollout, [_size(one) for one in ordered], before)
        ]
        for one in live:
            current = api.workloads("ReplicaSet")[one.key]
            api.replace("ReplicaSet", one.key, _noted(current.manifest, wanted, rollout))
        return acts[0] if acts else None

    def _roll(
        self,
        api: ApiServer,
        wanted: Workload,
        rollout: Rollout,
        new: Workload | None,
        old: Sequence[Workload],
        now_ms: int,
    ) -> Act | None:
        if rollout.max_surge is None:
            return self._recreate(api, wanted, rollout, new, old, now_ms)
        if new is None:
            size = new_set_size(rollout, 0, sum(one.replicas for one in old))
            return self._create(api, wanted, rollout, old, size, now_ms)
        revised = self._revise(api, wanted, new, old)
        if revised is not None:
            return revised
        step = rolling_step(rollout, _size(new), [_size(one) for one in old])
        return None if step is None else self._resize(api, wanted, step, now_ms)

    def _recreate(
        self,
        api: ApiServer,
        wanted: Workload,
        rollout: Rollout,
        new: Workload | None,
        old: Sequence[Workload],
        now_ms: int,
    ) -> Act | None:
        """All old pods go, and are gone, before the first new one comes."""
        for one in old:
            if one.replicas:
                return self._resize(api, wanted, Resize(one.key, 0), now_ms)
        if any(
            owned_by(pod, one) and not pod.finished
            for pod in pods_in(api, wanted.meta.namespace)
            for one in old
        ):
            return None
        if new is None:
            return self._create(api, wanted, rollout, old, wanted.replicas, now_ms)
        if new.replicas != wanted.replicas:
            return self._resize(api, wanted, Resize(new.key, wanted.replicas), now_ms)
        return None

    def _create(
        self,
        api: ApiServer,
        wanted: Workload,
        rollout: Rollout,
        old: Sequence[Workload],
        replicas: int,
        now_ms: int,
    ) -> Act | None:
        document = _new_set(wanted, rollout, 1 + max((_revision(one) for one in old), default=0), replicas)
        name = text(find(document, "metadata", "name"))
        result = api.create("ReplicaSet", document, now_ms)
        if isinstance(result, Refused):
            api.record_event(
                wanted,
                "Warning",
                "ReplicaSetCreateError",
                f'Failed to create new replica set "{name}": {result.text}',
                self.name,
                now_ms,
            )
            return None
        if replicas:
            self._tell_scaled(api, wanted, name, 0, replicas, now_ms)
        said = message("deployment.created_set", deployment=wanted.meta.name, set=name, replicas=replicas)
        return Act("controller", self.name, "create", said)

    def _revise(self, api: ApiServer, wanted: Workload, new: Workload, old: Sequence[Workload]) -> Act | None:
        """A rollback makes an old set the new one again: it gets the highest revision."""
        highest = max((_revision(one) for one in old), default=0)
        if _revision(new) > highest:
            return None
        path = ("metadata", "annotations", REVISION)
        api.replace("ReplicaSet", new.key, with_value(new.manifest, path, str(highest + 1)))
        said = message(
            "deployment.revised", deployment=wanted.meta.name, set=new.meta.name, revision=highest + 1
        )
        return Act("controller", self.name, "update", said)

    def _resize(self, api: ApiServer, wanted: Workload, resize: Resize, now_ms: int) -> Act:
        one = api.workloads("ReplicaSet")[resize.key]
        manifest = with_value(one.manifest, ("spec", "replicas"), resize.replicas)
        api.replace("ReplicaSet", one.key, _noted(manifest, wanted, _rollout(wanted)))
        self._tell_scaled(api, wanted, one.meta.name, one.replicas, resize.replicas, now_ms)
        said = message(
            "deployment.scaled_up" if resize.replicas > one.replicas else "deployment.scaled_down",
            deployment=wanted.meta.name,
            set=one.meta.name,
            before=one.replicas,
            after=resize.replicas,
        )
        return Act("controller", self.name, "scale", said)

    def _tell_scaled(
        self, api: ApiServer, wanted: Workload, name: str, before: int, after: int, now_ms: int
    ) -> None:
        way = "up" if after > before else "down"
        said = f"Scaled {way} replica set {name} from {before} to {after}"
        api.record_event(wanted, "Normal", "ScalingReplicaSet", said, self.name, now_ms)

    def _clean_up(self, api: ApiServer, wanted: Workload, old: Sequence[Workload], now_ms: int) -> Act | None:
        """Old sets beyond the history limit go, lowest revision first."""
        limit = integer(find(wanted.manifest, "spec", "revisionHistoryLimit"))
        idle = sorted(
            (one for one in old if one.replicas == 0 and not integer(one.status.get("replicas"))),
            key=_revision,
        )
        if limit is None or len(old) <= limit or not idle:
            return None
        api.delete("ReplicaSet", idle[0].key, DeleteOptions(), now_ms)
        said = message("deployment.cleaned_up", deployment=wanted.meta.name, set=idle[0].meta.name)
        return Act("controller", self.name, "delete", said)

    def _status(self, api: ApiServer, wanted: Workload, now_ms: int) -> Act | None:
        sets, new = _sets_of(api, wanted)

        def total(field: str, among: Sequence[Workload]) -> int:
            return sum(integer(one.status.get(field)) or 0 for one in among)

        replicas, available = total("replicas", sets), total("availableReplicas", sets)
        ready = total("readyReplicas", sets)
        rollout = _rollout(wanted)
        enough = available >= wanted.replicas - (rollout.max_unavailable or 0)
        status: dict[str, Json] = {
            "observedGeneration": wanted.meta.generation or 1,
            "replicas": replicas,
            "updatedReplicas": total("replicas", [new] if new else []),
            "readyReplicas": ready,
            "availableReplicas": available,
            "unavailableReplicas": max(0, sum(one.replicas for one in sets) - available),
        }
        before = mapping(next(iter(items(wanted.status.get("conditions"))), None))
        verdict = "True" if enough else "False"
        condition: dict[str, Json] = {
            "type": "Available",
            "status": verdict,
            "reason": "MinimumReplicasAvailable" if enough else "MinimumReplicasUnavailable",
            "message": "Deployment has minimum availability."
            if enough
            else "Deployment does not have minimum availability.",
        }
        moved = before.get("lastTransitionTime") if before.get("status") == verdict else None
        condition["lastTransitionTime"] = moved or api.timestamp(now_ms)
        others = [
            entry for entry in items(wanted.status.get("conditions")) if find(entry, "type") != "Available"
        ]
        status["conditions"] = [condition, *others]
        if status == wanted.status:
            return None
        counts_changed = any(
            status[field] != wanted.status.get(field, 0) for field in status if field != "conditions"
        )
        if not counts_changed and before == condition:
            return None
        api.update_status(KIND, wanted.key, status)
        said = message("deployment.status", deployment=wanted.meta.name, ready=ready, want=wanted.replicas)
        return Act("controller", self.name, "update", said)

    def copy(self) -> DeploymentController:
        twin = DeploymentController()
        twin.queue = self.queue.copy()
        twin._deployments = dict(self._deployments)
        return twin


def _sets_of(api: ApiServer, wanted: Workload) -> tuple[list[Workload], Workload | None]:
    """All ReplicaSets of a Deployment, oldest first, and the one of its present template."""
    sets = sorted(
        (one for one in api.workloads("ReplicaSet").values() if owned_by(one, wanted)),
        key=lambda one: (one.meta.creation_at or 0, one.meta.name),
    )
    return sets, next((one for one in sets if _same_template(one, wanted)), None)


def template_hash(template: Manifest) -> str:
    """Ten characters that tell templates apart. (Upstream hashes its Go value; the same text for the same
    template is all that anything relies on.)
    """
    digest = sha256(json.dumps(template, sort_keys=True, separators=(",", ":")).encode()).digest()
    return "".join(SUFFIX_ALPHABET[byte % len(SUFFIX_ALPHABET)] for byte in digest[:10])


def _bare_template(one: Workload) -> Manifest:
    return without(one.template, ("metadata", "labels", HASH_LABEL))


def _same_template(replica_set: Workload, deployment: Workload) -> bool:
    return _comparable(_bare_template(replica_set)) == _comparable(deployment.template)


def _comparable(template: Manifest) -> tuple[Json, Json, Json]:
    """What makes two templates one: labels, annotations, spec; empty fields count as missing."""
    metadata = mapping(template.get("metadata"))
    return (metadata.get("labels") or {}, metadata.get("annotations") or {}, template.get("spec") or {})


def _new_set(deployment: Workload, rollout: Rollout, revision: int, replicas: int) -> Manifest:
    digest = template_hash(deployment.template)
    template = with_value(deployment.template, ("metadata", "labels", HASH_LABEL), digest)
    selector = with_value(
        mapping(find(deployment.manifest, "spec", "selector")), ("matchLabels", HASH_LABEL), digest
    )
    spec: dict[str, Json] = {"replicas": replicas, "selector": selector, "template": template}
    min_ready = find(deployment.manifest, "spec", "minReadySeconds")
    if min_ready is not None:
        spec["minReadySeconds"] = min_ready
    document: Manifest = {
        "metadata": {
            "name": f"{deployment.meta.name}-{digest}",
            "namespace": deployment.meta.namespace,
            "labels": mapping(find(template, "metadata", "labels")),
            "annotations": {REVISION: str(revision)},
            "ownerReferences": [owner_reference(deployment)],
        },
        "spec": spec,
    }
    return _noted(document, deployment, rollout)


def _noted(manifest: Manifest, deployment: Workload, rollout: Rollout) -> Manifest:
    """The set with what its Deployment wanted when it was sized last."""
    noted = with_value(manifest, ("metadata", "annotations", DESIRED), str(deployment.replicas))
    most = deployment.replicas + (rollout.max_surge or 0)
    return with_value(noted, ("metadata", "annotations", MAX_REPLICAS), str(most))


def _number(one: Workload, annotation: str) -> int | None:
    value = one.meta.annotations.get(annotation, "")
    return int(value) if value.isdigit() and len(value) < 10 else None


def _revision(one: Workload) -> int:
    return _number(one, REVISION) or 0


def _size(one: Workload) -> SetSize:
    return SetSize(one.key, one.replicas, integer(one.status.get("availableReplicas")) or 0)


def _recreates(deployment: Workload) -> bool:
    return find(deployment.manifest, "spec", "strategy", "type") == "Recreate"


def _rollout(deployment: Workload) -> Rollout:
    if _recreates(deployment):
        return Rollout(deployment.replicas, None, None)
    rolling = find(deployment.manifest, "spec", "strategy", "rollingUpdate")
    surge, unavailable = fence_posts(
        _amount(find(rolling, "maxSurge")), _amount(find(rolling, "maxUnavailable")), deployment.replicas
    )
    return Rollout(deployment.replicas, surge, unavailable)


def _amount(value: Json) -> int | str | None:
    return value if isinstance(value, str) else integer(value)


def _adoptable(deployment: Workload, replica_set: Workload) -> bool:
    selector = deployment.selector
    return (
        selector is not None
        and not selector.empty
        and replica_set.meta.namespace == deployment.meta.namespace
        and replica_set.meta.controller is None
        and selector.matches(replica_set.meta.labels)
    )
