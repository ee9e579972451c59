"""D14: a pet is deleted under each of six faults, and never runs twice."""

from __future__ import annotations

import pytest

from tests.core.pets import counts, most, node_view, said, uid
from tests.core.playing import gallery, played

PET = "default/db-2"
SLUGS = (
    "chaos-matrix",
    "chaos-nodes",
    "chaos-store",
    "chaos-two-controllers",
    "chaos-kubelet",
    "chaos-controller",
)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_fault_makes_two_of_them(slug: str) -> None:
    play = played(gallery(slug))

    assert 1 == most(play, PET)
    assert not play.terminating(play.recording.head_seq, "db-2")


@pytest.mark.parametrize("slug", ["chaos-matrix", "chaos-kubelet"])
def test_a_node_that_is_cut_off_or_without_a_kubelet_ends_it_after_600(slug: str) -> None:
    play = played(gallery(slug))

    assert 40 <= said(play, "nodes.silent")[0] <= 60
    assert play.terminating(play.until(121), "db-2")
    assert uid(play, 0, "db-2") == uid(play, play.until(599), "db-2")
    seen = counts(play, PET)
    assert [1, 0, 1] == [number for _, number in seen]
    assert seen[1][0] == pytest.approx(630, abs=3)
    assert play.bound_at("db-2") == pytest.approx(630, abs=3)


def test_nodes_that_do_not_reach_each_other_change_nothing() -> None:
    play = played(gallery("chaos-nodes"))

    assert [] == said(play, "nodes.silent")
    assert all(node_view(play, play.until(100), name)["ready"] for name in ("n1", "n2", "n3"))
    assert [150] == [frame["t"] for frame in play.frames(kind="sigkill", pod="db-2")]
    assert play.bound_at("db-2") == pytest.approx(150, abs=3)


def test_without_its_store_the_api_server_refuses_and_forgets() -> None:
    play = played(gallery("chaos-store"))

    assert {120.0: "etcdserver: request timed out"} == play.refusals()
    assert [] == [frame for frame in play.frames() if 0 < frame["t"] < 600 and frame["t"] != 120]
    assert play.untouched(play.recording.head_seq, "db-2")
    assert [(0.0, 1)] == counts(play, PET)
    assert [] == said(play, "nodes.silent")


def test_of_two_controllers_one_makes_it_and_the_other_hears_that_it_exists() -> None:
    play = played(gallery("chaos-two-controllers"))
    made = [f for f in play.frames() if f["message"]["id"] == "statefulset.created_pod"]
    lost = [
        frame
        for frame in play.frames(kind="conflict")
        if frame["message"]["args"].get("text") == 'pods "db-2" already exists'
    ]

    assert [150] == [frame["t"] for frame in play.frames(kind="sigkill", pod="db-2")]
    assert 1 == len(made)
    assert 1 == len(lost)
    assert lost[0]["t"] == pytest.approx(150, abs=3)
    assert {made[0]["who"], lost[0]["who"]} == {"statefulset-controller", "statefulset-controller (2)"}


def test_without_its_controller_it_ends_in_order_and_is_made_only_at_600() -> None:
    play = played(gallery("chaos-controller"))

    assert [150] == [frame["t"] for frame in play.frames(kind="sigkill", pod="db-2")]
    assert play.gone_at("db-2") == pytest.approx(150, abs=3)
    assert not play.exists(play.until(599), "db-2")
    assert play.bound_at("db-2") == pytest.approx(600, abs=3)
