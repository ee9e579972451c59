"""What a kubelet writes late, because its connection is cut."""

from __future__ import annotations

from scheduler_core.kubelet import Application, Connection
from scheduler_core.objects.manifest import find
from scheduler_core.objects.releases.releases import release
from tests.core.kubelet.nodes import OneNode


def test_a_pod_that_ends_behind_a_partition_shows_its_phase_after_it() -> None:
    play = OneNode(Application(pods=("default/a",), completes_after_ms=30_000, exit_code=3))
    play.with_pod(restartPolicy="Never")
    play.cut()
    play.play(100)
    assert "Running" == play.api.pods["default/a"].status.phase

    play.heal()
    play.play()

    assert (100.0, "update", "kubelet.reports") == play.acts()[-1]
    assert "Failed" == play.api.pods["default/a"].status.phase


def test_who_only_cannot_speak_still_obeys() -> None:
    play = OneNode().with_pod()
    play.link(Connection(speaks=False))
    play.delete("a", grace_period_seconds=5)
    play.play(100)
    assert [(10.0, "sigterm"), (15.0, "sigkill"), (16.0, "exit")] == play.kinds()
    assert ["default/a"] == list(play.api.pods)

    play.heal()
    play.play()

    assert {} == play.api.pods


def test_events_older_than_two_minutes_are_dropped() -> None:
    for silence, reasons in ((60, {"Killing"}), (200, set[str]())):
        play = OneNode().with_pod()
        play.link(Connection(speaks=False))
        play.delete("a", grace_period_seconds=300)
        play.at(10 + silence)
        play.heal()
        play.at(11 + silence)

        message = {event.reason for event in play.api.events_about("Pod", "default/a")} & {"Killing"}

        assert reasons == message


def test_the_status_names_the_generation_that_the_kubelet_has_seen() -> None:
    play = OneNode(release=release("1.36")).with_pod()
    status = play.api.pods["default/a"].status_manifest
    observed = [
        status["observedGeneration"],
        *{find(entry, "observedGeneration") for entry in status["conditions"]},
    ]  # type: ignore[union-attr]
    play.delete("a", grace_period_seconds=30)
    play.play(20)

    assert [1, 1] == observed
    assert 2 == play.api.pods["default/a"].status_manifest["observedGeneration"]
