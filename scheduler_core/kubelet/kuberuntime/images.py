"""Whether an image has to be pulled before its container is created.

Source: pkg/kubelet/images/image_manager.go `EnsureImageExists` (v1.34): with the policy IfNotPresent an image
that is on the node is not pulled again. Pulls that go on at the same time do not know of each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.kubelet.kuberuntime.containers import ContainerRun, Life, Plan, full_name

Images = frozenset[str]
"""Names of images with their tags."""
NO_IMAGES: Images = frozenset()

FIRST_WAIT_S, MOST_WAIT_S = 10, 300
"""The back-off of pulls. Source: pkg/kubelet/kubelet.go `imageBackOff` on client-go util/flowcontrol."""
MANY_FAILURES = 6
"""After so many failures the back-off grows no longer."""
_WITHOUT_IMAGE = (Life.WAITING, Life.PULLING, Life.PULL_FAILED, Life.HELD)


def pull_ms(plan: Plan, present: Iterable[str]) -> int | None:
    """How long the pull takes (ms): 0 when the image is present, None when it cannot be pulled."""
    if plan.pull_policy != "Always" and full_name(plan.image) in present:
        return 0
    return plan.behaviour.pull_ms


def images_of(pairs: Iterable[tuple[Plan, ContainerRun]]) -> Images:
    """The images of containers that were created, which are therefore on the node."""
    return frozenset(
        full_name(plan.image) for plan, run in pairs if run.life not in _WITHOUT_IMAGE or run.end
    )


def pull_wait_s(failures: int) -> int:
    """Seconds between a failed pull and the next one, after so many failures."""
    return min(FIRST_WAIT_S << min(max(failures - 1, 0), 10), MOST_WAIT_S)


def backed_off(begun_ms: int | None, now_ms: int) -> tuple[int, int, int]:
    """A pull that has failed again and again since `begun_ms` (None: nobody knows since when): the number of
    failures, the present back-off in seconds, and when it ends (ms)."""
    if begun_ms is None:
        return MANY_FAILURES, MOST_WAIT_S, now_ms + MOST_WAIT_S * 1000
    failures, due_ms = 1, begun_ms + FIRST_WAIT_S * 1000
    while due_ms <= now_ms and failures < MANY_FAILURES:
        failures += 1
        due_ms += pull_wait_s(failures) * 1000
    if due_ms <= now_ms:
        due_ms += ((now_ms - due_ms) // (MOST_WAIT_S * 1000) + 1) * MOST_WAIT_S * 1000
    return failures, pull_wait_s(failures), due_ms
