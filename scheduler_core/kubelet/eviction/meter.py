"""The usage of a node at a moment: the sum of what its containers and its system state.

A signal is measured only when something on the node states its usage; whatever states none counts as 0.
Annotations of a Node: `podium/system-memory` (`-disk`, `-inodes`, `-processes`), `podium/unused-images` and
`podium/dead-containers` (bytes that a collection frees), `podium/node-inodes`, `podium/max-pids`,
`podium/image-filesystem` (`separate` or `split`, of the size `podium/imagefs`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from scheduler_core.kubelet.application.usage import NOTHING, RESOURCES, Curve, Load, parse_usage
from scheduler_core.kubelet.eviction.manager import DELETE_CONTAINERS, DELETE_IMAGES
from scheduler_core.kubelet.eviction.node_usage import (
    PREFIX,
    ContainerUsage,
    UsageChange,
    volume_annotations,
)
from scheduler_core.kubelet.eviction.signals import (
    ALLOCATABLE_MEMORY_AVAILABLE,
    IMAGEFS_AVAILABLE,
    IMAGEFS_INODES_FREE,
    MEMORY_AVAILABLE,
    NODEFS_AVAILABLE,
    NODEFS_INODES_FREE,
    PID_AVAILABLE,
    Observation,
)
from scheduler_core.kubelet.eviction.stats import Candidate, ContainerStats, PodStats, VolumeStats
from scheduler_core.objects.manifest import text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.resources import EPHEMERAL_STORAGE, MEMORY, get

SYSTEM = f"{PREFIX}system-"


DEFAULT_INODES = 6_553_600
"""The inodes of an ext4 filesystem of 100Gi with default options."""


DEFAULT_MAX_PIDS = 32_768


SEPARATE, SPLIT = "separate", "split"


Observe: TypeAlias = Callable[[str, int, int], None]
"""Receives a signal, its capacity, and the used amount."""


_OF_USAGE = ("stated", "memory", "level_ms", "most_memory")
"""The cached properties that depend on nothing but usage."""


class Meter:
    """The usage of one node. `used` are its containers with a process. `pods` are the pods that may be
    evicted, all those that are not finished, in the order of their creation. `before` is an earlier meter of
    the same node, from which the usage of the system is taken over if nothing of it has changed; with
    `as_before` all usage is that of `before`.
    """

    def __init__(
        self,
        node: Node,
        used: Iterable[ContainerUsage],
        pods: Iterable[Pod],
        changes: Sequence[UsageChange],
        collected: Iterable[str] = (),
        before: Meter | None = None,
        *,
        as_before: bool = False,
    ) -> None:
        self.node = node
        self.pods = tuple(pods)
        self.collected = frozenset(collected)
        self._changes = tuple(changes)
        # The measurement and the candidates when usage no longer changes.
        self._level_measurement: dict[str, Observation] | None = None
        self._level_candidates: tuple[Candidate, ...] | None = None
        self.used = tuple(used)
        if before is not None and before.node is node and before._changes is self._changes:
            self.annotations: Mapping[str, str] = before.annotations
            self.system: Mapping[str, Curve] = before.system
        else:
            self.annotations = node.meta.annotations
            self.system = {name: curve for name in RESOURCES if (curve := self._system(name)) is not None}
        self.volumes = {pod.uid: self._volumes(pod) for pod in self.pods if pod.spec.volumes}
        if as_before and before is not None and not self.volumes and not before.volumes:
            self._level_measurement = before._level_measurement
            self.__dict__.update(
                (name, before.__dict__[name]) for name in _OF_USAGE if name in before.__dict__
            )

    def _system(self, resource: str) -> Curve | None:
        """The usage by the node's own processes over time; None when it is not stated."""
        usage = self.annotations.get(f"{SYSTEM}{resource}")
        curve = parse_usage(usage) if usage else None
        for change in self._changes:
            if change.uid is None and change.resource == resource:
                curve = (curve or NOTHING).then(change.at_ms, change.amount, change.over_ms)
        return curve

    def _volumes(self, pod: Pod) -> dict[str, Curve]:
        """The data in the pod's volumes over time, by volume name."""
        stated = volume_annotations(pod)
        curves = {name: curve for name in stated if (curve := parse_usage(stated[name])) is not None}
        names = {text(volume.get("name")) for volume in pod.spec.volumes}
        for change in self._changes:
            if change.uid == pod.uid and change.container in names and change.resource == "disk":
                before = curves.get(change.container or "", NOTHING)
                curves[change.container or ""] = before.then(change.at_ms, change.amount, change.over_ms)
        return curves

    def collect(self, calls: Iterable[str]) -> Meter:
        """The meter after these garbage collections."""
        return Meter(self.node, self.used, self.pods, self._changes, {*self.collected, *calls}, before=self)

    @cached_property
    def _by_pod(self) -> dict[str, list[ContainerUsage]]:
        by_pod: dict[str, list[ContainerUsage]] = {}
        for usage in self.used:
            by_pod.setdefault(usage.running.pod.uid, []).append(usage)
        return by_pod

    # Curves

    @cached_property
    def stated(self) -> frozenset[str]:
        """The resources whose usage is stated."""
        resources = set(self.system).union(*(usage.curves for usage in self.used))
        if any(self.volumes.values()) or self._garbage():
            resources.add("disk")
        return frozenset(resources)

    @cached_property
    def memory(self) -> Load:
        """The memory usage of the whole node."""
        return self._load("memory")

    def _load(self, resource: str) -> Load:
        curves = [usage.curves[resource] for usage in self.used if resource in usage.curves]
        return Load.of((*((self.system[resource],) if resource in self.system else ()), *curves))

    def turns_after(self, now_ms: int) -> list[int]:
        """The times after `now_ms` at which the slope of any curve may change."""
        return [] if now_ms >= self.level_ms else Load(self._curves()).turns_after(now_ms)

    @cached_property
    def level_ms(self) -> int:
        """The time from which on all usage is constant."""
        ends = [usage.level_ms for usage in self.used]
        for curves in (self.system, *self.volumes.values()):
            ends += [curve.points[-1][0] for curve in curves.values()]
        return max(ends, default=0)

    def _curves(self) -> tuple[Curve, ...]:
        curves: list[Curve] = [*self.system.values()]
        for usage in self.used:
            curves += usage.curves.values()
        for volumes in self.volumes.values():
            curves += volumes.values()
        return tuple(curves)

    # At a moment

    @cached_property
    def most_memory(self) -> int:
        """A number of bytes that the memory usage of the whole node never exceeds."""
        system = self.system["memory"].most if "memory" in self.system else 0
        return system + sum(usage.most_memory for usage in self.used)

    @property
    def memory_capacity(self) -> int:
        return get(self.node.capacity, MEMORY).value

    @property
    def layout(self) -> str:
        """The layout of images and writable layers: "" on one disk, `separate`, `split` (only
        images apart).
        """
        layout = self.annotations.get(f"{PREFIX}image-filesystem", "")
        return layout if layout in (SEPARATE, SPLIT) else ""

    def measurement(self, now_ms: int) -> dict[str, Observation]:
        """What the kubelet measures at `now_ms`, by signal; a signal whose usage is not stated is missing."""
        if now_ms < self.level_ms:
            return self._measurement(now_ms)
        if self._level_measurement is None:
            self._level_measurement = self._measurement(now_ms)
        return {
            signal: Observation(observation.available, observation.capacity, now_ms)
            for signal, observation in self._level_measurement.items()
        }

    def candidates(self, now_ms: int) -> tuple[Candidate, ...]:
        """The active pods with their statistics at `now_ms`."""
        if now_ms < self.level_ms:
            return self._candidates(now_ms)
        if self._level_candidates is None:
            self._level_candidates = self._candidates(now_ms)
        return self._level_candidates

    def _measurement(self, now_ms: int) -> dict[str, Observation]:
        observations: dict[str, Observation] = {}

        def observe(signal: str, capacity: int, used: int) -> None:
            if capacity > 0:
                observations[signal] = Observation(max(capacity - used, 0), capacity, now_ms)

        if "memory" in self.stated:
            pods = sum(usage.at("memory", now_ms) for usage in self.used)
            observe(MEMORY_AVAILABLE, self.memory_capacity, pods + self._own("memory", now_ms))
            observe(ALLOCATABLE_MEMORY_AVAILABLE, get(self.node.allocatable, MEMORY).value, pods)
        for resource, nodefs, imagefs in (
            ("disk", NODEFS_AVAILABLE, IMAGEFS_AVAILABLE),
            ("inodes", NODEFS_INODES_FREE, IMAGEFS_INODES_FREE),
        ):
            if resource in self.stated:
                self._measure_disks(resource, nodefs, imagefs, now_ms, observe)
        if "processes" in self.stated:
            running = sum(usage.at("processes", now_ms) for usage in self.used)
            observe(
                PID_AVAILABLE,
                self._number("max-pids", DEFAULT_MAX_PIDS),
                running + self._own("processes", now_ms),
            )
        return observations

    def _measure_disks(self, resource: str, nodefs: str, imagefs: str, now_ms: int, observe: Observe) -> None:
        """Observes nodefs and imagefs for bytes or inodes, depending on how the disks are divided."""
        layers = sum(usage.at(resource, now_ms) for usage in self.used)
        local = sum(curve.at(now_ms) for volumes in self.volumes.values() for curve in volumes.values())
        own = self._own(resource, now_ms) + (local if resource == "disk" else 0)
        dead, images = self._left(DELETE_CONTAINERS, resource), self._left(DELETE_IMAGES, resource)
        capacity, images_capacity = self._capacities(resource)
        if not self.layout:
            for signal in (nodefs, imagefs):
                observe(signal, capacity, own + layers + dead + images)
        elif self.layout == SPLIT:
            observe(nodefs, capacity, own + layers + dead)
            observe(imagefs, images_capacity, images)
        else:
            observe(nodefs, capacity, own)
            observe(imagefs, images_capacity, layers + dead + images)

    def _capacities(self, resource: str) -> tuple[int, int]:
        if resource == "inodes":
            inodes = self._number("node-inodes", DEFAULT_INODES)
            return inodes, inodes
        capacity = get(self.node.capacity, EPHEMERAL_STORAGE).value
        return capacity, self._number("imagefs", capacity)

    def _own(self, resource: str, now_ms: int) -> int:
        return self.system[resource].at(now_ms) if resource in self.system else 0

    def _number(self, name: str, default: int) -> int:
        usage = self.annotations.get(f"{PREFIX}{name}")
        curve = parse_usage(usage) if usage else None
        return default if curve is None else curve.points[0][1]

    def _garbage(self) -> bool:
        return any(f"{PREFIX}{name}" in self.annotations for name in ("unused-images", "dead-containers"))

    def _left(self, call: str, resource: str) -> int:
        """The bytes that a garbage collection would free; 0 after it."""
        if call in self.collected or resource != "disk":
            return 0
        return self._number("unused-images" if call == DELETE_IMAGES else "dead-containers", 0)

    def _candidates(self, now_ms: int) -> tuple[Candidate, ...]:
        return tuple(Candidate(pod, self._stats(pod, now_ms)) for pod in self.pods)

    def _stats(self, pod: Pod, now_ms: int) -> PodStats:
        own = self._by_pod.get(pod.uid, ())
        containers = tuple(
            ContainerStats(
                usage.running.container,
                memory=usage.at("memory", now_ms),
                rootfs=usage.at("disk", now_ms),
                logs=0,
                rootfs_inodes=usage.at("inodes", now_ms),
                logs_inodes=0,
            )
            for usage in own
        )
        volumes = tuple(
            VolumeStats(name, curve.at(now_ms)) for name, curve in self.volumes.get(pod.uid, {}).items()
        )
        return PodStats(containers, volumes, sum(usage.at("processes", now_ms) for usage in own))
