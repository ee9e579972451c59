"""What the descriptions in a text stand for: the objects that are plain, and the command for each other one.

Pods and nodes are read. Of another kind only its name is plain, because its description leaves out most of
what its controller decides by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playground.texts.manifests.described import nodes, pods
from playground.texts.manifests.described.sections import Section, moment, sections, value_of
from playground.texts.manifests.object_reports import Remark

Lines = Sequence[tuple[int, str]]
"""Lines of a description, each with its number in the text, from 1."""

_DATE = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} [-+]\d{4}")
_KINDS = (
    ("deployment", ("StrategyType",)),
    ("daemonset", ("Desired Number of Nodes Scheduled",)),
    ("statefulset", ("Update Strategy", "Pods Status")),
    ("cronjob", ("Concurrency Policy",)),
    ("job", ("Parallelism",)),
    ("replicaset", ("Pods Status", "Replicas")),
    ("pdb", ("Allowed disruptions",)),
    ("pdb", ("Min available",)),
    ("pdb", ("Max unavailable",)),
    ("pv", ("Reclaim Policy", "Access Modes")),
    ("pvc", ("StorageClass", "Access Modes")),
    ("storageclass", ("Provisioner", "VolumeBindingMode")),
    ("priorityclass", ("GlobalDefault",)),
    ("service", ("Session Affinity",)),
)
"""kubectl's name of a kind, and the titles by which its description is recognised. The first one counts."""


@dataclass(slots=True)
class Descriptions:
    """`documents` holds the objects by the line at which each begins; `remarks` what the report says of
    them; `rows` are the lines of pods of which only a row of a table is there; `commands` print what could
    not be read, by line."""

    documents: dict[int, Any] = field(default_factory=dict)
    remarks: dict[int, Remark] = field(default_factory=dict)
    rows: set[int] = field(default_factory=set)
    commands: dict[int, str] = field(default_factory=dict)


def described(blocks: Iterable[Lines]) -> Descriptions:
    """The objects of some descriptions, each of which begins with its `Name:`."""
    read = [(block[0][0], sections(block)) for block in blocks if block]
    newest = max((then for _, block in read for then in _moments(block)), default="")
    result = Descriptions()
    for line, block in read:
        if "Containers" in block and "Node" in block:
            result.documents[line] = pods.pod(block, newest)
            result.remarks[line] = Remark("changed.described_pod", {"command": _command("pod", block)})
        elif {"Capacity", "Allocatable"} & block.keys():
            _add_node(result, line, block)
        else:
            result.commands[line] = _command(_kind_of(block), block)
    _add_rows(result, [block for _, block in read])
    return result


def _add_node(result: Descriptions, line: int, block: Mapping[str, Section]) -> None:
    made, lease = nodes.node(block), nodes.lease(block)
    both = {"apiVersion": "v1", "kind": "List", "items": [made, lease]}
    result.documents[line] = made if lease is None else both
    result.remarks[line] = Remark("changed.described_node", {"command": _command("node", block)})


def _add_rows(result: Descriptions, read: Sequence[Mapping[str, Section]]) -> None:
    """The pods that a node's table names, except for those with a description of their own. What the node's
    pods request of further resources is known as a sum only; the first of them gets it, so that the node has
    the right room."""
    whole = {_key(value): value for value in result.documents.values() if value["kind"] == "Pod"}
    for block in read:
        others = nodes.others_requested(block)
        node = value_of(block, "Name")
        here = [value for value in whole.values() if value["spec"].get("nodeName") == node]
        unseen = {name: amount for name, amount in others.items() if not any(_requests(here, name))}
        for line, made in nodes.pods(block):
            if _key(made) in whole:
                continue
            container = made["spec"]["containers"][0]
            if unseen:
                container.setdefault("resources", {}).setdefault("requests", {}).update(unseen)
            args = {"node": node, "resources": [*unseen]}
            code = "changed.described_sum" if unseen else "changed.described_row"
            result.documents[line], result.remarks[line] = made, Remark(code, args)
            result.rows.add(line)
            unseen = {}


def _requests(manifests: Iterable[Mapping[str, Any]], resource: str) -> Iterator[bool]:
    for manifest in manifests:
        for container in manifest["spec"].get("containers", ()):
            yield resource in container.get("resources", {}).get("requests", {})


def _key(manifest: Mapping[str, Any]) -> str:
    metadata = manifest["metadata"]
    return f"{metadata.get('namespace')}/{metadata.get('name')}"


def _moments(block: Mapping[str, Section]) -> Iterator[str]:
    """The moments that a description names, in RFC 3339."""
    for title, section in block.items():
        for text in (section.value, *(line for _, line in section.lines)):
            dates = _DATE.findall(text) if title != "Annotations" else ()
            yield from filter(None, map(moment, dates))


def _kind_of(block: Mapping[str, Section]) -> str:
    """kubectl's name of the kind; "" where nothing says it."""
    if "API Version" in block and "Kind" in block:
        return value_of(block, "Kind").lower()
    if "Roles" in block and "Namespace" not in block:
        return "node"
    return next((kind for kind, titles in _KINDS if all(title in block for title in titles)), "")


def _command(kind: str, block: Mapping[str, Section]) -> str:
    """The command that prints the object as a manifest, or the whole cluster where its kind is not plain."""
    name, namespace = value_of(block, "Name"), value_of(block, "Namespace")
    kind = kind or ("pod" if namespace else "")
    if not kind or not name:
        return CLUSTER
    return f"kubectl get {kind} {name} {f'-n {namespace} ' if namespace else ''}-o yaml"


CLUSTER = "kubectl get nodes,pods -A -o yaml"
