"""The columns of the remaining kinds, and the table of all. Source: printers.go (v1.34)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scheduler_core.kubectl.printing import workloads
from scheduler_core.kubectl.printing.column import (
    AGE,
    NAME,
    NONE,
    UNSET,
    Column,
    access_modes,
    count,
    field,
    length,
    name_of,
    number,
    since,
    terminating,
)
from scheduler_core.kubectl.printing.nodes import NODE_COLUMNS
from scheduler_core.kubectl.printing.pods import POD_COLUMNS
from scheduler_core.objects.manifest import Json, Manifest, find, flag, items, mapping, text


def _phase(manifest: Manifest, now: int) -> Json:
    return "Terminating" if terminating(manifest) else text(find(manifest, "status", "phase"))


def _claim(volume: Manifest, now: int) -> Json:
    claim = mapping(find(volume, "spec", "claimRef"))
    return f"{text(claim.get('namespace'))}/{text(claim.get('name'))}" if claim else ""


def _claim_capacity(claim: Manifest, now: int) -> Json:
    if not find(claim, "spec", "volumeName"):
        return ""
    return text(find(claim, "status", "capacity", "storage"))


def _claim_modes(claim: Manifest, now: int) -> Json:
    return access_modes(find(claim, "status", "accessModes")) if find(claim, "spec", "volumeName") else ""


def _stamp(event: Manifest, *names: str) -> Json:
    return next((event[name] for name in names if event.get(name)), None)


def _last_seen(event: Manifest, now: int) -> Json:
    series = find(event, "series", "lastObservedTime")
    return since(series or _stamp(event, "lastTimestamp", "firstTimestamp", "eventTime"), now)


def _involved(event: Manifest, now: int) -> Json:
    about = mapping(event.get("involvedObject"))
    kind, name = text(about.get("kind")).lower(), text(about.get("name"))
    return f"{kind}/{name}" if kind else name


def _source(event: Manifest, now: int) -> Json:
    component = text(find(event, "source", "component")) or text(event.get("reportingComponent"))
    host = text(find(event, "source", "host")) or text(event.get("reportingInstance"))
    return f"{component}, {host}" if host else component


def _endpoints(manifest: Manifest, now: int) -> Json:
    """The first three addresses with their ports, and the number of the others; `<none>` without any."""
    shown: list[str] = []
    for subset in items(manifest.get("subsets")):
        addresses = [text(find(address, "ip")) for address in items(find(subset, "addresses"))]
        ports = [count(mapping(port), "port") for port in items(find(subset, "ports"))]
        shown += [f"{address}:{port}" for port in ports for address in addresses] if ports else addresses
    more = f" + {len(shown) - MOST_ENDPOINTS} more..." if len(shown) > MOST_ENDPOINTS else ""
    return ",".join(shown[:MOST_ENDPOINTS]) + more or NONE


def _claim_state(claim: Manifest, now: int) -> Json:
    states = []
    if terminating(claim):
        states.append("deleted")
    if find(claim, "status", "allocation") is not None:
        states.append("allocated")
    if items(find(claim, "status", "reservedFor")):
        states.append("reserved")
    return ",".join(states) or "pending"


def _flag(name: str, *path: str) -> Column:
    return Column(name, lambda manifest, now: flag(find(manifest, *path)), type="boolean")


MOST_ENDPOINTS = 3
DATA = Column("Data", lambda manifest, now: len(mapping(manifest.get("data"))), "integer")
EVENT = (
    Column("Last Seen", _last_seen),
    field("Type", "type"),
    field("Reason", "reason"),
    Column("Object", _involved),
    field("Subobject", "involvedObject", "fieldPath", wide=True),
    Column("Source", _source, wide=True),
    Column("Message", lambda event, now: text(event.get("message")).strip()),
    Column(
        "First Seen",
        lambda event, now: since(_stamp(event, "firstTimestamp", "eventTime"), now),
        wide=True,
    ),
    Column(
        "Count",
        lambda event, now: count(event, "series", "count") or count(event, "count") or 1,
        "integer",
        True,
    ),
    Column("Name", name_of, wide=True, format="name"),
)
CLAIM = (
    NAME,
    Column("Status", _phase),
    field("Volume", "spec", "volumeName"),
    Column("Capacity", _claim_capacity),
    Column("Access Modes", _claim_modes),
    field("StorageClass", "spec", "storageClassName"),
    field("VolumeAttributesClass", "spec", "volumeAttributesClassName", default=UNSET),
    AGE,
    field("VolumeMode", "spec", "volumeMode", default=UNSET, wide=True),
)
VOLUME = (
    NAME,
    field("Capacity", "spec", "capacity", "storage"),
    Column("Access Modes", lambda volume, now: access_modes(find(volume, "spec", "accessModes"))),
    field("Reclaim Policy", "spec", "persistentVolumeReclaimPolicy"),
    Column("Status", _phase),
    Column("Claim", _claim),
    field("StorageClass", "spec", "storageClassName"),
    field("VolumeAttributesClass", "spec", "volumeAttributesClassName", default=UNSET),
    field("Reason", "status", "reason"),
    AGE,
    field("VolumeMode", "spec", "volumeMode", default=UNSET, wide=True),
)
_PLAIN = (NAME, AGE)


def _quota(limits: bool) -> Callable[[Manifest, int], Json]:
    """Used and hard amounts as `requests.cpu: 1/2`, those of limits or the others. Source:
    printResourceQuota.
    """

    def shown(quota: Manifest, now: int) -> Json:
        hard, used = mapping(find(quota, "status", "hard")), mapping(find(quota, "status", "used"))
        return ", ".join(
            f"{name}: {used.get(name, '0')}/{hard[name]}"
            for name in sorted(hard)
            if name.startswith("limits.") is limits
        )

    return shown


COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "Pod": POD_COLUMNS,
    "Node": NODE_COLUMNS,
    "Deployment": workloads.DEPLOYMENT,
    "ReplicaSet": workloads.REPLICA_SET,
    "ReplicationController": workloads.REPLICA_SET,
    "StatefulSet": workloads.STATEFUL_SET,
    "DaemonSet": workloads.DAEMON_SET,
    "Job": workloads.JOB,
    "CronJob": workloads.CRON_JOB,
    "Service": workloads.SERVICE,
    "PodDisruptionBudget": workloads.BUDGET,
    "ControllerRevision": workloads.REVISION,
    "EndpointSlice": workloads.ENDPOINT_SLICE,
    "Endpoints": (NAME, Column("Endpoints", _endpoints), AGE),
    "Scale": workloads.SCALE,
    "Event": EVENT,
    "PersistentVolumeClaim": CLAIM,
    "PersistentVolume": VOLUME,
    "PriorityClass": (
        NAME,
        number("Value", "value"),
        _flag("Global-Default", "globalDefault"),
        AGE,
        field("PreemptionPolicy", "preemptionPolicy"),
    ),
    "ResourceQuota": (NAME, Column("Request", _quota(False)), Column("Limit", _quota(True)), AGE),
    "Namespace": (NAME, field("Status", "status", "phase"), AGE),
    "ConfigMap": (NAME, DATA, AGE),
    "Secret": (NAME, field("Type", "type"), DATA, AGE),
    "ServiceAccount": (NAME, length("Secrets", "secrets"), AGE),
    "Lease": (NAME, field("Holder", "spec", "holderIdentity"), AGE),
    "VolumeAttachment": (
        NAME,
        field("Attacher", "spec", "attacher"),
        field("PV", "spec", "source", "persistentVolumeName"),
        field("Node", "spec", "nodeName"),
        _flag("Attached", "status", "attached"),
        AGE,
    ),
    "StorageClass": (
        NAME,
        field("Provisioner", "provisioner"),
        field("ReclaimPolicy", "reclaimPolicy", default="Delete"),
        field("VolumeBindingMode", "volumeBindingMode", default="Immediate"),
        _flag("AllowVolumeExpansion", "allowVolumeExpansion"),
        AGE,
    ),
    "CSIDriver": (
        NAME,
        Column(
            "AttachRequired",
            lambda driver, now: find(driver, "spec", "attachRequired") is not False,
            "boolean",
        ),
        _flag("PodInfoOnMount", "spec", "podInfoOnMount"),
        AGE,
    ),
    "CSINode": (NAME, length("Drivers", "spec", "drivers"), AGE),
    "ResourceClaim": (NAME, Column("State", _claim_state), AGE),
    "ResourceSlice": (
        NAME,
        field("Node", "spec", "nodeName", default=NONE),
        field("Driver", "spec", "driver"),
        field("Pool", "spec", "pool", "name"),
        AGE,
    ),
}


def columns_of(kind: str) -> tuple[Column, ...]:
    return COLUMNS.get(kind, _PLAIN)
