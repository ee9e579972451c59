"""Annotations of a pod or pod template that describe how its processes behave, and of a node about its
drivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.kubelet.application.annotations import problems
from scheduler_core.kubelet.dra.drivers import unreadable
from scheduler_core.objects.manifest import Json, find, items, mapping, text
from scheduler_core.objects.problem import Problem


def annotation_problems(manifest: Json) -> Iterator[Problem]:
    """A problem for each such annotation in a manifest or list that cannot be read."""
    entries = find(manifest, "items")
    if isinstance(entries, (list, tuple)):
        for index, entry in enumerate(entries):
            yield from (problem.below(f"items[{index}]") for problem in annotation_problems(entry))
        return
    kind = find(manifest, "kind")
    if kind == "Node":
        for key, got, expected in unreadable(mapping(find(manifest, "metadata", "annotations"))):
            yield Problem(
                f"metadata.annotations[{key}]", "value.not_a_behaviour", {"expected": expected, "got": got}
            )
        return
    template = find(manifest, "spec", "template")
    pod, prefix = (manifest, "") if kind == "Pod" else (template, "spec.template")
    annotations = find(pod, "metadata", "annotations")
    if not isinstance(annotations, Mapping):
        return
    containers = [
        text(find(entry, "name"))
        for part in ("initContainers", "containers")
        for entry in items(find(pod, "spec", part))
    ]
    volumes = [text(find(entry, "name")) for entry in items(find(pod, "spec", "volumes"))]
    texts = {key: value for key, value in annotations.items() if isinstance(value, str)}
    for problem in problems(texts, containers, volumes):
        yield problem.below(prefix)
