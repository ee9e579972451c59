"""An image is pulled once for each node, unless its policy says Always."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet import Application
from scheduler_core.kubelet.kuberuntime.containers import full_name, pull_policy
from scheduler_core.objects.manifest import Json
from tests.core.kubelet.nodes import OneNode, node_manifest
from tests.core.kubelet.runtimes import Played, make_pod

SLOW = Application(pods=("default/a", "default/b", "default/c"), pull_ms=5_000)
PRESENT = 'Container image "example/app:1" already present on machine'


def pulls(play: OneNode, name: str) -> list[str]:
    reasons = ("Pulling", "Pulled")
    return [one.message for one in play.api.events_about("Pod", f"default/{name}") if one.reason in reasons]


@pytest.mark.parametrize(
    ("image", "full", "policy"),
    [
        ("app", "app:latest", "Always"),
        ("app:latest", "app:latest", "Always"),
        ("app:1", "app:1", "IfNotPresent"),
        ("host:5000/app", "host:5000/app:latest", "Always"),
        ("host:5000/app:2", "host:5000/app:2", "IfNotPresent"),
    ],
)
def test_the_tag_decides_the_policy(image: str, full: str, policy: str) -> None:
    assert (full, policy) == (full_name(image), pull_policy({"image": image}))
    assert "Never" == pull_policy({"image": image, "imagePullPolicy": "Never"})


def test_a_second_pod_finds_the_image_of_the_first() -> None:
    play = OneNode(SLOW).with_pod("a").with_pod("b")

    assert [
        'Pulling image "example/app:1"',
        'Successfully pulled image "example/app:1" in 5s (5s including waiting)',
    ] == pulls(play, "a")
    assert [PRESENT] == pulls(play, "b")


def test_the_image_stays_when_the_pod_is_gone_and_after_a_restart_and_a_reboot() -> None:
    play = OneNode(SLOW).with_pod("a")
    play.delete("a", force=True)
    play.at(30).with_pod("b")
    assert [PRESENT] == pulls(play, "b")

    play.delete("b", force=True)
    play.at(60).crash()
    play.start()
    play.power(False)
    play.at(70).power(True)
    play.with_pod("c")
    assert [PRESENT] == pulls(play, "c")


def test_with_the_policy_always_it_is_pulled_each_time() -> None:
    always = {"name": "app", "image": "app:1", "imagePullPolicy": "Always"}
    play = OneNode(SLOW).with_pod("a", always).with_pod("b", always)

    assert pulls(play, "a") == pulls(play, "b")


def test_an_image_in_the_status_of_the_node_is_there() -> None:
    node = node_manifest()
    node["status"]["images"] = [{"names": ["example/app:1"], "sizeBytes": 1}]  # type: ignore[index, call-overload]
    play = OneNode(SLOW, node=node).with_pod("a")

    assert [PRESENT] == pulls(play, "a")


def test_two_containers_of_a_pod_share_one_pull() -> None:
    containers: list[Json] = [{"name": name, "image": "app:1"} for name in ("one", "two")]
    play = Played(make_pod(*containers, annotations={"podium/pull-takes": "3"})).until(100)

    assert [("Pulling", 0.0), ("Pulled", 3.0), ("Pulled", 4.0)] == [
        (reason, at) for at, reason, _ in play.events if reason in ("Pulling", "Pulled")
    ]
