"""A pod whose processes run on after its kubelet died."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubelet.dra.manager import PreparedClaim
from scheduler_core.kubelet.kuberuntime import pod_termination
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime
from scheduler_core.kubelet.volume_manager.mounts import Mount
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace


@dataclass(frozen=True, slots=True)
class Unattended:
    """The processes of one pod without a kubelet. `pod` is the object as the dead kubelet knew it. `since_ms`
    is when its containers started or, if it is `terminating`, when its kill began.
    """

    pod: Pod
    since_ms: int
    runtime: PodRuntime
    terminating: bool = False
    listed: bool = True
    mounts: tuple[Mount, ...] | None = None
    prepared: tuple[PreparedClaim, ...] = ()

    @property
    def next_exit_ms(self) -> int | None:
        return pod_termination.next_exit_ms(self.runtime)

    def after_exits(self, now_ms: int) -> tuple[Unattended, tuple[str, ...]]:
        """The pod after its processes that exited by `now_ms`, and the names of their containers."""
        runtime, names = pod_termination.exited_alone(self.runtime, now_ms)
        return replace(self, runtime=runtime), names

    def fingerprint(self) -> Json:
        return [self.pod.uid, self.since_ms, self.runtime.fingerprint(), self.terminating, self.listed]
