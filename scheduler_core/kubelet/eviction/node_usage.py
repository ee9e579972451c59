"""The stated usage of containers, and the inputs that change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.kubelet.application.behaviour import Behaviour
from scheduler_core.kubelet.application.usage import Curve
from scheduler_core.objects.manifest import find, text, texts
from scheduler_core.objects.pod import Pod

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


@dataclass(frozen=True, slots=True)
class ContainerUsage:
    """The usage of a container over time, by resource; resources without a statement are left out."""

    running: RunningContainer
    curves: Mapping[str, Curve]

    def at(self, resource: str, now_ms: int) -> int:
        return self.curves[resource].at(now_ms) if resource in self.curves else 0


def states_usage(behaviour: Behaviour) -> bool:
    return bool(behaviour.memory or behaviour.disk or behaviour.inodes or behaviour.processes)


def volume_annotations(pod: Pod) -> Mapping[str, str]:
    """The stated usage of each volume (its annotation `podium/<volume>.disk`), by volume name."""
    names = {text(volume.get("name")) for volume in pod.spec.volumes}
    found: dict[str, str] = {}
    for key, said in texts(find(pod.manifest, "metadata", "annotations")).items():
        name, _, what = key.removeprefix(PREFIX).rpartition(".")
        if key.startswith(PREFIX) and what == "disk" and name in names:
            found[name] = said
    return found
