"""The columns of nodes. Source: printers.go `printNode` (v1.34)."""

from __future__ import annotations

from scheduler_core.kubectl.printing.column import AGE, NAME, NONE, UNKNOWN, Cell, Column
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text

_ROLE = "node-role.kubernetes.io/"


def status(node: Manifest, now: int) -> Json:
    conditions = (mapping(condition) for condition in items(find(node, "status", "conditions")))
    ready = next((condition for condition in conditions if condition.get("type") == "Ready"), None)
    shown = "Unknown" if ready is None else "Ready" if ready.get("status") == "True" else "NotReady"
    return f"{shown},SchedulingDisabled" if find(node, "spec", "unschedulable") is True else shown


def roles(node: Manifest, now: int) -> Json:
    labels = mapping(find(node, "metadata", "labels"))
    names = {key.removeprefix(_ROLE) for key in labels if key.startswith(_ROLE) and key != _ROLE}
    if text(labels.get("kubernetes.io/role")):
        names.add(text(labels["kubernetes.io/role"]))
    return ",".join(sorted(names)) or NONE


def _address(kind: str) -> Cell:
    def cell(node: Manifest, now: int) -> Json:
        for address in items(find(node, "status", "addresses")):
            if find(address, "type") == kind:
                return text(find(address, "address"))
        return NONE

    return cell


def _info(name: str, default: str = UNKNOWN) -> Cell:
    return lambda node, now: text(find(node, "status", "nodeInfo", name)) or default


NODE_COLUMNS = (
    NAME,
    Column("Status", status),
    Column("Roles", roles),
    AGE,
    Column("Version", _info("kubeletVersion", "")),
    Column("Internal-IP", _address("InternalIP"), wide=True),
    Column("External-IP", _address("ExternalIP"), wide=True),
    Column("OS-Image", _info("osImage"), wide=True),
    Column("Kernel-Version", _info("kernelVersion"), wide=True),
    Column("Container-Runtime", _info("containerRuntimeVersion"), wide=True),
)
