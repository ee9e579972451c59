"""One pass of the kubelet's eviction manager.

Source: pkg/kubelet/eviction/eviction_manager.go `synchronize` (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.kubelet.eviction.config import EvictionConfig
from scheduler_core.kubelet.eviction.local_storage import exceeded_limit
from scheduler_core.kubelet.eviction.messages import eviction_message
from scheduler_core.kubelet.eviction.ranking import Ranked, rank
from scheduler_core.kubelet.eviction.signals import (
    CONDITIONS,
    IMAGEFS_AVAILABLE,
    IMAGEFS_INODES_FREE,
    MEMORY_SIGNALS,
    NODEFS_AVAILABLE,
    NODEFS_INODES_FREE,
    PID_AVAILABLE,
    Measurement,
)
from scheduler_core.kubelet.eviction.stats import Candidate
from scheduler_core.kubelet.eviction.thresholds import (
    Threshold,
    conditions_of,
    eviction_order,
    first_observed,
    grace_met,
    merged,
    thresholds_met,
    with_new_stats,
)
from scheduler_core.kubelet.termination.grace import soft_eviction_override_s
from scheduler_core.kubelet.types.critical_pods import is_critical
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace

INTERVAL_MS = 10_000
CLEANUP_TIMEOUT_MS = 30_000
CLEANUP_POLL_MS = 1_000

DELETE_CONTAINERS = "DeleteAllUnusedContainers"
DELETE_IMAGES = "DeleteUnusedImages"


@dataclass(frozen=True, slots=True)
class EvictionState:
    """The state of the eviction manager between passes; times are virtual milliseconds.

    - `active`: thresholds whose grace period had run out
    - `first_seen`: since when each crossed threshold has been crossed
    - `last_seen`: when a threshold last set each condition
    - `observed`: signal → time of its figures
    """

    conditions: tuple[str, ...] = ()
    active: tuple[Threshold, ...] = ()
    first_seen: Mapping[Threshold, int] = field(default_factory=dict)
    last_seen: Mapping[str, int] = field(default_factory=dict)
    observed: Mapping[str, int] = field(default_factory=dict)
    passes: int = 0

    @property
    def pending(self) -> tuple[Threshold, ...]:
        """The crossed thresholds whose grace period has not run out."""
        return tuple(threshold for threshold in self.first_seen if threshold not in self.active)

    @property
    def calm(self) -> bool:
        """Whether no threshold is crossed and no condition is kept."""
        return not self.conditions and not self.first_seen

    def fingerprint(self) -> Json:
        return [
            list(self.conditions),
            [threshold.name for threshold in self.active],
            [[threshold.name, since] for threshold, since in self.first_seen.items()],
            [[condition, at] for condition, at in self.last_seen.items()],
            self.passes,
        ]


@dataclass(frozen=True, slots=True)
class Victim:
    """A pod to be killed. `annotations` are those of its Event; with `disruption` it gets the condition
    DisruptionTarget.
    """

    pod: Pod
    message: str
    grace_override_s: int
    annotations: Mapping[str, str]
    disruption: bool


@dataclass(frozen=True, slots=True)
class Pass:
    """The findings and the decision of one pass. `threshold` is None when there is nothing to act upon.
    `reclaim_calls` are the garbage collections made first; `relieved` says that they freed enough.
    """

    at_ms: int
    conditions: tuple[str, ...] = ()
    active: tuple[Threshold, ...] = ()
    pending: tuple[Threshold, ...] = ()
    threshold: Threshold | None = None
    reclaim_calls: tuple[str, ...] = ()
    relieved: bool = False
    ranking: tuple[Ranked, ...] = ()
    critical_skipped: tuple[Pod, ...] = ()
    victims: tuple[Victim, ...] = ()


def synchronize(
    state: EvictionState,
    config: EvictionConfig,
    measurement: Measurement,
    candidates: Sequence[Candidate],
    now_ms: int,
    *,
    after_reclaim: Measurement | None = None,
    release: Release = BASELINE,
) -> tuple[EvictionState, Pass]:
    """One pass at `now_ms`. `candidates` are the node's pods that are not finished, in order of creation;
    `after_reclaim` is the measurement once dead containers and unused images are gone (by default the same).
    """
    met = thresholds_met(config.thresholds, measurement)
    met = merged(met, thresholds_met(state.active, measurement, enforce_min_reclaim=True))
    first_seen = first_observed(met, state.first_seen, now_ms)
    last_seen = {**state.last_seen, **dict.fromkeys(conditions_of(met), now_ms)}
    conditions = tuple(
        condition
        for condition in CONDITIONS
        if condition in last_seen and now_ms - last_seen[condition] < config.transition_ms
    )
    active = tuple(grace_met(first_seen, now_ms))
    acted = sorted(with_new_stats(active, measurement, state.observed), key=eviction_order)
    state = EvictionState(
        conditions=conditions,
        active=active,
        first_seen=first_seen,
        last_seen={condition: last_seen[condition] for condition in conditions},
        observed={signal: observation.stats_ms for signal, observation in measurement.items()},
        passes=state.passes + 1,
    )
    result = Pass(now_ms, conditions, active, state.pending)
    over_limit = over_limits(config, candidates, release)
    if over_limit:
        return state, replace(result, victims=over_limit)
    if not acted:
        return state, result
    chosen = acted[0]
    result = replace(result, threshold=chosen)
    calls = reclaim_calls(chosen.signal, config)
    if calls:
        now_free = measurement if after_reclaim is None else after_reclaim
        relieved = not thresholds_met(config.thresholds, now_free, enforce_min_reclaim=True)
        result = replace(result, reclaim_calls=calls, relieved=relieved)
        if relieved:
            return state, result
    ranking = rank(chosen.signal, candidates, config, by_priority=release.priorities)
    skipped: list[Pod] = []
    victims: tuple[Victim, ...] = ()
    for place in ranking:
        pod = place.candidate.pod
        if place.critical:
            skipped.append(pod)
            continue
        text, annotations = eviction_message(chosen.resource, place.candidate, acted, measurement)
        override_s = grace_override_s(chosen, pod, config, release)
        victims = (Victim(pod, text, override_s, annotations, disruption=True),)
        break
    return state, replace(result, ranking=ranking, critical_skipped=tuple(skipped), victims=victims)


def over_limits(
    config: EvictionConfig, candidates: Iterable[Candidate], release: Release
) -> tuple[Victim, ...]:
    """The pods that are evicted because they exceed a limit of their local storage; no critical pod is."""
    victims: list[Victim] = []
    for candidate in candidates if config.local_storage_limits else ():
        text = exceeded_limit(
            candidate, dedicated_image_fs=config.dedicated_image_fs, sidecars=release.limits_sidecar_storage
        )
        if text is not None and not is_critical(candidate.pod):
            victims.append(Victim(candidate.pod, text, release.hard_eviction_grace_s, {}, disruption=False))
    return tuple(victims)


def grace_override_s(threshold: Threshold, pod: Pod, config: EvictionConfig, release: Release) -> int:
    """The grace period override that the eviction passes to the pod worker; the worker never uses less than 1
    s.
    """
    if threshold.hard:
        return release.hard_eviction_grace_s
    spec_grace_s = pod.spec.termination_grace_period_seconds
    return soft_eviction_override_s(config.max_pod_grace_s, spec_grace_s, capped=release.soft_eviction_capped)


def reclaim_calls(signal: str, config: EvictionConfig) -> tuple[str, ...]:
    """The garbage collections before a pod is evicted; only disk signals have any."""
    if signal in MEMORY_SIGNALS or signal == PID_AVAILABLE:
        return ()
    of_imagefs = signal in (IMAGEFS_AVAILABLE, IMAGEFS_INODES_FREE)
    if config.split:
        return (DELETE_IMAGES,) if of_imagefs else (DELETE_CONTAINERS,)
    if config.separate and signal in (NODEFS_AVAILABLE, NODEFS_INODES_FREE):
        return ()
    return (DELETE_CONTAINERS, DELETE_IMAGES)
