"""Whatever a pod is made of and whatever happens to it: promises its containers keep."""

from __future__ import annotations

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scheduler_core.kubelet.application.behaviour import Application, HookBehaviour, Window
from scheduler_core.kubelet.application.pod_behaviour import BehaviourChange, behaviours_of
from scheduler_core.kubelet.kuberuntime import pod_start, pod_sync, pod_termination, pod_updates
from scheduler_core.kubelet.status_manager.pod_status import status_of_runtime
from scheduler_core.kubelet.termination.timeline import pod_timeline
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from tests.core.kubelet.runtimes import make_pod, stamp

ORDER = {"Pending": 0, "Running": 1, "Succeeded": 2, "Failed": 2}

probes = st.fixed_dictionaries(
    {"httpGet": st.just({"port": 80})},
    optional={
        "initialDelaySeconds": st.integers(0, 5),
        "periodSeconds": st.integers(1, 7),
        "failureThreshold": st.integers(1, 4),
    },
)
containers = st.fixed_dictionaries(
    {"image": st.just("i")},
    optional={
        "livenessProbe": probes,
        "readinessProbe": probes,
        "startupProbe": probes,
        "lifecycle": st.just({"preStop": {"httpGet": {"port": 1}}, "postStart": {"httpGet": {"port": 1}}}),
    },
)
windows = st.lists(st.integers(0, 60).map(lambda at: Window(at * 1000, (at + 9) * 1000)), max_size=2).map(
    tuple
)
rules = st.builds(
    Application,
    pods=st.just(("default/a",)),
    starts_after_ms=st.integers(0, 3_000),
    ready_after_ms=st.integers(0, 8_000),
    exits_after_sigterm_ms=st.none() | st.integers(0, 40_000),
    completes_after_ms=st.none() | st.integers(0, 30_000),
    exit_code=st.integers(0, 2),
    crashes_at_ms=st.lists(st.integers(0, 60_000), max_size=3).map(lambda at: tuple(sorted(at))),
    pre_stop=st.none() | st.builds(HookBehaviour, st.none() | st.integers(0, 40_000), st.booleans()),
    post_start=st.none() | st.builds(HookBehaviour, st.none() | st.integers(0, 9_000), st.booleans()),
    pull_ms=st.sampled_from([0, 0, 2_000, None]),
    startup_fails=windows,
    liveness_fails=windows,
    readiness_fails=windows,
)


@st.composite
def pods(draw: st.DrawFn) -> Pod:
    regular = [
        {"name": f"r{place}", **item}
        for place, item in enumerate(draw(st.lists(containers, min_size=1, max_size=3)))
    ]
    init: list[Json] = []
    for place in range(draw(st.integers(0, 3))):
        if draw(st.booleans()):
            init.append({"name": f"s{place}", "restartPolicy": "Always", **draw(containers)})
        else:
            init.append({"name": f"i{place}", "image": "i"})
    policy = draw(st.sampled_from(["Always", "OnFailure", "Never"]))
    return make_pod(*regular, init=init, restartPolicy=policy)


@settings(phases=[Phase.generate])
@given(pods(), st.lists(rules, min_size=1, max_size=2), st.data())
def test_phases_go_forward_and_restarts_only_rise(
    pod: Pod, rules_: list[Application], data: st.DataObject
) -> None:
    runtime = pod_start.begin(pod, behaviours_of(pod, rules_), 0)
    phase, restarts, now_ms, changes = "Pending", [0] * len(runtime.runs), 0, []

    for _ in range(60):
        if runtime.due_ms is None:
            break
        assert runtime.due_ms >= now_ms
        now_ms = runtime.due_ms
        before = runtime
        runtime, happened = pod_sync.advance(runtime, now_ms)
        assert runtime != before or happened
        if data.draw(st.integers(0, 9)) == 0:
            changes.append(
                BehaviourChange(now_ms, None, {data.draw(st.sampled_from(["liveness", "readiness"])): False})
            )
            runtime = pod_updates.behaviours_changed(runtime, behaviours_of(pod, rules_, changes), now_ms)
        written = status_of_runtime(runtime, stamp)
        assert ORDER[phase] <= ORDER[str(written.changes["phase"])]
        phase = str(written.changes["phase"])
        counted = [run.restarts for run in runtime.runs]
        assert all(one <= other for one, other in zip(restarts, counted, strict=True))
        restarts = counted
        ready = {one["type"]: one["status"] for one in written.conditions}
        assert ready["Ready"] == "False" or (ready["ContainersReady"] == "True" and phase == "Running")
        assert runtime.over is (phase in ("Succeeded", "Failed"))
        # Who is due now again is so a bounded number of times.
        assert happened or runtime.due_ms is None or runtime.due_ms >= now_ms

    dying = pod_termination.dying(runtime, now_ms)
    assert {one.name for one in dying if one.running} == set(runtime.running)
    stopped = pod_termination.stop(runtime)
    for step in pod_timeline(dying, 30).steps:
        if step.kind in ("exited", "SIGKILL"):
            stopped = pod_termination.ended(stopped, step.container, 0, now_ms + step.at_ms)
    final = status_of_runtime(stopped, stamp, terminal=True).changes["phase"]

    assert () == stopped.running
    assert None is stopped.due_ms
    assert final in ("Succeeded", "Failed")


@given(pods(), rules)
def test_a_lost_kubelet_or_a_power_cut_ends_in_a_pod_that_goes_on(pod: Pod, rule: Application) -> None:
    runtime = pod_start.begin(pod, behaviours_of(pod, (rule,)), 0)
    for _ in range(8):
        if runtime.due_ms is not None:
            runtime, _ = pod_sync.advance(runtime, runtime.due_ms)
    now_ms = (runtime.due_ms or 0) + 50_000
    alone, _ = pod_termination.exited_alone(runtime, now_ms)

    for after in (pod_start.resumed(alone, now_ms), pod_start.rebooted(runtime, now_ms)):
        assert after.due_ms is None or after.due_ms >= now_ms
        assert not after.stopping
        for _ in range(30):
            if after.due_ms is None:
                break
            after, _ = pod_sync.advance(after, after.due_ms)
