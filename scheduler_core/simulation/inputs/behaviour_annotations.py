"""Annotations of a pod or pod template that describe how its processes behave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.kubelet.application.annotations import problems
from scheduler_core.objects.manifest import Json, find, items, text


def annotation_problems(manifest: Json, path: str = "") -> Iterator[tuple[str, dict[str, Json]]]:
    """(path, arguments of the message) of each such annotation in a manifest or list that cannot be read."""
    entries = find(manifest, "items")
    if isinstance(entries, (list, tuple)):
        for index, entry in enumerate(entries):
            yield from annotation_problems(entry, f"{path}.items[{index}]".removeprefix("."))
        return
    kind = find(manifest, "kind")
    template = find(manifest, "spec", "template")
    pod, here = (manifest, path) if kind == "Pod" else (template, f"{path}.spec.template".removeprefix("."))
    annotations = find(pod, "metadata", "annotations")
    if not isinstance(annotations, Mapping):
        return
    containers = [
        text(find(entry, "name"))
        for part in ("initContainers", "containers")
        for entry in items(find(pod, "spec", part))
    ]
    volumes = [text(find(entry, "name")) for entry in items(find(pod, "spec", "volumes"))]
    said = {key: value for key, value in annotations.items() if isinstance(value, str)}
    for key, got, wanted in problems(said, containers, volumes):
        yield f"{here}.metadata.annotations[{key}]".removeprefix("."), {"wanted": wanted, "got": got}
