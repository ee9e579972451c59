"""Renewals of a node's Lease over a slow connection.

Source: k8s.io/component-helpers/apimachinery/lease (`sync`, `retryUpdateLease`, `backoffEnsureLease`) and the
heartbeat client of cmd/kubelet/app/server.go (v1.34). The kubelet waits for each answer for
nodeStatusUpdateFrequency, 10 s. When answers take longer, the first update still arrives, but the kubelet
does not get the answer: it sends the same version again, which the API server refuses as a conflict, and
after five attempts it only tries to read the Lease. So the Lease is renewed once more, late, and then not
again until the connection is faster. Node statuses go through the same client.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

TIMEOUT_MS = 10_000
"""The timeout of the kubelet's heartbeat requests: `--node-status-update-frequency`, which is less than the
40 s of the lease."""
MAX_UPDATES = 5
FIRST_BACKOFF_MS = 200
MAX_BACKOFF_MS = 7_000


@dataclass(frozen=True, slots=True)
class StalledRenewal:
    """Renewals that get no answer in time, since the attempt at `began_ms`.

    `arrives_ms` is when that attempt reaches the API server; None when it never does or already has.
    `resumes_ms` is when an attempt gets its answer; None while the connection is slow.
    """

    began_ms: int
    arrives_ms: int | None = None
    resumes_ms: int | None = None

    @property
    def due_ms(self) -> int | None:
        times = (self.arrives_ms, self.resumes_ms)
        return min((at for at in times if at is not None), default=None)


def answered_in_time(delay_ms: int) -> bool:
    """Whether the answer to a heartbeat arrives in time when each message travels this long."""
    return 2 * delay_ms < TIMEOUT_MS


def next_attempt_ms(began_ms: int, now_ms: int) -> int:
    """The time (ms) of the first attempt at `now_ms` or later, when those since `began_ms` got no answer."""
    return next(at for at in _attempts(began_ms) if at >= now_ms)


def _attempts(began_ms: int) -> Iterator[int]:
    """The times of all attempts: updates without a pause, then reads with a growing pause between them."""
    at_ms = began_ms
    for _ in range(MAX_UPDATES):
        yield at_ms
        at_ms += TIMEOUT_MS
    pause_ms = FIRST_BACKOFF_MS
    while True:
        yield at_ms
        at_ms += TIMEOUT_MS + pause_ms
        pause_ms = min(2 * pause_ms, MAX_BACKOFF_MS)
