"""The namespace controller: empties a namespace that is deleted, pods first, and never by force.

Source: pkg/controller/namespace, deletion/namespaced_resources_deleter.go and status_condition_utils.go
(v1.34, OrderedNamespaceDeletion on). It does not watch the pods: it syncs again after half of their largest
grace period plus 1 s, and with exponential backoff up to 60 s once that period has passed. Only the retries
that find a change are played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, find, items, mapping, text
from scheduler_core.objects.policy import Namespace

GRACE_MS = 5_000
"""Milliseconds from a change of the namespace object to its sync."""
FINALIZER_ESTIMATE_S = 15
FIRST_RETRY_MS = 5
LONGEST_RETRY_MS = 60_000

# In this order: the condition, and its reason and message when all is well.
_CONDITIONS = (
    ("NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered"),
    (
        "NamespaceDeletionGroupVersionParsingFailure",
        "ParsedGroupVersions",
        "All legacy kube types successfully parsed",
    ),
    (
        "NamespaceDeletionContentFailure",
        "ContentDeleted",
        "All content successfully deleted, may be waiting on finalization",
    ),
    ("NamespaceContentRemaining", "ContentRemoved", "All content successfully removed"),
    (
        "NamespaceFinalizersRemaining",
        "ContentHasNoFinalizers",
        "All content-preserving finalizers finished",
    ),
)
# The kinds besides pods, in the order in which the content of a namespace is deleted.
_KINDS = tuple(name for name, kind in KINDS.items() if kind.namespaced and name != "Pod")


@dataclass(frozen=True, slots=True)
class _Pass:
    """One sync of a namespace: the objects that have still to be deleted. `estimate_s` is the grace period of
    the pods in seconds, read before the first deletion.
    """

    to_delete: tuple[tuple[str, str], ...]
    pods_done: bool = False
    estimate_s: int = 0


@dataclass(slots=True)
class _Survey:
    """What one sync of a namespace found: what remains by kind and by finalizer, errors, and the seconds to
    wait.
    """

    remaining: dict[str, int] = field(default_factory=dict)
    finalizers: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    estimate_s: int = 0


@dataclass(frozen=True, slots=True)
class _Tries:
    """When a namespace that still has contents is synced again: after `period_ms`, or, where that is 0,
    after a backoff that grows with the failures. `next_ms` is None while the key is in the queue.
    """

    failures: int
    next_ms: int | None = None
    period_ms: int = 0

    def upcoming(self, now_ms: int) -> _Tries:
        """The first try at or after `now_ms`; those before it found nothing changed."""
        failures, next_ms = self.failures, self.next_ms if self.next_ms is not None else now_ms
        while next_ms < now_ms:
            next_ms += self.period_ms or _retry_ms(failures)
            failures += 0 if self.period_ms else 1
        return _Tries(failures, next_ms, self.period_ms)


def _retry_ms(failures: int) -> int:
    return min(FIRST_RETRY_MS << min(failures, 20), LONGEST_RETRY_MS)


class NamespaceController(Controller):
    """The namespace controller; its queue holds names of namespaces."""

    name = "namespace-controller"
    watches = frozenset(KINDS)
    rank = 26
    requeues = False

    def __init__(self) -> None:
        super().__init__()
        self._passes: dict[str, _Pass] = {}
        self._tries: dict[str, _Tries] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind != "Namespace":
            tries = self._tries.get(event.key.partition("/")[0]) if self._tries else None
            if tries is not None and tries.next_ms is not None and _matters(event):
                name = event.key.partition("/")[0]
                self._tries[name] = tries = tries.upcoming(now_ms)
                self.queue.add(name, tries.next_ms or now_ms)
            return
        if isinstance(event.new, Namespace) and event.new.terminating:
            self.queue.add(event.key, now_ms + GRACE_MS)
        elif event.new is None:
            self._passes.pop(event.key, None)
            self._tries.pop(event.key, None)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        """Deletes one object of the namespace, or ends the pass: writes the conditions or removes the
        finalizer.
        """
        namespace = api.namespaces.get(key)
        if namespace is None or not namespace.terminating:
            self._passes.pop(key, None)
            return None
        started = self._passes.pop(key, None) or _Pass(
            _contents(api, key, ("Pod",)), estimate_s=_estimate(api, namespace, now_ms)
        )
        to_delete = started.to_delete
        while to_delete:
            (kind, object_key), to_delete = to_delete[0], to_delete[1:]
            value = api.get(kind, object_key)
            if value is None or value.meta.deletion_at is not None:
                continue
            api.delete(kind, object_key, DeleteOptions(propagation="Background"), now_ms)
            self._passes[key] = _Pass(to_delete, started.pods_done, started.estimate_s)
            self.queue.add(key, now_ms)
            sentence = message("namespace.deleted", namespace=key, kind=kind, name=value.meta.name)
            return self._act("delete", sentence, *((object_key,) if kind == "Pod" else ()))
        if not started.pods_done and not _contents(api, key, ("Pod",)):
            others = _contents(api, key, _KINDS)
            if others:
                self._passes[key] = _Pass(others, pods_done=True, estimate_s=started.estimate_s)
                return self.sync(api, key, now_ms, random)
        return self._conclude(api, namespace, started, now_ms)

    def _conclude(self, api: ApiServer, namespace: Namespace, ended: _Pass, now_ms: int) -> Act | None:
        """Ends a pass: plans the next one, or removes the namespace when it is empty."""
        name = namespace.meta.name
        survey = _survey(api, name, ended)
        changed = self._write(api, namespace, survey, now_ms)
        failures = self._tries[name].failures if name in self._tries else 0
        self._tries.pop(name, None)
        if survey.errors:
            self._tries[name] = _Tries(failures + 1, now_ms + _retry_ms(failures))
        elif survey.estimate_s:
            # The update of the status comes back first, and the queue holds a key only once.
            wait = GRACE_MS if changed else (survey.estimate_s // 2 + 1) * 1000
            if ended.estimate_s:
                self._tries[name] = _Tries(failures)
                self.queue.add(name, now_ms + wait)
            else:
                self._tries[name] = _Tries(failures, now_ms + wait, (survey.estimate_s // 2 + 1) * 1000)
        else:
            api.finalize_namespace(name)
            return self._act("removed", message("namespace.finished", namespace=name))
        if not changed:
            return None
        remaining = tuple(f"{KINDS[kind].resource}: {count}" for kind, count in survey.remaining.items())
        return self._act("update", message("namespace.status", namespace=name, left=remaining))

    def _write(self, api: ApiServer, namespace: Namespace, survey: _Survey, now_ms: int) -> bool:
        """Writes the conditions; True if anything changed."""
        failing = {
            "NamespaceDeletionContentFailure": (
                "ContentDeletionFailed",
                f"Failed to delete all resource types, {len(survey.errors)} remaining: "
                f"{', '.join(survey.errors)}",
            )
            if survey.errors
            else None,
            "NamespaceContentRemaining": (
                "SomeResourcesRemain",
                f"Some resources are remaining: {_counted(survey.remaining)}",
            )
            if survey.remaining
            else None,
            "NamespaceFinalizersRemaining": (
                "SomeFinalizersRemain",
                "Some content in the namespace has finalizers remaining: "
                + ", ".join(
                    f"{finalizer} in {count} resource instances"
                    for finalizer, count in sorted(survey.finalizers.items())
                ),
            )
            if survey.finalizers
            else None,
        }
        status = namespace.status_manifest
        before = {text(find(entry, "type")): mapping(entry) for entry in items(status.get("conditions"))}
        conditions: list[Json] = []
        for kind, ok_reason, ok_message in _CONDITIONS:
            reason, words = failing.get(kind) or (ok_reason, ok_message)
            verdict = "True" if failing.get(kind) else "False"
            old = before.get(kind, {})
            moved = old.get("lastTransitionTime") if old.get("status") == verdict else None
            condition: dict[str, Json] = {
                "type": kind,
                "status": verdict,
                "reason": reason,
                "message": words,
                "lastTransitionTime": moved or api.timestamp(now_ms),
            }
            conditions.append(condition)
        result = api.update_status(
            "Namespace", namespace.meta.name, {**status, "phase": "Terminating", "conditions": conditions}
        )
        return getattr(result, "changed", False)

    def fingerprint(self) -> Json:
        passes: list[Json] = [
            [name, [list(entry) for entry in begun.to_delete], begun.pods_done, begun.estimate_s]
            for name, begun in self._passes.items()
        ]
        tries: list[Json] = [
            [name, entry.failures, entry.next_ms, entry.period_ms] for name, entry in self._tries.items()
        ]
        return [self.queue.fingerprint(), passes, tries]


def _matters(event: WatchEvent) -> bool:
    """Whether a retry after this write may find something else than the one before."""
    old, new = event.old, event.new
    return old is None or new is None or old.meta.finalizers != new.meta.finalizers


def _contents(api: ApiServer, namespace: str, kinds: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """(kind, key) of the objects of these kinds in the namespace."""
    return tuple(
        (kind, key)
        for kind in kinds
        for key, value in api.objects(kind).items()
        if value.meta.namespace == namespace
    )


def _estimate(api: ApiServer, namespace: Namespace, now_ms: int) -> int:
    """The largest grace period of the pods in seconds; 0 once it has passed since the namespace's
    deletion."""
    grace = max(
        (
            pod.spec.termination_grace_period_seconds
            for pod in api.pods.values()
            if pod.namespace == namespace.meta.name and not pod.finished
        ),
        default=0,
    )
    since = api.epoch_ms(now_ms) - (namespace.meta.deletion_at or 0)
    return 0 if since >= grace * 1000 else grace


def _survey(api: ApiServer, namespace: str, ended: _Pass) -> _Survey:
    """What is left after the deletions of a pass. What neither grace nor finalizers explain is an error."""
    survey = _Survey(estimate_s=ended.estimate_s)
    kinds = ("Pod", *_KINDS) if ended.pods_done else ("Pod",)
    for kind in kinds:
        values = [value for value in api.objects(kind).values() if value.meta.namespace == namespace]
        if not values:
            continue
        survey.remaining[kind] = len(values)
        finalizer_count = 0
        for value in values:
            for finalizer in value.meta.finalizers:
                survey.finalizers[finalizer] = survey.finalizers.get(finalizer, 0) + 1
                finalizer_count += 1
        if kind == "Pod" and ended.estimate_s:
            continue
        if finalizer_count:
            survey.estimate_s = max(survey.estimate_s, FINALIZER_ESTIMATE_S)
            continue
        info = KINDS[kind]
        group = f"{info.groups[0]}/{info.version}" if info.groups[0] else f"/{info.version}"
        survey.errors.append(
            f"unexpected items still remain in namespace: {namespace} for gvr: {group}, "
            f"Resource={info.resource}"
        )
    return survey


def _counted(remaining: dict[str, int]) -> str:
    """The kinds that remain, as upstream prints them: `pods. has 1 resource instances`."""
    return ", ".join(
        sorted(
            f"{KINDS[kind].resource}.{KINDS[kind].groups[0]} has {count} resource instances"
            for kind, count in remaining.items()
        )
    )
