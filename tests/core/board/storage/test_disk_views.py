"""Disks, limits and the signs of pods follow each act, and are what they would be made afresh."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.builders import ZONE, node
from tests.core.builders import BESIDE, afresh, claim, using, volume
from tests.core.play import Play, apply, delete, gallery, play_of

HOST_N1 = {"matchExpressions": [{"key": "kubernetes.io/hostname", "operator": "In", "values": ["n1"]}]}
E2E = Path(__file__).parents[4] / "e2e" / "scenarios"


def compared(play: Play) -> int:
    """Compares the views of each step with those made anew; returns the number of steps with disks. A machine
    whose Node object is gone is known to history alone, so steps with one are left out."""
    observed = 0
    for seq in range(play.until(900) + 1):
        world = play.recording.world(seq)
        shown = {key: view for key, view in world.picture.board.views.items() if key[0] not in BESIDE}
        if any(view.get("registered") is False for view in shown.values()):
            continue
        made = {key: view for key, view in afresh(world).views.items() if key[0] not in BESIDE}
        observed += any(kind == "disk" for kind, _ in shown)
        assert made == shown
    return observed


@pytest.mark.parametrize("slug", ["disk-with-deployment", "nfs-with-deployment", "rwo-handoff"])
def test_in_scenarios_of_the_gallery_every_view_is_what_it_would_be_made_afresh(slug: str) -> None:
    assert compared(Play(gallery(slug))) > 10


def test_in_the_scenario_with_limits_every_view_is_what_it_would_be_made_afresh() -> None:
    documents: list[Any] = list(yaml.safe_load_all((E2E / "disks.yaml").read_text(encoding="utf-8")))

    assert compared(Play(documents)) > 5


def test_disks_follow_their_volumes_claims_pods_and_nodes() -> None:
    """Claims and volumes that come later, zones that change, and pods that go."""
    inputs: list[dict[str, Any]] = [
        apply(10, claim("later", storageClassName="none"), using("q", "data")),
        {"at": 20, "kind": "label", "object": {"kind": "Node", "name": "n1"}, "labels": {ZONE: "b"}},
        apply(30, volume("free", zone="c"), node("n3", labels={ZONE: "c"})),
        delete(40, "p", gracePeriodSeconds=0, force=True),
        {"at": 50, "kind": "delete", "object": {"kind": "PersistentVolumeClaim", "name": "later"}},
        {"at": 60, "kind": "delete", "object": {"kind": "Node", "name": "n3"}},
        {"at": 60, "kind": "destroy", "node": "n3"},
    ]
    host = {"nodeAffinity": {"required": {"nodeSelectorTerms": [HOST_N1]}}}
    kept = {"namespace": "default", "name": "data"}
    disk = volume("disk", claimRef=kept, storageClassName="x", hostPath={"path": "/d"}, **host)
    play = play_of(
        node("n1", labels={ZONE: "a"}),
        disk,
        claim("data", volumeName="disk", storageClassName="x"),
        using("p", "data"),
        inputs=inputs,
    )

    def disks_at(second: float) -> dict[str, tuple[str, str | None, list[str]]]:
        disks: Any = play.recording.snapshot(play.until(second))["disks"]
        return {item["key"]: (item["state"], item["zone"], item["users"]) for item in disks}

    assert {"disk": ("bound", "a", ["default/p"])} == disks_at(5)
    both = ["default/p", "default/q"]
    assert {"disk": ("bound", "a", both), "default/later": ("pending", None, [])} == disks_at(15)
    assert ("bound", "b", both) == disks_at(25)["disk"]
    assert ("free", "c", []) == disks_at(35)["free"]
    assert ("bound", "b", ["default/q"]) == disks_at(45)["disk"]
    assert {"disk", "free"} == disks_at(55).keys()
    assert ("free", None, []) == disks_at(70)["free"]
    assert compared(play) > 5
