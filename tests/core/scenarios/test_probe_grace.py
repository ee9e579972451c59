"""E03: a probe that fails kills its container within its own grace; a deletion outranks it."""

from __future__ import annotations

from typing import Any

from tests.core.playing import Play, apply, delete, gallery, named, played

SLUG = "probe-grace"
FAILS = {"at": 0, "kind": "behave", "pod": "default/app", "liveness": False}


def seconds(play: Play) -> list[tuple[str, float]]:
    return [
        (frame["kind"], frame["t"])
        for frame in play.frames()
        if frame["kind"] in ("sigterm", "sigkill", "start", "removed")
    ]


def texts(play: Play, reason: str) -> list[str]:
    return [event["message"] for event in play.events(play.until_quiet(), "app", reason)]


def status(play: Play) -> dict[str, Any]:
    found: dict[str, Any] = play.manifest(play.until_quiet(), "app")["status"]["containerStatuses"][0]
    return found


def test_a_failed_liveness_probe_kills_after_its_own_ten_seconds_and_the_container_is_restarted_at_once() -> (
    None
):
    play = played(gallery(SLUG))

    assert [("sigterm", 0), ("sigkill", 10), ("start", 10)] == seconds(play)
    assert ["Container app failed liveness probe, will be restarted"] == texts(play, "Killing")
    assert 1 == status(play)["restartCount"]
    assert 137 == status(play)["lastState"]["terminated"]["exitCode"]
    assert not play.terminating(play.until_quiet(), "app")


def test_a_failed_startup_probe_kills_after_its_own_five_seconds() -> None:
    documents = gallery(SLUG)
    pod = named(documents, "app")
    documents.remove(pod)
    pod.pop("status")
    fresh = apply(0, pod)

    play = played(documents, [fresh, {**FAILS, "liveness": True, "startup": False}])

    assert [("start", 0), ("start", 1), ("sigterm", 1), ("sigkill", 6), ("start", 6)] == seconds(play)
    assert ["Container app failed startup probe, will be restarted"] == texts(play, "Killing")
    assert 1 == status(play)["restartCount"]
    assert not play.terminating(play.until_quiet(), "app")


def test_without_values_of_their_own_the_pods_sixty_seconds_count() -> None:
    documents = gallery(SLUG)
    container = named(documents, "app")["spec"]["containers"][0]
    for probe in ("livenessProbe", "startupProbe"):
        container[probe].pop("terminationGracePeriodSeconds")

    assert [("sigterm", 0), ("sigkill", 60), ("start", 60)] == seconds(played(documents))


def test_a_deletion_with_twenty_seconds_outranks_them_all_and_nothing_is_restarted() -> None:
    play = played(gallery(SLUG), [delete(0, "app", gracePeriodSeconds=20), {**FAILS, "at": 1}])

    assert [("sigterm", 0), ("sigkill", 20), ("removed", 21)] == seconds(play)
    assert ["Stopping container app"] == [
        event["message"] for event in play.events(play.until(19), "app", "Killing")
    ]
    assert not play.frames(kind="probe")
    assert 20 == play.manifest(play.until(2), "app")["metadata"]["deletionGracePeriodSeconds"]
    assert not play.exists(play.until_quiet(), "app")
