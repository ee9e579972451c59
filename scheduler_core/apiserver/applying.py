"""What `kubectl apply` makes of a stored object: the author's fields replaced, the server's and others' kept.

Source: registry strategies' PrepareForUpdate and validation's update rules (pkg/apis/core/validation, v1.34).
"""

from __future__ import annotations

from scheduler_core.apiserver.storage_rules import kept_by_server
from scheduler_core.apiserver.workload_rules import changed_faults, with_job_labels
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text

_WORKLOADS = ("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job")
_POD_SERVER_FIELDS = ("nodeName", "priority", "preemptionPolicy", "priorityClassName", "serviceAccountName")
_POD_UPDATE_FORBIDDEN = (
    "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
    "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions "
    "to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was "
    "previously negative)"
)


def applied(kind: str, old: Object, new: Manifest) -> Manifest | tuple[str, ...]:
    """The object to store, or the faults of the change (`path: text`). `new` has been through defaulting."""
    merged: dict[str, Json] = dict(old.manifest)
    for field, value in new.items():
        if field not in ("apiVersion", "kind", "metadata", "status"):
            merged[field] = value
    if kind == "Node" and "status" in new:
        merged["status"] = {**mapping(old.manifest.get("status")), **mapping(new.get("status"))}
    merged["metadata"] = _metadata(mapping(old.manifest.get("metadata")), mapping(new.get("metadata")))
    faults: list[str] = []
    if kind == "Pod":
        spec = dict(mapping(merged.get("spec")))
        old_spec = mapping(old.manifest.get("spec"))
        for field in _POD_SERVER_FIELDS:
            if field in old_spec and field not in spec:
                spec[field] = old_spec[field]
        spec["tolerations"] = _tolerations(old_spec, spec)
        if not spec["tolerations"]:
            del spec["tolerations"]
        merged["spec"] = spec
        if _frozen(spec) != _frozen(old_spec):
            faults.append(_POD_UPDATE_FORBIDDEN)
        for index, gate in enumerate(_gates(spec)):
            if gate not in _gates(old_spec):
                why = f"only deletion is allowed, but found new scheduling gate '{gate}'"
                faults.append(f"spec.schedulingGates[{index}].name: Forbidden: {why}")
    elif kind in _WORKLOADS:
        if kind == "Job":
            merged = {**with_job_labels(merged, old.meta.uid)}
        faults += changed_faults(kind, mapping(old.manifest.get("spec")), mapping(merged.get("spec")))
    elif kind == "Namespace":
        merged["spec"] = old.manifest.get("spec")
    elif kind in ("PersistentVolumeClaim", "PersistentVolume"):
        settled = kept_by_server(kind, old.manifest, merged)
        if isinstance(settled, str):
            return (settled,)
        merged["spec"] = settled
    elif kind == "PriorityClass":
        return merged
    return tuple(faults) if faults else merged


def _metadata(old: Manifest, new: Manifest) -> Manifest:
    metadata = dict(old)
    for field in ("labels", "annotations"):
        if field in new:
            metadata[field] = new[field]
    return metadata


def _tolerations(old: Manifest, new: Manifest) -> list[Json]:
    """What was there stays in front (only additions are allowed), what is new comes after it."""
    kept = list(items(old.get("tolerations")))
    return kept + [entry for entry in items(new.get("tolerations")) if entry not in kept]


def _frozen(spec: Manifest) -> Manifest:
    """The part of a pod's spec that may not change."""
    frozen = {
        field: value for field, value in spec.items() if field not in ("activeDeadlineSeconds", "tolerations")
    }
    for field in ("containers", "initContainers"):
        if field in frozen:
            frozen[field] = [
                {key: value for key, value in mapping(container).items() if key != "image"}
                for container in items(frozen[field])
            ]
    frozen.pop("schedulingGates", None)
    return frozen


def _gates(spec: Manifest) -> tuple[str, ...]:
    return tuple(text(find(gate, "name")) for gate in items(spec.get("schedulingGates")))
