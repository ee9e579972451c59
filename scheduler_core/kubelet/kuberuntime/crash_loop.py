"""How long a container waits before it is restarted.

Source: `doBackOff` (pkg/kubelet/kuberuntime) on client-go util/flowcontrol `Backoff` (v1.34): no wait the
first time, then 10 s doubling up to 5 minutes, counted from the end of the last run; it starts over when a
run has lasted more than twice the longest wait.
"""

from __future__ import annotations

from dataclasses import dataclass

FIRST_SECONDS, MOST_SECONDS = 10, 300
FORGET_MS = 2 * MOST_SECONDS * 1000


@dataclass(frozen=True, slots=True)
class CrashLoop:
    """The back-off of one container: the wait before its next restart (`seconds`, 0 before the first one) and
    when it was last restarted.
    """

    seconds: int = 0
    restarted_ms: int = 0

    def wait_seconds(self, ended_ms: int) -> int:
        """Seconds until a container that ended at `ended_ms` is restarted."""
        return 0 if self._forgotten(ended_ms) else self.seconds

    def restarted(self, ended_ms: int, now_ms: int) -> CrashLoop:
        """The back-off after the container has been restarted."""
        if self._forgotten(ended_ms):
            return CrashLoop(FIRST_SECONDS, now_ms)
        return CrashLoop(min(self.seconds * 2, MOST_SECONDS), now_ms)

    def _forgotten(self, ended_ms: int) -> bool:
        return self.seconds == 0 or ended_ms - self.restarted_ms > FORGET_MS


NEVER_RESTARTED = CrashLoop()


def wait_seconds_of(restarts: int) -> int:
    """Seconds that a container waits which was restarted so often in a row."""
    return 0 if restarts < 1 else min(FIRST_SECONDS << min(restarts - 1, 10), MOST_SECONDS)


def loop_after(restarts: int, restarted_ms: int) -> CrashLoop:
    """The back-off of a container that was restarted so often, the last time at `restarted_ms`."""
    return CrashLoop(wait_seconds_of(restarts), restarted_ms) if restarts else NEVER_RESTARTED
