"""Relations between the objects of one file: owners, nodes, and missing priority classes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.apiserver.admission.admission import SYSTEM_CLASSES
from scheduler_core.apiserver.documents.items import Item, ReportEntry
from scheduler_core.apiserver.documents.ownership import find_cycles
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, find, integer, items, text
from scheduler_core.objects.problem import Problem


def owner_cycles(found: Sequence[Item]) -> list[list[int]]:
    return find_cycles(_owners(found))


def _owners(found: Sequence[Item]) -> list[list[int]]:
    """For each item the places of its owners in the file."""
    by_uid = {item.uid: place for place, item in enumerate(found) if item.uid}
    by_name = {(item.kind, item.namespace, item.name): place for place, item in enumerate(found)}
    edges: list[list[int]] = []
    for item in found:
        owners: list[int] = []
        for reference in items(find(item.manifest, "metadata", "ownerReferences")):
            owner = by_uid.get(text(find(reference, "uid")))
            if owner is None:
                name = (text(find(reference, "kind")), item.namespace, text(find(reference, "name")))
                owner = by_name.get(name)
            if owner is not None:
                owners.append(owner)
        edges.append(owners)
    return edges


def without_cycles(found: Sequence[Item], report: list[ReportEntry], problems: list[Problem]) -> list[Item]:
    """The items but those that own each other in circles, each of which is told."""
    gone: set[int] = set()
    for cycle in owner_cycles(found):
        problem = cycle_problem(found, cycle)
        problems.append(problem)
        gone |= set(cycle)
        for place in cycle:
            report.append(
                found[place].entry("invalid.refused", "metadata.ownerReferences", text=problem.text)
            )
    return [item for place, item in enumerate(found) if place not in gone]


def cycle_problem(found: Sequence[Item], cycle: Sequence[int]) -> Problem:
    names = [f"{found[place].kind}/{found[place].name}" for place in (*cycle, cycle[0])]
    item = found[cycle[0]]
    words = f"Invalid value: owners form a circle: {' → '.join(names)}"
    args: dict[str, Json] = {"text": words, "cycle": list(names)}
    path = item.at("metadata.ownerReferences")
    return Problem(path, "invalid.cyclic_owners", args, item.document, severity="warning")


def with_known_classes(found: Sequence[Item], report: list[ReportEntry]) -> list[Item]:
    """Gives priority 0 to pods whose PriorityClass is missing, because admission would refuse them."""
    classes = {item.name for item in found if item.kind == "PriorityClass"} | SYSTEM_CLASSES.keys()
    settled: list[Item] = []
    for item in found:
        spec = ("spec",) if item.kind == "Pod" else ("spec", "template", "spec")
        name = text(find(item.manifest, *spec, "priorityClassName"))
        if name and name not in classes:
            path = ".".join((*spec, "priorityClassName"))
            if item.kind != "Pod" or integer(find(item.manifest, "spec", "priority")) is not None:
                report.append(item.entry("kept.priority_class_missing", path, priorityClass=name))
            else:
                report.append(item.entry("changed.priority_class_missing", path, priorityClass=name))
                item = item.with_source(item.source.with_value(("spec", "priority"), 0))
        settled.append(item)
    return settled


def report_relations(found: Sequence[Item], report: list[ReportEntry]) -> None:
    """Reports the owner of each pod, and whether its node is missing."""
    nodes = {item.name for item in found if item.kind == "Node"}
    owners = {item.uid for item in found if item.uid} | {
        f"{item.kind}/{item.namespace}/{item.name}" for item in found
    }
    for item in found:
        if item.kind != "Pod":
            continue
        node = text(find(item.manifest, "spec", "nodeName"))
        if node and node not in nodes:
            report.append(item.entry("kept.node_missing", "spec.nodeName", node=node))
        for reference in items(find(item.manifest, "metadata", "ownerReferences")):
            kind, name = text(find(reference, "kind")), text(find(reference, "name"))
            namespace = item.namespace if kind not in KINDS or KINDS[kind].namespaced else ""
            known = text(find(reference, "uid")) in owners or f"{kind}/{namespace}/{name}" in owners
            code = "kept.owned" if known else "kept.owner_missing"
            report.append(item.entry(code, "metadata.ownerReferences", owner=f"{kind}/{name}"))
    report.extend(item.entry("kept.without_pods") for item in _without_pods(found))


def _without_pods(found: Sequence[Item]) -> Iterator[Item]:
    """The workloads that want pods and have none in the file: their controllers make them as soon as time
    runs. A ReplicaSet is spoken for by its Deployment.
    """
    owners = _owners(found)
    with_pods: set[int] = set()
    for place, item in enumerate(found):
        if item.kind == "Pod":
            waiting = [place]
            while waiting:
                above = [owner for owner in owners[waiting.pop()] if owner not in with_pods]
                with_pods.update(above)
                waiting += above
    for place, item in enumerate(found):
        if place not in with_pods and not owners[place] and _wants_pods(item):
            yield item


def _wants_pods(item: Item) -> bool:
    manifest = item.manifest
    if item.kind == "DaemonSet":
        return True
    if item.kind == "Job":
        over = any(
            find(each, "type") in ("Complete", "Failed") and find(each, "status") == "True"
            for each in items(find(manifest, "status", "conditions"))
        )
        return not over and find(manifest, "spec", "suspend") is not True
    kind = KINDS.get(item.kind)
    return kind is not None and kind.scalable and integer(find(manifest, "spec", "replicas")) != 0
