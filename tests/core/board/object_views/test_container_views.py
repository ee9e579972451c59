"""What the board is told of containers that are not ordinary."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.object_views.container_views import init_progress, unusual_containers
from scheduler_core.objects import Pod
from scheduler_core.objects.scalars.times import parse_time

EPOCH_MS = parse_time("2030-01-01T00:00:00Z") or 0
RUNNING = {"running": {"startedAt": "2030-01-01T00:00:01Z"}}
ENDED = {"terminated": {"exitCode": 3, "finishedAt": "2030-01-01T00:00:20Z"}}


def waits(message: str) -> dict[str, Any]:
    return {"waiting": {"reason": "CrashLoopBackOff", "message": message}}


def viewed(state: dict[str, Any], **more: Any) -> list[Any]:
    status: dict[str, Any] = {
        "name": "app",
        "ready": "running" in state,
        "restartCount": 0,
        "state": state,
    } | more
    pod = Pod.parse(
        {
            "metadata": {"name": "x", "namespace": "default"},
            "spec": {"containers": [{"name": "app", "image": "a"}]},
            "status": {"phase": "Running", "containerStatuses": [status]},
        }
    )
    return unusual_containers(pod, EPOCH_MS)


def test_a_pod_whose_containers_all_run_needs_no_words() -> None:
    assert [] == viewed(RUNNING)


def test_a_crashed_container_says_from_when_to_when_it_waits() -> None:
    state = waits("back-off 1m20s restarting failed container=app pod=x_default(1)")

    (result,) = viewed(state, restartCount=4, lastState=ENDED)

    assert {"from": 20, "to": 100} == result["backoff"]
    assert ("waiting", "CrashLoopBackOff", 4) == (result["state"], result["reason"], result["restarts"])


@pytest.mark.parametrize("message", ["back-off soon", "back-off", "back-off  40s", "something else"])
def test_a_status_that_somebody_wrote_does_not_count_down(message: str) -> None:
    (result,) = viewed(waits(message), lastState=ENDED)

    assert result["backoff"] is None


def test_a_back_off_without_an_end_before_it_does_not_count_down() -> None:
    (result,) = viewed(waits("back-off 40s restarting failed container=app"))

    assert result["backoff"] is None


def of_kind(
    name: str, kind: str, state: dict[str, Any], *, ready: bool = False, sidecar: bool = False
) -> Any:
    """The view of a pod's only container."""
    container: dict[str, Any] = {"name": name, "image": "a"}
    if sidecar:
        container["restartPolicy"] = "Always"
    field = "initContainers" if kind == "init" else "containers"
    statuses = "initContainerStatuses" if kind == "init" else "containerStatuses"
    status = {"name": name, "ready": ready, "restartCount": 1, "state": state}
    pod = Pod.parse(
        {
            "metadata": {"name": "x", "namespace": "default"},
            "spec": {field: [container]},
            "status": {"phase": "Running", statuses: [status]},
        }
    )
    (result,) = unusual_containers(pod, EPOCH_MS)
    return result


@pytest.mark.parametrize(
    ("kind", "state", "ready", "standing"),
    [
        ("regular", RUNNING, True, "up"),
        ("regular", RUNNING, False, "on"),
        ("init", RUNNING, True, "on"),
        ("init", {"terminated": {"reason": "Completed"}}, False, "done"),
        ("regular", {"terminated": {"reason": "Error"}}, False, "bad"),
        ("regular", {"waiting": {"reason": "CrashLoopBackOff"}}, False, "crash"),
        ("regular", {"waiting": {"reason": "ImagePullBackOff"}}, False, "crash"),
        ("regular", {"waiting": {"reason": "PodInitializing"}}, False, "wait"),
    ],
)
def test_a_container_stands_as_its_state_and_its_readiness_say(
    kind: str, state: dict[str, Any], ready: bool, standing: str
) -> None:
    assert standing == of_kind("app", kind, state, ready=ready)["standing"]


def test_a_sidecar_that_is_ready_is_up() -> None:
    result = of_kind("proxy", "init", RUNNING, ready=True, sidecar=True)

    assert ("sidecar", "up") == (result["kind"], result["standing"])


def test_init_containers_are_through_when_they_completed_and_sidecars_when_they_run() -> None:
    done = of_kind("one", "init", {"terminated": {"reason": "Completed"}})
    proxy = of_kind("proxy", "init", RUNNING, sidecar=True)
    waits_still = of_kind("two", "init", {"waiting": {"reason": "PodInitializing"}})
    app = of_kind("app", "regular", {"waiting": {"reason": "PodInitializing"}})

    assert {"done": 2, "all": 3} == init_progress([done, proxy, waits_still, app])
    assert init_progress([app]) is None
