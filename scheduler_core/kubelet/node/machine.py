"""The machine under a kubelet: whether it has power, its clock, and processes nobody looks after.

While a kubelet runs, its workers know what runs (worker.py). When it dies, the containers stay: what is left
of each pod is kept here until a new kubelet takes it over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scheduler_core.kubelet.application.pod_behaviour import Changes
from scheduler_core.kubelet.kuberuntime import pod_runtime
from scheduler_core.kubelet.kuberuntime.pod_containers import PodRuntime
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod


@dataclass(frozen=True, slots=True)
class Mount:
    """A volume from outside the node in a pod: its `name` there, `claim` (namespace/name) and `volume`.

    `unique_name`: in the node's status. `attaches`: it has to be attached to the node first.
    """

    name: str
    claim: str
    volume: str
    unique_name: str
    attaches: bool


@dataclass(frozen=True, slots=True)
class Unattended:
    """What is left of a pod on its machine. `pod`: the object as the dead kubelet knew it.

    `since_ms`: when the containers, or (`terminating`) their end, began.
    """

    pod: Pod
    since_ms: int
    runtime: PodRuntime
    terminating: bool = False
    listed: bool = True
    mounts: tuple[Mount, ...] | None = None

    @property
    def next_exit_ms(self) -> int | None:
        return pod_runtime.next_exit_ms(self.runtime)

    def after_exits(self, now_ms: int) -> tuple[Unattended, tuple[str, ...]]:
        """What is left once the processes that end by `now_ms` are gone, and their names."""
        runtime, names = pod_runtime.exited_alone(self.runtime, now_ms)
        return replace(self, runtime=runtime), names

    def fingerprint(self) -> Json:
        return [self.pod.uid, self.since_ms, self.runtime.fingerprint(), self.terminating, self.listed]


@dataclass(frozen=True, slots=True)
class Machine:
    """`destroyed`: for good. `clock_offset_ms`: how far its clock is ahead; `unattended` by uid; `changes`:
    what inputs said of the applications on it; `files`: its static pods by key, as their pictures at the API
    server looked last.
    """

    power: bool = True
    destroyed: bool = False
    clock_offset_ms: int = 0
    unattended: Mapping[str, Unattended] = field(default_factory=dict)
    changes: Changes = field(default_factory=dict)
    files: Mapping[str, Pod] = field(default_factory=dict)

    def next_exit_ms(self) -> int | None:
        """When the next process ends without a kubelet noticing."""
        return min(
            (at for one in self.unattended.values() if (at := one.next_exit_ms) is not None), default=None
        )

    def fingerprint(self) -> Json:
        left = [one.fingerprint() for one in self.unattended.values()]
        said = [
            [uid, [[one.at_ms, one.container, dict(one.fields)] for one in changes]]
            for uid, changes in self.changes.items()
        ]
        return [self.power, self.destroyed, self.clock_offset_ms, left, said]
