"""What the views of the wire say of a pod, so that no browser has to find it out."""

from __future__ import annotations

from typing import Any

from tests.builders import node, pod
from tests.core.play import Play, apply, gallery


def lane(play: Play, seq: int, name: str) -> list[str]:
    """The pods of a lane of the queue, in the order of their places."""
    pods: list[Any] = play.recording.snapshot(seq)["pods"]  # type: ignore[assignment]
    waiting = [view for view in pods if view["lane"] == name]
    return [view["name"] for view in sorted(waiting, key=lambda view: view["place"])]


def queue_of_two(seconds: float) -> tuple[Play, int]:
    """`retried` is made at 0 s and fails again at 10 s, `young` is made at 3 s; a node for both comes at 60 s.

    Returns the play and the step at which it has come `seconds` far.
    """
    documents = [*gallery("basic-preemption")[:1], node("elsewhere", labels={"zone": "b"})]
    documents[0]["spec"]["inputs"] = [
        apply(0, pod("retried", "1", nodeSelector={"zone": "a"})),
        apply(3, pod("young", "1", nodeSelector={"zone": "a", "disk": "ssd"})),
        apply(10, node("small", "500m", labels={"zone": "a"})),
        apply(60, node("large", "4", labels={"zone": "a", "disk": "ssd"})),
    ]
    play = Play(documents)
    last = play.until_quiet()
    frames = [play.recording.frame(seq) for seq in range(1, last + 1)]
    moved = next(f for f in frames if f["t"] == seconds and f["kind"] == "requeue")
    return play, int(moved["seq"])  # type: ignore[call-overload]


def test_in_active_q_the_pod_that_failed_last_stands_behind_a_younger_one() -> None:
    play, seq = queue_of_two(60)

    assert ["young", "retried"] == lane(play, seq, "active")


def test_the_queue_takes_the_pods_in_the_order_of_their_places() -> None:
    play, seq = queue_of_two(60)
    frames = [play.recording.frame(index) for index in range(seq, play.recording.head_seq + 1)]
    bound: list[Any] = [frame["focus"]["pods"] for frame in frames if frame["kind"] == "schedule"]  # type: ignore[index,call-overload]

    assert [["default/young"], ["default/retried"]] == bound


def test_in_backoff_q_the_first_deadline_stands_first_whatever_the_priority() -> None:
    documents = gallery("basic-preemption")
    documents[0]["spec"]["inputs"] = [
        apply(0, pod("first", "1", nodeSelector={"zone": "a"})),
        apply(1.2, pod("second", "1", nodeSelector={"zone": "a"}, priority="p100")),
        apply(1.5, node("late", "500m", labels={"zone": "a"})),
    ]
    play = Play(documents)
    last = play.until_quiet()
    frames = [play.recording.frame(seq) for seq in range(1, last + 1)]
    moved = next(f for f in frames if f["t"] == 1.5 and f["kind"] == "requeue")

    assert ["first", "second"] == lane(play, int(moved["seq"]), "backoff")  # type: ignore[call-overload]


def test_a_pod_in_no_queue_has_no_place() -> None:
    play = Play(gallery("basic-preemption"))
    last = play.until_quiet()
    pods: list[Any] = play.recording.snapshot(last)["pods"]  # type: ignore[assignment]
    placed = [view["place"] for view in pods if view["node"]]

    assert len(placed) > 1
    assert [[]] * len(placed) == placed


def test_a_priority_has_the_same_band_as_a_class_and_on_every_pod() -> None:
    play = Play(gallery("gap-and-reservation"))
    snapshot: Any = play.recording.snapshot(play.until_quiet())
    bands = {(view["value"], view["band"]) for view in snapshot["classes"]}
    bands |= {(view["priority"], view["band"]) for view in snapshot["pods"]}

    assert {(0, 0), (100, 2)} <= bands
    assert len(bands) == len({value for value, _ in bands})


def test_a_failed_pod_remains_when_its_status_says_why() -> None:
    silent = {**pod("silent", "1", node="n1"), "status": {"phase": "Failed"}}
    message = {
        **pod("told", "1", node="n1"),
        "status": {"phase": "Failed", "reason": "Evicted", "message": "The node was low on memory."},
    }
    done = {**pod("done", "1", node="n1"), "status": {"phase": "Succeeded", "reason": "Done"}}
    play = Play([*gallery("basic-preemption")[:1], node("n1", "2"), silent, message, done])
    views = [play.view(0, name) for name in ("silent", "told", "done")]

    assert [False, True, False] == [view is not None and view["remains"] for view in views]


def test_a_refused_pod_says_the_reasons_alone_and_a_finished_pod_holds_nothing() -> None:
    documents = gallery("basic-preemption")[:1]
    finished = {**pod("over", "1", node="n1"), "status": {"phase": "Succeeded"}}
    documents += [node("n1", "2"), finished, pod("huge", "9")]
    play = Play(documents)
    last = play.until_quiet()
    huge, over = play.view(last, "huge"), play.view(last, "over")

    assert huge is not None
    assert over is not None
    assert ("1 Insufficient cpu", True) == (huge["whyShort"], huge["holds"])
    assert huge["why"]["args"]["text"].startswith("0/1 nodes are available: 1 Insufficient cpu. ")
    assert (None, False) == (over["whyShort"], over["holds"])


def test_a_refusal_in_a_decision_has_a_short_form_and_a_success_has_none() -> None:
    documents = gallery("basic-preemption")[:1]
    documents += [node("n1", "2"), node("n2", "4"), pod("p", "3")]
    play = Play(documents)
    last = play.until_quiet()
    assert last
    nodes = play.decision("p")["nodes"]

    short = {key: nodes["n1"]["short"][key] for key in ("line", "word", "more")}
    (obstacle,) = nodes["n1"]["short"]["obstacles"]
    assert {"line": "Insufficient cpu", "word": "cpu", "more": 0} == short
    assert ("resource", 2000, 1000) == (obstacle["kind"], obstacle["free"], obstacle["missing"])
    assert "short" not in nodes["n2"]


def workload(kind: str, name: str, **spec: Any) -> dict[str, Any]:
    labels = {"app": name}
    template = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "app", "image": "app"}]}}
    return {
        "apiVersion": "apps/v1",
        "kind": kind,
        "metadata": {"name": name},
        "spec": {"selector": {"matchLabels": labels}, "template": template, **spec},
    }


def test_a_replica_set_is_scaled_by_its_deployment_whatever_other_deployments_are_called() -> None:
    """The names of both ReplicaSets begin with `web-`; only one of them belongs to `web`."""
    documents = gallery("basic-preemption")[:1]
    documents += [
        node("n1"),
        workload("Deployment", "web", replicas=1),
        workload("Deployment", "web-api", replicas=1),
    ]
    documents += [workload("ReplicaSet", "lonely", replicas=1), workload("DaemonSet", "agent")]
    play = Play(documents)
    result: Any = play.recording.snapshot(play.until(5))["workloads"]
    messages = sorted((view["kind"], view["scales"] or "") for view in result)

    assert [
        ("DaemonSet", ""),
        ("Deployment", "Deployment/default/web"),
        ("Deployment", "Deployment/default/web-api"),
        ("ReplicaSet", "Deployment/default/web"),
        ("ReplicaSet", "Deployment/default/web-api"),
        ("ReplicaSet", "ReplicaSet/default/lonely"),
    ] == messages


def test_a_taint_says_since_when_it_lies_and_a_deletion_when_it_was_asked_for() -> None:
    play = Play(gallery("partitioned-pet"))
    seq = play.until(130)
    nodes: Any = play.recording.snapshot(seq)["nodes"]
    taints = next(view["taints"] for view in nodes if view["name"] == "n3")
    view = play.view(seq, "db-2")

    assert [("NoSchedule", 55), ("NoExecute", 60)] == [(taint["effect"], taint["since"]) for taint in taints]
    assert view is not None
    assert (120, 150) == (view["leaving"]["since"], view["leaving"]["deadline"])
