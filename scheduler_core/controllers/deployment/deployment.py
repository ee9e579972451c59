"""The Deployment controller: one ReplicaSet for each pod template, and a rollout that moves replicas between
them.

Source: pkg/controller/deployment (v1.34). The numbers are decided in `rollout.py`.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.common.controller_utils import closing, owned_by, owner_reference
from scheduler_core.controllers.common.pod_index import PodIndex
from scheduler_core.controllers.deployment.deployment_sets import (
    DESIRED,
    MAX_REPLICAS,
    REVISION,
    ReplicaSets,
    adoptable,
    annotated,
    annotated_number,
    new_set,
    recreates,
    replica_sets,
    revision,
    rollout_of,
    saturated,
    size_of,
    with_revision,
)
from scheduler_core.controllers.deployment.deployment_status import (
    PAUSED,
    PROGRESSING,
    TIMED_OUT,
    Conditions,
    Failed,
    complete,
    deadline_of,
    new_status,
    terminating_replicas,
    timed_out_at,
)
from scheduler_core.controllers.deployment.rollout import (
    Resize,
    new_set_size,
    proportional_sizes,
    rolling_step,
)
from scheduler_core.objects.manifest import Json, find, integer, text, with_value
from scheduler_core.objects.meta import owner_manifests
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload

KIND = "Deployment"
_SKEW_MS = 1_000
"""The progress deadline is checked this much later, "to avoid milliseconds skew"."""


class DeploymentController(Controller):
    """The Deployment controller; its queue holds the keys of Deployments. `counts_terminating` is the feature
    gate DeploymentReplicaSetTerminatingReplicas: the status has terminatingReplicas.
    """

    name = "deployment-controller"
    watches = frozenset({KIND, "ReplicaSet", "Pod"})
    rank = 21

    def __init__(self, *, counts_terminating: bool = False) -> None:
        super().__init__()
        self._counts_terminating = counts_terminating
        self._deployments: dict[str, Workload] = {}
        self._index = PodIndex()
        # Deployment → time (ms) at which its progress deadline passes.
        self._deadlines: dict[str, int] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + self.reaction_ms
        self._index.observe(event)
        if event.kind == KIND:
            if isinstance(event.new, Workload):
                self._deployments[event.key] = event.new
                self.queue.add(event.key, due)
            else:
                self._deployments.pop(event.key, None)
                self._deadlines.pop(event.key, None)
        elif event.kind == "ReplicaSet":
            for rs in (event.old, event.new):
                if isinstance(rs, Workload):
                    for key in self._concerned(rs):
                        self.queue.add(key, due)
        elif event.kind == "Pod" and isinstance(event.old, Pod):
            gone = event.new is None or (isinstance(event.new, Pod) and event.new.finished)
            if not gone or event.old.meta.controller is None:
                return
            # With Recreate, the new pods wait until the last old pod is gone.
            for key, deployment in self._deployments.items():
                if deployment.meta.namespace == event.old.namespace and recreates(deployment):
                    self.queue.add(key, due)

    def _concerned(self, rs: Workload) -> list[str]:
        """The keys of the owner of a ReplicaSet, or of all Deployments that could adopt an orphan."""
        reference = rs.meta.controller
        if reference is not None:
            key = f"{rs.meta.namespace}/{reference.name}"
            return [key] if reference.kind == KIND and key in self._deployments else []
        return [key for key, deployment in self._deployments.items() if adoptable(deployment, rs)]

    def next_ms(self, now_ms: int) -> int | None:
        due = self.queue.next_ms()
        ends = min(self._deadlines.values(), default=None)
        return ends if due is None else due if ends is None else min(due, ends)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        for key in [key for key, at in self._deadlines.items() if at <= now_ms]:
            del self._deadlines[key]
            self.queue.add(key, now_ms)
        return super().act(api, now_ms, random)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        deployment = api.workloads(KIND).get(key)
        if deployment is None:
            return None
        if deployment.meta.deletion_at is not None:
            return self._status(api, key, now_ms, rolling=False)
        adopted = self._adopt(api, deployment) or self._pause(api, deployment, now_ms)
        if adopted is not None:
            return adopted
        sets = replica_sets(api, deployment)
        act, sizing = self._scale(api, sets, now_ms)
        rolling = not (sets.paused or sizing)
        failed: Failed | None = None
        if act is None and rolling:
            rolled = self._roll(api, sets, now_ms)
            if isinstance(rolled, Failed):
                failed = rolled
            else:
                act = rolled
        # A paused Deployment is tidied up at every sync, any other only when its rollout is complete.
        tidies = sets.paused or (
            rolling and failed is None and complete(deployment, deployment.status_manifest)
        )
        if act is None and tidies:
            act = self._clean_up(api, sets, now_ms)
        # Upstream writes the status at the end of the same sync, so it is no act of its own.
        unchanged = sets if act is None and failed is None else None
        counted = self._status(api, key, now_ms, rolling=rolling, failed=failed, sets=unchanged)
        return act or counted

    def _adopt(self, api: ApiServer, deployment: Workload) -> Act | None:
        """Adopts the first ReplicaSet without an owner that the selector matches."""
        for rs in api.workloads("ReplicaSet").values():
            if rs.meta.controller is None and rs.meta.deletion_at is None and adoptable(deployment, rs):
                references = [*owner_manifests(rs), owner_reference(deployment)]
                api.set_owner_references("ReplicaSet", rs.key, references)
                name = deployment.meta.name
                return self._act(
                    "update", message("deployment.adopted_set", deployment=name, set=rs.meta.name)
                )
        return None

    def _pause(self, api: ApiServer, deployment: Workload, now_ms: int) -> Act | None:
        """Notes that a Deployment was paused or goes on. Source: checkPausedConditions."""
        if deadline_of(deployment) is None:
            return None
        conditions = Conditions(deployment.status_manifest, api.timestamp(now_ms))
        current = conditions.get(PROGRESSING) or {}
        paused = deployment.paused
        paused_before = current.get("reason") == PAUSED
        if current.get("reason") == TIMED_OUT or paused == paused_before:
            return None
        if paused:
            conditions.put(PROGRESSING, "Unknown", PAUSED, "Deployment is paused")
        else:
            conditions.put(PROGRESSING, "Unknown", "DeploymentResumed", "Deployment is resumed")
        api.update_status(
            KIND, deployment.key, {**deployment.status_manifest, "conditions": conditions.to_json()}
        )
        sentence = "deployment.paused" if paused else "deployment.resumed"
        return self._act("update", message(sentence, deployment=deployment.meta.name))

    def _scale(self, api: ApiServer, sets: ReplicaSets, now_ms: int) -> tuple[Act | None, bool]:
        """Handles a change of `spec.replicas`: one ReplicaSet takes it over, several share it proportionally.

        The second value is True when there was such a change; then this sync does not go on with the
        rollout.
        """
        deployment, rollout = sets.deployment, sets.rollout
        live = [rs for rs in sets.all if rs.replicas > 0]
        stale = [rs for rs in live if annotated_number(rs, DESIRED) not in (None, deployment.replicas)]
        if not stale and not sets.paused:
            return None, False
        if len(live) < 2:
            only = live[0] if live else sets.new or (sets.all[-1] if sets.all else None)
            if only is None or only.replicas == deployment.replicas:
                return None, False
            return self._resize(api, deployment, Resize(only.key, deployment.replicas), now_ms), True
        if sets.new is not None and saturated(deployment, sets.new):
            for rs in live:
                if rs is not sets.new:
                    return self._resize(api, deployment, Resize(rs.key, 0), now_ms), True
        if rollout.max_surge is None or not stale:
            return None, False
        before = max(annotated_number(rs, MAX_REPLICAS) or 0 for rs in stale)
        grows = deployment.replicas + rollout.max_surge > sum(rs.replicas for rs in live)
        # Larger ReplicaSets first; among equal ones the newest first when growing, the oldest first when
        # shrinking.
        ordered = sorted(reversed(live) if grows else live, key=lambda rs: -rs.replicas)
        acts = [
            self._resize(api, deployment, resize, now_ms)
            for resize in proportional_sizes(rollout, [size_of(rs) for rs in ordered], before)
        ]
        for rs in live:
            current = api.workloads("ReplicaSet")[rs.key]
            api.replace("ReplicaSet", rs.key, annotated(current.manifest, deployment, rollout))
        return (acts[0] if acts else None), True

    def _roll(self, api: ApiServer, sets: ReplicaSets, now_ms: int) -> Act | Failed | None:
        """The next change of a rollout, or the failure that stopped it."""
        if sets.rollout.max_surge is None:
            return self._recreate(api, sets, now_ms)
        if sets.new is None:
            size = new_set_size(sets.rollout, 0, sum(rs.replicas for rs in sets.old))
            return self._create(api, sets, size, now_ms)
        act = self._revise(api, sets)
        if act is not None:
            return act
        step = rolling_step(sets.rollout, size_of(sets.new), [size_of(rs) for rs in sets.old])
        return None if step is None else self._resize(api, sets.deployment, step, now_ms)

    def _recreate(self, api: ApiServer, sets: ReplicaSets, now_ms: int) -> Act | Failed | None:
        """Recreate: the first new pod is created only after the last old one has been removed."""
        deployment, new = sets.deployment, sets.new
        if new is not None:
            act = self._revise(api, sets)
            if act is not None:
                return act
        for rs in sets.old:
            if rs.replicas:
                return self._resize(api, deployment, Resize(rs.key, 0), now_ms)
        if any(integer(rs.status_manifest.get("replicas")) for rs in sets.old) or any(
            owned_by(pod, rs) and not pod.finished
            for rs in sets.old
            for pod in self._index.owned(api, deployment.meta.namespace, "ReplicaSet", rs.meta.name)
        ):
            return None
        if new is None:
            return self._create(api, sets, deployment.replicas, now_ms)
        if new.replicas != deployment.replicas:
            return self._resize(api, deployment, Resize(new.key, deployment.replicas), now_ms)
        return None

    def _create(self, api: ApiServer, sets: ReplicaSets, replicas: int, now_ms: int) -> Act | Failed | None:
        """Creates the new ReplicaSet; None when its name is taken or the namespace is being deleted."""
        deployment = sets.deployment
        if closing(api, deployment.meta.namespace):
            return None
        number = 1 + max((revision(rs) for rs in sets.old), default=0)
        document = new_set(deployment, sets.rollout, number, replicas)
        name = text(find(document, "metadata", "name"))
        result = api.create("ReplicaSet", document, now_ms)
        if isinstance(result, Refused):
            if result.reason == "AlreadyExists":
                return None
            note = f'Failed to create new replica set "{name}": {result.text}'
            events = api.events_about(KIND, deployment.key)
            if not any(event.message == note for event in events):
                self._record(api, deployment, "Warning", "ReplicaSetCreateError", note, now_ms)
            return Failed("ReplicaSetCreateError", note)
        if replicas:
            self._record_scaling(api, deployment, name, 0, replicas, now_ms)
        self._note_revision(api, deployment, str(number))
        self._note_progress(
            api, deployment.key, "NewReplicaSetCreated", f'Created new replica set "{name}"', now_ms
        )
        owner = deployment.meta.name
        sentence = message("deployment.created_set", deployment=owner, set=name, replicas=replicas)
        return self._act("create", sentence)

    def _revise(self, api: ApiServer, sets: ReplicaSets) -> Act | None:
        """Gives the new set the highest revision and notes it on the Deployment."""
        deployment, new = sets.deployment, sets.new
        if new is None:
            return None
        manifest = with_revision(deployment, new, sets.old)
        number = text(find(manifest, "metadata", "annotations", REVISION))
        if manifest == new.manifest:
            self._note_revision(api, deployment, number)
            return None
        raised = number != new.meta.annotations.get(REVISION)
        api.replace("ReplicaSet", new.key, manifest)
        self._note_revision(api, deployment, number)
        if not raised:
            return None
        owner, name = deployment.meta.name, new.meta.name
        sentence = message("deployment.revised", deployment=owner, set=name, revision=int(number))
        return self._act("update", sentence)

    def _note_revision(self, api: ApiServer, deployment: Workload, number: str) -> None:
        """Writes the revision of the new ReplicaSet into the annotations of the Deployment."""
        current = api.workloads(KIND)[deployment.key]
        if number and current.meta.annotations.get(REVISION) != number:
            path = ("metadata", "annotations", REVISION)
            api.replace(KIND, deployment.key, with_value(current.manifest, path, number))

    def _note_progress(self, api: ApiServer, key: str, reason: str, words: str, now_ms: int) -> None:
        """Sets the Progressing condition from which the progress deadline counts."""
        deployment = api.workloads(KIND)[key]
        if deadline_of(deployment) is None:
            return
        conditions = Conditions(deployment.status_manifest, api.timestamp(now_ms))
        conditions.put(PROGRESSING, "True", reason, words)
        api.update_status(KIND, key, {**deployment.status_manifest, "conditions": conditions.to_json()})

    def _resize(self, api: ApiServer, deployment: Workload, resize: Resize, now_ms: int) -> Act:
        rs = api.workloads("ReplicaSet")[resize.key]
        manifest = with_value(rs.manifest, ("spec", "replicas"), resize.replicas)
        api.replace("ReplicaSet", rs.key, annotated(manifest, deployment, rollout_of(deployment)))
        self._record_scaling(api, deployment, rs.meta.name, rs.replicas, resize.replicas, now_ms)
        owner, name, before, after = deployment.meta.name, rs.meta.name, rs.replicas, resize.replicas
        message_id = "deployment.scaled_up" if after > before else "deployment.scaled_down"
        return self._act("scale", message(message_id, deployment=owner, set=name, before=before, after=after))

    def _record_scaling(
        self, api: ApiServer, deployment: Workload, name: str, before: int, after: int, now_ms: int
    ) -> None:
        way = "up" if after > before else "down"
        sentence = f"Scaled {way} replica set {name} from {before} to {after}"
        self._record(api, deployment, "Normal", "ScalingReplicaSet", sentence, now_ms)

    def _clean_up(self, api: ApiServer, sets: ReplicaSets, now_ms: int) -> Act | None:
        """Deletes old sets beyond the history limit, the lowest revision first."""
        limit = sets.deployment.revision_history_limit
        old_sets = [rs for rs in sets.old if rs.meta.deletion_at is None]
        if limit is None or len(old_sets) <= limit:
            return None
        for rs in sorted(old_sets, key=revision)[: len(old_sets) - limit]:
            observed = integer(rs.status_manifest.get("observedGeneration")) or 0
            idle = not rs.replicas and not integer(rs.status_manifest.get("replicas"))
            if idle and (rs.meta.generation or 0) <= observed:
                api.delete("ReplicaSet", rs.key, DeleteOptions(), now_ms)
                owner = sets.deployment.meta.name
                return self._act(
                    "delete", message("deployment.cleaned_up", deployment=owner, set=rs.meta.name)
                )
        return None

    def _status(
        self,
        api: ApiServer,
        key: str,
        now_ms: int,
        *,
        rolling: bool,
        failed: Failed | None = None,
        sets: ReplicaSets | None = None,
    ) -> Act | None:
        """`sets` are those of the Deployment where nothing was written since they were looked up."""
        deployment = api.workloads(KIND)[key]
        sets = replica_sets(api, deployment) if sets is None else sets
        if (
            rolling
            and sets.new is not None
            and Conditions(deployment.status_manifest, "").get(PROGRESSING) is None
        ):
            words = f'Found new replica set "{sets.new.meta.name}"'
            self._note_progress(api, key, "FoundNewReplicaSet", words, now_ms)
            deployment = api.workloads(KIND)[key]
        status = new_status(
            api, deployment, sets.all, sets.new, sets.rollout, now_ms, rolling=rolling, failed=failed
        )
        terminating = terminating_replicas(sets.all) if self._counts_terminating else None
        if terminating is not None:
            status = {**status, "terminatingReplicas": terminating}
        changed = status != deployment.status_manifest
        if changed:
            api.update_status(KIND, key, status)
        self._deadlines.pop(key, None)
        ends = timed_out_at(deployment, Conditions(status, "").get(PROGRESSING))
        if ends is not None and rolling:
            self._deadlines[key] = max(ends - api.start_at, now_ms) + _SKEW_MS
        if not changed:
            return None
        name, ready = deployment.meta.name, integer(status["readyReplicas"]) or 0
        sentence = message("deployment.status", deployment=name, ready=ready, want=deployment.replicas)
        return self._act("update", sentence)

    def fingerprint(self) -> Json:
        return [self.queue.fingerprint(), dict(self._deadlines)]
