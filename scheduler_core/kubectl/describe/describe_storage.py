"""`kubectl describe` of PersistentVolumes, PersistentVolumeClaims, StorageClasses and CSINodes.

Source: k8s.io/kubectl/pkg/describe `describePersistentVolume`, `describePersistentVolumeClaim`,
`describeStorageClass`, `describeCSINode` (v0.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.kubectl.describe.common import (
    Events,
    annotation_lines,
    bracketed,
    describe_events,
    formatted_labels,
    label_lines,
    listing,
    quantity_text,
    status_line,
)
from scheduler_core.kubectl.describe.tab_writer import Tabbed
from scheduler_core.kubectl.printing.column import access_modes
from scheduler_core.objects.manifest import Json, Manifest, find, flag, items, mapping, strings, text, texts
from scheduler_core.objects.meta import time_of
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.times import rfc1123z
from scheduler_core.objects.storage import CSINode, PersistentVolume, PersistentVolumeClaim, StorageClass

_DEFAULT_CLASS = (
    "storageclass.kubernetes.io/is-default-class",
    "storageclass.beta.kubernetes.io/is-default-class",
)


def describe_persistent_volume(stored: PersistentVolume, api: ApiServer, events: Events, now_ms: int) -> str:
    """The text for a PersistentVolume."""
    out = Tabbed()
    spec = stored.spec_manifest
    out.line(0, f"Name:\t{stored.meta.name}")
    listing(out, "Labels", label_lines(stored.meta.labels))
    listing(out, "Annotations", annotation_lines(stored.meta.annotations))
    out.line(0, f"Finalizers:\t{bracketed(stored.meta.finalizers)}")
    out.line(0, f"StorageClass:\t{stored.class_name}")
    out.line(0, status_line(stored.meta, stored.phase, api.start_at + now_ms))
    claim = f"{stored.claim.namespace}/{stored.claim.name}" if stored.claim is not None else ""
    out.line(0, f"Claim:\t{claim}")
    out.line(0, f"Reclaim Policy:\t{stored.reclaim_policy}")
    out.line(0, f"Access Modes:\t{access_modes(spec.get('accessModes'))}")
    out.line(0, f"VolumeMode:\t{stored.volume_mode}")
    out.line(0, f"Capacity:\t{stored.capacity}")
    _node_affinity(out, find(spec, "nodeAffinity", "required"))
    out.line(0, f"Message:\t{text(stored.status_manifest.get('message'))}")
    out.line(0, "Source:")
    source = next((field for field in _SOURCES if field in spec), None)
    if source is None:
        out.line(1, "<unknown>")
    else:
        kind, fields = _SOURCES[source]
        out.line(2, f"Type:\t{kind}")
        for label, shown in fields.items():
            out.line(2, f"{label}:\t{shown(mapping(spec.get(source)))}")
        if source == "csi":
            _volume_attributes(out, texts(find(spec, "csi", "volumeAttributes")))
    describe_events(out, events, now_ms)
    return out.text()


def _field(name: str, default: str = "") -> Callable[[Manifest], str]:
    return lambda source: text(source.get(name)) or default


def _number(name: str) -> Callable[[Manifest], str]:
    return lambda source: str(source.get(name) or 0)


def _flag(name: str) -> Callable[[Manifest], str]:
    return lambda source: str(flag(source.get(name))).lower()


_SOURCES: Mapping[str, tuple[str, Mapping[str, Callable[[Manifest], str]]]] = {
    "hostPath": (
        "HostPath (bare host directory volume)",
        {"Path": _field("path"), "HostPathType": _field("type", "<none>")},
    ),
    "gcePersistentDisk": (
        "GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)",
        {
            "PDName": _field("pdName"),
            "FSType": _field("fsType"),
            "Partition": _number("partition"),
            "ReadOnly": _flag("readOnly"),
        },
    ),
    "awsElasticBlockStore": (
        "AWSElasticBlockStore (a Persistent Disk resource in AWS)",
        {
            "VolumeID": _field("volumeID"),
            "FSType": _field("fsType"),
            "Partition": _number("partition"),
            "ReadOnly": _flag("readOnly"),
        },
    ),
    "nfs": (
        "NFS (an NFS mount that lasts the lifetime of a pod)",
        {"Server": _field("server"), "Path": _field("path"), "ReadOnly": _flag("readOnly")},
    ),
    "local": (
        "LocalVolume (a persistent volume backed by local storage on a node)",
        {"Path": _field("path")},
    ),
    "csi": (
        "CSI (a Container Storage Interface (CSI) volume source)",
        {
            "Driver": _field("driver"),
            "FSType": _field("fsType"),
            "VolumeHandle": _field("volumeHandle"),
            "ReadOnly": _flag("readOnly"),
        },
    ),
}
"""The sources of a volume that are printed, by their field; kubectl prints further ones."""


def _volume_attributes(out: Tabbed, attributes: Mapping[str, str]) -> None:
    """kubectl writes the indentation of a line after the tab as well."""
    lines = [f"    {line}" for line in label_lines(attributes)] or ["<none>"]
    out.line(2, f"VolumeAttributes:\t{lines[0]}")
    for line in lines[1:]:
        out.line(4, f"\t{line}")


def _node_affinity(out: Tabbed, required: Json) -> None:
    if required is None:
        out.line(0, "Node Affinity:\t<none>")
        return
    out.line(0, "Node Affinity:\t")
    terms = items(find(required, "nodeSelectorTerms"))
    out.line(1, f"Required Terms:\t{'' if terms else '<none>'}")
    for place, term in enumerate(terms):
        _term(out, 2, place, [_expression(entry) for entry in items(find(term, "matchExpressions"))])


def _expression(entry: Json) -> str:
    shown = f"{text(find(entry, 'key'))} {text(find(entry, 'operator')).lower()}"
    values = strings(find(entry, "values"))
    return f"{shown} [{', '.join(values)}]" if values else shown


def _term(out: Tabbed, level: int, place: int, lines: Sequence[str]) -> None:
    out.line(level, f"Term {place}:\t{lines[0] if lines else '<none>'}")
    for line in lines[1:]:
        out.line(level, f"\t{line}")


def describe_persistent_volume_claim(
    stored: PersistentVolumeClaim, api: ApiServer, events: Events, now_ms: int
) -> str:
    """The text for a claim, with the pods of its namespace that use it."""
    out = Tabbed()
    spec, status = stored.spec_manifest, stored.status_manifest
    out.line(0, f"Name:\t{stored.meta.name}")
    out.line(0, f"Namespace:\t{stored.meta.namespace}")
    out.line(0, f"StorageClass:\t{stored.class_name}")
    out.line(0, status_line(stored.meta, stored.phase, api.start_at + now_ms))
    out.line(0, f"Volume:\t{stored.volume_name}")
    listing(out, "Labels", label_lines(stored.meta.labels))
    listing(out, "Annotations", annotation_lines(stored.meta.annotations))
    out.line(0, f"Finalizers:\t{bracketed(stored.meta.finalizers)}")
    capacity = quantity_text(find(status, "capacity", "storage")) if stored.volume_name else ""
    out.line(0, f"Capacity:\t{capacity}")
    modes = access_modes(status.get("accessModes")) if stored.volume_name else ""
    out.line(0, f"Access Modes:\t{modes}")
    out.line(0, f"VolumeMode:\t{stored.volume_mode}")
    source = mapping(spec.get("dataSource"))
    if source:
        out.line(0, "DataSource:")
        if "apiGroup" in source:
            out.line(1, f"APIGroup:\t{text(source.get('apiGroup'))}")
        out.line(1, f"Kind:\t{text(source.get('kind'))}")
        out.line(1, f"Name:\t{text(source.get('name'))}")
    listing(out, "Used By", sorted(_users(stored, api)))
    conditions = items(status.get("conditions"))
    if conditions:
        out.line(0, "Conditions:")
        out.line(1, "Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage")
        out.line(1, "----\t------\t-----------------\t------------------\t------\t-------")
    for condition in conditions:
        kind, state, reason, message = (
            text(find(condition, field)) for field in ("type", "status", "reason", "message")
        )
        probed, moved = (
            rfc1123z(time_of(condition, field)) for field in ("lastProbeTime", "lastTransitionTime")
        )
        out.line(1, f"{kind} \t{state} \t{probed} \t{moved} \t{reason} \t{message}")
    describe_events(out, events, now_ms)
    return out.text()


def _users(claim: PersistentVolumeClaim, api: ApiServer) -> list[str]:
    """The names of the pods that name the claim in a volume, or that own it. Source: `getPodsForPVC`."""
    owners = {owner.uid for owner in claim.meta.owner_references if owner.kind == "Pod"}
    pods = [pod for pod in api.pods.values() if pod.namespace == claim.meta.namespace]
    return [pod.name for pod in pods if pod.meta.uid in owners or claim.meta.name in _claim_names(pod)]


def _claim_names(pod: Pod) -> set[str]:
    return {text(find(volume, "persistentVolumeClaim", "claimName")) for volume in pod.spec.volumes}


def describe_storage_class(stored: StorageClass, events: Events, now_ms: int) -> str:
    """The text for a StorageClass."""
    out = Tabbed()
    manifest = stored.manifest
    annotations = stored.meta.annotations
    is_default = any(annotations.get(name) == "true" for name in _DEFAULT_CLASS)
    out.line(0, f"Name:\t{stored.meta.name}")
    out.line(0, f"IsDefaultClass:\t{'Yes' if is_default else 'No'}")
    out.line(0, f"Annotations:\t{formatted_labels(annotations)}")
    out.line(0, f"Provisioner:\t{text(manifest.get('provisioner'))}")
    out.line(0, f"Parameters:\t{formatted_labels(texts(manifest.get('parameters')))}")
    expansion = manifest.get("allowVolumeExpansion")
    out.line(0, f"AllowVolumeExpansion:\t{'<unset>' if expansion is None else str(flag(expansion))}")
    options = strings(manifest.get("mountOptions"))
    out.line(0, "MountOptions:" if options else "MountOptions:\t<none>")
    for option in options:
        out.line(1, option)
    for label, field in (("ReclaimPolicy", "reclaimPolicy"), ("VolumeBindingMode", "volumeBindingMode")):
        if field in manifest:
            out.line(0, f"{label}:\t{text(manifest.get(field))}")
    if "allowedTopologies" in manifest:
        terms = items(manifest.get("allowedTopologies"))
        out.line(0, f"AllowedTopologies:\t{'' if terms else '<none>'}")
        for place, term in enumerate(terms):
            expressions = items(find(term, "matchLabelExpressions"))
            _term(out, 1, place, [_expression({"operator": "in", **mapping(entry)}) for entry in expressions])
    describe_events(out, events, now_ms)
    return out.text()


def describe_csi_node(stored: CSINode, events: Events, now_ms: int) -> str:
    """The text for a CSINode."""
    out = Tabbed()
    out.line(0, f"Name:\t{stored.meta.name}")
    listing(out, "Labels", label_lines(stored.meta.labels))
    listing(out, "Annotations", annotation_lines(stored.meta.annotations))
    out.line(0, f"CreationTimestamp:\t{rfc1123z(stored.meta.creation_at)}")
    out.line(0, "Spec:")
    if stored.drivers:
        out.line(1, "Drivers:")
    for driver in stored.drivers:
        out.line(2, f"{text(find(driver, 'name'))}:")
        out.line(3, f"Node ID:\t{text(find(driver, 'nodeID'))}")
        count = find(driver, "allocatable", "count")
        if count is not None:
            out.line(3, "Allocatables:")
            out.line(4, f"Count:\t{count}")
        keys = find(driver, "topologyKeys")
        if keys is not None:
            out.line(3, f"Topology Keys:\t{bracketed(strings(keys))}")
    describe_events(out, events, now_ms)
    return out.text()
