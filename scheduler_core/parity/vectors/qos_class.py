"""`qos_class.json`: QoS class after defaulting (a missing request takes the limit), and without it."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.qos import qos_class
from scheduler_core.objects.manifest import Manifest, items, mapping
from scheduler_core.objects.resources import ResourceList, parse_resource_list


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    containers = [
        (_amounts(entry, "requests"), _amounts(entry, "limits"))
        for entry in map(mapping, items(case.get("containers")))
    ]
    level = None
    if isinstance(case.get("podRequests"), Mapping) or isinstance(case.get("podLimits"), Mapping):
        level = (_amounts(case, "podRequests"), _amounts(case, "podLimits"))
    defaulted = [({**limits, **requests}, limits) for requests, limits in containers]
    return {
        "qosClass": qos_class(defaulted, level),
        "qosClassIfRequestsWereNotDefaulted": qos_class(containers, level),
    }


def _amounts(entry: Manifest, name: str) -> ResourceList:
    return parse_resource_list(entry.get(name))
