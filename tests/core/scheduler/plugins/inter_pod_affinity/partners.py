"""Pods that look for partners or keep away from them, and the words of InterPodAffinity."""

from __future__ import annotations

from typing import Any

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from tests.core.scheduler.builders import node, pod
from tests.core.scheduler.plugins.plugin_answers import REQUIRED, ZONE

PLUGIN = "InterPodAffinity"
NEAR, FAR = "podAffinity", "podAntiAffinity"
AFFINITY = ("UnschedulableAndUnresolvable", "node(s) didn't match pod affinity rules")
ANTI = ("Unschedulable", "node(s) didn't match pod anti-affinity rules")
EXISTING = ("Unschedulable", "node(s) didn't satisfy existing pods anti-affinity rules")
ZONES = [node("a", zone="z1"), node("b", zone="z1"), node("x", zone="z2")]


def expression(operator: str, *values: str, key: str = "app") -> dict[str, Any]:
    request = {"key": key, "operator": operator, **({"values": list(values)} if values else {})}
    return {"labelSelector": {"matchExpressions": [request]}}


def term(app: str = "db", key: str = ZONE, **more: Any) -> dict[str, Any]:
    return {"topologyKey": key, "labelSelector": {"matchLabels": {"app": app}}, **more}


def affine(name: str, side: str, *terms: dict[str, Any], **more: Any) -> PodInfo:
    return pod(name, affinity={side: {REQUIRED: list(terms)}}, **more)


def there(app: str = "db", on: str = "a", **more: Any) -> PodInfo:
    return pod(f"{app}-{on}", on=on, labels={"app": app}, **more)


def exists(key: str, topology: str = ZONE) -> dict[str, Any]:
    return {"topologyKey": topology, **expression("Exists", key=key)}
