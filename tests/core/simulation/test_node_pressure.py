"""A25, E06, E07 and E08 as scenarios, from their documents to the seconds at which things happen."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem, SourceDocument, parse_input, parse_scenario
from tests.core.play import Play
from tests.core.pressure import MI, node, pressed, running


def uses(at: float, amount: str, pod: str = "") -> dict[str, Any]:
    whom = {"pod": f"default/{pod}"} if pod else {"node": "n1"}
    return {"at": at, "kind": "usage", **whom, "memory": amount}


def status(play: Play, at: float, name: str) -> tuple[str, str]:
    result = play.manifest(play.until(at), name)["status"]
    return result["phase"], result.get("reason", "")


def pressure(play: Play, at: float) -> str:
    node: Any = play.recording.ask("manifest", play.until(at), kind="Node", key="n1")
    return next(
        (
            condition["status"]
            for condition in node["status"]["conditions"]
            if condition["type"] == "MemoryPressure"
        ),
        "",
    )


def taints(play: Play, at: float) -> list[str]:
    node: Any = play.recording.ask("manifest", play.until(at), kind="Node", key="n1")
    return [f"{item['key']}:{item['effect']}" for item in node["spec"].get("taints", ())]


def times(play: Play, kind: str) -> list[tuple[float, str]]:
    return [
        (float(frame["t"]), frame["focus"]["pods"][0].partition("/")[2])
        for frame in play.frames(kind=kind)
        if frame["focus"]["pods"]
    ]


SOFT = {
    "evictionHard": {},
    "evictionSoft": {"memory.available": "500Mi"},
    "evictionSoftGracePeriod": {"memory.available": "30s"},
    "evictionMaxPodGracePeriod": 20,
    "evictionPressureTransitionPeriod": "5m",
}
TAINT = "node.kubernetes.io/memory-pressure:NoSchedule"


def test_a25_a_pod_above_its_request_is_evicted_before_one_without_priority() -> None:
    play = Play(
        [
            pressed(
                {"evictionHard": {"memory.available": "100Mi"}},
                uses(61, "1560Mi", "y"),
                uses(121, "1798Mi"),
            ),
            node("2Gi", system_memory="198Mi"),
            running("x", "200Mi", "300Mi"),
            running("y", "900Mi", "500Mi", priority=1000),
            running("z", "700Mi", "600Mi", priority=10),
        ]
    )
    first: Any = play.recording.snapshot(0)["pressures"]

    assert ["z", "y", "x"] == [place["name"] for place in first[0]["ranking"]]
    assert [100 * MI, -100 * MI] == [first[0]["ranking"][place]["over"] for place in (0, 2)]
    play.until(600)
    assert [(10.0, "z"), (70.0, "y"), (130.0, "x")] == times(play, "evict")
    assert [(12.0, "z"), (72.0, "y"), (132.0, "x")] == times(play, "sigkill")
    assert ("Failed", "Evicted") == status(play, 12, "z")
    message = play.manifest(play.until(140), "x")["status"]["message"]
    assert "The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. " == message
    target = play.condition(play.until(140), "x", "DisruptionTarget")
    assert target is not None
    assert ("True", "TerminationByKubelet", message) == (
        target["status"],
        target["reason"],
        target["message"],
    )


def test_e06_a_soft_eviction_gives_notice() -> None:
    play = Play(
        [
            pressed(SOFT, uses(5, f"{8192 - 400 - 550}Mi")),
            node(),
            running("w", "300Mi", "100Mi", grace=60),
            running("v", "250Mi", "100Mi", grace=60),
        ]
    )

    assert "False" == pressure(play, 19.9)
    assert "True" == pressure(play, 20)
    assert [TAINT] == taints(play, 20.5)
    play.until(600)
    assert [(40.0, "w")] == times(play, "evict")
    assert [(60.0, "w")] == times(play, "sigkill")
    assert ("Running", "") == status(play, 59.9, "w")
    assert ("Failed", "Evicted") == status(play, 60, "w")
    assert ("Running", "") == status(play, 600, "v")
    assert "True" == pressure(play, 339.9)
    assert "False" == pressure(play, 352)
    assert [] == taints(play, 353)
    play.until_quiet()


@pytest.mark.parametrize(("version", "killed"), [("1.23", 60.0), ("1.34", 50.0)])
def test_e06_the_kubelets_maximum_only_shortens(version: str, killed: float) -> None:
    play = Play(
        [
            pressed(SOFT, uses(5, f"{8192 - 700}Mi"), version=version),
            node(),
            running("w", "300Mi", "100Mi", grace=10),
        ]
    )
    play.until(100)

    assert [(killed, "w")] == times(play, "sigkill")


@pytest.mark.parametrize(("version", "killed", "gives_up"), [("1.23", 40.0, [20.0]), ("1.34", 12.0, [])])
def test_e07_a_hard_eviction_ought_to_be_at_once(version: str, killed: float, gives_up: list[float]) -> None:
    configuration = {"evictionHard": {"memory.available": "300Mi"}}
    play = Play(
        [
            pressed(configuration, uses(5, f"{8192 - 550}Mi"), version=version),
            node(),
            running("w", "300Mi", "100Mi"),
        ]
    )
    seq = play.until(100)

    assert [(10.0, "w")] == times(play, "evict")
    assert [(killed, "w")] == times(play, "sigkill")
    results = [frame["t"] for frame in play.frames() if frame["message"]["id"] == "kubelet.exceeded"]
    assert gives_up == results
    assert bool(gives_up) == bool(play.events(seq, "w", "ExceededGracePeriod"))


@pytest.mark.parametrize(("override", "waits"), [(30, 45), (8, 12), (4, 10)])
def test_e08_the_kill_call_waits_for_a_hanging_runtime(override: int, waits: int) -> None:
    configuration = {**SOFT, "evictionMaxPodGracePeriod": override}
    play = Play(
        [
            pressed(configuration, uses(5, f"{8192 - 700}Mi")),
            node(),
            running("w", "300Mi", "100Mi", grace=60, sigkill_takes="never"),
        ]
    )
    seq = play.until(600)

    assert 40.0 == times(play, "evict")[0][0]
    results = [float(frame["t"]) for frame in play.frames() if frame["message"]["id"] == "kubelet.exceeded"]
    assert 40.0 + waits == results[0]
    assert "Container runtime did not kill the pod within specified grace period." in [
        event["message"] for event in play.events(seq, "w", "ExceededGracePeriod")
    ]
    assert ("Running", "") == status(play, 600, "w")


def test_a_shutdown_ends_ordinary_pods_first_and_then_the_machine() -> None:
    configuration = {"shutdownGracePeriod": "30s", "shutdownGracePeriodCriticalPods": "10s"}
    play = Play(
        [
            pressed(configuration, {"at": 5, "kind": "shutdown", "node": "n1"}),
            node(),
            running("ordinary", "0", "1Mi", grace=60),
            running("critical", "0", "1Mi", priority=2_000_000_000, grace=5),
        ]
    )
    seq = play.until(60)

    assert [(25.0, "ordinary"), (30.0, "critical")] == times(play, "sigkill")
    result = play.manifest(seq, "ordinary")["status"]
    assert ("Failed", "Terminated") == (result["phase"], result["reason"])
    assert "Pod was terminated in response to imminent node shutdown." == result["message"]
    machine: Any = play.recording.ask("manifest", play.until(6), kind="Node", key="n1")
    ready = next(condition for condition in machine["status"]["conditions"] if condition["type"] == "Ready")
    assert ("False", "KubeletNotReady", "node is shutting down") == (
        ready["status"],
        ready["reason"],
        ready["message"],
    )
    assert [30.0] == [frame["t"] for frame in play.frames() if frame["message"]["id"] == "kubelet.powers_off"]


def test_a_pod_bound_to_a_node_under_pressure_is_rejected() -> None:
    late = running("late", "", "1Mi")
    del late["status"], late["metadata"]["annotations"], late["spec"]["containers"][0]["resources"]
    play = Play(
        [
            pressed(
                {"evictionHard": {"memory.available": "300Mi"}},
                {"at": 35, "kind": "apply", "documents": [late]},
            ),
            node(system_memory="8000Mi"),
            running("agent", "10Mi", "1Mi", priority=2_000_000_000),
        ]
    )
    seq = play.until(60)

    result = play.manifest(seq, "late")["status"]
    assert ("Failed", "Evicted") == (result["phase"], result["reason"])
    assert "Pod was rejected: The node had condition: [MemoryPressure]. " == result["message"]
    assert ["The node had condition: [MemoryPressure]. "] == [
        event["message"] for event in play.events(seq, "late", "Evicted")
    ]


def test_a_critical_pod_makes_room_on_its_node() -> None:
    critical = running("critical", "0", "1Mi", priority=2_000_000_000)
    critical["spec"]["containers"][0]["resources"] = {"requests": {"cpu": "3"}}
    del critical["status"], critical["spec"]["priority"]
    critical["spec"]["priorityClassName"] = "system-cluster-critical"
    low = running("low", "0", "1Mi", grace=5)
    low["spec"]["containers"][0]["resources"] = {"requests": {"cpu": "2"}}
    play = Play([pressed({}, {"at": 10, "kind": "apply", "documents": [critical]}), node(), low])
    seq = play.until(60)

    result = play.manifest(seq, "low")["status"]
    assert ("Failed", "Preempting", "Preempted in order to admit critical pod") == (
        result["phase"],
        result["reason"],
        result["message"],
    )
    assert [(15.0, "low")] == times(play, "sigkill")
    assert ("Running", "") == status(play, 60, "critical")
    target = play.condition(seq, "low", "DisruptionTarget")
    assert target is not None
    assert "Pod was preempted by Kubelet to accommodate a critical pod." == target["message"]


@pytest.mark.parametrize(
    ("configuration", "path", "text"),
    [
        ({"evictionHard": {"disk.free": "1Gi"}}, "evictionHard", "unsupported eviction signal disk.free"),
        (
            {"evictionSoft": {"memory.available": "1Gi"}},
            "evictionSoftGracePeriod",
            "grace period must be specified for the soft eviction threshold memory.available",
        ),
        (
            {"evictionHard": {"memory.available": "150%"}},
            "evictionHard",
            "eviction percentage threshold memory.available must be <= 100%: 150%",
        ),
    ],
)
def test_a_configuration_the_kubelet_refuses_is_a_problem_of_the_file(
    configuration: dict[str, Any], path: str, text: str
) -> None:
    document = {
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
        **configuration,
    }
    alone = parse_scenario([SourceDocument(0, document), SourceDocument(1, node())])
    some = parse_scenario([SourceDocument(0, pressed(configuration)), SourceDocument(1, node())])

    assert [(path, text)] == [(problem.path, problem.args["text"]) for problem in alone.problems]
    prefix = "spec.kubelets[0].configuration"
    assert [(f"{prefix}.{path}", text)] == [(problem.path, problem.args["text"]) for problem in some.problems]


def test_a_configuration_without_nodes_is_for_all_of_them() -> None:
    document = {
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
        "evictionHard": {"memory.available": "7Gi"},
    }
    play = Play([{**pressed({}), "spec": {}}, document, node(), running("a", "2Gi", "1Mi")])
    play.until(30)

    assert [(10.0, "a")] == times(play, "evict")


def test_use_of_what_is_not_there_is_a_clear_sentence() -> None:
    play = Play([pressed({}), node(), running("a", "1Mi", "1Mi")])

    for value, path in (
        ({"kind": "usage", "node": "n9", "memory": "1Gi"}, "input.node"),
        ({"kind": "usage", "pod": "default/nobody", "memory": "1Gi"}, "input.pod"),
        ({"kind": "usage", "pod": "default/a", "container": "x", "memory": "1Gi"}, "input.container"),
        ({"kind": "shutdown", "node": "n9"}, "input.node"),
    ):
        parsed = parse_input(value)
        assert not isinstance(parsed, Problem)
        refused: Any = play.recording.give(0, parsed)
        assert path == refused.path
