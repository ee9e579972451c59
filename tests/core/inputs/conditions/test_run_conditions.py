"""What runs on the machines, which Events there are, which steps have happened."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.inputs.conditions.verdicts import judged
from tests.core.pets import fence
from tests.core.play import Play, delete, gallery


def test_processes_are_counted_on_the_machines_whatever_the_api_server_says() -> None:
    documents = gallery("partitioned-pet")
    given = [*documents[0]["spec"]["inputs"], delete(200, "db-2", force=True, gracePeriodSeconds=0)]
    play = Play(documents, given)
    seq = play.until(300)
    two = {"processes": {"of": "db-2", "count": 2}}

    assert (True, "processes of db-2: 2") == judged(play, seq, two)
    assert (False, "processes of db-2: 1; expected 2") == judged(play, play.until(199), two)


def test_a_process_on_an_isolated_machine_does_not_count() -> None:
    documents = gallery("partitioned-pet")
    play = Play(documents, [*documents[0]["spec"]["inputs"], fence(200, "network")])

    assert (True, "processes of db-2: 1") == judged(
        play, play.until(199), {"processes": {"of": "db-2", "count": 1}}
    )
    assert (True, "processes of db-2: 0") == judged(
        play, play.until(201), {"processes": {"of": "db-2", "count": 0}}
    )


def test_processes_are_counted_on_one_machine(play: Play) -> None:
    seq = play.until(40)

    assert (True, "processes of n1: 1") == judged(play, seq, {"processes": {"node": "n1", "count": 1}})
    assert (False, "processes of p → n2: 0; expected 1") == judged(
        play, seq, {"processes": {"of": "p", "node": "n2", "count": 1}}
    )


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"at": 11, "type": "Warning"}, True),
        (
            {"at": 12},
            "p has the Warning Event FailedScheduling at 11 s: {}; expected FailedScheduling (second: 12)",
        ),
        (
            {"type": "Normal"},
            "p has the Warning Event FailedScheduling at 11 s: {}; expected Normal FailedScheduling",
        ),
        ({"message": "full"}, "p has the Warning Event FailedScheduling at 11 s: {}; expected full"),
        ({"message": "0/2 nodes are available: 2 Insufficient cpu."}, True),
        ({"times": 2}, True),
        ({"times": {"from": 3}}, "p: Event FailedScheduling is 2; expected at least 3"),
    ],
)
def test_an_event_is_as_described_or_the_nearest_one_is_named(
    play: Play, fields: dict[str, Any], expected: bool | str
) -> None:
    condition = {"event": {"about": "p", "reason": "FailedScheduling", **fields}}
    text = (
        "0/2 nodes are available: 2 Insufficient cpu. no new claims to deallocate, preemption: not eligible due "
        "to a terminating pod on the nominated node."
    )
    holds, sentence = judged(play, play.until(40), condition)

    assert (True if holds else sentence) == (expected if expected is True else str(expected).format(text))


def test_an_event_is_found_by_its_reason_and_a_part_of_its_text(play: Play) -> None:
    seq = play.until(40)
    result, message = judged(
        play, seq, {"event": {"about": "low1", "reason": "Preempted", "text": "on node n1"}}
    )

    assert result
    assert message.startswith("low1 has the Event Preempted: Preempted by pod ")
    assert (False, "p has no such Event Preempted") == judged(
        play, seq, {"event": {"about": "p", "reason": "Preempted"}}
    )
    assert (False, "p has no such Event nonsense") == judged(
        play, seq, {"event": {"about": "p", "text": "nonsense"}}
    )


def test_a_step_is_found_by_its_kind_pod_component_and_sentence(play: Play) -> None:
    seq = play.until(40)
    of_low2 = {"kind": "sigkill", "pod": "low2", "who": "kubelet n1", "message": "kubelet.sigkill"}

    assert (True, "step 19 at 30 s is of kind sigkill") == judged(play, seq, {"step": of_low2})
    assert (False, "no step of kind sigkill, default/low1 has happened") == judged(
        play, seq, {"step": {"kind": "sigkill", "pod": "low1"}}
    )
    for other in ({"who": "kubelet n2"}, {"message": "kubelet.sigterm"}):
        assert not judged(play, seq, {"step": {**of_low2, **other}})[0]


def test_a_step_is_found_by_its_second_and_its_arguments(play: Play) -> None:
    seq = play.until(40)
    bound = {"kind": "bind", "pod": "p"}

    assert (True, "step 23 at 31 s is of kind bind") == judged(
        play, seq, {"step": {**bound, "at": 31, "args": {"node": "n1"}}}
    )
    assert (False, "no step of kind bind, default/p (second: at most 30) has happened") == judged(
        play, seq, {"step": {**bound, "at": {"to": 30}}}
    )
    assert (False, 'no step of kind bind, default/p, {"node": "n2"} has happened') == judged(
        play, seq, {"step": {**bound, "args": {"node": "n2"}}}
    )


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([{"kind": "exit", "at": 10}, {"kind": "sigkill"}], "2 steps: exit 10, sigkill 30"),
        ([{}], "2 steps: exit 10, sigkill 30; expected 1"),
        ([{"at": 10}, {"at": 31}], "steps: [1].at is 30; expected 31"),
        ([{"kind": "sigkill"}, {"kind": "exit"}], "steps: [0].kind is exit; expected sigkill"),
        (
            [{"pods": ["default/low1"]}, {"args": {"pod": "low1"}}],
            "steps: [1].args.pod is low2; expected low1",
        ),
    ],
)
def test_steps_are_these_and_no_others_in_this_order(
    play: Play, rows: list[dict[str, Any]], expected: str
) -> None:
    condition = {"steps": {"kind": ["exit", "sigkill"], "are": rows}}

    assert ("expected" not in expected, expected) == judged(play, play.until(40), condition)
