"""Pods with their measured usage, for the vectors about eviction."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.stats import Candidate, ContainerStats, PodStats, VolumeStats
from scheduler_core.kubelet.types.critical_pods import CONFIG_MIRROR, CONFIG_SOURCE
from scheduler_core.objects.manifest import Json, Manifest, flag, integer, items, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.quantity import parse_quantity
from scheduler_core.parity.vectors.containers import pod_of


def candidate_of(source: Manifest) -> Candidate:
    """The pod of one entry of a vector's `pods`."""
    return Candidate(_pod(source), None if flag(source.get("noStats")) else _stats(source))


def amount(value: Json) -> int | None:
    """A quantity or a bare number in whole units; None when it is missing."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return parse_quantity(value).value


def _pod(source: Manifest) -> Pod:
    pod = pod_of(source)
    spec: dict[str, Json] = dict(mapping(pod["spec"]))
    for field in ("priority", "priorityClassName", "terminationGracePeriodSeconds", "overhead"):
        if source.get(field) is not None:
            spec[field] = source[field]
    spec["volumes"] = [_volume(mapping(entry)) for entry in items(source.get("volumes"))]
    annotations: dict[str, Json] = {}
    if flag(source.get("static")):
        annotations[CONFIG_SOURCE] = "file"
    if flag(source.get("mirror")):
        annotations[CONFIG_MIRROR] = "mirror"
    return Pod.parse({"metadata": {"name": source.get("name"), "annotations": annotations}, "spec": spec})


def _volume(entry: Manifest) -> Json:
    kind = text(entry.get("type"))
    limit: dict[str, Json] = {} if entry.get("sizeLimit") is None else {"sizeLimit": entry["sizeLimit"]}
    source: dict[str, Json]
    if kind == "emptyDirMemory":
        source = {"emptyDir": {"medium": "Memory", **limit}}
    elif kind == "pvc":
        source = {"persistentVolumeClaim": {"claimName": entry.get("name")}}
    else:
        source = {kind: limit if kind == "emptyDir" else {}}
    return {"name": entry.get("name"), **source}


def _stats(source: Manifest) -> PodStats:
    containers = [
        ContainerStats(
            text(entry.get("name")),
            amount(entry.get("memoryUsage")),
            amount(entry.get("rootfsUsage")),
            amount(entry.get("logsUsage")),
            amount(entry.get("rootfsInodes")),
            amount(entry.get("logsInodes")),
        )
        for entry in map(mapping, items(source.get("containers")))
    ]
    volumes = [
        VolumeStats(
            text(entry.get("name")), amount(entry.get("usage")) or 0, amount(entry.get("inodes")) or 0
        )
        for entry in map(mapping, items(source.get("volumes")))
    ]
    return PodStats(tuple(containers), tuple(volumes), integer(source.get("processes")) or 0)
