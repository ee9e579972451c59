"""What has to be written so that the slices of a Service hold exactly its endpoints.

Source: k8s.io/endpointslice/reconciler.go `Reconcile`, `reconcileByPortMapping`, `finalize` (v1.34): one
group of slices for each set of ports, 100 endpoints in a slice, and an empty slice for a Service without
endpoints. Slices of an earlier Service of the same name are deleted.
The hints of topology aware routing are not written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.common.controller_utils import controller_reference
from scheduler_core.controllers.endpointslice.endpoint import belongs, endpoint, ports
from scheduler_core.objects.endpoint_slices import SERVICE_NAME_LABEL, EndpointSlice
from scheduler_core.objects.manifest import Json, Manifest, find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Service

MANAGED_BY_LABEL = "endpointslice.kubernetes.io/managed-by"
MANAGER = "endpointslice-controller.k8s.io"
HEADLESS_LABEL = "service.kubernetes.io/headless"
MAX_ENDPOINTS_PER_SLICE = 100


@dataclass(slots=True)
class Writes:
    """The slices to create (without a name), to update (as they should be) and to delete (their keys)."""

    create: list[dict[str, Json]] = field(default_factory=list)
    update: list[tuple[str, Manifest]] = field(default_factory=list)
    delete: list[str] = field(default_factory=list)


def slices_of(api: ApiServer, service: Service) -> list[EndpointSlice]:
    """The slices of the Service that this controller manages, the oldest first."""
    return [
        endpoint_slice
        for endpoint_slice in api.objects("EndpointSlice").values()
        if isinstance(endpoint_slice, EndpointSlice)
        and endpoint_slice.service == service.key
        and endpoint_slice.meta.labels.get(MANAGED_BY_LABEL) == MANAGER
        and endpoint_slice.meta.deletion_at is None
    ]


def writes(api: ApiServer, service: Service, pods: Sequence[Pod]) -> Writes:
    """The writes that are still missing; `pods` are those that the Service selects."""
    desired = _desired_endpoints(api, service, pods)
    existing = slices_of(api, service)
    groups: dict[str, list[EndpointSlice]] = {}
    out = Writes()
    for endpoint_slice in existing:
        if _owned(endpoint_slice, service):
            groups.setdefault(_text(list(endpoint_slice.port_manifests)), []).append(endpoint_slice)
        else:
            out.delete.append(endpoint_slice.key)
    for group in dict.fromkeys((*groups, *desired)):
        _reconcile(service, group, groups.get(group, []), dict(desired.get(group, {})), out)
    if len(out.delete) == len(existing) and not out.create:
        out.create.append(_slice(service, [], []))
    # A slice to delete is reused for a slice to create: one update in place of two writes.
    own = [
        endpoint_slice
        for endpoint_slice in existing
        if endpoint_slice.key in out.delete and _owned(endpoint_slice, service)
    ]
    for old in own[: len(out.create)]:
        key, created = old.key, out.create.pop(0)
        out.delete.remove(key)
        new = _changed(old, created)
        if new != old.manifest:
            out.update.append((key, new))
    return out


def _desired_endpoints(api: ApiServer, service: Service, pods: Sequence[Pod]) -> dict[str, dict[str, Json]]:
    """The endpoints by their ports, and of those by uid. A pod whose node is gone is left out."""
    groups: dict[str, dict[str, Json]] = {}
    for pod in pods:
        node = api.nodes.get(pod.node_name)
        if belongs(pod) and (node is not None or service.publishes_not_ready_addresses):
            group = groups.setdefault(_text(ports(pod, service)), {})
            group[pod.uid] = endpoint(pod, node, service)
    return groups


def _reconcile(
    service: Service, group: str, existing: Sequence[EndpointSlice], missing: dict[str, Json], out: Writes
) -> None:
    """The writes for one set of ports. `missing` are the endpoints by uid; it is emptied."""
    open_slices: list[tuple[EndpointSlice, list[Json], bool]] = []
    for endpoint_slice in existing:
        kept = [
            missing.pop(uid)
            for entry in endpoint_slice.endpoint_manifests
            if (uid := text(find(entry, "targetRef", "uid"))) in missing
        ]
        if not kept:
            out.delete.append(endpoint_slice.key)
            continue
        new = _changed(endpoint_slice, _slice(service, json.loads(group), kept))
        open_slices.append((endpoint_slice, kept, new != endpoint_slice.manifest))
    # First the slices that are written anyway, then the one that all the rest fits into; the fullest first.
    open_slices.sort(key=lambda entry: (not entry[2], -len(entry[1])))
    for _, kept, changed in open_slices:
        if changed or len(kept) + len(missing) <= MAX_ENDPOINTS_PER_SLICE:
            while missing and len(kept) < MAX_ENDPOINTS_PER_SLICE:
                kept.append(missing.pop(next(iter(missing))))
    for endpoint_slice, kept, _ in open_slices:
        new = _changed(endpoint_slice, _slice(service, json.loads(group), kept))
        if new != endpoint_slice.manifest:
            out.update.append((endpoint_slice.key, new))
    rest = list(missing.values())
    for start in range(0, len(rest), MAX_ENDPOINTS_PER_SLICE):
        part = rest[start : start + MAX_ENDPOINTS_PER_SLICE]
        out.create.append(_slice(service, json.loads(group), part))


def _slice(service: Service, slice_ports: Sequence[Json], endpoints: Sequence[Json]) -> dict[str, Json]:
    """A slice of the Service without a name. Its labels are those of the Service and the controller's own."""
    own = (SERVICE_NAME_LABEL, MANAGED_BY_LABEL, HEADLESS_LABEL)
    labels = {name: value for name, value in service.meta.labels.items() if name not in own}
    labels |= {SERVICE_NAME_LABEL: service.meta.name, MANAGED_BY_LABEL: MANAGER}
    if service.cluster_ip == "None":
        labels[HEADLESS_LABEL] = ""
    return {
        "metadata": {
            "namespace": service.meta.namespace,
            "labels": labels,
            "ownerReferences": [controller_reference("Service", service.meta.name, service.meta.uid)],
        },
        "addressType": "IPv4",
        "endpoints": list(endpoints),
        "ports": list(slice_ports),
    }


def _changed(old: EndpointSlice, desired: Manifest) -> Manifest:
    """The stored slice with the desired contents and labels."""
    metadata = {**old.metadata_manifest, "labels": find(desired, "metadata", "labels")}
    contents = {name: desired[name] for name in ("endpoints", "ports")}
    return {**old.manifest, **contents, "metadata": metadata}


def _owned(endpoint_slice: EndpointSlice, service: Service) -> bool:
    """Whether the slice belongs to this Service, and not to an earlier one of its name. Source: ownedBy."""
    owners = endpoint_slice.meta.owner_references
    return any(owner.kind == "Service" and owner.uid == service.meta.uid for owner in owners)


def _text(slice_ports: Json) -> str:
    return json.dumps(slice_ports, sort_keys=True)
