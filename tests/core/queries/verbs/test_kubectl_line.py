"""The kubectl line of an input."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.inputs.parse import parse_input
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.queries.verbs.kubectl_line import kubectl_line

POD = {"kind": "Pod", "namespace": "default", "name": "p"}
WEB = {"kind": "Deployment", "namespace": "shop", "name": "web"}
LINES: list[tuple[dict[str, Any], str]] = [
    ({"kind": "cordon", "node": "n1"}, "kubectl cordon n1"),
    ({"kind": "delete", "object": POD}, "kubectl delete pod p"),
    (
        {"kind": "delete", "object": POD, "gracePeriodSeconds": 0, "force": True},
        "kubectl delete pod p --grace-period=0 --force",
    ),
    ({"kind": "scale", "object": WEB, "replicas": 4}, "kubectl scale deployment web -n shop --replicas=4"),
    ({"kind": "rollback", "object": WEB}, "kubectl rollout undo deployment/web -n shop"),
    (
        {"kind": "taint", "node": "n1", "key": "a", "value": "b", "effect": "NoSchedule"},
        "kubectl taint nodes n1 a=b:NoSchedule",
    ),
    ({"kind": "untaint", "node": "n1", "key": "a"}, "kubectl taint nodes n1 a-"),
    (
        {"kind": "label", "object": POD, "labels": {"a": "b", "c": None}},
        "kubectl label --overwrite pod p a=b c-",
    ),
    (
        {"kind": "drain", "node": "n1", "ignoreDaemonSets": True, "timeout": 60},
        "kubectl drain n1 --ignore-daemonsets --timeout=60s",
    ),
    (
        {"kind": "apply", "documents": [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}}]},
        "kubectl apply -f -  # pod/p",
    ),
    (
        {"kind": "set-condition", "pod": "shop/p", "condition": "a.com/b", "status": "True"},
        "kubectl patch pod p -n shop --subresource=status "
        """-p '{"status":{"conditions":[{"type":"a.com/b","status":"True"}]}}'""",
    ),
    ({"kind": "power", "node": "n1", "on": False}, ""),
]


@pytest.mark.parametrize(("value", "line"), LINES)
def test_the_line_does_the_same_as_the_input(value: dict[str, Any], line: str) -> None:
    parsed = parse_input(value)

    assert isinstance(parsed, Untimed)
    assert line == kubectl_line(parsed)
