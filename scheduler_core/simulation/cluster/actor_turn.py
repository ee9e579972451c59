"""Lets one actor act on the API server, or on its outdated view of it where it lags."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.client import CachedApi
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.cluster.delivery import arrived


def act_of(cluster: Cluster, name: str, api: ApiServer, now_ms: int, random: Random) -> Act | None:
    """The act of the actor; None when there was nothing to do. A request that lost a conflict becomes an act
    of its own kind."""
    actor = cluster.agenda.actors[name]
    cache = cluster.caches.get(name)
    if cache is None:
        return actor.act(api, now_ms, random)
    client = CachedApi(api, cache)
    act = actor.act(client.server, now_ms, random)
    if not client.lost:
        return act
    # An actor that lost a conflict reads the current objects before it tries again.
    for event in cluster.delayed.open(name):
        arrived(cluster, name, event, now_ms)
    sentence = message("conflict.lost", who=name, text=client.lost[0].text)
    if act is None:
        side = "scheduler" if cluster.components.scheduler_name in name else "controller"
        return Act(side, name, "conflict", sentence)
    return replace(act, kind="conflict", message=sentence)
