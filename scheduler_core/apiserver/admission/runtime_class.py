"""Admission plugin RuntimeClass, as far as it needs no RuntimeClass: a pod without one has no overhead.

Source: plugin/pkg/admission/runtimeclass `validateOverhead` (v1.36). Of a pod that names a RuntimeClass
nothing is checked: objects of this kind are not kept, so whether it exists is unknown.
"""

from __future__ import annotations

from scheduler_core.apiserver.storage.results import Refused, forbidden
from scheduler_core.objects.pod import Pod


def overhead_refusal(pod: Pod) -> Refused | None:
    """Why a new pod is refused because of its overhead; None where it is not."""
    spec = pod.spec_manifest
    if not spec.get("overhead") or spec.get("runtimeClassName") is not None:
        return None
    why = "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead"
    return forbidden("Pod", pod.name, why)
