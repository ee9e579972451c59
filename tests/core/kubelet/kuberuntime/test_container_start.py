"""Images are pulled, containers are created, postStart hooks run."""

from __future__ import annotations

from scheduler_core.objects.manifest import find
from tests.core.kubelet.runtimes import Played, make_pod

APP = {"name": "app", "image": "app:1"}


def test_a_post_start_hook_holds_back_the_status_and_the_next_container() -> None:
    hook = {"postStart": {"exec": {"command": ["sh", "-c", "sleep 4"]}}}
    pod = make_pod({**APP, "lifecycle": hook}, {"name": "web", "image": "w"})

    play = Played(pod).until(3)
    waiting = find(play.container("app"), "state", "waiting", "reason")
    play.until(100)

    assert "ContainerCreating" == waiting
    assert [(1.0, "started", "app"), (5.0, "started", "app"), (5.0, "started", "web")] == play.happenings
    assert "Running" == play.word()


def test_a_failing_post_start_hook_kills_its_container() -> None:
    hook = {"postStart": {"httpGet": {"port": 80}}}
    pod = make_pod({**APP, "lifecycle": hook}, annotations={"podium/post-start-takes": "2 fails"})

    play = Played(pod).until(3)

    assert (3.0, "FailedPostStartHook", "PostStartHook failed") in play.events


def test_an_image_is_pulled_before_its_container_is_created() -> None:
    play = Played(make_pod(annotations={"podium/pull-takes": "3"})).until(100)

    assert [
        (0.0, "Pulling", 'Pulling image "app:1"'),
        (3.0, "Pulled", 'Successfully pulled image "app:1" in 3s (3s including waiting)'),
        (4.0, "Created", "Created container: app"),
        (4.0, "Started", "Started container app"),
    ] == play.events


def test_an_image_that_no_registry_has_is_tried_again_with_growing_waits() -> None:
    play = Played(make_pod(annotations={"podium/pull-takes": "fails"})).until(35)

    tries = [second for second, reason, _ in play.events if reason == "Pulling"]
    assert [0.0, 10.0, 30.0] == tries
    assert ["ErrImagePull", "ImagePullBackOff", "ErrImagePull"] == [word for _, word in play.words[1:4]]
    assert "Pending" == play.phase()
