"""Queueing hints: whether an event is worth another attempt of a waiting pod, and which plugin decides.

Source: pkg/scheduler/backend/queue/scheduling_queue.go isPodWorthRequeuing, isEventOfInterest (v1.34.1). Each
profile has its own plugins, so the plugins of a pod's own scheduler decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.event_words import event_words
from scheduler_core.scheduler.framework.events import (
    Action,
    ClusterEvent,
    EventObject,
    Registration,
    Resource,
    matches,
)
from scheduler_core.scheduler.framework.interface import PreEnqueuePlugin
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo, Strategy

HintResult: TypeAlias = Literal["Queue", "Skip", "NotRegistered"]


@dataclass(frozen=True, slots=True)
class QueueRules:
    """The registrations and queue plugins of one profile."""

    registrations: Mapping[str, tuple[Registration, ...]]
    pre_enqueue: tuple[PreEnqueuePlugin, ...]


NO_RULES = QueueRules({}, ())


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a plugin's hint to an event. NotRegistered means that the plugin did not register for
    such events."""

    plugin: str
    hint: HintResult


@dataclass(frozen=True, slots=True)
class EventEffect:
    """What an event meant for a waiting pod. `moved_to` is "" when it stayed; `about` is the object's key."""

    pod: str
    event: str
    about: str
    at_ms: int
    moved_to: str
    answers: tuple[Answer, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "pod": self.pod,
            "event": self.event,
            "words": event_words(self.event).to_json(),
            "object": self.about or None,
            "t": seconds(self.at_ms),
            "to": self.moved_to or None,
            "plugins": [{"plugin": answer.plugin, "hint": answer.hint} for answer in self.answers],
        }


class Hints:
    """The queueing rules of all profiles; `rules` are by scheduler name. `snapshot` is the cluster at the
    time of the call."""

    def __init__(self, rules: Mapping[str, QueueRules], snapshot: Snapshot) -> None:
        self._rules = rules
        self._snapshot = snapshot
        # Whether any plugin registers for a kind of event depends only on the rules, which do not change.
        self._of_interest: dict[tuple[Resource, Action], bool] = {}

    def with_snapshot(self, snapshot: Snapshot) -> Hints:
        """The same rules for another cluster."""
        hints = Hints(self._rules, snapshot)
        hints._of_interest = self._of_interest
        return hints

    @property
    def snapshot(self) -> Snapshot:
        """The cluster as it is now."""
        return self._snapshot

    def rules_of(self, pod: PodInfo) -> QueueRules:
        return self._rules.get(pod.pod.spec.scheduler_name, NO_RULES)

    def of_interest(self, event: ClusterEvent) -> bool:
        """Whether any plugin is registered for such events."""
        kind = (event.resource, event.action)
        interesting = self._of_interest.get(kind)
        if interesting is None:
            interesting = self._of_interest[kind] = event.wildcard or any(
                matches(entry, event)
                for rules in self._rules.values()
                for entries in rules.registrations.values()
                for entry in entries
            )
        return interesting

    def strategy(self, queued: QueuedPodInfo, event: ClusterEvent) -> Strategy:
        """As `worth_requeuing`; for a gated pod only the gating plugin's registrations count."""
        if queued.gated:
            entries = self.rules_of(queued.pod).registrations.get(queued.gating_plugin, ())
            if not any(matches(entry, event) for entry in entries):
                return Strategy.SKIP
        return self.worth_requeuing(queued, event)

    def worth_requeuing(self, queued: QueuedPodInfo, event: ClusterEvent) -> Strategy:
        """Asks the hints of the plugins that rejected the pod."""
        rejectors = queued.rejectors
        if not rejectors:
            return Strategy.AFTER_BACKOFF
        if event.wildcard:
            other = isinstance(event.new, PodInfo) and event.new.uid != queued.pod.uid
            return Strategy.SKIP if other else Strategy.AFTER_BACKOFF
        registrations = self.rules_of(queued.pod).registrations
        result = Strategy.SKIP
        for plugin in rejectors if len(rejectors) == 1 else sorted(rejectors):
            if self._hint_of(registrations.get(plugin, ()), queued.pod, event) == "Queue":
                if plugin in queued.pending_plugins:
                    return Strategy.IMMEDIATELY
                result = Strategy.AFTER_BACKOFF
        return result

    def answers(self, queued: QueuedPodInfo, event: ClusterEvent) -> tuple[Answer, ...]:
        """The answer of each plugin that rejected the pod, also after the first one that wants a retry."""
        if event.wildcard:
            return ()
        registrations = self.rules_of(queued.pod).registrations
        return tuple(
            Answer(plugin, self._hint_of(registrations.get(plugin, ()), queued.pod, event))
            for plugin in sorted(queued.rejectors)
        )

    def effect_of(self, queued: QueuedPodInfo, event: ClusterEvent, at_ms: int, moved_to: str) -> EventEffect:
        about = key_of(event.new if event.new is not None else event.old)
        return EventEffect(queued.key, event.name, about, at_ms, moved_to, self.answers(queued, event))

    def _hint_of(self, entries: tuple[Registration, ...], pod: PodInfo, event: ClusterEvent) -> HintResult:
        """The answer of one plugin to an event: Queue as soon as one of its registrations says so."""
        hint: HintResult = "NotRegistered"
        for entry in entries:
            if matches(entry, event):
                if entry.wakes(self._snapshot, pod, event.old, event.new):
                    return "Queue"
                hint = "Skip"
        return hint


def key_of(event_object: EventObject | None) -> str:
    """namespace/name, or the name of a cluster-scoped object; "" for None."""
    if event_object is None:
        return ""
    return event_object.key if isinstance(event_object, PodInfo) else event_object.meta.key
