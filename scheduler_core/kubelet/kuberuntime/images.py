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
