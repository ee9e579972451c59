"""Cuts and delays of the network, and their end."""

from __future__ import annotations

from scheduler_core.actor import Act, Message, message
from scheduler_core.inputs.endpoints import STORAGE, STORE, nodes_of
from scheduler_core.inputs.fault_inputs import Cut, Delay, Heal
from scheduler_core.inputs.outcome import you
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.simulation.cluster.network import MAX_TROUBLED_WAYS, directions
from scheduler_core.simulation.faults.scene import NOTHING, Scene, ends, unknown_nodes


def cut(at: Scene, value: Cut) -> Act | Problem:
    problem = unknown_nodes(at, value.between)
    if problem is not None:
        return problem
    network = at.cluster.network
    ways = directions(value.between, value.direction)
    if not any(network.flows(*way) for way in ways):
        return you(value.kind, NOTHING)
    after = network.with_cut(value.between, value.direction, at.now_ms)
    if after.troubled_ways > MAX_TROUBLED_WAYS:
        return Problem("input.between", "fault.too_many", {"limit": MAX_TROUBLED_WAYS})
    at.cluster.network = after
    return you(value.kind, _cut_message(value), nodes=nodes_of(value.between))


def heal(at: Scene, value: Heal) -> Act | Problem:
    before = at.cluster.network
    if value.between is None:
        after = before.healed()
        sentence, nodes = message("you.healed_all"), tuple(sorted(before.troubled_nodes()))
    else:
        problem = unknown_nodes(at, value.between)
        if problem is not None:
            return problem
        after, nodes = before.healed(value.between), nodes_of(value.between)
        sentence = message("you.healed", **ends(value.between))
    if after == before:
        return you(value.kind, NOTHING)
    at.cluster.network = after
    return you(value.kind, sentence, nodes=nodes)


def delay(at: Scene, value: Delay) -> Act | Problem:
    problem = unknown_nodes(at, value.between)
    if problem is not None:
        return problem
    before = at.cluster.network
    after = before.with_delay(value.between, value.delay_ms)
    if after == before:
        return you(value.kind, NOTHING)
    if after.troubled_ways > MAX_TROUBLED_WAYS:
        return Problem("input.between", "fault.too_many", {"limit": MAX_TROUBLED_WAYS})
    at.cluster.network = after
    sentence = message("you.delayed", **ends(value.between), seconds=seconds(value.delay_ms))
    if not value.delay_ms:
        sentence = message("you.undelayed", **ends(value.between))
    return you(value.kind, sentence, nodes=nodes_of(value.between))


def _cut_message(value: Cut) -> Message:
    first, second = value.between
    if value.direction == "to":
        return message("you.cut_one_way", **ends(value.between))
    if value.direction == "from":
        return message("you.cut_one_way", **ends((second, first)))
    if len(nodes_of(value.between)) == 2:
        return message("you.cut_nodes", **ends(value.between))
    if STORE in value.between:
        return message("you.cut_store")
    if STORAGE in value.between:
        return message("you.cut_storage", first=nodes_of(value.between)[0])
    return message("you.cut", **ends(value.between))
