"""Candidates for eviction with what they use, and one pass of the eviction manager over them."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.eviction.config import EvictionConfig, eviction_config
from scheduler_core.kubelet.eviction.manager import EvictionState, Pass, synchronize
from scheduler_core.kubelet.eviction.signals import Observation
from scheduler_core.kubelet.eviction.stats import Candidate, ContainerStats, PodStats, VolumeStats
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import Release
from tests import builders

MI = 2**20
GI = 2**30
NOTHING = eviction_config({}, {}, {}, {})
"""No threshold at all."""


def candidate(
    name: str,
    memory: int = 0,
    *,
    rootfs: int = 0,
    logs: int = 0,
    limits: Mapping[str, str] | None = None,
    volumes: list[Json] | None = None,
    used: Mapping[str, int] | None = None,
    priority: int = 0,
    grace: int = 30,
    level: Mapping[str, str] | None = None,
) -> Candidate:
    """A pod and its statistics: `memory`, `rootfs` and `logs` are used by its container, `used` by its volumes, in
    bytes; `level` are requests of the pod itself.
    """
    manifest = builders.pod(
        name,
        priority=priority,
        containers=[builders.container("c", limits=limits)],
        terminationGracePeriodSeconds=grace,
        volumes=volumes or [],
        **({"resources": {"requests": dict(level)}} if level else {}),
    )
    stats = PodStats(
        (ContainerStats("c", memory, rootfs, logs),),
        tuple(VolumeStats(volume, amount) for volume, amount in (used or {}).items()),
    )
    return Candidate(Pod.parse(manifest), stats)


def passed(
    config: EvictionConfig,
    free: Mapping[str, tuple[int, int]],
    *candidates: Candidate,
    after: Mapping[str, tuple[int, int]] | None = None,
    release: Release | None = None,
    state: EvictionState | None = None,
    at: int = 0,
) -> Pass:
    """A pass at millisecond `at`, where each signal of `free` is at (available, capacity), and at `after` once the
    node has reclaimed what it can.
    """

    def measured(given: Mapping[str, tuple[int, int]]) -> dict[str, Observation]:
        return {signal: Observation(*amounts, at) for signal, amounts in given.items()}

    _, result = synchronize(
        state or EvictionState(),
        config,
        measured(free),
        candidates,
        at,
        after_reclaim=None if after is None else measured(after),
        release=release or Release(),
    )
    return result


def messages(result: Pass) -> list[str]:
    """What the victims of the pass are told."""
    return [victim.message for victim in result.victims]
