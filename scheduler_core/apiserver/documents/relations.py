"""Relations between the objects of one file: owners, nodes, and missing priority classes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.apiserver.admission.admission import SYSTEM_CLASSES
from scheduler_core.apiserver.documents.items import Item, ReportEntry
from scheduler_core.apiserver.documents.ownership import find_cycles
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, find
from scheduler_core.objects.problem import Problem


def owner_cycles(objects: Sequence[Item]) -> list[list[int]]:
    return find_cycles(_owners(objects))


def _owners(objects: Sequence[Item]) -> list[list[int]]:
    """For each item the places of its owners in the file."""
    by_uid = {item.uid: place for place, item in enumerate(objects) if item.uid}
    by_name = {(item.kind, item.namespace, item.name): place for place, item in enumerate(objects)}
    edges: list[list[int]] = []
    for item in objects:
        owners: list[int] = []
        for reference in item.owner_references:
            owner = by_uid.get(reference.uid)
            if owner is None:
                owner = by_name.get((reference.kind, item.namespace, reference.name))
            if owner is not None:
                owners.append(owner)
        edges.append(owners)
    return edges


def without_cycles(objects: Sequence[Item], report: list[ReportEntry], problems: list[Problem]) -> list[Item]:
    """The objects that are in no cycle of owners; each cycle becomes a problem and a report entry."""
    in_cycles: set[int] = set()
    for cycle in owner_cycles(objects):
        problem = cycle_problem(objects, cycle)
        problems.append(problem)
        in_cycles |= set(cycle)
        for place in cycle:
            report.append(
                objects[place].entry("invalid.refused", "metadata.ownerReferences", text=problem.text)
            )
    return [item for place, item in enumerate(objects) if place not in in_cycles]


def cycle_problem(objects: Sequence[Item], cycle: Sequence[int]) -> Problem:
    """The problem of objects that own each other; `cycle` holds their places in `objects`."""
    names = [f"{objects[place].kind}/{objects[place].name}" for place in (*cycle, cycle[0])]
    item = objects[cycle[0]]
    words = f"Invalid value: owners form a circle: {' → '.join(names)}"
    args: dict[str, Json] = {"text": words, "cycle": list(names)}
    path = item.at("metadata.ownerReferences")
    return Problem(path, "invalid.cyclic_owners", args, item.document, severity="warning")


def with_resolved_classes(objects: Sequence[Item], report: list[ReportEntry]) -> list[Item]:
    """Gives priority 0 to pods whose PriorityClass is missing, because admission would refuse them."""
    classes = {item.name for item in objects if item.kind == "PriorityClass"} | SYSTEM_CLASSES.keys()
    resolved: list[Item] = []
    for item in objects:
        name = item.priority_class_name
        if name and name not in classes:
            path = ".".join((*item.pod_spec_path, "priorityClassName"))
            if item.kind != "Pod" or item.priority is not None:
                report.append(item.entry("kept.priority_class_missing", path, priorityClass=name))
            else:
                report.append(item.entry("changed.priority_class_missing", path, priorityClass=name))
                item = item.with_source(item.source.with_value(("spec", "priority"), 0))
        resolved.append(item)
    return resolved


def report_relations(objects: Sequence[Item], report: list[ReportEntry]) -> None:
    """Reports the owner of each pod, and whether its node is missing."""
    nodes = {item.name for item in objects if item.kind == "Node"}
    owners = {item.uid for item in objects if item.uid} | {
        f"{item.kind}/{item.namespace}/{item.name}" for item in objects
    }
    for item in objects:
        if item.kind != "Pod":
            continue
        node = item.node_name
        if node and node not in nodes:
            report.append(item.entry("kept.node_missing", "spec.nodeName", node=node))
        for reference in item.owner_references:
            kind, name = reference.kind, reference.name
            namespace = item.namespace if kind not in KINDS or KINDS[kind].namespaced else ""
            exists = reference.uid in owners or f"{kind}/{namespace}/{name}" in owners
            code = "kept.owned" if exists else "kept.owner_missing"
            report.append(item.entry(code, "metadata.ownerReferences", owner=f"{kind}/{name}"))
    report.extend(item.entry("kept.without_pods") for item in _without_pods(objects))


def _without_pods(objects: Sequence[Item]) -> Iterator[Item]:
    """The workloads that want pods and have none in the file: their controllers make them as soon as time
    runs. A ReplicaSet is spoken for by its Deployment.
    """
    owners = _owners(objects)
    with_pods: set[int] = set()
    for place, item in enumerate(objects):
        if item.kind == "Pod":
            waiting = [place]
            while waiting:
                above = [owner for owner in owners[waiting.pop()] if owner not in with_pods]
                with_pods.update(above)
                waiting += above
    for place, item in enumerate(objects):
        if place not in with_pods and not owners[place] and _wants_pods(item):
            yield item


def _wants_pods(item: Item) -> bool:
    """Whether the controller of a workload without pods would create some."""
    if item.kind == "DaemonSet":
        return True
    if item.kind == "Job":
        finished = any(
            find(condition, "type") in ("Complete", "Failed") and find(condition, "status") == "True"
            for condition in item.conditions
        )
        return not finished and not item.suspended
    kind = KINDS.get(item.kind)
    return kind is not None and kind.scalable and item.replicas != 0
