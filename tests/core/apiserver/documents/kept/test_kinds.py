"""Each kind has a policy, and nothing of the recorded cases goes by which anything is decided."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.apiserver.documents.kept.kinds import POLICIES
from scheduler_core.apiserver.documents.kept.policy import Keeper
from scheduler_core.objects.kinds import INERT, KINDS
from scheduler_core.parity.random_cases.random_case import case_of
from tests.harness.series import EVERY, sampled

DATA = Path(__file__).parents[3] / "parity" / "data"
KIND_OF = {
    "csinodes": "CSINode",
    "csiNodes": "CSINode",
    "deviceclasses": "DeviceClass",
    "namespaces": "Namespace",
    "new": "",
    "nodes": "Node",
    "old": "",
    "pdbs": "PodDisruptionBudget",
    "pending": "Pod",
    "pod": "Pod",
    "pods": "Pod",
    "priorityclasses": "PriorityClass",
    "pvcs": "PersistentVolumeClaim",
    "pvs": "PersistentVolume",
    "replicasets": "ReplicaSet",
    "resourceclaims": "ResourceClaim",
    "resourceslices": "ResourceSlice",
    "services": "Service",
    "statefulsets": "StatefulSet",
    "storageclasses": "StorageClass",
}
"""Where a case has objects, and of which kind; "" where each says its own."""
DECIDES_NOTHING = {
    ("CSINode", "spec.drivers[].nodeID"),
    ("PersistentVolume", "spec.local.path"),
    ("Pod", "metadata.annotations[x]"),
    ("Pod", "spec.volumes[].iscsi.targetPortal"),
}


def test_every_kind_has_a_policy() -> None:
    assert set(KINDS) - INERT == set(POLICIES)


def objects(value: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects in a case, with their kinds."""
    if isinstance(value, list):
        for item in value:
            yield from objects(item, name)
    elif isinstance(value, dict):
        if "metadata" in value:
            yield value.get("kind") or KIND_OF[name], value
            return
        for inner, item in value.items():
            yield from objects(item, inner)


def cases() -> Iterator[Any]:
    for path in sorted(DATA.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, sampled(list(lines)))
    for number in range(50):
        yield case_of("kept", number)


def test_nothing_goes_by_which_the_original_has_decided() -> None:
    gone: set[tuple[str, str]] = set()
    observed = 0
    for case in cases():
        for kind, value in objects(case):
            if kind in POLICIES:
                keeper = Keeper()
                keeper.keep(POLICIES[kind], value, "")
                gone |= {(kind, path) for path in keeper.gone}
                observed += 1

    assert set() == gone - DECIDES_NOTHING
    assert observed > 10_000 / EVERY


@pytest.mark.parametrize("kind", sorted(POLICIES))
def test_a_second_time_nothing_more_goes(kind: str) -> None:
    value = {
        "kind": kind,
        "metadata": {"name": "x", "selfLink": "/x"},
        "spec": {"odd": "x"},
        "data": {"a": "x"},
    }
    once = Keeper().keep(POLICIES[kind], value, "")
    again = Keeper()

    assert once == again.keep(POLICIES[kind], once, "")
    assert {} == again.gone
