"""The stated usage of containers, and the inputs that change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scheduler_core.kubelet.application.behaviour import Behaviour
from scheduler_core.kubelet.application.usage import NOTHING, Curve, parse_usage
from scheduler_core.objects.manifest import text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.resources import MEMORY, get

PREFIX = "podium/"


@dataclass(frozen=True, slots=True)
class UsageChange:
    """From `at_ms` on, the usage of a resource changes linearly to `amount` within `over_ms`.

    `uid` is the pod, None for the node's system. `container` is one container or, for disk and inodes, a
    volume; None means the whole pod.
    """

    resource: str
    amount: int
    at_ms: int
    over_ms: int = 0
    uid: str | None = None
    container: str | None = None


@dataclass(frozen=True, slots=True)
class RunningContainer:
    """A container with a process since `started_ms`. `ending` says that its pod is being killed, `again` that
    the container has run before.
    """

    pod: Pod
    container: str
    behaviour: Behaviour
    started_ms: int
    ending: bool = False
    again: bool = False


@dataclass(frozen=True)
class ContainerUsage:
    """The usage of a container over time, by resource; resources without a statement are left out."""

    running: RunningContainer
    curves: Mapping[str, Curve]

    def at(self, resource: str, now_ms: int) -> int:
        return self.curves[resource].at(now_ms) if resource in self.curves else 0

    @cached_property
    def level_ms(self) -> int:
        """The time from which on the usage is constant."""
        return max((curve.points[-1][0] for curve in self.curves.values()), default=0)

    @cached_property
    def most_memory(self) -> int:
        """The most bytes of memory that the container ever uses."""
        return self.curves["memory"].most if "memory" in self.curves else 0

    @cached_property
    def outgrows_limit(self) -> bool:
        """Whether the container at some time uses more memory than its limit."""
        return self.memory_limit is not None and self.most_memory > self.memory_limit

    @cached_property
    def adjustments(self) -> dict[int, int]:
        """Memory capacity of a node (bytes) → the container's oom_score_adj, as far as it is worked out."""
        return {}

    @cached_property
    def memory_limit(self) -> int | None:
        """The memory limit of the container in bytes; None when it has none."""
        spec = self.running.pod.spec
        for container in (*spec.containers, *spec.init_containers):
            if container.name == self.running.container:
                return get(container.limits, MEMORY).value or None
        return None


def alike(usage: ContainerUsage, other: ContainerUsage) -> bool:
    """Whether two usages are of the same container and equal at all times."""
    return (
        usage.running.container == other.running.container
        and usage.running.pod.uid == other.running.pod.uid
        and usage.curves == other.curves
    )


def usages(running: Sequence[RunningContainer], changes: Sequence[UsageChange]) -> list[ContainerUsage]:
    """The usage of each of `running`. All containers of a pod that have a process must be among them."""
    return [ContainerUsage(container, _curves(container, running, changes)) for container in running]


def _curves(
    container: RunningContainer, running: Sequence[RunningContainer], changes: Sequence[UsageChange]
) -> dict[str, Curve]:
    """The usage of `container` by resource: its behaviour, shifted to its start, and then the inputs."""
    curves: dict[str, Curve] = {}
    behaviour = container.behaviour
    if states_usage(behaviour):
        for resource, usage in (
            ("memory", behaviour.memory),
            ("disk", behaviour.disk),
            ("inodes", behaviour.inodes),
            ("processes", behaviour.processes),
        ):
            curve = parse_usage(usage) if usage else None
            if curve is not None:
                curves[resource] = curve.shifted(container.started_ms)
    for change in changes:
        if change.uid != container.pod.uid or (container.again and change.at_ms <= container.started_ms):
            # A change of a process's usage ends with the process.
            continue
        siblings = [other.container for other in running if other.pod.uid == container.pod.uid]
        if change.container is None:
            # A change of a whole pod's usage is divided among its containers.
            place = siblings.index(container.container)
            amount = change.amount // len(siblings) + (change.amount % len(siblings) if place == 0 else 0)
        elif change.container == container.container:
            amount = change.amount
        else:
            continue
        before = curves.get(change.resource, NOTHING)
        curves[change.resource] = before.then(change.at_ms, amount, change.over_ms)
    return curves


def states_usage(behaviour: Behaviour) -> bool:
    return bool(behaviour.memory or behaviour.disk or behaviour.inodes or behaviour.processes)


def volume_annotations(pod: Pod) -> Mapping[str, str]:
    """The stated usage of each volume (its annotation `podium/<volume>.disk`), by volume name."""
    names = {text(volume.get("name")) for volume in pod.spec.volumes}
    usages: dict[str, str] = {}
    for key, usage in pod.meta.annotations.items():
        name, _, what = key.removeprefix(PREFIX).rpartition(".")
        if key.startswith(PREFIX) and what == "disk" and name in names:
            usages[name] = usage
    return usages
