"""Pods with their measured usage, for the vectors about eviction."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.stats import Candidate, ContainerStats, PodStats, VolumeStats
from scheduler_core.kubelet.types.critical_pods import CONFIG_MIRROR, CONFIG_SOURCE
from scheduler_core.objects.manifest import Json, Manifest, flag, integer, items, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.quantity import parse_quantity
from scheduler_core.parity.vectors.containers import pod_of


def candidate_of(given: Manifest) -> Candidate:
    """The pod of one entry of a vector's `pods`."""
    return Candidate(_pod(given), None if flag(given.get("noStats")) else _stats(given))


def amount(value: Json) -> int | None:
    """A quantity or a bare number in whole units; None when it is missing."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return parse_quantity(value).value


def _pod(given: Manifest) -> Pod:
    made = pod_of(given)
    spec: dict[str, Json] = dict(mapping(made["spec"]))
    for field in ("priority", "priorityClassName", "terminationGracePeriodSeconds", "overhead"):
        if given.get(field) is not None:
            spec[field] = given[field]
    spec["volumes"] = [_volume(mapping(entry)) for entry in items(given.get("volumes"))]
    annotations: dict[str, Json] = {}
    if flag(given.get("static")):
        annotations[CONFIG_SOURCE] = "file"
    if flag(given.get("mirror")):
        annotations[CONFIG_MIRROR] = "mirror"
    return Pod.parse({"metadata": {"name": given.get("name"), "annotations": annotations}, "spec": spec})


def _volume(given: Manifest) -> Json:
    kind = text(given.get("type"))
    limit: dict[str, Json] = {} if given.get("sizeLimit") is None else {"sizeLimit": given["sizeLimit"]}
    source: dict[str, Json]
    if kind == "emptyDirMemory":
        source = {"emptyDir": {"medium": "Memory", **limit}}
    elif kind == "pvc":
        source = {"persistentVolumeClaim": {"claimName": given.get("name")}}
    else:
        source = {kind: limit if kind == "emptyDir" else {}}
    return {"name": given.get("name"), **source}


def _stats(given: Manifest) -> PodStats:
    containers = [
        ContainerStats(
            text(entry.get("name")),
            amount(entry.get("memoryUsage")),
            amount(entry.get("rootfsUsage")),
            amount(entry.get("logsUsage")),
            amount(entry.get("rootfsInodes")),
            amount(entry.get("logsInodes")),
        )
        for entry in map(mapping, items(given.get("containers")))
    ]
    volumes = [
        VolumeStats(
            text(entry.get("name")), amount(entry.get("usage")) or 0, amount(entry.get("inodes")) or 0
        )
        for entry in map(mapping, items(given.get("volumes")))
    ]
    return PodStats(tuple(containers), tuple(volumes), integer(given.get("processes")) or 0)
