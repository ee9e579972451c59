"""The machine under a kubelet: its power, its clock, and the processes that run on it without a kubelet.

While a kubelet runs, its pod workers know the processes. When the kubelet dies, the containers run on: what
is left of each pod is kept here until a new kubelet takes it over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.kubelet.application.pod_behaviour import BehaviourChange, Changes, behaviours_of
from scheduler_core.kubelet.kuberuntime.images import NO_IMAGES, Images
from scheduler_core.kubelet.kuberuntime.pod_updates import behaviour_input
from scheduler_core.kubelet.pod_workers.unattended import Unattended
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace


@dataclass(frozen=True, slots=True)
class Hardware:
    """The state of a machine.

    - `power`: it is switched on
    - `destroyed`: it never comes back
    - `clock_offset_ms`: how far its clock is ahead
    - `boots`: how often it was switched on again
    - `unattended`: pods that run without a kubelet, by UID
    - `changes`: inputs about the applications on it
    - `images`: the images on its disk that the last kubelet knew
    - `kernel_log`: out-of-memory kills of the whole node that no kubelet has seen, as text
    - `files`: its static pods by key, as in their latest mirror pods
    """

    power: bool = True
    destroyed: bool = False
    clock_offset_ms: int = 0
    boots: int = 0
    unattended: Mapping[str, Unattended] = field(default_factory=dict)
    changes: Changes = field(default_factory=dict)
    images: Images = NO_IMAGES
    files: Mapping[str, Pod] = field(default_factory=dict)
    kernel_log: tuple[str, ...] = ()

    def next_exit_ms(self) -> int | None:
        """When the next process without a kubelet exits."""
        if not self.unattended:
            return None
        return min(
            (at for pod in self.unattended.values() if (at := pod.next_exit_ms) is not None), default=None
        )

    def with_behaviour(
        self, uid: str, change: BehaviourChange, applications: Sequence[Application]
    ) -> Hardware:
        """The machine after an input about the application of a pod, which may run without a kubelet."""
        changes = (*self.changes.get(uid, ()), change)
        after = replace(self, changes={**self.changes, uid: changes})
        left = self.unattended.get(uid)
        if left is None:
            return after
        behaviours = behaviours_of(left.pod, applications, changes)
        left = replace(left, runtime=behaviour_input(left.runtime, behaviours, change, change.at_ms))
        return replace(after, unattended={**self.unattended, uid: left})

    def fingerprint(self) -> Json:
        left = [pod.fingerprint() for pod in self.unattended.values()]
        inputs = [
            [uid, [[change.at_ms, change.container, dict(change.fields)] for change in changes]]
            for uid, changes in self.changes.items()
        ]
        shown: list[Json] = [self.power, self.destroyed, self.clock_offset_ms, self.boots, left, inputs]
        shown.append(sorted(self.images))
        if self.kernel_log:
            shown.append(list(self.kernel_log))
        return shown
