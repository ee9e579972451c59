"""Admin access to devices needs a label on the namespace.

Source: pkg/registry/resource utils.go AuthorizedForAdmin (v1.34, gate DRAAdminAccess on). Upstream checks it
in the strategies of ResourceClaim and ResourceClaimTemplate.
"""

from __future__ import annotations

from scheduler_core.objects.manifest import Manifest, find, items
from scheduler_core.objects.policy import Namespace
from scheduler_core.objects.problem import Problem

LABEL = "resource.kubernetes.io/admin-access"
_SPECS = {"ResourceClaim": ("spec",), "ResourceClaimTemplate": ("spec", "spec")}


def admin_access_problems(kind: str, manifest: Manifest, namespace: Namespace | None) -> tuple[Problem, ...]:
    """The problems of a new object with `adminAccess` in a namespace without the label."""
    if kind not in _SPECS or (namespace is not None and namespace.labels.get(LABEL) == "true"):
        return ()
    words = (
        f"Forbidden: admin access to devices requires the `{LABEL}: true` label on the containing namespace"
    )
    return tuple(
        Problem.of(f"spec.devices.requests[{index}].adminAccess", "forbidden", words)
        for index, request in enumerate(items(find(manifest, *_SPECS[kind], "devices", "requests")))
        if find(request, "exactly", "adminAccess") is True
    )
