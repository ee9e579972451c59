"""R01: a device that is freed goes to the pod that waits for it."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery, named

SLUG = "device-becomes-free"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_the_third_pod_is_refused_while_both_devices_are_allocated(play: Play) -> None:
    decision = play.decisions("train-3")[0]

    assert {"n1": ["cannot allocate all claims"], "n2": ["cannot allocate all claims"]} == {
        name: verdict["reasons"] for name, verdict in decision["nodes"].items()
    }
    assert {"UnschedulableAndUnresolvable"} == {verdict["code"] for verdict in decision["nodes"].values()}


def test_the_freed_device_wakes_it_and_it_takes_the_place_of_the_deleted_pod(play: Play) -> None:
    freed = play.first(lambda frame: frame["message"]["id"] == "resourceclaim.deallocated")
    woken = play.first(
        lambda frame: frame["message"]["id"] == "scheduler.requeued" and frame["t"] == freed["t"]
    )
    left = play.node(play.until(20), "train-1")

    assert {
        "pods": ["train-3"],
        "event": "resource.k8s.io/ResourceClaimUpdate",
        "cause": {"id": "event.other", "args": {}},
    } == woken["message"]["args"]
    assert (left, freed["t"]) == (play.node(play.until_quiet(), "train-3"), play.bound_at("train-3"))


def test_with_a_third_device_no_pod_waits() -> None:
    documents = gallery(SLUG)
    named(documents, "n1-gpu.example.com")["spec"]["devices"].append({"name": "gpu-1"})
    play = Play(documents)
    play.until_quiet()

    assert 1 == len(play.decisions("train-3"))
    assert play.bound_at("train-3") < 6
