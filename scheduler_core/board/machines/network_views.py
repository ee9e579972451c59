"""What the board shows of the connections between the parts of a cluster, and of unusual components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from scheduler_core.board.object_views.views import View, ViewKey
from scheduler_core.inputs.endpoints import API_SERVER, ENDPOINTS, STORE, nodes_of
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import optional_seconds, seconds
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.cluster.network import Network

NETWORK_KEY: ViewKey = ("network", "network")

Wiring: TypeAlias = tuple[Network, frozenset[str], frozenset[str], frozenset[str]]
"""All that the view depends on: equal values give equal views."""


def wiring(cluster: Cluster) -> Wiring:
    optional = cluster.extras & frozenset(cluster.components.extra_names)
    return cluster.network, cluster.down, cluster.second_instances, optional


def network_view(wired: Wiring) -> View | None:
    """The view; None when all connections work and the components are those with which a cluster starts."""
    network, down, twins, extras = wired
    if not (network.cut or network.late or down or twins or extras):
        return None
    cuts: list[Json] = []
    for first, second in network.cut_ways():
        ways = {way for way, _ in network.cut}
        cuts.append(
            {
                "between": [first, second],
                "to": (first, second) in ways,
                "from": (second, first) in ways,
                "since": optional_seconds(network.since_ms(first, second)),
            }
        )
    return {
        "cuts": cuts,
        "delays": [{"between": [*way], "seconds": seconds(delay)} for way, delay in network.late],
        "down": list[Json](sorted(down)),
        "second": list[Json](sorted(twins)),
        "extra": list[Json](sorted(extras)),
        "broken": [*_broken_ways(network), *_broken_components(down, twins, extras)],
    }


def _broken_ways(network: Network) -> Iterator[Json]:
    """The cut and slow connections that no node's own view shows: a node between the API server and the
    storage has its cable and its sign."""
    for way in network.cut_ways():
        nodes = nodes_of(way)
        if STORE in way:
            yield _entry("store_cut", "bad")
        elif len(nodes) == 2:
            yield _entry("nodes_cut", "warn", first=nodes[0], second=nodes[1])
        elif not nodes:
            yield _entry("part_cut", "bad", name={"part": next(end for end in way if end != API_SERVER)})
    for way, delay_ms in network.late:
        if len(nodes_of(way)) != 1 or API_SERVER not in way:
            first, second = (_end(end) for end in way)
            yield _entry("late", "warn", first=first, second=second, seconds=seconds(delay_ms))


def _broken_components(down: frozenset[str], twins: frozenset[str], extras: frozenset[str]) -> Iterator[Json]:
    for names, rule, level in ((down, "down", "bad"), (twins, "second", "warn"), (extras, "extra", "")):
        for name in sorted(names):
            yield _entry(rule, level, name={"part": name} if name in ENDPOINTS else name)


def _end(endpoint: str) -> Json:
    """A part of the control plane as `{"part"}`, a node as its name."""
    return next(iter(nodes_of((endpoint, ""))), {"part": endpoint})


def _entry(rule: str, level: str, **args: Json) -> Json:
    return {"rule": rule, "level": level, "args": args}
