"""Everything that keeps a waiting pod from each node, beyond the plugin at which the scheduler stopped."""

from __future__ import annotations

from scheduler_core.advice.obstacles import Obstacle, ObstacleSearch, grouped
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.inputs.limits import NODES_IN_A_DECISION
from scheduler_core.objects.manifest import Json
from scheduler_core.queries.scheduling_question import scheduling_question
from scheduler_core.queries.why import decided_at
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError


def obstacles(recording: Recording, seq: int, pod_key: str) -> dict[str, Json] | None:
    """Everything that keeps a pod from each node, beyond the plugin at which the scheduler stopped; None when
    there is no such pod.

    For a bound pod the answer is about the step just before the decision, which `seq` names. `{"pod", "seq",
    "nodeCount", "feasible", "nodes": {name: [obstacle]}, "groups"}` with obstacles `{"plugin", "code",
    "reasons", "first", "beforeNodes", "details": [Message]}`.
    """
    world = recording.world(seq)
    if pod_key not in world.api.pods:
        return None
    decided = decided_at(recording, seq, pod_key)
    try:
        shown = of_unbound(world, pod_key)
        if shown is None and decided is not None:
            shown = of_unbound(recording.world(decided - 1), pod_key)
    except PluginFailedError:
        shown = None
    return shown or {
        "pod": pod_key,
        "seq": seq,
        "nodeCount": 0,
        "feasible": 0,
        "nodes": {},
        "groups": [],
    }


def of_unbound(world: World, pod_key: str) -> dict[str, Json] | None:
    """All obstacles on each node for an unbound pod; None when there is no such pod, or it is bound."""
    question = scheduling_question(world, pod_key)
    if question is None:
        return None
    course = ObstacleSearch(question.snapshot, question.pod, question.profile, question.nominator)
    shown: dict[str, Json] = {}
    by_node: list[tuple[Obstacle, ...]] = []
    for node in question.snapshot.nodes:
        full = len(shown) < NODES_IN_A_DECISION
        of_node = course.on(node, details=full)
        by_node.append(of_node)
        if full:
            shown[node.name] = [obstacle.to_json() for obstacle in of_node]
    groups: list[Json] = [
        {"plugin": group.plugin or None, "reason": group.reason, "nodes": group.nodes, "first": group.first}
        for group in grouped(by_node)
    ]
    return {
        "pod": pod_key,
        "seq": world.seq,
        "nodeCount": len(by_node),
        "feasible": sum(not of_node for of_node in by_node),
        "nodes": shown,
        "groups": groups,
    }
