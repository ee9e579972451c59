"""What runs on the machines, which Events there are, which steps have happened."""

from __future__ import annotations

import pytest

from tests.core.inputs.conditions.judging import judged
from tests.core.pets import fence
from tests.core.playing import Play, delete, gallery


@pytest.fixture(scope="module")
def play() -> Play:
    return Play(gallery("gap-and-reservation"))


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


def test_an_event_is_found_by_its_reason_and_a_part_of_its_text(play: Play) -> None:
    seq = play.until(40)
    found, said = judged(play, seq, {"event": {"about": "low1", "reason": "Preempted", "text": "on node n1"}})

    assert found
    assert said.startswith("low1 has the Event Preempted: Preempted by pod ")
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
