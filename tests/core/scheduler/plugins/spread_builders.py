"""Spread constraints, pods that they count, and two zones with two hosts each."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import TopologySpreadConstraint
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import PodTopologySpreadArgs
from tests.core.scheduler.builders import node, pod
from tests.core.scheduler.plugins.plugin_answers import ZONE

WEB = {"app": "web"}
BY_ROLE = {"labelSelector": {"matchExpressions": [{"key": "role", "operator": "Exists"}]}}
"""A selector beside that of the web pods."""


def spread(
    key: str = ZONE, skew: int = 1, when: str = "DoNotSchedule", app: str | None = "web", **more: Any
) -> dict[str, Any]:
    selector = {} if app is None else {"labelSelector": {"matchLabels": {"app": app}}}
    return {"maxSkew": skew, "topologyKey": key, "whenUnsatisfiable": when, **selector, **more}


def waiting(*constraints: dict[str, Any], labels: dict[str, str] | None = None, **more: Any) -> PodInfo:
    own = WEB if labels is None else labels
    return pod("p", labels=own, topologySpreadConstraints=list(constraints), **more)


def webs(**counts: int) -> list[PodInfo]:
    """`a=2`: two web pods on node a."""
    return [pod(f"{on}-{i}", on=on, labels=WEB) for on, count in counts.items() for i in range(count)]


def two_zones() -> list[Node]:
    return [node("a", zone="z1"), node("b", zone="z1"), node("x", zone="z2"), node("y", zone="z2")]


def hard_default() -> ProfileConfig:
    """A profile whose default constraint keeps zones within a skew of 1."""
    default = TopologySpreadConstraint(1, ZONE, "DoNotSchedule", None)
    return ProfileConfig(args=(PodTopologySpreadArgs("List", (default,)),))
