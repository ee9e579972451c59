"""Claims that the pods of a group share (gate DRAWorkloadResourceClaims)."""

from __future__ import annotations

import json

import pytest

from tests.core.scheduler.groups.builders import GATES, Manifest, create, gang, node, nodes, played, pod

SHARED = (*GATES, "DRAWorkloadResourceClaims")
ENTRY: Manifest = {"name": "gpu", "resourceClaimTemplateName": "t"}
DEVICES: tuple[Manifest, ...] = (
    {
        "kind": "DeviceClass",
        "metadata": {"name": "gpu"},
        "spec": {"selectors": [{"cel": {"expression": 'device.driver == "gpu.example.com"'}}]},
    },
    {
        "kind": "ResourceSlice",
        "metadata": {"name": "n1-slice"},
        "spec": {
            "driver": "gpu.example.com",
            "pool": {"name": "n1", "generation": 1, "resourceSliceCount": 1},
            "devices": [{"name": "d0"}],
            "nodeName": "n1",
        },
    },
    {
        "kind": "ResourceClaimTemplate",
        "metadata": {"name": "t"},
        "spec": {"spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}}]}}},
    },
)


def _member(name: str, entry: Manifest = ENTRY) -> Manifest:
    return pod(name, "g", cpu="1", resourceClaims=[entry])


def test_pods_of_a_group_share_one_claim_which_is_reserved_for_the_group_and_goes_with_it() -> None:
    empty, placed, _, used, gone = played(
        (node("n1"), node("n2"), *DEVICES, gang("g", 2, resourceClaims=[ENTRY])),
        create(_member("a"), _member("b")),
        {"do": "delete", "kind": "PodGroup", "name": "g"},
        {"do": "delete", "kind": "Pod", "name": "a"},
        {"do": "delete", "kind": "Pod", "name": "b"},
        gates=SHARED,
    )
    claims = [name for name in empty["objects"] if name.startswith("ResourceClaim/")]
    shown = json.dumps(placed["objects"][claims[0]])

    assert 1 == len(claims)
    assert {"a": "n1", "b": "n1"} == nodes(placed)
    assert '"resource": "podgroups", "name": "g"' in shown or '"podgroups/g"' in shown, shown
    assert claims[0] in used["objects"]
    assert not any(name.startswith("ResourceClaim/") for name in gone.get("objects", {}))


def test_an_entry_that_differs_from_that_of_the_group_is_a_claim_of_the_pod() -> None:
    _, outcome = played(
        (node("n1"), *DEVICES, gang("g", 2, resourceClaims=[ENTRY])),
        create(_member("a"), _member("b", {**ENTRY, "name": "own"})),
        gates=SHARED,
    )
    claims = sorted(name for name in outcome["objects"] if name.startswith("ResourceClaim/"))

    assert 2 == len(claims)
    assert {"a": None, "b": None} == nodes(outcome)  # there is one device


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({"name": "gpu"}, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"),
        ({**ENTRY, "resourceClaimName": "c"}, "must specify exactly one of"),
    ],
)
def test_a_claim_of_a_group_has_one_source(entry: Manifest, text: str) -> None:
    _, outcome = played((node("n1"),), create(gang("g", 2, resourceClaims=[entry])), gates=SHARED)

    assert text in outcome["refused"][0]["message"]
