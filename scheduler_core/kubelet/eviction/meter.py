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


Seen: TypeAlias = Callable[[str, int, int], None]
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
        said = self.annotations.get(f"{SYSTEM}{resource}")
        curve = parse_usage(said) if said else None
        for change in self._changes:
            if change.uid is None and change.resource == resource:
                curve = (curve or NOTHING).then(change.at_ms, change.amount, change.over_ms)
        return curve

    def _volumes(self, pod: Pod) -> dict[str, Curve]:
        said = volume_annotations(pod)
        curves = {name: curve for name in said if (curve := parse_usage(said[name])) is not None}
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
        found: dict[str, list[ContainerUsage]] = {}
        for one in self.used:
            found.setdefault(one.running.pod.uid, []).append(one)
        return found

    # Curves

    @cached_property
    def stated(self) -> frozenset[str]:
        """The resources whose usage is stated."""
        found = set(self.system).union(*(one.curves for one in self.used))
        if any(self.volumes.values()) or self._garbage():
            found.add("disk")
        return frozenset(found)

    @cached_property
    def memory(self) -> Load:
        """The memory usage of the whole node."""
        return self._load("memory")

    def _load(self, resource: str) -> Load:
        curves = [one.curves[resource] for one in self.used if resource in one.curves]
        return Load.of((*((self.system[resource],) if resource in self.system else ()), *curves))

    def turns_after(self, now_ms: int) -> list[int]:
        """The times after `now_ms` at which the slope of any curve may change."""
        return [] if now_ms >= self.level_ms else Load(self._curves()).turns_after(now_ms)

    @cached_property
    def level_ms(self) -> int:
        """The time from which on all usage is constant."""
        level_ms = max((one.level_ms for one in self.used), default=0)
        others = [*self.system.values(), *(each for one in self.volumes.values() for each in one.values())]
        return max([level_ms, *(curve.points[-1][0] for curve in others)])

    def _curves(self) -> tuple[Curve, ...]:
        curves: list[Curve] = [*self.system.values()]
        for one in self.used:
            curves += one.curves.values()
        for volumes in self.volumes.values():
            curves += volumes.values()
        return tuple(curves)

    # At a moment

    @cached_property
    def most_memory(self) -> int:
        """A number of bytes that the memory usage of the whole node never exceeds."""
        system = self.system["memory"].most if "memory" in self.system else 0
        return system + sum(one.most_memory for one in self.used)

    @property
    def memory_capacity(self) -> int:
        return get(self.node.capacity, MEMORY).value

    @property
    def layout(self) -> str:
        """The layout of images and writable layers: "" on one disk, `separate`, `split` (only
        images apart).
        """
        said = self.annotations.get(f"{PREFIX}image-filesystem", "")
        return said if said in (SEPARATE, SPLIT) else ""

    def measurement(self, now_ms: int) -> dict[str, Observation]:
        if now_ms < self.level_ms:
            return self._measurement(now_ms)
        if self._level_measurement is None:
            self._level_measurement = self._measurement(now_ms)
        return {
            signal: Observation(seen.available, seen.capacity, now_ms)
            for signal, seen in self._level_measurement.items()
        }

    def candidates(self, now_ms: int) -> tuple[Candidate, ...]:
        if now_ms < self.level_ms:
            return self._candidates(now_ms)
        if self._level_candidates is None:
            self._level_candidates = self._candidates(now_ms)
        return self._level_candidates

    def _measurement(self, now_ms: int) -> dict[str, Observation]:
        found: dict[str, Observation] = {}

        def seen(signal: str, capacity: int, used: int) -> None:
            if capacity > 0:
                found[signal] = Observation(max(capacity - used, 0), capacity, now_ms)

        if "memory" in self.stated:
            pods = sum(one.at("memory", now_ms) for one in self.used)
            seen(MEMORY_AVAILABLE, self.memory_capacity, pods + self._own("memory", now_ms))
            seen(ALLOCATABLE_MEMORY_AVAILABLE, get(self.node.allocatable, MEMORY).value, pods)
        for resource, nodefs, imagefs in (
            ("disk", NODEFS_AVAILABLE, IMAGEFS_AVAILABLE),
            ("inodes", NODEFS_INODES_FREE, IMAGEFS_INODES_FREE),
        ):
            if resource in self.stated:
                self._measure_disks(resource, nodefs, imagefs, now_ms, seen)
        if "processes" in self.stated:
            running = sum(one.at("processes", now_ms) for one in self.used)
            seen(
                PID_AVAILABLE,
                self._number("max-pids", DEFAULT_MAX_PIDS),
                running + self._own("processes", now_ms),
            )
        return found

    def _measure_disks(self, resource: str, nodefs: str, imagefs: str, now_ms: int, seen: Seen) -> None:
        layers = sum(one.at(resource, now_ms) for one in self.used)
        local = sum(curve.at(now_ms) for volumes in self.volumes.values() for curve in volumes.values())
        own = self._own(resource, now_ms) + (local if resource == "disk" else 0)
        dead, images = self._left(DELETE_CONTAINERS, resource), self._left(DELETE_IMAGES, resource)
        capacity, images_capacity = self._capacities(resource)
        if not self.layout:
            for signal in (nodefs, imagefs):
                seen(signal, capacity, own + layers + dead + images)
        elif self.layout == SPLIT:
            seen(nodefs, capacity, own + layers + dead)
            seen(imagefs, images_capacity, images)
        else:
            seen(nodefs, capacity, own)
            seen(imagefs, images_capacity, layers + dead + images)

    def _capacities(self, resource: str) -> tuple[int, int]:
        if resource == "inodes":
            inodes = self._number("node-inodes", DEFAULT_INODES)
            return inodes, inodes
        capacity = get(self.node.capacity, EPHEMERAL_STORAGE).value
        return capacity, self._number("imagefs", capacity)

    def _own(self, resource: str, now_ms: int) -> int:
        return self.system[resource].at(now_ms) if resource in self.system else 0

    def _number(self, name: str, default: int) -> int:
        said = self.annotations.get(f"{PREFIX}{name}")
        curve = parse_usage(said) if said else None
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
                one.running.container,
                memory=one.at("memory", now_ms),
                rootfs=one.at("disk", now_ms),
                logs=0,
                rootfs_inodes=one.at("inodes", now_ms),
                logs_inodes=0,
            )
            for one in own
        )
        volumes = tuple(
            VolumeStats(name, curve.at(now_ms)) for name, curve in self.volumes.get(pod.uid, {}).items()
        )
        return PodStats(containers, volumes, sum(one.at("processes", now_ms) for one in own))
