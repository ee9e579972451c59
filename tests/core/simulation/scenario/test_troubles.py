"""The stuck objects of a dump: what keeps each so, since when, and the input that lets it go."""

from __future__ import annotations

import pytest

from scheduler_core import parse_input
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.simulation.scenario.troubles import Trouble, troubles
from tests.builders import pod
from tests.core.builders import claim
from tests.core.dumps.builders import ago, dump, found_pod, lost, ready_node, running, waiting
from tests.core.dumps.stuck_pods import CREATING, INIT_RUNS, KILL_HANGS, NO_IMAGE, NO_SECRET, NOT_READY
from tests.core.play import scenario_from

GATED = pod("p", schedulingGates=[{"name": "example.com/quota"}])
QUEUED = pod("p", schedulingGates=[{"name": "kueue.x-k8s.io/admission"}])
CLOSED = found_pod("p", "n", ready="False", readinessGates=[{"conditionType": "example.com/lb"}])
CLOSED["status"]["conditions"][1]["reason"] = "ReadinessGatesNotReady"
HELD = found_pod("p", "n", phase="Succeeded", deleted=50, metadata={"finalizers": ["example.com/a"]})


def of(*objects: dict[str, object]) -> list[Trouble]:
    return list(troubles(scenario_from(dump(ready_node("n"), *objects))))


@pytest.mark.parametrize(
    ("stuck", "cause", "since"),
    [
        (lost("gone", 200), "silent_node", 260),
        (ready_node("m", ready="False", since=90), "unready_node", 90),
        (NOT_READY, "not_ready", 7_190),
        (INIT_RUNS, "init_runs", 4_000),
        (NO_IMAGE, "image", 100),
        (NO_SECRET, "waits", 7_200),
        (CREATING, "creating", 7_200),
        (KILL_HANGS, "kill_hangs", 840),
        (HELD, "finalizers", 50),
        (GATED, "scheduling_gates", None),
        (QUEUED, "queue_gates", None),
        (pod("p", schedulerName="volcano"), "other_scheduler", None),
        (CLOSED, "readiness_gates", None),
    ],
)
def test_each_stuck_object_has_its_cause_its_time_and_what_lets_it_go(
    stuck: dict[str, object], cause: str, since: float | None
) -> None:
    (trouble,) = of(stuck)
    gates = cause in ("scheduling_gates", "queue_gates", "other_scheduler")

    assert (cause, "" if since is None else ago(since)) == (trouble.cause, trouble.since)
    assert gates == (trouble.input is None)
    assert trouble.input is None or isinstance(parse_input(trouble.input), Untimed)


def test_a_deleted_pod_on_a_silent_node_is_told_apart_and_healthy_objects_are_not_named() -> None:
    deleted = found_pod("late", "gone", deleted=150)
    rows = of(lost("gone", 200), deleted, found_pod("well", "n"))

    assert [("Node", "gone", "silent_node"), ("Pod", "default/late", "silent")] == [
        (row.kind, row.key, row.cause) for row in rows
    ]


def test_a_crash_loop_names_its_exit_code() -> None:
    loops = waiting("app", "CrashLoopBackOff", restartCount=5)
    (trouble,) = of(found_pod("p", "n", [loops, running("proxy", 10)], ready="False"))

    assert ("crash_loop", 5) == (trouble.cause, trouble.args["restarts"])


def test_a_pod_waits_for_the_volume_that_a_pod_of_another_node_uses() -> None:
    volumes = [{"name": "v", "persistentVolumeClaim": {"claimName": "c"}}]
    user = found_pod("user", "m", volumes=volumes)
    new = found_pod(
        "new", "n", [waiting("app", "ContainerCreating")], phase="Pending", ready="False", volumes=volumes
    )
    (trouble,) = of(ready_node("m"), claim("c"), user, new)

    assert ("default/new", "volume_taken", "default/user", "m") == (
        trouble.key,
        trouble.cause,
        trouble.args["pod"],
        trouble.args["node"],
    )
    assert trouble.input is None
