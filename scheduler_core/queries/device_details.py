"""The figures behind a decision's refusals by DynamicResources: what a request needs of each device, and what
is left of its capacity and of the counters of its pool.
"""

from __future__ import annotations

from scheduler_core.advice.obstacles import ObstacleSearch
from scheduler_core.engine.recording import Recording
from scheduler_core.objects.manifest import Json, find, mapping
from scheduler_core.queries.scheduling_question import scheduling_question
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError

PLUGIN = "DynamicResources"
MOST_NODES = 12
"""With more nodes that the plugin refuses nothing is worked out: the page of all obstacles has it."""


def device_details(recording: Recording, decided_at: int | None, decision: Json) -> dict[str, Json]:
    """`{node: [Message]}` of the nodes that DynamicResources refused in a decision, which led to the step
    `decided_at`; empty for more than 12 such nodes."""
    refused = [
        name
        for name, verdict in mapping(find(decision, "nodes")).items()
        if find(verdict, "plugin") == PLUGIN
    ]
    if decided_at is None or not 0 < len(refused) <= MOST_NODES:
        return {}
    question = scheduling_question(recording.world(decided_at - 1), str(find(decision, "pod")))
    if question is None:
        return {}
    try:
        search = ObstacleSearch(question.snapshot, question.pod, question.profile, question.nominator)
        return {
            name: [
                detail.to_json()
                for obstacle in search.on(info)
                if obstacle.plugin == PLUGIN
                for detail in obstacle.details
            ]
            for name in refused
            if (info := question.snapshot.get(name)) is not None
        }
    except PluginFailedError:
        return {}
