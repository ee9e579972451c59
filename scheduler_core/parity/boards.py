"""Boards: whole scenarios that were run in a real cluster, compared by where their pods were in the end.

The file has one JSON object a line, `{"board": {"id", "documents", "seconds"}, "verdict": {"pods": …}}`;
docs/parity.md says what each field means. Only fields that a verdict has are compared.
"""

from __future__ import annotations

from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json, Manifest, integer, items, mapping, strings
from scheduler_core.objects.pod import Pod
from scheduler_core.simulation.scenario.parse import parse_scenario

DEFAULT_SECONDS = 60
MOST_ACTS = 50_000
"""A board that has not come so far by then is an error: something in it never rests."""


def run_board(board: Manifest, expected: Manifest) -> dict[str, Json]:
    """The verdict of the model on the pods of `expected`, in its form. A node among those that the original
    may choose is returned as the whole list of them.
    """
    parsed = parse_scenario(
        [SourceDocument(place, document) for place, document in enumerate(items(board.get("documents")))]
    )
    if parsed.scenario is None:
        problem = parsed.problems[0]
        raise ValueError(f"document {problem.document}: {problem.path}: {problem.code}")
    seconds = integer(board.get("seconds"))
    world = _played(World(parsed.scenario), 1000 * (DEFAULT_SECONDS if seconds is None else seconds))
    return {
        "pods": {
            key: _pod_verdict(world.api.pods.get(key), mapping(fields))
            for key, fields in mapping(expected.get("pods")).items()
        }
    }


def _played(world: World, until_ms: int) -> World:
    """The world after all acts up to `until_ms`. Raises ValueError when they do not end."""
    for _ in range(MOST_ACTS):
        turn = world.next_turn()
        if turn is None or turn.at_ms > until_ms:
            return world
        world.step()
    raise ValueError(f"more than {MOST_ACTS} acts in {until_ms // 1000} seconds")


def _pod_verdict(pod: Pod | None, expected: Manifest) -> dict[str, Json]:
    """The fields of `expected` as the model has them for one pod; `{"gone": True}` without a pod."""
    if pod is None:
        return {"gone": True}
    chosen: list[Json] = [pod.node_name] if pod.node_name else []
    allowed = strings(expected.get("node"))
    condition = pod.status.condition("PodScheduled")
    fields: dict[str, Json] = {
        "gone": False,
        "node": list(allowed) if pod.node_name in allowed else chosen,
        "nominated": pod.nominated_node_name,
        "phase": pod.status.phase,
        "reason": "" if condition is None else condition.reason,
        "message": "" if condition is None else condition.message,
    }
    return {field: fields[field] for field in expected if field in fields}
