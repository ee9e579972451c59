"""The objects that the API server keeps, and the reads and writes below every request.

Times are virtual milliseconds since the scenario's start.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from scheduler_core.apiserver.storage.events import Event, EventLog, Occurrence
from scheduler_core.apiserver.storage.results import Ok, Result
from scheduler_core.apiserver.storage.store import Store
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import Namespace, PodDisruptionBudget, PriorityClass
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import State
from scheduler_core.objects.resource_quota import ResourceQuota
from scheduler_core.objects.scalars.times import format_time
from scheduler_core.objects.workloads import Service, Workload

T = TypeVar("T", bound=Object)


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Options of the API server. `default_tolerations` switches on the DefaultTolerationSeconds admission of
    real clusters (300 s for not-ready and unreachable); recorded verdicts were made without it. `release` is
    the server's release of Kubernetes, with its default feature gates; `git_version` is what its components
    say of themselves.
    """

    default_tolerations: bool = True
    release: Release = BASELINE
    git_version: str = "v1.34.1"


class Registry(State):
    """The stored objects of the API server: mutable itself, with immutable objects; `copy` is a checkpoint.

    `start_at` is the epoch millisecond of virtual time 0; `seed` decides the uids.
    """

    def __init__(self, *, start_at: int, seed: int = 0, options: ServerOptions | None = None) -> None:
        self.start_at = start_at
        self.options = options or ServerOptions()
        self._store = Store(seed)
        self._events = EventLog()

    # Reading

    @property
    def pods(self) -> Mapping[str, Pod]:
        return self._typed("Pod", Pod)

    @property
    def nodes(self) -> Mapping[str, Node]:
        return self._typed("Node", Node)

    @property
    def namespaces(self) -> Mapping[str, Namespace]:
        return self._typed("Namespace", Namespace)

    @property
    def priority_classes(self) -> Mapping[str, PriorityClass]:
        return self._typed("PriorityClass", PriorityClass)

    @property
    def budgets(self) -> Mapping[str, PodDisruptionBudget]:
        return self._typed("PodDisruptionBudget", PodDisruptionBudget)

    @property
    def services(self) -> Mapping[str, Service]:
        return self._typed("Service", Service)

    def workloads(self, kind: str) -> Mapping[str, Workload]:
        """The objects of a kind that has a pod template, by key."""
        return self._typed(kind, Workload)

    def objects(self, kind: str) -> Mapping[str, Object]:
        """All objects of `kind` by key, in the order of their creation."""
        return self._store.table(kind)

    def tables_of(self, namespace: str) -> list[tuple[str, list[Object]]]:
        """The objects of a namespace by kind, without those that the cluster makes by itself."""
        start = f"{namespace}/"
        return [
            (name, [stored for key, stored in self._store.table(name).items() if key.startswith(start)])
            for name, kind in KINDS.items()
            if kind.namespaced and not kind.derived
        ]

    def quotas_of(self, namespace: str) -> list[ResourceQuota]:
        """The quotas of a namespace."""
        quotas = self._typed("ResourceQuota", ResourceQuota).values()
        return [quota for quota in quotas if quota.meta.namespace == namespace]

    def get(self, kind: str, key: str) -> Object | None:
        """The object under `namespace/name` (or `name`); None when there is none."""
        return self._store.get(kind, key) if kind in KINDS else None

    def exchange(self, kind: str, key: str, manifest: Manifest) -> Object:
        """Puts another object in the place of a stored one, see `Store.exchange`."""
        return self._store.exchange(kind, key, manifest)

    @property
    def resource_version(self) -> int:
        return self._store.version

    def timestamp(self, now_ms: int) -> str:
        """`now_ms` as objects carry it: RFC 3339, whole seconds."""
        return format_time(self.start_at + now_ms)

    def epoch_ms(self, now_ms: int) -> int:
        """`now_ms` as epoch milliseconds, the unit of the typed fields (`creation_at` …)."""
        return self.start_at + now_ms

    def drain_watch_events(self) -> list[WatchEvent]:
        """The writes since the last call, in order; the caller passes them on to the watchers."""
        return self._store.drain()

    def large_tables(self) -> list[dict[Hashable, object]]:
        """The tables that grow with the cluster and the run, always in the same order; for checkpoints."""
        return [*self._store.large_tables(), *self._events.large_tables()]

    def fingerprint(self) -> Json:
        """All contents in canonical JSON, hashed; it is part of the state hash."""
        return {"store": self._store.fingerprint(), "events": self._events.fingerprint()}

    # Events

    def record_event(self, occurrence: Occurrence, now_ms: int) -> None:
        """Stores a core/v1 Event about the occurrence, or counts the equal one that is stored. What is too
        much about one object is left out."""
        self._events.record(occurrence, now_ms, correlates=self.options.release.correlates_events)

    def events(self) -> tuple[Event, ...]:
        """All stored Events, the one reported last at the end."""
        return self._events.all()

    @property
    def events_recorded(self) -> int:
        """How many reports of Events there were: the resourceVersion of their collection."""
        return self._events.recorded

    def drain_recorded_events(self) -> list[Event]:
        """The Events recorded since the last call, in order."""
        return self._events.drain()

    def events_about(self, kind: str, key: str) -> tuple[Event, ...]:
        return self._events.about(kind, key)

    # Bookkeeping

    def _typed(self, kind: str, _type: type[T]) -> Mapping[str, T]:
        return cast(Mapping[str, T], self._store.table(kind))

    def _key(self, kind: str, manifest: Manifest) -> str:
        name = text(find(manifest, "metadata", "name"))
        if not KINDS[kind].namespaced:
            return name
        return f"{text(find(manifest, 'metadata', 'namespace')) or 'default'}/{name}"

    def _update(self, kind: str, old: Object, manifest: Manifest) -> Result:
        """Stores `manifest` in the place of `old`, if anything changed, and counts changes of the spec in
        metadata.generation. A terminating object whose last finalizer was removed is removed instead; the
        result is the object without it. Source: registry/generic/registry/store.go `deleteWithoutFinalizers`.
        """
        if manifest == old.manifest:
            return Ok(old, changed=False)
        held = old.meta.deletion_at is not None and old.meta.finalizers
        emptied = not items(find(manifest, "metadata", "finalizers")) and kind != "Namespace"
        if held and emptied and not old.meta.deletion_grace_period_seconds:
            self._store.remove(kind, old.meta.key)
            return Ok(KINDS[kind].parse(manifest), removed=True)
        if KINDS[kind].has_generation and mapping(manifest.get("spec")) != old.spec_manifest:
            manifest = with_value(manifest, ("metadata", "generation"), (old.meta.generation or 0) + 1)
        return Ok(self._store.put(kind, KINDS[kind].parse(manifest)))

    def _put_pod(self, old: Pod, new: Pod) -> Result:
        if new.manifest is old.manifest or new.manifest == old.manifest:
            return Ok(old, changed=False)
        return Ok(self._store.put("Pod", new))

    def _with_conditions(self, pod: Pod, conditions: Sequence[Mapping[str, Json]], now_ms: int) -> Pod:
        """The pod with conditions merged by type; lastTransitionTime moves only with a new status.

        From 1.36 on a condition names the generation of the pod that its writer has seen, which for writers
        that do not name it is the stored one. That this generation alone is newer is no change
        (UpdatePodCondition, v1.36).
        """
        observed: dict[str, Json] = {}
        if self.options.release.pod_observed_generation and pod.meta.generation:
            observed["observedGeneration"] = pod.meta.generation
        stored = {text(find(entry, "type")): entry for entry in pod.condition_manifests}
        changed: list[Mapping[str, Json]] = []
        for condition in conditions:
            before = mapping(stored.get(text(condition["type"])))
            stamped = {**observed, **condition}
            same = before.get("status") == condition["status"]
            moved = before.get("lastTransitionTime") if same else None
            stamped["lastTransitionTime"] = moved or self.timestamp(now_ms)
            named = "observedGeneration" in condition
            if stamped != (before if named else {**before, **observed}):
                changed.append(stamped)
        return pod.with_conditions(changed) if changed else pod
