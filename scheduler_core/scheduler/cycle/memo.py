"""Memo: the pod classes of one profile, so that equal pods are not judged from scratch each time.

It is never part of a state: it can be dropped at any time, and a cycle without it makes the same decision.
"""

from __future__ import annotations

from scheduler_core.scheduler.cluster.pod_info import PodInfo, Signature
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.pod_class import PodClass

MAX_CLASSES = 64


class Memo:
    """The memo of one profile and one snapshot; with another snapshot it starts empty.

    At most MAX_CLASSES classes are kept; the oldest one makes room for a new one.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._classes: dict[Signature | PodInfo, PodClass] = {}
        self._snapshot: Snapshot | None = None

    def of(self, pod: PodInfo, snapshot: Snapshot) -> PodClass:
        """The up-to-date class of pods like this one."""
        if self._snapshot is not snapshot:
            self._snapshot = snapshot
            self._classes = {}
        key = pod if self.profile.reads_whole_pods else pod.signature
        if snapshot.device_classes and pod.requests.scalars:
            # Devices of a class may provide a resource, and classes come and go.
            key = (key, *snapshot.device_classes.values())
        pod_class = self._classes.get(key)
        if pod_class is None:
            if len(self._classes) >= MAX_CLASSES:
                del self._classes[next(iter(self._classes))]
            pod_class = self._classes[key] = PodClass(self.profile, pod, snapshot)
        pod_class.refresh()
        return pod_class
