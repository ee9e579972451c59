"""D16: while a node reboots its pods are still called Ready; afterwards their containers have exited."""

from __future__ import annotations

from typing import Any

from tests.core.pets import said
from tests.core.playing import Play, gallery, played

SLUG = "reboot"


def ready(play: Play, seconds: float, name: str) -> str:
    condition = play.condition(play.until(seconds), name, "Ready")
    return "" if condition is None else str(condition["status"])


def node_events(play: Play) -> list[tuple[str, str]]:
    found: Any = play.questions.events(play.recording.head_seq, "n1")
    return [(event["type"], event["reason"]) for event in found]


def test_while_the_node_is_off_both_pods_are_called_ready_without_a_process() -> None:
    play = Play(gallery(SLUG))

    assert ("True", "True") == (ready(play, 20, "web"), ready(play, 20, "batch"))
    assert [] == play.processes(play.until(20))["n1"]


def test_the_reboot_makes_web_unready_at_once_and_it_is_ready_after_its_start() -> None:
    play = Play(gallery(SLUG))

    assert ("False", "True") == (ready(play, 30, "web"), ready(play, 35, "web"))
    assert ["default/web"] == play.processes(play.until(35))["n1"]


def test_the_pod_that_is_never_restarted_has_failed_with_255() -> None:
    play = played(gallery(SLUG))
    last = play.manifest(play.recording.head_seq, "batch")["status"]

    assert "Failed" == last["phase"]
    assert [255] == [each["state"]["terminated"]["exitCode"] for each in last["containerStatuses"]]


def test_the_node_tells_of_its_reboot_and_is_never_found_silent() -> None:
    play = played(gallery(SLUG))

    assert {("Normal", "Starting"), ("Warning", "Rebooted")} <= set(node_events(play))
    assert [] == said(play, "nodes.silent")


def test_a_kubelet_restart_without_a_reboot_leaves_both_pods_alone() -> None:
    inputs = [
        {"at": 10, "kind": "crash", "component": "kubelet/n1"},
        {"at": 30, "kind": "start", "component": "kubelet/n1"},
    ]
    play = played(gallery(SLUG), inputs)

    assert [] == [frame for frame in play.frames() if frame["kind"] in ("exit", "start")]
    assert ("Warning", "Rebooted") not in node_events(play)
