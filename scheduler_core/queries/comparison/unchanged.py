"""Explains in one sentence, from what the run shows, why an edit of a document changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType

from scheduler_core.actor import Message, message
from scheduler_core.objects.manifest import Json, find, items, mapping, text
from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.objects.releases.changes import CHANGES
from scheduler_core.objects.releases.releases import Release
from scheduler_core.queries.comparison.course import Course, PodCourse, Steps
from scheduler_core.queries.comparison.decided import Decisions, decisions_of
from scheduler_core.queries.comparison.edits import Edit
from scheduler_core.queries.comparison.facts import clock_text
from scheduler_core.simulation.scenario.scenario import Scenario

_SPREAD = "PodTopologySpread"
_SPREAD_FIELDS = frozenset(
    ("maxSkew", "minDomains", "topologyKey", "whenUnsatisfiable", "topologySpreadConstraints")
)
_PRIORITY_FIELDS = frozenset(("value", "priority", "priorityClassName", "preemptionPolicy"))
_MOST_NAMES = 6
_UPSTREAM_NAMES: Mapping[str, str] = MappingProxyType(
    {
        **{change.field: change.gate or change.source for change in CHANGES if change.gate or change.source},
        "full_grace_after_hook": "preStop + gracePeriodSeconds",
        "zero_grace_is_unset": "gracePeriodSeconds: 0",
        "hard_eviction_grace_s": "evictionHard",
        "soft_eviction_capped": "evictionMaxPodGracePeriod",
        "clamps_shortened_deadline": "DELETE",
        "final_phase_after_deletion": "status.phase",
        "node_monitor_grace_s": "node-monitor-grace-period",
        "orders_sidecars": "SidecarContainers",
        "resets_ready_on_restart": "ChangeContainerStatusOnKubeletRestart",
        "tells_mount_timeout": "FailedMount",
        "statefulset_max_unavailable": "MaxUnavailableStatefulSet",
        "priorities": "PodPriority",
        "preemption_policies": "preemptionPolicy",
        "spread_constraints": "topologySpreadConstraints",
        "spread_defaults": "defaultConstraints",
        "spread_policies": "nodeAffinityPolicy, nodeTaintsPolicy",
        "spread_min_domains": "minDomains",
        "spread_label_keys": "matchLabelKeys",
        "affinity_label_keys": "mismatchLabelKeys",
        "scheduling_gates": "schedulingGates",
        "pod_level_resources": "PodLevelResources",
        "device_claims": "resourceClaims",
        "spread_counts_excluded_nodes": "kubernetes#107009",
        "spread_truncates_scores": "kubernetes#107384",
    }
)
"""Kubernetes' name for each field of Release: a field, an event, a feature gate or a pull request."""


@dataclass(frozen=True)
class Played:
    """A run that was played up to step `upto`, and what it shows beyond the course of its pods."""

    scenario: Scenario
    recording: Steps
    upto: int
    course: Course

    @cached_property
    def decisions(self) -> Decisions:
        return decisions_of(self.recording, self.upto)

    @cached_property
    def frames(self) -> tuple[Mapping[str, Json], ...]:
        return tuple(self.recording.frame(seq) for seq in range(1, self.upto + 1))

    @property
    def acts(self) -> list[tuple[Json, ...]]:
        """The time, actor, kind and focus of every act."""
        names = ("t", "actor", "kind", "focus")
        return [tuple(frame.get(name) for name in names) for frame in self.frames]

    @cached_property
    def views(self) -> tuple[Mapping[str, Json], ...]:
        """All views of pods and nodes in the order of the steps: `{kind, view}`."""
        start = self.recording.snapshot(0)
        first = [
            {"kind": kind, "view": view}
            for kind, name in (("pod", "pods"), ("node", "nodes"))
            for view in items(start.get(name))
        ]
        later = [mapping(row) for frame in self.frames for row in items(frame.get("changes"))]
        return (*first, *(row for row in later if row.get("kind") in ("pod", "node") and "view" in row))

    @cached_property
    def driven_off(self) -> frozenset[str]:
        """Nodes that had a taint of the effect NoExecute."""
        return frozenset(
            text(find(view, "view", "name"))
            for view in self.views
            if view["kind"] == "node"
            and any(find(taint, "effect") == "NoExecute" for taint in items(find(view, "view", "taints")))
        )

    @cached_property
    def labels(self) -> Mapping[str, Mapping[str, str]]:
        """Labels by the key of a pod, the newest ones."""
        return {
            text(find(view, "view", "key")): {
                name: text(value) for name, value in mapping(find(view, "view", "labels")).items()
            }
            for view in self.views
            if view["kind"] == "pod"
        }

    def acted(self, kind: str) -> bool:
        return any(frame.get("kind") == kind for frame in self.frames)

    @property
    def tossed(self) -> bool:
        return any(items(frame.get("tosses")) for frame in self.frames)

    @property
    def refusing(self) -> frozenset[str]:
        """The plugins that refused a node in some decision."""
        verdicts = (verdict for decided in self.decisions.values() for verdict in decided.verdicts.values())
        return frozenset(verdict.plugin for verdict in verdicts if verdict.refusal)


def why_unchanged(edits: Iterable[Edit], then: Played, now: Played) -> Message | None:
    """The reason why these edits lead to the same run; None without an edit, or when no reason is known and
    the acts of the runs differ."""
    edits = tuple(edits)
    for edit in edits:
        for reason in _REASONS:
            sentence = reason(edit, then, now)
            if sentence is not None:
                return sentence
    if not edits or then.acts != now.acts:
        return None
    first = edits[0]
    return message(
        "changed.no_effect",
        object=first.named,
        field=first.path,
        now=_shown(first.now),
        then=_shown(first.was),
        decisions=len(now.decisions),
    )


def _shown(value: Json) -> str:
    if value is None:
        return "–"
    return str(value)[:60] if isinstance(value, (int, float, str)) else "…"


def _version(edit: Edit, then: Played, now: Played) -> Message | None:
    if edit.path != "version":
        return None
    was, is_ = then.scenario.release, now.scenario.release
    differing = [rule.name for rule in fields(Release) if getattr(was, rule.name) != getattr(is_, rule.name)]
    names = tuple(dict.fromkeys(_UPSTREAM_NAMES[name] for name in differing if name in _UPSTREAM_NAMES))
    versions = {"then": then.scenario.version, "now": now.scenario.version}
    if not names:
        return message("changed.idle_same_release", **versions)
    shown = (*names[:_MOST_NAMES], "…") if len(names) > _MOST_NAMES else names
    return message("changed.idle_release", names=shown, **versions)


def _seed(edit: Edit, then: Played, now: Played) -> Message | None:
    if edit.path != "seed":
        return None
    return message("changed.idle_toss" if then.tossed or now.tossed else "changed.idle_seed")


def _weight(edit: Edit, then: Played, now: Played) -> Message | None:
    if edit.kind != "KubeSchedulerConfiguration":
        return None
    if not any(decision.scored for decision in now.decisions.values()):
        return message("changed.idle_unscored")
    return message("changed.idle_points") if edit.field == "weight" else None


def _spread(edit: Edit, then: Played, now: Played) -> Message | None:
    if edit.field not in _SPREAD_FIELDS or not now.decisions:
        return None
    if _SPREAD not in then.refusing | now.refusing:
        return message("changed.idle_spread", object=edit.named)
    return message("changed.idle_spread_same", field=edit.field, now=_shown(edit.now), then=_shown(edit.was))


def _priority(edit: Edit, then: Played, now: Played) -> Message | None:
    if edit.field not in _PRIORITY_FIELDS or then.acted("preempt") or now.acted("preempt"):
        return None
    return message("changed.idle_priority", object=edit.named)


def _grace(edit: Edit, then: Played, now: Played) -> Message | None:
    """The grace period has no effect when no pod is deleted, or when a pod ends before it is over."""
    if edit.field != "terminationGracePeriodSeconds":
        return None
    pods = list(_pods_of(edit, now.course))
    ending = [pod for pod in pods if pod.ending_s is not None]
    if not ending:
        return message("changed.idle_not_asked", object=edit.named)
    soon = next((pod for pod in ending if pod.killed_s is None and pod.ended_s is not None), None)
    if soon is None or soon.ended_s is None or soon.ending_s is None:
        return None
    return message("changed.idle_ends_soon", pod=soon.name, after=clock_text(soon.ended_s - soon.ending_s))


def _toleration(edit: Edit, then: Played, now: Played) -> Message | None:
    """A toleration has no effect while no node of the pods has a NoExecute taint."""
    if edit.field not in ("tolerationSeconds", "tolerations"):
        return None
    pods = list(_pods_of(edit, now.course))
    nodes = {pod.node for pod in pods if pod.node}
    if not nodes or nodes & (then.driven_off | now.driven_off):
        return None
    return message("changed.idle_toleration", object=edit.named, nodes=tuple(sorted(nodes)[:4]))


def _budget(edit: Edit, then: Played, now: Played) -> Message | None:
    """A budget has no effect when it selects no pod, or when none of its pods is deleted."""
    if edit.kind != "PodDisruptionBudget" or not edit.path.startswith("spec."):
        return None
    budget = PodDisruptionBudget.parse(edit.manifest)
    held = [
        pod
        for pod in now.course.pods.values()
        if budget.protects(pod.key.partition("/")[0], now.labels.get(pod.key, {}))
    ]
    if not held:
        return message("changed.idle_budget_alone", object=edit.named)
    if not any(pod.ending_s is not None for pod in held):
        return message("changed.idle_budget", object=edit.named)
    return None


def _undecided(edit: Edit, then: Played, now: Played) -> Message | None:
    """A field of a pod that is on its node from the start, so that no decision reads it."""
    if edit.kind != "Pod" or not edit.path.startswith("spec."):
        return None
    if any(pod == edit.key for pod, _ in (*then.decisions, *now.decisions)):
        return None
    pod = next((placed for placed in _pods_of(edit, now.course) if placed.node), None)
    if pod is None:
        return None
    return message("changed.idle_placed", pod=pod.name, node=pod.node, field=edit.path)


def _pods_of(edit: Edit, course: Course) -> Iterator[PodCourse]:
    """The pod that was edited, or the pods of the edited workload."""
    for pod in course.pods.values():
        if pod.key == edit.key if edit.kind == "Pod" else pod.group == edit.key:
            yield pod


_REASONS: tuple[Callable[[Edit, Played, Played], Message | None], ...] = (
    _version,
    _seed,
    _weight,
    _grace,
    _toleration,
    _budget,
    _spread,
    _priority,
    _undecided,
)
