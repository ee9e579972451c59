"""The Deployment controller: one ReplicaSet for each pod template, and a rollout that moves replicas between
them.

Source: pkg/controller/deployment (v1.34). The numbers are decided in `rollout.py`.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import REACTION_MS, Controller
from scheduler_core.controllers.common.controller_utils import closing, owned_by, owner_reference
from scheduler_core.controllers.common.pod_index import PodIndex
from scheduler_core.controllers.deployment.deployment_sets import (
    DESIRED,
    MAX_REPLICAS,
    REVISION,
    Seen,
    adoptable,
    new_set,
    noted,
    number_noted,
    recreates,
    revised,
    revision,
    rollout_of,
    saturated,
    seen_now,
    size_of,
)
from scheduler_core.controllers.deployment.deployment_status import (
    PAUSED,
    PROGRESSING,
    TIMED_OUT,
    Conditions,
    complete,
    deadline_of,
    rolled_status,
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
    """The Deployment controller; its queue holds the keys of Deployments."""

    name = "deployment-controller"
    watches = frozenset({KIND, "ReplicaSet", "Pod"})
    rank = 21

    def __init__(self) -> None:
        super().__init__()
        self._deployments: dict[str, Workload] = {}
        self._index = PodIndex()
        # Deployment → time (ms) at which its progress deadline passes.
        self._deadlines: dict[str, int] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + REACTION_MS
        self._index.observe(event)
        if event.kind == KIND:
            if isinstance(event.new, Workload):
                self._deployments[event.key] = event.new
                self.queue.add(event.key, due)
            else:
                self._deployments.pop(event.key, None)
                self._deadlines.pop(event.key, None)
        elif event.kind == "ReplicaSet":
            for one in (event.old, event.new):
                if isinstance(one, Workload):
                    for key in self._concerned(one):
                        self.queue.add(key, due)
        elif event.kind == "Pod" and isinstance(event.old, Pod):
            gone = event.new is None or (isinstance(event.new, Pod) and event.new.finished)
            if not gone or event.old.meta.controller is None:
                return
            # With Recreate, the new pods wait until the last old pod is gone.
            for key, one in self._deployments.items():
                if one.meta.namespace == event.old.namespace and recreates(one):
                    self.queue.add(key, due)

    def _concerned(self, replica_set: Workload) -> list[str]:
        reference = replica_set.meta.controller
        if reference is not None:
            key = f"{replica_set.meta.namespace}/{reference.name}"
            return [key] if reference.kind == KIND and key in self._deployments else []
        return [key for key, one in self._deployments.items() if adoptable(one, replica_set)]

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
        wanted = api.workloads(KIND).get(key)
        if wanted is None:
            return None
        if wanted.meta.deletion_at is not None:
            return self._status(api, key, now_ms, rolling=False)
        adopted = self._adopt(api, wanted) or self._pause(api, wanted, now_ms)
        if adopted is not None:
            return adopted
        seen = seen_now(api, wanted)
        scaled, sizing = self._scale(api, seen, now_ms)
        done = scaled
        rolling = not (seen.paused or sizing)
        failed: tuple[str, str] | None = None
        if done is None and rolling:
            rolled = self._roll(api, seen, now_ms)
            if isinstance(rolled, tuple):
                failed = rolled
            else:
                done = rolled
        # A paused Deployment is tidied up at every sync, any other only when its rollout is complete.
        tidies = seen.paused or (rolling and failed is None and complete(wanted, wanted.status))
        if done is None and tidies:
            done = self._clean_up(api, seen, now_ms)
        # Upstream writes the status at the end of the same sync, so it is no act of its own.
        counted = self._status(api, key, now_ms, rolling=rolling, failed=failed)
        return done or counted

    def _adopt(self, api: ApiServer, wanted: Workload) -> Act | None:
        for one in api.workloads("ReplicaSet").values():
            if one.meta.controller is None and one.meta.deletion_at is None and adoptable(wanted, one):
                references = [*owner_manifests(one), owner_reference(wanted)]
                api.set_owner_references("ReplicaSet", one.key, references)
                said = message("deployment.adopted_set", deployment=wanted.meta.name, set=one.meta.name)
                return self._told("update", said)
        return None

    def _pause(self, api: ApiServer, wanted: Workload, now_ms: int) -> Act | None:
        """Notes that a Deployment was paused or goes on. Source: checkPausedConditions."""
        if deadline_of(wanted) is None:
            return None
        conditions = Conditions(wanted.status, api.timestamp(now_ms))
        current = conditions.get(PROGRESSING) or {}
        paused = wanted.paused
        noted_paused = current.get("reason") == PAUSED
        if current.get("reason") == TIMED_OUT or paused == noted_paused:
            return None
        if paused:
            conditions.put(PROGRESSING, "Unknown", PAUSED, "Deployment is paused")
        else:
            conditions.put(PROGRESSING, "Unknown", "DeploymentResumed", "Deployment is resumed")
        api.update_status(KIND, wanted.key, {**wanted.status, "conditions": conditions.to_json()})
        said = "deployment.paused" if paused else "deployment.resumed"
        return self._told("update", message(said, deployment=wanted.meta.name))

    def _scale(self, api: ApiServer, seen: Seen, now_ms: int) -> tuple[Act | None, bool]:
        """Handles a change of `spec.replicas`: one ReplicaSet takes it over, several share it proportionally.

        The second value tells whether there was such a change; then this sync does not go on with the
        rollout.
        """
        wanted, rollout = seen.wanted, seen.rollout
        live = [one for one in seen.sets if one.replicas > 0]
        stale = [one for one in live if number_noted(one, DESIRED) not in (None, wanted.replicas)]
        if not stale and not seen.paused:
            return None, False
        if len(live) < 2:
            only = live[0] if live else seen.new or (seen.sets[-1] if seen.sets else None)
            if only is None or only.replicas == wanted.replicas:
                return None, False
            return self._resize(api, wanted, Resize(only.key, wanted.replicas), now_ms), True
        if seen.new is not None and saturated(wanted, seen.new):
            for one in live:
                if one is not seen.new:
                    return self._resize(api, wanted, Resize(one.key, 0), now_ms), True
        if rollout.max_surge is None or not stale:
            return None, False
        before = max(number_noted(one, MAX_REPLICAS) or 0 for one in stale)
        grows = wanted.replicas + rollout.max_surge > sum(one.replicas for one in live)
        # Larger ReplicaSets first; among equal ones the newest first when growing, the oldest first when
        # shrinking.
        ordered = sorted(reversed(live) if grows else live, key=lambda one: -one.replicas)
        acts = [
            self._resize(api, wanted, resize, now_ms)
            for resize in proportional_sizes(rollout, [size_of(one) for one in ordered], before)
        ]
        for one in live:
            current = api.workloads("ReplicaSet")[one.key]
            api.replace("ReplicaSet", one.key, noted(current.manifest, wanted, rollout))
        return (acts[0] if acts else None), True

    def _roll(self, api: ApiServer, seen: Seen, now_ms: int) -> Act | tuple[str, str] | None:
        """The next change of a rollout, or reason and message of the failure that stopped it."""
        if seen.rollout.max_surge is None:
            return self._recreate(api, seen, now_ms)
        if seen.new is None:
            size = new_set_size(seen.rollout, 0, sum(one.replicas for one in seen.old))
            return self._create(api, seen, size, now_ms)
        said = self._revise(api, seen)
        if said is not None:
            return said
        step = rolling_step(seen.rollout, size_of(seen.new), [size_of(one) for one in seen.old])
        return None if step is None else self._resize(api, seen.wanted, step, now_ms)

    def _recreate(self, api: ApiServer, seen: Seen, now_ms: int) -> Act | tuple[str, str] | None:
        """Recreate: the first new pod is created only after the last old one has been removed."""
        wanted, new = seen.wanted, seen.new
        if new is not None:
            said = self._revise(api, seen)
            if said is not None:
                return said
        for one in seen.old:
            if one.replicas:
                return self._resize(api, wanted, Resize(one.key, 0), now_ms)
        if any(integer(one.status.get("replicas")) for one in seen.old) or any(
            owned_by(pod, one) and not pod.finished
            for one in seen.old
            for pod in self._index.owned(api, wanted.meta.namespace, "ReplicaSet", one.meta.name)
        ):
            return None
        if new is None:
            return self._create(api, seen, wanted.replicas, now_ms)
        if new.replicas != wanted.replicas:
            return self._resize(api, wanted, Resize(new.key, wanted.replicas), now_ms)
        return None

    def _create(self, api: ApiServer, seen: Seen, replicas: int, now_ms: int) -> Act | tuple[str, str] | None:
        wanted = seen.wanted
        if closing(api, wanted.meta.namespace):
            return None
        number = 1 + max((revision(one) for one in seen.old), default=0)
        document = new_set(wanted, seen.rollout, number, replicas)
        name = text(find(document, "metadata", "name"))
        result = api.create("ReplicaSet", document, now_ms)
        if isinstance(result, Refused):
            if result.reason == "AlreadyExists":
                return None
            words = f'Failed to create new replica set "{name}": {result.text}'
            known = api.events_about(KIND, wanted.key)
            if not any(event.message == words for event in known):
                api.record_event(
                    Occurrence(wanted, "Warning", "ReplicaSetCreateError", words, self.name), now_ms
                )
            return "ReplicaSetCreateError", words
        if replicas:
            self._tell_scaled(api, wanted, name, 0, replicas, now_ms)
        self._note_revision(api, wanted, str(number))
        self._found(api, wanted.key, "NewReplicaSetCreated", f'Created new replica set "{name}"', now_ms)
        said = message("deployment.created_set", deployment=wanted.meta.name, set=name, replicas=replicas)
        return self._told("create", said)

    def _revise(self, api: ApiServer, seen: Seen) -> Act | None:
        """Gives the new set the highest revision and notes it on the Deployment."""
        wanted, new = seen.wanted, seen.new
        if new is None:
            return None
        manifest = revised(wanted, new, seen.old)
        number = text(find(manifest, "metadata", "annotations", REVISION))
        if manifest == new.manifest:
            self._note_revision(api, wanted, number)
            return None
        raised = number != new.meta.annotations.get(REVISION)
        api.replace("ReplicaSet", new.key, manifest)
        self._note_revision(api, wanted, number)
        if not raised:
            return None
        said = message(
            "deployment.revised", deployment=wanted.meta.name, set=new.meta.name, revision=int(number)
        )
        return self._told("update", said)

    def _note_revision(self, api: ApiServer, wanted: Workload, number: str) -> None:
        current = api.workloads(KIND)[wanted.key]
        if number and current.meta.annotations.get(REVISION) != number:
            path = ("metadata", "annotations", REVISION)
            api.replace(KIND, wanted.key, with_value(current.manifest, path, number))

    def _found(self, api: ApiServer, key: str, reason: str, words: str, now_ms: int) -> None:
        """Sets the Progressing condition from which the progress deadline counts."""
        wanted = api.workloads(KIND)[key]
        if deadline_of(wanted) is None:
            return
        conditions = Conditions(wanted.status, api.timestamp(now_ms))
        conditions.put(PROGRESSING, "True", reason, words)
        api.update_status(KIND, key, {**wanted.status, "conditions": conditions.to_json()})

    def _resize(self, api: ApiServer, wanted: Workload, resize: Resize, now_ms: int) -> Act:
        one = api.workloads("ReplicaSet")[resize.key]
        manifest = with_value(one.manifest, ("spec", "replicas"), resize.replicas)
        api.replace("ReplicaSet", one.key, noted(manifest, wanted, rollout_of(wanted)))
        self._tell_scaled(api, wanted, one.meta.name, one.replicas, resize.replicas, now_ms)
        said = message(
            "deployment.scaled_up" if resize.replicas > one.replicas else "deployment.scaled_down",
            deployment=wanted.meta.name,
            set=one.meta.name,
            before=one.replicas,
            after=resize.replicas,
        )
        return self._told("scale", said)

    def _tell_scaled(
        self, api: ApiServer, wanted: Workload, name: str, before: int, after: int, now_ms: int
    ) -> None:
        way = "up" if after > before else "down"
        said = f"Scaled {way} replica set {name} from {before} to {after}"
        api.record_event(Occurrence(wanted, "Normal", "ScalingReplicaSet", said, self.name), now_ms)

    def _clean_up(self, api: ApiServer, seen: Seen, now_ms: int) -> Act | None:
        """Deletes old sets beyond the history limit, the lowest revision first."""
        limit = seen.wanted.revision_history_limit
        kept = [one for one in seen.old if one.meta.deletion_at is None]
        if limit is None or len(kept) <= limit:
            return None
        for one in sorted(kept, key=revision)[: len(kept) - limit]:
            observed = integer(one.status.get("observedGeneration")) or 0
            idle = not one.replicas and not integer(one.status.get("replicas"))
            if idle and (one.meta.generation or 0) <= observed:
                api.delete("ReplicaSet", one.key, DeleteOptions(), now_ms)
                said = message("deployment.cleaned_up", deployment=seen.wanted.meta.name, set=one.meta.name)
                return self._told("delete", said)
        return None

    def _status(
        self,
        api: ApiServer,
        key: str,
        now_ms: int,
        *,
        rolling: bool,
        failed: tuple[str, str] | None = None,
    ) -> Act | None:
        wanted = api.workloads(KIND)[key]
        seen = seen_now(api, wanted)
        if rolling and seen.new is not None and Conditions(wanted.status, "").get(PROGRESSING) is None:
            words = f'Found new replica set "{seen.new.meta.name}"'
            self._found(api, key, "FoundNewReplicaSet", words, now_ms)
            wanted = api.workloads(KIND)[key]
        status = rolled_status(
            api, wanted, seen.sets, seen.new, seen.rollout, now_ms, rolling=rolling, failed=failed
        )
        changed = status != wanted.status
        if changed:
            api.update_status(KIND, key, status)
        self._deadlines.pop(key, None)
        ends = timed_out_at(wanted, Conditions(status, "").get(PROGRESSING))
        if ends is not None and rolling:
            self._deadlines[key] = max(ends - api.start_at, now_ms) + _SKEW_MS
        if not changed:
            return None
        said = message(
            "deployment.status",
            deployment=wanted.meta.name,
            ready=integer(status["readyReplicas"]) or 0,
            want=wanted.replicas,
        )
        return self._told("update", said)

    def _told(self, kind: str, said: Message) -> Act:
        return Act("controller", self.name, kind, said)

    def fingerprint(self) -> Json:
        return [self.queue.fingerprint(), dict(self._deadlines)]
