"""Lease: the heartbeat of a node."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, Manifest, find, integer, text
from scheduler_core.objects.meta import ApiObject, ObjectMeta, time_of

NODE_LEASE_NAMESPACE = "kube-node-lease"
LEASE_SECONDS = 40
"""spec.leaseDurationSeconds as the kubelet writes it."""
RENEW_MS = 10_000
"""A healthy kubelet renews every 10 s, at multiples of 10 s of virtual time."""
RENEW_TIME = ("spec", "renewTime")
RENEWING_ANNOTATION = "podium/renewing"


def node_lease_key(node: str) -> str:
    return f"{NODE_LEASE_NAMESPACE}/{node}"


def renewal_before(now_ms: int) -> int:
    """The virtual time of a healthy kubelet's last renewal, at `now_ms` or before."""
    return now_ms // RENEW_MS * RENEW_MS


def renewal_after(ms: int) -> int:
    """The virtual time of a healthy kubelet's first renewal after `ms`."""
    return renewal_before(ms) + RENEW_MS


def node_lease(node: str, renew_time: str, *, renewing: bool) -> dict[str, Json]:
    """The manifest of a node's lease; `renew_time` is RFC 3339 by the node's own clock."""
    return {
        "apiVersion": "coordination.k8s.io/v1",
        "kind": "Lease",
        "metadata": {
            "name": node,
            "namespace": NODE_LEASE_NAMESPACE,
            "annotations": {RENEWING_ANNOTATION: "true" if renewing else "false"},
        },
        "spec": {
            "holderIdentity": node,
            "leaseDurationSeconds": LEASE_SECONDS,
            "renewTime": renew_time,
        },
    }


@dataclass(frozen=True, slots=True, eq=False)
class Lease(ApiObject):
    """coordination.k8s.io/v1.Lease of a node.

    A renewal changes only a time, so renewals are not played one by one: while `renewing`, the lease is
    renewed every 10 s from `renewed_at` (epoch milliseconds of the holder's clock) on. A node without a Lease
    object renews too: its lease is first written when its kubelet stops. A lease as a real cluster prints it,
    without the annotation, counts as renewing.
    """

    manifest: Manifest
    meta: ObjectMeta
    holder: str
    duration_seconds: int
    renewed_at: int | None
    renewing: bool

    @staticmethod
    def parse(manifest: Manifest) -> Lease:
        meta = ObjectMeta.parse(manifest.get("metadata"), namespaced=True)
        spec = manifest.get("spec")
        return Lease(
            manifest=manifest,
            meta=meta,
            holder=text(find(spec, "holderIdentity")),
            duration_seconds=integer(find(spec, "leaseDurationSeconds")) or LEASE_SECONDS,
            renewed_at=time_of(spec, "renewTime"),
            renewing=meta.annotations.get(RENEWING_ANNOTATION) != "false",
        )
