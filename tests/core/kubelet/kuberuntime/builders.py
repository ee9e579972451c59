"""Containers for tests of the runtime."""

from __future__ import annotations

from scheduler_core.objects.manifest import Json


def init(name: str, **fields: Json) -> Json:
    return {"name": name, "image": "i", **fields}


def sidecar(name: str, **fields: Json) -> Json:
    return {"name": name, "image": "s", "restartPolicy": "Always", **fields}


def probed(kind: str, grace: int | None = None, **fields: Json) -> Json:
    probe: dict[str, Json] = {"httpGet": {"port": 80}, "periodSeconds": 10, "failureThreshold": 1, **fields}
    if grace is not None:
        probe["terminationGracePeriodSeconds"] = grace
    return {kind: probe}
