"""The instants at which controllers react at once (`Cluster.prompt`), and whether controllers are behind a
client."""

from __future__ import annotations

from scheduler_core.actor import Hurries
from scheduler_core.controllers.common.controller import REACTION_MS
from scheduler_core.engine.turn import Turn, TurnKind
from scheduler_core.engine.world import MAX_IDLE_TURNS, World
from scheduler_core.simulation.cluster.delivery import hurry
from scheduler_core.simulation.cluster.prompt import Prompt


def is_prompt(world: World) -> bool:
    """Whether this is such an instant: all that is due now happens before a client gets its next answer."""
    prompt = world.cluster.prompt
    return prompt is not None and prompt.at_ms == world.now_ms


def controllers_are_behind(world: World) -> bool:
    """Whether a controller has something to do now, or would have if its reaction took no time. A sync that
    would find nothing to do does not count. It is tried in a copy, for which there is seldom a need."""
    if is_prompt(world):
        return False
    now_ms, wanting = world.now_ms, world.cluster.agenda.wanting(world.now_ms)
    actors = world.cluster.agenda.actors
    soon = [
        name
        for name in world.cluster.central
        if wanting.get(name, now_ms + REACTION_MS + 1) <= now_ms + REACTION_MS
        and isinstance(actors[name], Hurries)
    ]
    if not soon:
        return False
    ahead = world.copy()
    ahead.cluster.prompt = Prompt(now_ms)
    hurry(ahead.cluster, now_ms)
    return any(_acts(ahead, name) for name in soon)


def _acts(ahead: World, name: str) -> bool:
    """Whether the actor makes a frame at this instant. It takes its turns in `ahead`, which is a copy."""
    for _ in range(MAX_IDLE_TURNS):
        due_ms = ahead.cluster.agenda.wanting(ahead.now_ms).get(name)
        if due_ms is None or due_ms > ahead.now_ms:
            return False
        if ahead.take(Turn(ahead.now_ms, TurnKind.ACTOR, name)) is not None:
            return True
    return False
