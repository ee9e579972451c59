"""Predictions about a world: whether it is quiet, and which turns pass without an act.

Whether an actor that checks again will find anything to do is known only by letting it act in a copy of the
world.
"""

from __future__ import annotations

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.turn import TurnKind
from scheduler_core.engine.world import MAX_IDLE_TURNS, Frame, World
from scheduler_core.inputs.parse import Input, TimedInput
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.problem import Problem

QUIET_MS = 60_000
"""A retry of the scheduler's queue, or of a kubelet's pull or restart that the start state shows as failing,
does not keep the world from being quiet when it is later than this many ms ahead."""


def retry_horizon_ms(world: World) -> int:
    """The time after which an attempt of the scheduler no longer counts. Without any node none of its
    attempts can succeed, so none counts."""
    return world.now_ms + QUIET_MS if world.api.nodes else world.now_ms


def quiet(world: World) -> bool:
    """Whether nothing will happen without an input, except attempts of the scheduler and retries of kubelets
    after the horizon.
    """
    at_a_glance = quiet_at_a_glance(world)
    return _nothing_to_do(world.copy(), retry_horizon_ms(world)) if at_a_glance is None else at_a_glance


def quiet_at_a_glance(world: World) -> bool | None:
    """The value of `quiet` where it is known without playing ahead; None where it is not."""
    components = world.cluster.components
    wanting = world.cluster.agenda.wanting(world.now_ms)
    scheduler_ms = wanting.get(components.scheduler_name)
    if world.next_input < len(world.scenario.inputs):
        return False
    if scheduler_ms is not None and scheduler_ms <= retry_horizon_ms(world):
        return False
    others = False
    for name, due_ms in wanting.items():
        if not components.is_kubelet(name):
            others = others or name != components.scheduler_name
        elif not retries_later(world, name, due_ms):
            return False
    # A controller that syncs again may find nothing to do.
    return None if others or world.cluster.delayed else True


def retries_later(world: World, name: str, due_ms: int) -> bool:
    """Whether a kubelet that wants to act at `due_ms` only retries something, after the horizon."""
    host = world.cluster.agenda.actors.get(name)
    if not isinstance(host, NodeActor) or due_ms <= retry_horizon_ms(world):
        return False
    return host.only_retries(world.now_ms)


def _nothing_to_do(ahead: World, horizon_ms: int) -> bool:
    """Whether no actor but the scheduler and kubelets that retry finds anything to do, and these only after
    the horizon.

    It takes the turns in `ahead`, which must be a copy.
    """
    for _ in range(MAX_IDLE_TURNS):
        turn = ahead.next_turn()
        if turn is None:
            return True
        if turn.actor == ahead.cluster.components.scheduler_name:
            return turn.at_ms > horizon_ms
        if turn.at_ms > horizon_ms and ahead.cluster.components.is_kubelet(turn.actor):
            return True
        if ahead.take(turn) is not None:
            return False
    raise RuntimeError(f"{MAX_IDLE_TURNS} turns up to {ahead.now_ms} ms without an act")


def give(world: World, value: Input) -> Frame | Refused | Problem:
    """Gives the world an input of a person; a timed one is given at its time, or earlier if an act comes
    first."""
    if isinstance(value, TimedInput):
        return world.give(value.input, pass_idle_turns(world, value.at_ms))
    return world.give(value)


def pass_idle_turns(world: World, until_ms: int) -> int:
    """Takes the turns up to `until_ms` in which no actor finds anything to do.

    Returns the time of the first act if it comes earlier, else `until_ms`; the act is left for the next step.
    """
    first = world.next_turn()
    if first is None or first.at_ms > until_ms:
        return until_ms  # no turn is in between: a copy to look ahead in would cost most of the time
    ahead, idle, moment = world.copy(), 0, until_ms
    for _ in range(MAX_IDLE_TURNS):
        turn = ahead.next_turn()
        if turn is None or turn.at_ms > until_ms:
            break
        if turn.kind is TurnKind.INPUT or ahead.take(turn) is not None:
            moment = turn.at_ms
            break
        idle += turn.kind is TurnKind.ACTOR
    while idle:
        passed = world.next_turn()
        assert passed is not None
        world.take(passed)
        idle -= passed.kind is TurnKind.ACTOR
    return moment
