"""The lanes of the timeline about what is broken, from the views of nodes, pods and timers."""

from __future__ import annotations

from typing import Any

from scheduler_core.board.safety.trouble import trouble_view
from tests.builders import node as node_manifest
from tests.builders import pod as pod_manifest
from tests.core.pets import cut, heal
from tests.core.play import delete, play_of

NOT_READY = {"type": "Ready", "status": "Unknown", "since": 175}


def node(name: str, order: int, lease: float | None, **more: Any) -> dict[str, Any]:
    return {"name": name, "order": order, "link": {"lease": lease}, "conditions": [], "taints": [], **more}


def pod(name: str, node: str, since: float, deadline: float) -> dict[str, Any]:
    return {"name": name, "node": node, "leaving": {"since": since, "deadline": deadline}}


def timer(kind: str, of: str, start: float, end: float) -> dict[str, Any]:
    volume = of if kind == "detach" else None
    return {"key": f"{kind}:{of}", "kind": kind, "pod": of, "volume": volume, "from": start, "to": end}


def lanes(nodes: Any = (), held: Any = (), timers: Any = ()) -> Any:
    view = trouble_view(nodes, held, timers)
    return None if view is None else view["lanes"]


def test_without_trouble_there_is_no_view() -> None:
    assert lanes([node("n1", 0, None)]) is None


def test_a_silent_node_has_a_lane_for_its_lease_and_one_for_its_state() -> None:
    taints = [{"effect": "NoSchedule", "since": 176}, {"effect": "NoExecute", "since": 180}]
    lost = node("n3", 2, 120, conditions=[NOT_READY], taints=taints)

    assert [
        {"kind": "lease", "node": "n3", "until": 120, "every": 10},
        {"kind": "state", "node": "n3", "from": 175, "noExecute": 180},
    ] == lanes([lost])
    assert [None] == [lane["noExecute"] for lane in lanes([{**lost, "taints": taints[:1]}])[1:]]


def test_the_two_oldest_silent_nodes_have_lanes_and_three_while_no_state_is_known() -> None:
    silent = [node("n3", 2, 30), node("n2", 1, 20), node("n1", 0, 10), node("n4", 3, 40)]
    run_state = lanes([{**silent[0], "conditions": [NOT_READY]}, *silent[1:]])

    assert ["n1", "n2"] == [lane["node"] for lane in run_state]
    assert [("n1", 10), ("n2", 20), ("n3", 30)] == [(lane["node"], lane["until"]) for lane in lanes(silent)]


def test_pods_that_cannot_end_share_a_lane_when_they_were_deleted_together() -> None:
    together = [pod("b", "n3", 480, 510), pod("a", "n3", 480, 510)]
    result = lanes(held=[*together, pod("c", "n3", 480, 540), pod("d", "n2", 480, 510)])

    assert [("n2", ["d"]), ("n3", ["b", "a"]), ("n3", ["c"])] == [
        (lane["node"], lane["pods"]) for lane in result
    ]
    assert {"kind": "stay", "pods": ["d"], "node": "n2", "from": 480, "deadline": 510} == result[0]


def test_timers_of_pods_share_a_lane_and_a_forced_detach_has_its_own() -> None:
    timers = [
        timer("detach", "pv-1", 500, 860),
        timer("toleration", "default/b", 180, 480),
        timer("toleration", "default/a", 180, 480),
        timer("quarantine", "default/c", 180, 480),
    ]

    assert [
        {"kind": "toleration", "pods": ["a", "b"], "from": 180, "to": 480},
        {"kind": "detach", "volume": "pv-1", "from": 500, "to": 860},
    ] == lanes(timers=timers)


def test_there_are_at_most_five_lanes() -> None:
    timers = [timer("toleration", f"default/p{at}", at, at + 300) for at in range(7)]

    assert [0, 1, 2, 3, 4] == [lane["from"] for lane in lanes(timers=timers)]


def test_in_a_run_the_lanes_come_with_the_silence_and_go_when_the_node_is_heard_of() -> None:
    play = play_of(
        node_manifest("n1"),
        node_manifest("n3"),
        pod_manifest("a", on="n3"),
        inputs=[cut(27), delete(90, "a"), heal(100)],
    )

    def shown(second: float) -> Any:
        return play.recording.snapshot(play.until(second))["trouble"]

    assert (None, None) == (shown(26), shown(160))
    assert ["lease", "state", "toleration"] == [lane["kind"] for lane in shown(80)["lanes"]]
    assert [("lease", 20), ("state", 75)] == [
        (lane["kind"], lane.get("until", lane.get("from"))) for lane in shown(80)["lanes"][:2]
    ]
    assert {"kind": "stay", "pods": ["a"], "node": "n3", "from": 90, "deadline": 120} in shown(95)["lanes"]
