"""What a kubelet does with a resize: it gives the resources, defers them, or says that it never can."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver import ServerOptions
from scheduler_core.objects.manifest import find
from scheduler_core.objects.releases.releases import release
from tests.core.kubelet.nodes import OneNode


def container(cpu: str, **more: Any) -> dict[str, Any]:
    return {"name": "app", "image": "app:1", "resources": {"requests": {"cpu": cpu}}, **more}


def playing(version: str = "1.36") -> OneNode:
    play = OneNode(release=release(version))
    play.api.options = ServerOptions(default_tolerations=False, release=release(version))
    return play


def resize(play: OneNode, name: str, cpu: str, **more: Any) -> None:
    document: Any = {"metadata": {"name": name}, "spec": {"containers": [container(cpu, **more)]}}
    play.do(lambda api, now: api.resize(f"default/{name}", document))
    play.play(play.now_ms / 1000)


def condition(play: OneNode, name: str, kind: str) -> tuple[str, str] | None:
    result = play.api.pods[f"default/{name}"].status.condition(kind)
    return None if result is None else (result.reason, result.message)


def cpu_in_status(play: OneNode, name: str) -> tuple[Any, Any]:
    entry = play.api.pods[f"default/{name}"].container_statuses()[0]
    return find(entry, "allocatedResources", "cpu"), find(entry, "resources", "requests", "cpu")


def events(play: OneNode, name: str) -> list[tuple[str, str]]:
    about = play.api.events_about("Pod", f"default/{name}")
    return [(event.type, event.message) for event in about if event.reason.startswith("Resize")]


def test_a_resize_that_fits_is_started_and_completed() -> None:
    play = playing().with_pod("a", container("1"))

    resize(play, "a", "2")
    assert ("", "") == condition(play, "a", "PodResizeInProgress")
    play.play(play.now_ms / 1000 + 2)

    assert None is condition(play, "a", "PodResizeInProgress")
    assert ("2", "2") == cpu_in_status(play, "a")
    text = '{"containers":[{"name":"app","resources":{"requests":{"cpu":"2"}}}],"generation":2}'
    assert [
        ("Normal", f"Pod resize started: {text}"),
        ("Normal", f"Pod resize completed: {text}"),
    ] == events(play, "a")


def test_a_resize_that_does_not_fit_is_deferred_until_another_pod_goes() -> None:
    play = playing().with_pod("a", container("1")).with_pod("b", container("2"))
    lacks = "Node didn't have enough resource: cpu, requested: 3000, used: 2000, capacity: 4000"

    resize(play, "a", "3")

    assert ("Deferred", lacks) == condition(play, "a", "PodResizePending")
    assert ("1", "1") == cpu_in_status(play, "a")
    ((kind, words),) = events(play, "a")
    assert "Warning" == kind
    assert words.startswith('Pod resize Deferred: {"containers":[')
    assert words.endswith(f'"generation":2,"error":"{lacks}"}}')

    play.delete("b")
    play.play(play.now_ms / 1000 + 60)

    assert None is condition(play, "a", "PodResizePending")
    assert ("3", "3") == cpu_in_status(play, "a")


def test_a_deferred_resize_holds_no_resources_that_others_ask_for() -> None:
    play = playing().with_pod("a", container("1")).with_pod("b", container("2"))
    resize(play, "a", "3")

    play.with_pod("c", container("1"))

    assert "Running" == play.api.pods["default/c"].status.phase


def test_a_wish_that_is_taken_back_leaves_no_condition() -> None:
    play = playing().with_pod("a", container("1")).with_pod("b", container("2"))
    resize(play, "a", "3")

    resize(play, "a", "1")

    assert None is condition(play, "a", "PodResizePending")
    assert ("1", "1") == cpu_in_status(play, "a")


def test_what_shrinks_comes_first_and_what_does_not_fit_stops_nobody() -> None:
    play = playing()
    for name in ("a", "b", "c"):
        play.with_pod(name, container("1"))
    resize(play, "a", "4")
    resize(play, "b", "2500m")
    assert "Deferred" == (condition(play, "b", "PodResizePending") or ("",))[0]

    resize(play, "c", "500m")
    play.play(play.now_ms / 1000 + 2)

    assert ("500m", "500m") == cpu_in_status(play, "c")
    assert ("2500m", "2500m") == cpu_in_status(play, "b")
    assert "Deferred" == (condition(play, "a", "PodResizePending") or ("",))[0]


def test_before_1_36_the_kubelet_refuses_what_its_node_can_never_give() -> None:
    play = playing("1.35").with_pod("a", container("1"))

    resize(play, "a", "9")

    words = "Node didn't have enough capacity: cpu, requested: 9000, capacity: 4000"
    assert ("Infeasible", words) == condition(play, "a", "PodResizePending")


def test_a_container_restarts_for_a_resource_whose_policy_asks_for_it() -> None:
    policy = {"resizePolicy": [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]}
    play = playing().with_pod("a", container("1", **policy))

    resize(play, "a", "2", **policy)
    play.play(play.now_ms / 1000 + 60)

    entry = play.api.pods["default/a"].container_statuses()[0]
    assert 1 == find(entry, "restartCount")
    assert None is condition(play, "a", "PodResizeInProgress")
    killed = [
        event.message for event in play.api.events_about("Pod", "default/a") if event.reason == "Killing"
    ]
    assert ["Container app resize requires restart"] == killed


def test_a_restarted_kubelet_still_defers_the_resize() -> None:
    play = playing().with_pod("a", container("1")).with_pod("b", container("2"))
    resize(play, "a", "3")

    play.crash()
    play.start()
    play.play(play.now_ms / 1000 + 30)

    assert "Running" == play.api.pods["default/a"].status.phase
    assert ("1", "1") == cpu_in_status(play, "a")
    assert "Deferred" == (condition(play, "a", "PodResizePending") or ("",))[0]


def test_v1_34_reports_the_resources_of_a_container_once_they_change() -> None:
    play = playing("1.34").with_pod("a", container("1"))
    assert (None, None) == cpu_in_status(play, "a")

    resize(play, "a", "2")
    play.play(play.now_ms / 1000 + 2)

    assert ("2", "2") == cpu_in_status(play, "a")
