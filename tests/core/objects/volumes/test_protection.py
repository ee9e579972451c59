"""Which pods keep a deleted claim."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import PersistentVolumeClaim
from scheduler_core.objects.volumes.protection import uses
from tests.builders import pod

GOING = {"deletionTimestamp": "2030-01-01T00:00:00Z"}
NAMED = {"name": "data", "persistentVolumeClaim": {"claimName": "c"}}
EPHEMERAL = {"name": "data", "ephemeral": {"volumeClaimTemplate": {"spec": {}}}}


def claim(name: str, owner: str = "") -> PersistentVolumeClaim:
    metadata: dict[str, Any] = {"name": name, "namespace": "default"}
    if owner:
        metadata["ownerReferences"] = [{"kind": "Pod", "name": "p", "uid": owner, "controller": True}]
    return PersistentVolumeClaim.parse({"metadata": metadata, "spec": {}})


@pytest.mark.parametrize(
    ("node", "phase", "volume", "metadata", "named", "owner", "used"),
    [
        ("n1", "Running", NAMED, {}, "c", "", True),
        ("n1", "Running", NAMED, {}, "other", "", False),
        ("", "Pending", NAMED, {}, "c", "", False),
        ("n1", "Succeeded", NAMED, {}, "c", "", True),
        ("n1", "Running", NAMED, {**GOING, "deletionGracePeriodSeconds": 0}, "c", "", True),
        ("n1", "Running", EPHEMERAL, {}, "p-data", "u1", True),
        ("n1", "Running", EPHEMERAL, {}, "p-data", "u2", False),
        ("n1", "Running", EPHEMERAL, {}, "p-data", "", False),
        ("n1", "Running", EPHEMERAL, {**GOING, "deletionGracePeriodSeconds": 30}, "p-data", "u1", True),
        ("n1", "Running", EPHEMERAL, {**GOING, "deletionGracePeriodSeconds": 0}, "p-data", "u1", False),
        ("n1", "Running", NAMED, {"namespace": "far"}, "c", "", False),
    ],
)
def test_a_bound_pod_uses_its_claims_until_its_object_is_gone(
    node: str,
    phase: str,
    volume: dict[str, Any],
    metadata: dict[str, Any],
    named: str,
    owner: str,
    used: bool,
) -> None:
    given = pod("p", on=node, metadata={"name": "p", "uid": "u1", **metadata}, volumes=[volume])
    given["status"] = {"phase": phase}

    assert used == uses(Pod.parse(given), claim(named, owner))
