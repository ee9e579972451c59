"""The start state: the scenario's manifests in an API server at virtual time 0."""

from __future__ import annotations

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.kubelet.status import running
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value
from scheduler_core.simulation.scenario import Scenario


def start_state(scenario: Scenario) -> ApiServer:
    """All objects of the scenario, as if they had been there before; what the API server refuses is left out.

    `Scenario.objects` are in the order of creation already: classes before pods that name them.
    """
    api = ApiServer(start_at=scenario.start_at, seed=scenario.seed)
    for manifest in scenario.objects:
        kind = text(manifest.get("kind"))
        api.load(kind, already_running(manifest, scenario.start) if kind == "Pod" else manifest)
    return api


def already_running(manifest: Manifest, start: str) -> Manifest:
    """A pod that stands on a node and names no phase has been running since the start.

    What a running pod's manifest does not say of its containers is what a kubelet would have written.
    """
    status = mapping(manifest.get("status"))
    if not text(find(manifest, "spec", "nodeName")) or status.get("phase", "Running") != "Running":
        return manifest
    since = text(status.get("startTime")) or start
    written = running(Pod.parse(manifest), since, 0)
    conditions: list[Json] = [
        {**condition, "lastTransitionTime": since}
        for condition in (*written.conditions, {"type": "PodScheduled", "status": "True"})
    ]
    filled = {**written.changes, "conditions": conditions, **status, "phase": "Running", "startTime": since}
    if not text(find(manifest, "metadata", "creationTimestamp")):
        manifest = with_value(manifest, ("metadata", "creationTimestamp"), since)
    return with_value(manifest, ("status",), filled)
