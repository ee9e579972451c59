"""A Node, its Lease and its pods from its description. Source: `describeNode` of kubectl (v0.20 to v0.36)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from playground.texts.manifests.described.pods import annotations_of, filled
from playground.texts.manifests.described.sections import NO_SECTION, Section, moment, value_of
from scheduler_core import DESCRIBED_ANNOTATION

_TAINT = re.compile(r"([^\s=:]+)(?:=([^\s:]*))?:(NoSchedule|PreferNoSchedule|NoExecute)\Z")
_SYSTEM_INFO = {
    "Kernel Version": "kernelVersion",
    "OS Image": "osImage",
    "Operating System": "operatingSystem",
    "Architecture": "architecture",
    "Container Runtime Version": "containerRuntimeVersion",
    "Kubelet Version": "kubeletVersion",
}
_AMOUNT = re.compile(r"[1-9]\d{0,17}[A-Za-z]{0,2}\Z")
_OWN_COLUMNS = ("cpu", "memory")
"""Resources of which the table of pods has columns."""


def node(read: Mapping[str, Section]) -> dict[str, Any]:
    metadata = {
        "name": value_of(read, "Name"),
        "labels": read.get("Labels", NO_SECTION).pairs(),
        "annotations": annotations_of(read.get("Annotations", NO_SECTION)),
        "creationTimestamp": moment(value_of(read, "CreationTimestamp")),
    }
    taints = (_TAINT.match(entry) for entry in read.get("Taints", NO_SECTION).entries())
    spec = {
        "taints": [
            filled({"key": match[1], "value": match[2], "effect": match[3]})
            for match in taints
            if match is not None
        ],
        "unschedulable": True if value_of(read, "Unschedulable") == "true" else None,
        "podCIDR": value_of(read, "PodCIDR"),
        "providerID": value_of(read, "ProviderID"),
    }
    info = read.get("System Info", NO_SECTION).values()
    addresses = read.get("Addresses", NO_SECTION).values()
    status = {
        "capacity": read.get("Capacity", NO_SECTION).values(),
        "allocatable": read.get("Allocatable", NO_SECTION).values(),
        "conditions": list(_conditions(read.get("Conditions", NO_SECTION))),
        "addresses": [{"type": kind, "address": address} for kind, address in addresses.items()],
        "nodeInfo": {name: info[title] for title, name in _SYSTEM_INFO.items() if title in info},
    }
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": filled(metadata),
        "spec": filled(spec),
        "status": filled(status),
    }


def _conditions(section: Section) -> Iterator[dict[str, Any]]:
    for _, cells in section.rows(6):
        if len(cells) < 4:
            continue
        reason, message = (*cells[4:], "", "")[:2]
        yield filled(
            {
                "type": cells[0],
                "status": cells[1],
                "lastHeartbeatTime": moment(cells[2]),
                "lastTransitionTime": moment(cells[3]),
                "reason": reason,
                "message": message,
            }
        )


def lease(read: Mapping[str, Section]) -> dict[str, Any] | None:
    """The Lease of the node's kubelet; None where the description does not say when it was renewed."""
    values = read.get("Lease", NO_SECTION).values()
    renewed = moment(values.get("RenewTime", ""))
    if not renewed:
        return None
    name = value_of(read, "Name")
    return {
        "apiVersion": "coordination.k8s.io/v1",
        "kind": "Lease",
        "metadata": {"name": name, "namespace": "kube-node-lease"},
        "spec": {
            "holderIdentity": values.get("HolderIdentity", name),
            "renewTime": renewed.replace("Z", ".000000Z"),
            "leaseDurationSeconds": 40,
        },
    }


def pods(read: Mapping[str, Section]) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line, manifest) of each row of `Non-terminated Pods`. A row has what the pod as a whole requests of
    cpu and memory, so its one container stands for all."""
    name = value_of(read, "Name")
    for number, cells in read.get("Non-terminated Pods", NO_SECTION).rows(7):
        if len(cells) < 6:
            continue
        cpu, cpu_limit, memory, memory_limit = (cell.partition(" ")[0] for cell in cells[2:6])
        resources = {
            "requests": _amounts(cpu, memory),
            "limits": _amounts(cpu_limit, memory_limit),
        }
        container = {"name": "all", "image": "unknown", "resources": filled(resources)}
        yield (
            number,
            {
                "apiVersion": "v1",
                "kind": "Pod",
                "metadata": {
                    "name": cells[1],
                    "namespace": cells[0],
                    "annotations": {DESCRIBED_ANNOTATION: "true"},
                },
                "spec": {"nodeName": name, "containers": [filled(container)]},
                "status": {"phase": "Running"},
            },
        )


def _amounts(cpu: str, memory: str) -> dict[str, str]:
    amounts = dict(zip(_OWN_COLUMNS, (cpu, memory), strict=True))
    return {name: amount for name, amount in amounts.items() if amount not in ("0", "")}


def others_requested(read: Mapping[str, Section]) -> dict[str, str]:
    """What the pods of the node request together of resources other than cpu and memory."""
    amounts = {
        cells[0]: cells[1].partition(" ")[0]
        for _, cells in read.get("Allocated resources", NO_SECTION).rows(3)
        if cells[0] not in _OWN_COLUMNS
    }
    return {name: amount for name, amount in amounts.items() if _AMOUNT.match(amount)}
