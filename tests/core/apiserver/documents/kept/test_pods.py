"""Of commands, probes and hooks of a pod what decides is kept."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.documents.kept.kinds import POLICIES
from scheduler_core.apiserver.documents.kept.policy import Keeper


def kept(container: dict[str, Any]) -> Any:
    pod = {"kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", **container}]}}
    made: Any = Keeper().keep(POLICIES["Pod"], pod, "")
    return {name: value for name, value in made["spec"]["containers"][0].items() if name != "name"}


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({"command": ["sh", "-c", "curl x && sleep 20; exit 1"]}, {"command": ["sleep", "20"]}),
        ({"command": ["/bin/app", "--pw=x"], "args": ["x"]}, {}),
        ({"command": "x"}, {}),
        (
            {"lifecycle": {"preStop": {"exec": {"command": ["sleep", "infinity"]}}}},
            {"lifecycle": {"preStop": {"exec": {"command": ["sleep", "infinity"]}}}},
        ),
        (
            {"lifecycle": {"preStop": {"exec": {"command": ["nginx", "-s", "quit"]}}}},
            {"lifecycle": {"preStop": {"exec": {"command": ["removed"]}}}},
        ),
        (
            {"livenessProbe": {"httpGet": {"path": "/x", "port": "web", "host": "h"}, "periodSeconds": 3}},
            {"livenessProbe": {"httpGet": {"port": "web"}, "periodSeconds": 3}},
        ),
        ({"volumeMounts": [{"name": "v", "mountPath": "/x"}]}, {"volumeMounts": [{"name": "v"}]}),
    ],
)
def test_a_container_keeps_what_says_how_long_and_when(given: dict[str, Any], left: dict[str, Any]) -> None:
    assert left == kept(given)
