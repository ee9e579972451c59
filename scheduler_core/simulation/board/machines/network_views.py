"""What the board shows of the connections between the parts of a cluster, and of unusual components."""

from __future__ import annotations

from typing import TypeAlias

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import optional_seconds, seconds
from scheduler_core.simulation.board.object_views.views import View, ViewKey
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
    }
