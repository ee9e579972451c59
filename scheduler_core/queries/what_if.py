"""What if: decides again with other weights or other random choices. The run itself is never changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json, integer
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.scheduling_question import scheduler_of
from scheduler_core.scheduler.configuration.configuration import MAX_WEIGHT
from scheduler_core.scheduler.cycle.decision_view import decision_view
from scheduler_core.simulation.cluster.chance import SeededRandom


@dataclass(frozen=True, slots=True)
class DecisionChanges:
    """`weights` are by plugin, and 0 switches a score off. A `seed` of None makes the choices that the run
    would make next.
    """

    weights: Mapping[str, int] = field(default_factory=dict)
    seed: int | None = None


def parse_changes(value: Json, path: str = "changes") -> DecisionChanges | Problem:
    """Reads `{"weights": {plugin: 0…100000}, "seed": whole number}`, both optional."""
    if not isinstance(value, Mapping):
        return Problem(path, "input.not_a_map", {})
    for name in value:
        if name not in ("weights", "seed"):
            return Problem(f"{path}.{name}", "scenario.unknown_field", {"supported": "weights, seed"})
    raw_weights = value.get("weights")
    raw_weights = {} if raw_weights is None else raw_weights
    if not isinstance(raw_weights, Mapping):
        return Problem(f"{path}.weights", "input.not_a_map", {})
    weights: dict[str, int] = {}
    for plugin, weight in raw_weights.items():
        number = integer(weight)
        if number is None or not 0 <= number <= MAX_WEIGHT:
            args: dict[str, Json] = {"got": str(weight)[:40], "low": 0, "high": MAX_WEIGHT}
            return Problem(f"{path}.weights.{plugin}", "input.out_of_range", args)
        weights[plugin] = number
    seed = integer(value.get("seed"))
    if value.get("seed") is not None and seed is None:
        return Problem(f"{path}.seed", "input.not_a_whole_number", {"got": repr(value.get("seed"))[:40]})
    return DecisionChanges(weights, seed)


def what_if(world: World, pod_key: str, changes: Json) -> dict[str, Json] | Problem | None:
    """The DecisionView about a waiting pod at this step, with its `tosses`, as if it were decided with
    `changes` (`parse_changes`); without a seed ties fall as they would in the run. None means that the pod
    does not wait or that no scheduler is responsible for it. Plugins that do not score in the pod's profile
    are ignored."""
    parsed = parse_changes(changes)
    if isinstance(parsed, Problem):
        return parsed
    scheduler = scheduler_of(world)
    pod = scheduler.waiting_pod(pod_key)
    if pod is None:
        return None
    profile = scheduler.profile_of(pod)
    random = world.random.copy() if parsed.seed is None else SeededRandom(parsed.seed)
    tosses: list[Json] = []

    def pick(names: Sequence[str]) -> str:
        chosen = names[random.randrange(len(names))]
        tosses.append({"among": list(names), "chose": chosen})
        return chosen

    changed = replace(profile, weights={**profile.weights, **parsed.weights})
    decision = scheduler.decide(pod, changed, pick)
    decision = replace(decision, cycle=scheduler.queue.cycle, at_ms=world.now_ms)
    return {**decision_view(decision), "tosses": tosses}
