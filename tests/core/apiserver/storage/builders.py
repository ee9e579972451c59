"""What a component reports about a pod, for tests of Events."""

from __future__ import annotations

from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.objects.pod import Pod
from tests import builders


def occurrence(name: str = "p", reason: str = "Killing", message: str = "stopping") -> Occurrence:
    return Occurrence(Pod.parse(builders.pod(name)), "Normal", reason, message, "kubelet", "n1")
