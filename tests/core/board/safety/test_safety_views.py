"""The safety views come with what is broken, go when it is mended, and travel in frames."""

from __future__ import annotations

from typing import Any

from scheduler_core import Problem, parse_input
from tests.builders import node, pod, workload
from tests.core.browser_frames import apply_frame, model_of
from tests.core.pets import crash, cut, heal, start
from tests.core.play import Play, delete, play_of


def at(play: Play, second: float) -> dict[str, Any]:
    result: Any = play.recording.snapshot(play.until(second))
    return dict(result)


def pairings(snapshot: dict[str, Any]) -> dict[str, list[tuple[str | None, str]]]:
    return {
        truth["node"]: [(row["pod"], row["pairing"]) for row in truth["rows"]] for truth in snapshot["truths"]
    }


def given(play: Play, second: float, value: dict[str, Any]) -> None:
    """An input of a person, which the scenario does not foretell."""
    parsed = parse_input(value, "input")
    assert not isinstance(parsed, Problem)
    play.recording.give(play.until(second), parsed)


def test_a_fault_that_the_scenario_does_not_foretell_brings_the_views_and_its_repair_takes_them_away() -> (
    None
):
    play = play_of(node("n1"), node("n3"), pod("a", on="n3"), inputs=[])
    whole = at(play, 9)
    given(play, 9, {"kind": "cut", "between": ["node/n3", "api-server"]})
    lost = at(play, 11)
    given(play, 12, {"kind": "heal", "between": None})
    healed = at(play, 90)

    assert [(None, []), (None, [])] == [(item["safety"], item["truths"]) for item in (whole, healed)]
    assert {"n3": [("default/a", "same")]} == pairings(lost)


def test_a_deletion_that_a_lost_node_has_not_heard_of_is_a_row_that_differs() -> None:
    play = play_of(
        node("n1"),
        node("n3"),
        pod("a", on="n3"),
        pod("b", on="n3"),
        inputs=[cut(10), delete(20, "b"), heal(25)],
    )
    whole, lost, deleted, healed = (at(play, second) for second in (9, 11, 21, 90))

    assert {"n3": [("default/a", "same"), ("default/b", "same")]} == pairings(whole) == pairings(lost)
    assert {"n3": [("default/a", "same"), ("default/b", "differs")]} == pairings(deleted)
    assert {"n3": [("default/a", "same")]} == pairings(healed)


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
        inputs=[cut(10, "api-server", "store")],
    )
    cut_off = at(play, 15)
    given(play, 20, {"kind": "crash", "component": "kubelet/n1"})
    crashed = at(play, 21)

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

    assert last == troubled
    assert ["n1", "n3"] == sorted(model["truth"])
