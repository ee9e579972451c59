"""The node that lacks least for a waiting pod, and what it lacks.

kube-scheduler has no counterpart: it only counts reasons. Every filter is asked about every node, as for
obstacles, and the details are made for one node alone.
"""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.advice.obstacles import Obstacle, ObstacleSearch
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.resources import amount_text
from scheduler_core.queries.scheduling_question import SchedulingQuestion, scheduling_question
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.framework.diagnosis.explanation import ResourceDistance
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError
from scheduler_core.scheduler.framework.status import Code

RESOURCES = "NodeResourcesFit"
WHOLE = 1.0
"""What an obstacle counts that is no lack of a resource; a lack counts the share of the request that is
missing, so that less of it is nearer."""


def nearest_node(world: World, pod_key: str) -> dict[str, Json] | None:
    """`{"node", "nodes", "obstacles": [obstacle], "lacks": [Message], "more"}`: the node with the fewest
    obstacles for a pod without a node, of several the one that lacks the smallest share of a request, and of
    these the first in the scheduler's order. `obstacles` are as in `obstacles`, `lacks` says how much of each
    resource is missing, `more` counts the other nodes that lack the same. `node` is "" where there is no
    node, or where one fits. None: there is no such pod.
    """
    if pod_key not in world.api.pods:
        return None
    question = scheduling_question(world, pod_key)
    nothing: dict[str, Json] = {"node": "", "nodes": 0, "obstacles": [], "lacks": [], "more": 0}
    if question is None or not question.snapshot.nodes:
        return nothing
    try:
        return _nearest(question) or {**nothing, "nodes": len(question.snapshot.nodes)}
    except PluginFailedError:
        return nothing


def _nearest(question: SchedulingQuestion) -> dict[str, Json] | None:
    search = ObstacleSearch(question.snapshot, question.pod, question.profile, question.nominator)
    best: tuple[float, NodeInfo] | None = None
    more = 0
    for node in question.snapshot.nodes:
        of_node = search.on(node, details=False)
        if not of_node:
            return None
        far = sum(_weight(search, obstacle, node) for obstacle in of_node)
        if best is None or far < best[0]:
            best, more = (far, node), 0
        elif far == best[0]:
            more += 1
    assert best is not None
    node = best[1]
    lacks: list[Json] = []
    for entry in _distances(search, node):
        amount = amount_text(entry.resource, entry.needs - entry.free)
        lacks.append(message("nearest.lacks", resource=entry.resource, amount=amount).to_json())
    return {
        "node": node.name,
        "nodes": len(question.snapshot.nodes),
        "obstacles": [obstacle.to_json() for obstacle in search.on(node)],
        "lacks": lacks,
        "more": more,
    }


def _weight(search: ObstacleSearch, obstacle: Obstacle, node: NodeInfo) -> float:
    """A rule that no amount of room satisfies counts twice as much as one that a change of pods does."""
    if obstacle.plugin != RESOURCES:
        return WHOLE + (obstacle.status.code is Code.UNRESOLVABLE)
    shares = [(entry.needs - entry.free) / entry.needs for entry in _distances(search, node)]
    return min(sum(shares), WHOLE) if shares else WHOLE


def _distances(search: ObstacleSearch, node: NodeInfo) -> list[ResourceDistance]:
    """The resources of which too little is free on a node."""
    cycle = search.cycle
    explainer = cycle.profile.explainers.get(RESOURCES)
    entries = () if explainer is None else explainer.explain(cycle.state, cycle.pod, node, node)
    return [entry for entry in entries if isinstance(entry, ResourceDistance) and entry.needs > entry.free]
