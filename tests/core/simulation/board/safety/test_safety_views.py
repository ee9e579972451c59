"""The safety views come with what is broken, go when it is mended, and travel in frames."""

from __future__ import annotations

from typing import Any

from tests.builders import node, pod, workload
from tests.core.applying import apply_frame, model_of
from tests.core.pets import crash, cut, heal, start
from tests.core.playing import Play, delete
from tests.core.simulation.test_pod_safety_runs import play_of


def at(play: Play, second: float) -> dict[str, Any]:
    found: Any = play.recording.snapshot(play.until(second))
    return dict(found)


def pairings(snapshot: dict[str, Any]) -> dict[str, list[tuple[str | None, str]]]:
    return {
        truth["node"]: [(row["pod"], row["pairing"]) for row in truth["rows"]] for truth in snapshot["truths"]
    }


def test_a_deletion_that_a_lost_node_has_not_heard_of_is_a_row_that_differs() -> None:
    play = play_of(
        node("n1"),
        node("n3"),
        pod("a", on="n3"),
        pod("b", on="n3"),
        inputs=[cut(10), delete(20, "b"), heal(25)],
    )
    whole, lost, deleted, healed = (at(play, second) for second in (9, 11, 21, 90))

    assert (None, []) == (whole["safety"], whole["truths"])
    assert {"n3": [("default/a", "same"), ("default/b", "same")]} == pairings(lost)
    assert {"n3": [("default/a", "same"), ("default/b", "differs")]} == pairings(deleted)
    assert (None, []) == (healed["safety"], healed["truths"])


def test_by_force_a_ghost_stays_and_the_second_process_breaks_the_invariant() -> None:
    play = play_of(
        node("n1"),
        node("n3", labels={"first": "yes"}),
        workload("StatefulSet", "db"),
        inputs=[],
    )
    home = at(play, 20)["pods"][0]["node"]
    play = play_of(
        node("n1"),
        node("n3", labels={"first": "yes"}),
        workload("StatefulSet", "db"),
        inputs=[cut(20, f"node/{home}"), delete(100, "db-0", force=True)],
    )
    held, forced = at(play, 24), at(play, 160)
    other = ({"n1", "n3"} - {home}).pop()

    assert {"invariants": [{"rule": "one_of", "ok": True, "args": {}}], "ghosts": 0} == held["safety"]
    (rule,) = forced["safety"]["invariants"]
    assert ("two_of", False, 2, "db-0") == (rule["rule"], rule["ok"], rule["args"]["n"], rule["args"]["pod"])
    assert {home, other} == set(rule["args"]["nodes"])
    assert 1 == forced["safety"]["ghosts"]
    assert [(None, "no_object")] == pairings(forced)[home]


def test_a_store_that_is_cut_off_is_no_reason_for_two_racks() -> None:
    play = play_of(
        node("n1"),
        node("n2"),
        pod("a", on="n1"),
        inputs=[cut(10, "api-server", "store"), crash(20, "kubelet/n1")],
    )
    cut_off, crashed = at(play, 15), at(play, 21)

    assert cut_off["safety"] is not None
    assert {} == pairings(cut_off)
    assert ["n1"] == list(pairings(crashed))


def test_a_stopped_scheduler_is_no_trouble_and_a_stopped_controller_is() -> None:
    def safety(component: str) -> Any:
        return at(play_of(node("n1"), inputs=[crash(1, component)]), 2)["safety"]

    assert safety("scheduler") is None
    assert {"invariants": [], "ghosts": 0} == safety("statefulset-controller")


def test_frames_lead_to_the_views_of_the_snapshots() -> None:
    inputs = [
        cut(10),
        delete(20, "a", force=True),
        crash(30, "kubelet/n1"),
        start(35, "kubelet/n1"),
        heal(40),
    ]
    play = play_of(node("n1"), node("n3"), pod("a", on="n3"), pod("b", on="n1"), inputs=inputs)
    last = play.until(120)
    model = model_of(play.recording.snapshot(0))
    troubled = 0
    for seq in range(1, last + 1):
        apply_frame(model, play.recording.frame(seq))
        troubled += bool(model["truth"])
        assert model_of(play.recording.snapshot(seq)) == model

    assert troubled > 5
    assert {} == model["truth"] == model["safety"]
