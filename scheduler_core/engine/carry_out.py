"""Carries out an input: a fault changes the parts of the cluster, a command goes to the API server."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from scheduler_core.actor import Act
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.reset import reset
from scheduler_core.engine.script import scripted
from scheduler_core.inputs.api_inputs import is_prompt
from scheduler_core.inputs.kubectl_inputs import Drain, Maintenance
from scheduler_core.inputs.lesson_inputs import Reset
from scheduler_core.inputs.outcome import INPUT, SCRIPT, STORE_IS_SILENT, YOU, Done, Outcome
from scheduler_core.inputs.untimed import Command, Fault, Untimed
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.cluster.prompt import Prompt
from scheduler_core.simulation.cluster.running_actors import follow
from scheduler_core.simulation.faults.faults import cause
from scheduler_core.simulation.faults.scene import Scene
from scheduler_core.simulation.kubectl import commands
from scheduler_core.simulation.kubectl.drain_actor import KUBECTL, Kubectl


def carry_out(
    api: ApiServer,
    cluster: Cluster,
    value: Untimed,
    now_ms: int,
    *,
    author: str = YOU,
    random: Random | None = None,
) -> Outcome:
    """Does what the input of `author` (a person or the script) asks for at virtual time `now_ms`. Changes
    nothing unless the outcome is `Done`. `random` is for what the components leave to chance.
    """
    outcome = _carried_out(api, cluster, value, now_ms, author, random)
    if is_prompt(value) and isinstance(outcome, Done):
        cluster.prompt = Prompt(now_ms)
    if author == SCRIPT and isinstance(outcome, Done):
        return replace(outcome, act=scripted(outcome.act))
    return outcome


def _carried_out(
    api: ApiServer, cluster: Cluster, value: Untimed, now_ms: int, author: str, random: Random | None
) -> Outcome:
    if isinstance(value, Fault):
        act = cause(Scene(api, cluster, now_ms, random), value)
        return Done(api, act) if isinstance(act, Act) else act
    if not cluster.network.store_answers:
        return STORE_IS_SILENT
    if isinstance(value, Reset):
        return reset(api, cluster, value, now_ms)
    if isinstance(value, Drain | Maintenance):
        return _drain(api, cluster, value, now_ms, author)
    assert isinstance(value, Command)
    return commands.run(api, value, now_ms, asks=cluster.components.release.asks_before_force)


def _drain(
    api: ApiServer, cluster: Cluster, value: Drain | Maintenance, now_ms: int, author: str
) -> Done | Refused:
    """kubectl runs on the person's own machine until the node is drained, so it becomes an actor."""
    cluster.extras |= {KUBECTL}
    follow(cluster, api, now_ms)
    kubectl = cluster.agenda.actors[KUBECTL]
    assert isinstance(kubectl, Kubectl)
    if isinstance(value, Maintenance):
        begun = kubectl.begin_maintenance(api, value, now_ms, author)
    else:
        begun = kubectl.begin(api, value, now_ms, author)
    cluster.stir(KUBECTL)
    return replace(begun, path=INPUT) if isinstance(begun, Refused) else Done(api, begun)
