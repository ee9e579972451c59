"""What persons did in a run, and the run without one of these acts."""

from __future__ import annotations

from typing import Any

from scheduler_core import Problem, Run, parse_input, read_input_text
from scheduler_core.inputs.parse import Input
from scheduler_core.queries.history.own_acts import own_acts, without
from tests.builders import node, workload
from tests.core.builders import recorded

MOST = 5_000


def given(*values: dict[str, Any]) -> Run:
    """A run whose person gives these inputs, each some acts after the one before, and which then goes on."""
    run = recorded(node("n1", "4"), node("n2", "4"), workload("Deployment", "web", 3))
    at = run.head_seq
    for value in values:
        parsed = parse_input(value)
        assert isinstance(parsed, Input)
        run.give(at, parsed)
        at = run.advance(at + 1, "quiet", limit=40)
    return run


def again(run: Run, answer: Any) -> Run:
    """The run that an answer describes, played from its stored texts."""
    past = [(seq, value) for seq, value in run.inputs if seq < answer["from"]]
    stored = [(row["seq"], read_input_text(row["text"])) for row in answer["inputs"]]
    copy = Run(run.scenario, [*past, *stored])
    assert copy.reach(answer["head"])
    return copy


SCALE = {
    "kind": "scale",
    "object": {"kind": "Deployment", "namespace": "default", "name": "web"},
    "replicas": 5,
}
DRAIN = {"kind": "drain", "node": "n1", "ignoreDaemonSets": True}
CORDON = {"kind": "cordon", "node": "n2"}


def test_acts_have_their_line_and_second() -> None:
    rows: Any = own_acts(run := given(CORDON, DRAIN), run.head_seq)

    assert ["kubectl cordon n2", "kubectl drain n1 --ignore-daemonsets"] == [row["line"] for row in rows]
    assert [0, 1] == [row["number"] for row in rows]
    assert all(run.time(row["seq"]) == row["t"] for row in rows)


def test_a_run_without_an_act_has_the_others_at_their_seconds() -> None:
    run = given(CORDON, SCALE, DRAIN)
    answer: Any = without(run, run.head_seq, 1, MOST)
    copy = again(run, answer)
    before, after = own_acts(run, run.head_seq), own_acts(copy, answer["head"])

    assert [(row["line"], row["t"]) for row in (before[0], before[2])] == [
        (row["line"], row["t"]) for row in after
    ]
    assert answer["hash"] == copy.hash(answer["head"])
    assert 3 == len(copy.world(answer["head"]).api.pods)


def test_without_the_newest_act_the_past_is_the_same() -> None:
    run = given(CORDON, SCALE)
    answer: Any = without(run, run.head_seq, 1, MOST)
    begin = answer["from"]

    assert run.hash(begin) == again(run, answer).hash(begin)
    assert [] == answer["inputs"]


def test_a_later_act_that_no_longer_makes_sense_says_so() -> None:
    apply = {"kind": "apply", "documents": [node("n3", "4")]}
    run = given(apply, {"kind": "cordon", "node": "n3"}, CORDON)
    answer: Any = without(run, run.head_seq, 0, MOST)

    assert ["kubectl cordon n3"] == [row["line"] for row in answer["lost"]]
    assert "not found" in answer["lost"][0]["why"]
    assert 1 == len(answer["inputs"])


def test_there_is_no_run_without_an_act_that_nobody_did() -> None:
    run = given(CORDON)
    too_long = without(run, run.head_seq, 0, 0)

    assert [None, None] == [without(run, run.head_seq, number, MOST) for number in (-1, 1)]
    assert not isinstance(too_long, Problem)
