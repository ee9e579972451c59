"""Phase and conditions, as upstream's `getPhase` and `generate.go` derive them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubelet.application.pod_behaviour import DEFAULT_BEHAVIOURS
from scheduler_core.kubelet.kuberuntime import pod_termination, pod_updates
from scheduler_core.kubelet.kuberuntime.containers import plans_of
from scheduler_core.kubelet.status_manager.pod_status import creating, get_phase, running, status_of_runtime
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.pod import Pod
from tests.builders import node
from tests.builders import pod as pod_on
from tests.core.kubelet.runtimes import Played, make_pod, stamp
from tests.core.play import Play, header

UP: Json = {"running": {}}
FINE: Json = {"terminated": {"exitCode": 0}}
BAD: Json = {"terminated": {"exitCode": 1}}
WAITS: Json = {"waiting": {}}
BACK_OFF: Json = {"waiting": {"reason": "CrashLoopBackOff"}}


def phase(policy: str, *states: Json, init: tuple[Json, ...] = (), terminal: bool = False) -> str:
    """`states` of regular containers; `init` those of init containers, in front of them. A state may bring the
    kind and more fields: `("sidecar", state, {…})`.
    """
    init_entries, entries = [], []
    for place, given in enumerate((*init, *states)):
        fields: dict[str, Json] = {}
        sidecar = False
        if isinstance(given, tuple):
            sidecar, given, fields = given[0] == "sidecar", given[1], dict(given[2])
        name = f"c{place}"
        if place < len(init):
            init_entries.append(
                {"name": name, "image": "i", **({"restartPolicy": "Always"} if sidecar else {})}
            )
        entries.append({"name": name, "state": given, **fields})
    regular = [{"name": f"c{len(init) + place}", "image": "i"} for place in range(len(states))]
    pod = make_pod(*regular, init=init_entries, restartPolicy=policy)
    plans = plans_of(pod, DEFAULT_BEHAVIOURS)
    return get_phase(policy, list(zip(plans, entries, strict=True)), terminal=terminal)


RAN: dict[str, Json] = {"lastState": BAD}
STARTED: dict[str, Json] = {"started": True}


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("Pending", phase("Always", WAITS)),
        ("Pending", phase("Always", UP, WAITS)),
        ("Running", phase("Always", UP, UP)),
        ("Running", phase("Always", UP, FINE)),
        ("Running", phase("Always", FINE)),
        ("Succeeded", phase("OnFailure", FINE, FINE)),
        ("Running", phase("OnFailure", FINE, BAD)),
        ("Succeeded", phase("Never", FINE)),
        ("Failed", phase("Never", FINE, BAD)),
        ("Running", phase("Never", UP, BAD)),
        # One that waits for its restart has run.
        ("Running", phase("Always", ("regular", BACK_OFF, RAN))),
        ("Pending", phase("Always", WAITS, init=(UP,))),
        ("Pending", phase("Always", WAITS, init=(BAD,))),
        ("Pending", phase("Always", WAITS, init=(("init", BACK_OFF, RAN),))),
        ("Failed", phase("Never", WAITS, init=(BAD,))),
        ("Pending", phase("Always", WAITS, init=(("sidecar", UP, {"started": False}),))),
        ("Running", phase("Always", UP, init=(("sidecar", UP, STARTED),))),
        # A sidecar that restarts does not send its pod back.
        ("Running", phase("Always", UP, init=(("sidecar", BACK_OFF, RAN),))),
        ("Running", phase("Never", FINE, init=(("sidecar", UP, STARTED),))),
        ("Succeeded", phase("Never", FINE, init=(("sidecar", FINE, {}),))),
        # Ended for good, the policy has no say.
        ("Succeeded", phase("Always", FINE, terminal=True)),
        ("Failed", phase("Always", FINE, BAD, terminal=True)),
    ],
)
def test_the_phase_follows_the_containers(expected: str, got: str) -> None:
    assert expected == got


def killed(play: Played) -> dict[str, str]:
    """Container → the reason of its end or wait in the final status of a pod whose processes are killed now."""
    runtime = pod_termination.stop(play.runtime)
    for name in runtime.running:
        runtime = pod_termination.ended(runtime, name, 137, play.now_ms)
    changes = status_of_runtime(runtime, stamp, terminal=True).changes
    assert "Failed" == changes["phase"]
    entries = [*items(changes.get("initContainerStatuses")), *items(changes["containerStatuses"])]
    return {
        text(find(entry, "name")): text(find(entry, "state", state, "reason"))
        for entry in entries
        for state in ("waiting", "terminated")
        if find(entry, "state", state) is not None
    }


INIT: list[Json] = [{"name": name, "image": "i", "command": ["sleep", "20"]} for name in ("first", "second")]


def test_containers_that_a_killed_pod_never_reached_still_wait_in_its_final_status() -> None:
    begun = Played(make_pod(init=INIT)).until(5)

    assert {"first": "Error", "second": "PodInitializing", "app": "PodInitializing"} == killed(begun)


def test_a_pod_killed_before_anything_started_has_failed_in_its_first_container() -> None:
    reason = "ContainerStatusUnknown"

    assert {"app": reason} == killed(Played(make_pod()))
    assert {"first": reason, "second": "PodInitializing", "app": "PodInitializing"} == killed(
        Played(make_pod(init=INIT))
    )


def test_a_container_lost_after_the_init_containers_had_ended_counts_as_failed() -> None:
    pulls = Played(make_pod(init=INIT[:1], annotations={"podium/app.pull-takes": "fails"})).until(30)

    assert {"first": "Completed", "app": "ContainerStatusUnknown"} == killed(pulls)


def test_a_pod_just_seen_waits_with_all_its_conditions_false() -> None:
    write = creating(make_pod(init=[{"name": "setup", "image": "i"}]), "now")

    assert {"phase": "Pending", "startTime": "now"} == {
        key: write.changes[key] for key in ("phase", "startTime")
    }
    assert {"waiting": {"reason": "PodInitializing"}} == find(write.changes, "containerStatuses", 0, "state")
    by_name = {
        one["type"]: (one["status"], one.get("reason"), one.get("message")) for one in write.conditions
    }
    unready = ("False", "ContainersNotReady", "containers with unready status: [app]")
    incomplete = "containers with incomplete status: [setup]"
    assert {
        "PodReadyToStartContainers": ("False", None, None),
        "Initialized": ("False", "ContainersNotInitialized", incomplete),
        "Ready": unready,
        "ContainersReady": unready,
        "PodScheduled": ("True", None, None),
    } == by_name


def test_regular_containers_are_listed_by_name_and_init_containers_as_declared() -> None:
    names = [{"name": name, "image": "i"} for name in ("web", "app")]
    inits = [{"name": name, "image": "i"} for name in ("second", "first")]

    changes = running(make_pod(*names, init=inits), "now").changes

    assert ["app", "web"] == [find(one, "name") for one in changes["containerStatuses"]]  # type: ignore[union-attr]
    assert ["second", "first"] == [find(one, "name") for one in changes["initContainerStatuses"]]  # type: ignore[union-attr]


def test_a_container_that_ran_before_the_scenario_keeps_its_start_to_the_end() -> None:
    pod = pod_on("x", on="n1")
    pod["metadata"]["annotations"] = {"podium/readiness-fails-at": "5-10", "podium/crashes-at": "20"}
    play = Play([header(), node("n1"), pod])

    def state(seconds: float) -> Any:
        return play.manifest(play.until(seconds), "x")["status"]["containerStatuses"][0]

    since = "2029-12-31T23:00:01Z"
    assert since == state(7)["state"]["running"]["startedAt"]
    assert since == state(25)["lastState"]["terminated"]["startedAt"]
    assert "2030-01-01T00:00:20Z" == state(25)["state"]["running"]["startedAt"]


def test_readiness_gates_hold_back_ready_but_not_containers_ready() -> None:
    play = Played(make_pod(readinessGates=[{"conditionType": "example.com/lb"}])).until(5)

    message = 'corresponding condition of pod readiness gate "example.com/lb" does not exist.'
    assert ("False", "ReadinessGatesNotReady", message) == play.condition("Ready")
    assert "True" == play.condition("ContainersReady")[0]

    condition = {"type": "example.com/lb", "status": "True"}
    play.pod = Pod.parse({**play.pod.manifest, "status": {"conditions": [condition]}})
    play.runtime = pod_updates.object_changed(play.runtime, play.pod, 5_000)

    assert "True" == play.condition("Ready")[0]
