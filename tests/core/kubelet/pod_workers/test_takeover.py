"""Pods that a new kubelet process finds on its machine."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet import Application
from scheduler_core.kubelet.types.releases import release
from scheduler_core.objects.manifest import find
from tests.builders import pod
from tests.core.kubelet.nodes import OneNode, exits, hooked, processes


def test_a_new_kubelet_starts_the_termination_over_with_hook_and_full_grace() -> None:
    play = OneNode().with_pod("a", hooked())
    play.delete("a")
    play.at(30)
    play.crash()
    play.at(35)
    assert [(10.0, "prestop"), (15.0, "sigterm")] == play.kinds()
    assert [("a", "terminating")] == processes(play.api, play.host)

    play.start()
    play.play()

    assert [
        (35.0, "prestop"),
        (40.0, "sigterm"),
        (65.0, "sigkill"),
        (66.0, "removed"),
    ] == play.kinds()[2:]


def test_a_process_on_its_way_out_ends_during_the_second_hook() -> None:
    play = OneNode(exits(12)).with_pod("a", hooked())
    play.delete("a")
    play.at(18)
    play.crash()
    play.at(25)

    play.start()
    play.play()

    assert [(25.0, "prestop"), (27.0, "exit"), (28.0, "removed")] == play.kinds()[2:]


def test_containers_run_on_without_a_kubelet_and_it_takes_them_over() -> None:
    play = OneNode().with_pod()
    play.crash()
    play.at(100)
    assert [("a", "running")] == processes(play.api, play.host)

    play.start()
    play.play()

    assert [] == play.told
    assert [("a", "running")] == processes(play.api, play.host)


def test_a_pod_force_deleted_while_its_kubelet_was_away_is_an_orphan() -> None:
    play = OneNode().with_pod("a", hooked())
    play.crash()
    play.delete("a", force=True)
    play.at(100)
    assert [("a!", "running")] == processes(play.api, play.host)

    play.start()
    play.play()

    assert [(100.0, "sigterm"), (102.0, "sigkill"), (103.0, "removed")] == play.kinds()


def test_a_kubelet_that_starts_behind_a_partition_touches_nothing() -> None:
    play = OneNode().with_pod()
    play.cut()
    play.crash()
    play.delete("a", force=True)
    play.at(50)
    play.start()
    play.at(90)
    assert [] == play.told
    assert [("a!", "running")] == processes(play.api, play.host)

    play.heal()
    play.play()

    assert [(90.0, "sigterm"), (92.0, "sigkill"), (93.0, "removed")] == play.kinds()


def test_a_container_that_ended_while_no_kubelet_looked_is_restarted() -> None:
    play = OneNode(Application(pods=("default/a",), completes_after_ms=30_000)).with_pod()
    play.crash()
    play.play(50)
    assert [(31.0, "exit", "kubelet.exited_alone")] == play.acts()

    play.start()
    play.play(51)

    assert [(50.0, "start")] == play.kinds()[1:]
    assert 1 == find(play.api.pods["default/a"].manifest, "status", "containerStatuses", 0, "restartCount")


@pytest.mark.parametrize(
    ("version", "dies"), [("1.34", 12.0), ("1.31", 12.0), ("1.30", 40.0), ("1.22", 40.0)]
)
def test_a_healthy_kubelet_gives_a_force_deleted_pod_what_its_release_gives(
    version: str, dies: float
) -> None:
    play = OneNode(release=release(version)).with_pod()

    play.delete("a", force=True)
    play.play()

    assert [(10.0, "sigterm"), (dies, "sigkill"), (dies + 1, "removed")] == play.kinds()


def test_pods_still_listed_start_anew_when_the_power_is_back() -> None:
    play = OneNode().with_pod("a").with_pod("b")
    play.power(False)
    play.delete("a")
    play.at(60)

    play.power(True)
    play.play()

    assert [(60.0, "removed"), (61.0, "start")] == play.kinds()
    status = find(play.api.pods["default/b"].manifest, "status", "containerStatuses", 0, "restartCount")
    assert (["default/b"], 1) == (list(play.api.pods), status)


def test_what_a_kubelet_saw_behind_a_partition_and_did_not_live_to_tell_its_successor_tells() -> None:
    play = OneNode()
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.cut()
    play.at(20)
    play.crash()
    play.start()
    play.at(30).heal()
    play.play()
    ready = play.api.pods["default/a"].status.condition("Ready")

    assert ready is not None
    assert ("Running", "True") == (play.api.pods["default/a"].status.phase, ready.status)


def test_a_kubelet_that_is_restarted_right_after_its_machine_starts_what_ran_before() -> None:
    play = OneNode().with_pod()
    play.power(False)
    play.at(60).power(True)
    play.crash()
    play.start()
    play.play()

    assert [("a", "running")] == processes(play.api, play.host)
