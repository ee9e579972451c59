"""The times of the eviction manager's passes, computed in advance.

The manager makes a pass every 10 s, but a pass that changes nothing is not simulated: `next_pass_ms` is the
next one that finds something new or has a pod to evict. After an eviction the manager waits until the pod is
cleaned up and then makes a pass at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from scheduler_core.kubelet.eviction.config import EvictionConfig
from scheduler_core.kubelet.eviction.manager import (
    CLEANUP_POLL_MS,
    CLEANUP_TIMEOUT_MS,
    INTERVAL_MS,
    EvictionState,
    Pass,
    Victim,
    over_limits,
    reclaim_calls,
    synchronize,
)
from scheduler_core.kubelet.eviction.meter import SEPARATE, SPLIT, Meter
from scheduler_core.kubelet.eviction.thresholds import Threshold, conditions_of, merged, thresholds_met
from scheduler_core.kubelet.termination.grace import kill_call_patience_s
from scheduler_core.kubelet.types.critical_pods import is_critical
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace

Findings: TypeAlias = tuple[frozenset[Threshold], tuple[str, ...]]
"""The thresholds that a pass finds crossed, and the UIDs of the pods that it finds over their own limits."""


@dataclass(frozen=True, slots=True)
class EvictionWait:
    """The manager waits for an evicted pod. `gives_up_ms` is the latest time at which the kill call returns,
    `queue` holds the victims that follow, and `polls_from_ms` is the time at which the wait for the clean-up
    began, None before.
    """

    uid: str
    gives_up_ms: int
    queue: tuple[Victim, ...] = ()
    polls_from_ms: int | None = None


@dataclass(frozen=True, slots=True)
class NodePressure:
    """The state of a kubelet's eviction manager. `last_ms` is the time of its last pass, -1 before the first
    one. `rescan_ms` is the time of an immediate pass, None when the next one is regular. `collected` are the
    garbage collections that it has made.
    """

    config: EvictionConfig
    release: Release = BASELINE
    state: EvictionState = field(default_factory=EvictionState)
    last: Pass | None = None
    last_ms: int = -1
    waiting: EvictionWait | None = None
    rescan_ms: int | None = None
    collected: frozenset[str] = frozenset()

    @property
    def conditions(self) -> tuple[str, ...]:
        return self.state.conditions

    def looks_at_pods(self, meter: Meter) -> bool:
        """Whether the time of the next pass depends on the pods that may be evicted, and not only on the
        usage of the node.
        """
        return self.waiting is not None or bool(self.state.active) or "disk" in meter.stated

    @property
    def quiet(self) -> bool:
        return self.state.calm and self.waiting is None and self.rescan_ms is None

    def fingerprint(self) -> Json:
        waiting = self.waiting
        return [
            self.state.fingerprint(),
            self.last_ms,
            self.rescan_ms,
            sorted(self.collected),
            None if waiting is None else [waiting.uid, waiting.gives_up_ms, waiting.polls_from_ms],
        ]

    def of_layout(self, meter: Meter) -> EvictionConfig:
        """The configuration for the layout of this node's disks."""
        dedicated, split = meter.layout in (SEPARATE, SPLIT), meter.layout == SPLIT
        if (dedicated, split) == (self.config.dedicated_image_fs, self.config.split_container_fs):
            return self.config
        return replace(self.config, dedicated_image_fs=dedicated, split_container_fs=split)

    # Passes

    def next_pass_ms(self, meter: Meter, now_ms: int) -> int | None:
        """The next pass that would change something; None when no pass would."""
        if self.waiting is not None:
            return None
        if self.rescan_ms is not None:
            return self.rescan_ms
        if not meter.stated and self.state.calm:
            return None
        first = max(_pass_from(now_ms), _pass_from(self.last_ms + 1))
        findings = self._signature(meter, first)
        if self._matters(meter, first, findings):
            return first
        ends = [max(_pass_from(end), first) for end in self._ends()]
        changes_ms = self._load_changes_ms(meter, first, findings)
        return min(ends if changes_ms is None else [*ends, changes_ms], default=None)

    def _met(self, meter: Meter, at_ms: int) -> list[Threshold]:
        """The crossed thresholds; an active one stays crossed until its minimum reclaim is free as well."""
        measured = meter.measurement(at_ms)
        met = thresholds_met(self.config.thresholds, measured)
        if not self.state.active:
            return met
        return merged(met, thresholds_met(self.state.active, measured, enforce_min_reclaim=True))

    def _matters(self, meter: Meter, at_ms: int, findings: Findings) -> bool:
        """Whether a pass with these findings would change the state or evict a pod."""
        if findings != (frozenset(self.state.first_seen), ()):
            return True
        if any(at_ms >= end for end in self._ends()):
            return True
        # A critical pod is never evicted: without any other pod, every further pass ends like this one.
        return bool(self.state.active) and any(not is_critical(pod) for pod in meter.pods)

    def _signature(self, meter: Meter, at_ms: int) -> Findings:
        """The findings of a pass at `at_ms`: crossed thresholds, and pods over their own limits."""
        candidates = meter.candidates(at_ms) if "disk" in meter.stated else ()
        victims = over_limits(self.of_layout(meter), candidates, self.release)
        return frozenset(self._met(meter, at_ms)), tuple(victim.pod.uid for victim in victims)

    def _condition_ends(self) -> list[int]:
        """The times (ms) at which the kept conditions end whose thresholds are no longer crossed."""
        crossed = conditions_of(self.state.first_seen)
        return [
            at + self.config.transition_ms
            for condition, at in self.state.last_seen.items()
            if condition in self.state.conditions and condition not in crossed
        ]

    def condition_until_ms(self) -> int | None:
        """The time (ms) at which the last kept condition ends if no threshold is crossed again."""
        return max(self._condition_ends(), default=None) if self.state.conditions else None

    def _ends(self) -> list[int]:
        """The times (ms) at which kept conditions and grace periods of soft thresholds end."""
        state = self.state
        graces = [state.first_seen[threshold] + threshold.grace_ms for threshold in state.pending]
        return [*self._condition_ends(), *graces]

    def _load_changes_ms(self, meter: Meter, first_ms: int, findings: Findings) -> int | None:
        """The first pass after `first_ms` whose findings differ from `findings`, those of the pass at
        `first_ms`."""
        start = first_ms
        for turn in meter.turns_after(first_ms):
            # Between two turns usage is linear, so a threshold crossed in between stays crossed up to the
            # turn.
            end = (turn - 1) // INTERVAL_MS * INTERVAL_MS
            if end > start and self._signature(meter, end) != findings:
                return _first_pass(lambda at: self._signature(meter, at) != findings, start, end)
            start = _pass_from(turn)
            if self._signature(meter, start) != findings:
                return start
        return None

    def passed(self, meter: Meter, now_ms: int) -> tuple[NodePressure, Pass]:
        """The state after the pass at `now_ms`, and the result of the pass."""
        config = self.of_layout(meter)
        calls = frozenset(
            call for threshold in config.thresholds for call in reclaim_calls(threshold.signal, config)
        )
        state = self._caught_up(now_ms)
        state, result = synchronize(
            state,
            config,
            meter.measurement(now_ms),
            meter.candidates(now_ms),
            now_ms,
            after_reclaim=meter.collect(calls).measurement(now_ms),
            release=self.release,
        )
        collected = self.collected | set(result.reclaim_calls)
        after = replace(self, state=state, last=result, last_ms=now_ms, rescan_ms=None, collected=collected)
        if result.victims:
            after = after._waits_for(result.victims, now_ms)
        return after, result

    def _caught_up(self, now_ms: int) -> EvictionState:
        """The state after the passes that were not simulated because they changed only `last_seen`."""
        skipped = (now_ms - 1) // INTERVAL_MS * INTERVAL_MS
        if skipped <= self.last_ms or not self.state.first_seen:
            return self.state
        observed = dict.fromkeys(conditions_of(self.state.first_seen), skipped)
        return replace(self.state, last_seen={**self.state.last_seen, **observed})

    # Waiting for the victim

    def _waits_for(self, victims: tuple[Victim, ...], now_ms: int) -> NodePressure:
        victim, *rest = victims
        wait = kill_call_patience_s(victim.grace_override_s, victim.pod.spec.termination_grace_period_seconds)
        waiting = EvictionWait(victim.pod.uid, now_ms + wait * 1000, tuple(rest))
        return replace(self, waiting=waiting)

    def wakes_ms(self, dead_since_ms: int | None) -> int | None:
        """The time (ms) of the next step of the wait. `dead_since_ms` is the time since which nothing of the
        pod runs, None while anything does.
        """
        waiting = self.waiting
        if waiting is None:
            return None
        if waiting.polls_from_ms is None:
            return waiting.gives_up_ms if dead_since_ms is None else min(dead_since_ms, waiting.gives_up_ms)
        if dead_since_ms is None:
            return waiting.polls_from_ms + CLEANUP_TIMEOUT_MS
        # The clean-up is polled every second after the kill call returned.
        polls = max(-(-(dead_since_ms - waiting.polls_from_ms) // CLEANUP_POLL_MS), 1)
        return waiting.polls_from_ms + min(polls * CLEANUP_POLL_MS, CLEANUP_TIMEOUT_MS)

    def woken(self, now_ms: int) -> tuple[NodePressure, Victim | None]:
        """The state after the next step of the wait, and the next victim, which is to be killed now."""
        waiting = self.waiting
        assert waiting is not None
        if waiting.polls_from_ms is None and waiting.queue:
            return self._waits_for(waiting.queue, now_ms), waiting.queue[0]
        if waiting.polls_from_ms is None:
            return replace(self, waiting=replace(waiting, polls_from_ms=now_ms)), None
        # No pass was due during the wait, so none was skipped.
        return replace(self, waiting=None, rescan_ms=now_ms, last_ms=now_ms - 1), None


def _pass_from(at_ms: int) -> int:
    """The first regular pass at or after `at_ms`; there is none at second 0."""
    return max(-(-at_ms // INTERVAL_MS), 1) * INTERVAL_MS


def _first_pass(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The first pass of low … high for which `holds` is true; it must stay true up to `high`."""
    while low < high:
        middle = (low + high) // 2 // INTERVAL_MS * INTERVAL_MS
        if holds(middle):
            high = middle
        else:
            low = middle + INTERVAL_MS
    return high
