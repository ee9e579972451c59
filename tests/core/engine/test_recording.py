"""A recording goes back and forth and stays the same run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_core import Problem, Refused, Run, Scenario, parse_input
from scheduler_core.engine.world import World
from scheduler_core.inputs.parse import Input
from tests.core.browser_frames import apply_frame, apply_union, model_of
from tests.core.play import SLUGS, Play, delete, gallery, scenario_from
from tests.core.strategies import DEPLOYMENT, clusters, inputs
from tests.harness.series import EVERY, sampled

ROOT = Path(__file__).parents[3]
SLOW = settings(max_examples=settings().max_examples // 2)
FRAMES = 120


def recorded(documents: list[dict[str, Any]], **options: Any) -> tuple[Run, int]:
    recording = Run(scenario_from(documents), **options)
    return recording, len(recording.step(0, "quiet", limit=FRAMES))


@SLOW
@given(clusters(), st.lists(st.integers(0, FRAMES), min_size=1, max_size=8))
def test_seeking_back_and_forth_gives_the_same_hash_and_snapshot(
    documents: list[dict[str, Any]], places: list[int]
) -> None:
    recording, last = recorded(documents, checkpoint_every=7)
    straight, _ = recorded(documents, checkpoint_every=1)

    assert straight.hash(last) == recording.hash(last)
    for place in places:
        seq = min(place, last)
        assert straight.hash(seq) == recording.hash(seq)
        assert straight.snapshot(seq) == recording.snapshot(seq)


@SLOW
@given(clusters())
def test_the_whole_decision_is_the_same_however_far_the_run_has_gone(documents: list[dict[str, Any]]) -> None:
    once, last = recorded(documents, checkpoint_every=5)
    step_by_step = Run(once.scenario)
    messages = []
    for seq in range(1, last + 1):
        step_by_step.reach(seq)
        messages.append(step_by_step.decision(seq))

    assert messages == [once.decision(seq) for seq in range(1, last + 1)]
    assert [frame for frame in map(once.frame, range(1, last + 1)) if "decision" in frame] == [
        once.frame(seq) for seq, whole in enumerate(messages, 1) if whole is not None
    ]


@SLOW
@given(clusters())
def test_frames_applied_to_the_start_give_every_later_snapshot(documents: list[dict[str, Any]]) -> None:
    recording, last = recorded(documents)
    model = model_of(recording.snapshot(0))

    for seq in range(1, last + 1):
        apply_frame(model, recording.frame(seq))
        if seq % 10 == 0:
            assert model_of(recording.snapshot(seq)) == model
    assert model_of(recording.snapshot(last)) == model


@SLOW
@given(clusters(), st.lists(st.integers(0, FRAMES), min_size=1, max_size=6))
def test_unions_lead_from_any_snapshot_to_any_later_one(
    documents: list[dict[str, Any]], places: list[int]
) -> None:
    recording, last = recorded(documents)
    steps = sorted({0, last, *(min(place, last) for place in places)})
    model = model_of(recording.snapshot(0))

    assert (0, last) == (steps[0], steps[-1])
    for start, end in pairwise(steps):
        union: Any = recording.union(start, end)
        apply_union(model, union)
        assert model_of(recording.snapshot(end)) == model
        assert [list(row) for row in recording.acts(end, end - start)] == union["acts"]
        message = {**recording.frame(end), "changes": []}
        decision = message.pop("decision", None)
        assert message == union["frame"]
        assert decision in (None, union["last"])
        assert {item["pod"] for item in union["decisions"]} <= recording.snapshot(end)["decisions"].keys()
    assert last == model["seq"]


@SLOW
@given(clusters())
def test_a_run_that_nobody_looked_at_has_the_same_frames_when_they_are_asked_for(
    documents: list[dict[str, Any]],
) -> None:
    looked, last = recorded(documents)
    alone = Run(scenario_from(documents))

    assert last == alone.advance(0, "quiet", limit=FRAMES, frames=False)
    assert looked.acts() == alone.acts()
    assert looked.hash(last) == alone.hash(last)
    assert [looked.frame(seq) for seq in range(1, last + 1)] == [
        alone.frame(seq) for seq in range(1, last + 1)
    ]


def test_a_step_in_time_plays_no_act_that_comes_later() -> None:
    recording, last = recorded(gallery("basic-preemption"))
    alone = Run(scenario_from(gallery("basic-preemption")))
    until = recording.time(last) - 1
    end = alone.advance(0, "time", until=until, limit=FRAMES, frames=False)

    assert recording.time(end) <= until < recording.time(end + 1)
    assert end == alone.head_seq


@SLOW
@given(clusters(), st.lists(st.sampled_from([0.1, 0.7, 5, 20]), min_size=1, max_size=12))
def test_a_step_in_time_that_ends_among_idle_turns_looks_and_goes_on_like_any_other(
    documents: list[dict[str, Any]], waits: list[float]
) -> None:
    timed, stepped = (Run(scenario_from(documents)) for _ in range(2))
    seq, until = 0, 0.0
    for wait in waits:
        before, until = seq, until + wait
        seq = timed.advance(before, "time", until=until, limit=FRAMES, frames=False)

        assert stepped.reach(seq)
        assert stepped.encoded_union(before, seq) == timed.encoded_union(before, seq)
        assert stepped.hash(seq) == timed.hash(seq)
    assert stepped.advance(seq, "quiet", limit=FRAMES) == timed.advance(seq, "quiet", limit=FRAMES)
    assert stepped.acts() == timed.acts()


def test_a_step_in_time_plays_nothing_beyond_its_end_also_among_idle_turns() -> None:
    recording = Run(scenario_from(gallery("partitioned-pet")))
    beyond = 0
    for until in range(200):
        end = recording.advance(0, "time", until=until, limit=FRAMES, frames=False)
        beyond += recording.head_seq - end

    assert 0 == beyond < recording.head_seq


def test_a_union_of_no_step_is_empty_and_one_backwards_is_none() -> None:
    recording, last = recorded(gallery("basic-preemption"))

    assert ([], []) == (recording.union(last, last)["changes"], recording.union(last, last)["acts"])
    assert recording.union(0, 0)["frame"] is None
    with pytest.raises(ValueError, match="no way on from step 2 to step 1"):
        recording.union(2, 1)


@SLOW
@given(clusters(), st.lists(st.tuples(st.integers(0, 12), inputs()), max_size=6))
def test_a_run_is_its_inputs_and_a_refused_input_changes_nothing(
    documents: list[dict[str, Any]], steps: list[tuple[int, dict[str, Any]]]
) -> None:
    recording = Run(scenario_from(documents))
    seq = 0
    for ahead, value in steps:
        seq += len(recording.step(seq, "quiet", limit=ahead))
        parsed = parse_input(value)
        assert not isinstance(parsed, Problem)
        before = recording.hash(seq), recording.inputs, recording.snapshot(seq)
        answer = recording.give(seq, parsed)
        if isinstance(answer, Refused):
            assert before == (recording.hash(seq), recording.inputs, recording.snapshot(seq))
        else:
            seq += 1
            assert seq == answer["seq"]
    seq += len(recording.step(seq, "quiet", limit=40))

    again = Run(Scenario.from_canonical(recording.scenario.canonical()), recording.inputs)

    assert [recording.frame(at) for at in range(1, seq + 1)] == [again.frame(at) for at in range(1, seq + 1)]
    assert recording.hash(seq) == again.hash(seq)


REPLAY = """
import json, sys
from scheduler_core import Run, Scenario
told = []
for canonical in json.load(open(sys.argv[1], encoding="utf-8")):
    recording = Run(Scenario.from_canonical(canonical))
    last = recording.advance(0, "quiet", limit=60)
    frames = [recording.encoded_frame(seq).decode() for seq in range(1, last + 1)]
    told.append([frames, recording.hash(last)])
print(json.dumps(told))
"""


def test_another_process_with_another_hash_seed_gives_the_same_bytes_and_hashes(tmp_path: Path) -> None:
    mine = []
    scenarios = [scenario_from(gallery(slug)) for slug in sampled(SLUGS, 2 * EVERY)]
    for scenario in scenarios:
        recording = Run(scenario)
        last = recording.advance(0, "quiet", limit=60)
        frames = [recording.encoded_frame(seq).decode() for seq in range(1, last + 1)]
        mine.append([frames, recording.hash(last)])
    path = tmp_path / "scenarios.json"
    path.write_text(json.dumps([scenario.canonical() for scenario in scenarios]), encoding="utf-8")

    other = "4242" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    output = subprocess.run(
        [sys.executable, "-c", REPLAY, str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": other},
        capture_output=True,
        text=True,
        check=True,
    )

    assert mine == json.loads(output.stdout)


def test_the_step_sizes_end_where_they_say() -> None:
    play = Play(gallery("gap-and-reservation"))
    act = play.recording.step(0, "act")
    cycle = play.recording.step(1, "cycle")
    event = play.recording.step(0, "event")
    until = play.recording.step(0, "time", until=4.0)
    quiet = play.recording.step(0, "quiet")

    assert [1] == [frame["seq"] for frame in act]
    assert {"kube-scheduler"} == {frame["who"] for frame in cycle}
    assert [True] == list({frame["t"] == 0 for frame in event[:-1]})
    assert 0 < event[-1]["t"]
    assert until[-1]["t"] <= 4 < quiet[len(until)]["t"]
    assert play.recording.quiet(quiet[-1]["seq"])
    assert not play.recording.quiet(quiet[-1]["seq"] - 1)
    assert [] == play.recording.step(quiet[-1]["seq"], "quiet")


def test_every_frame_says_where_a_step_back_lands_also_when_it_is_played_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scheduler_core.engine.recording.FRAMES_KEPT", 1)
    play = Play(gallery("gap-and-reservation"))
    last = play.until_quiet()
    instants = [play.recording.time(seq) for seq in range(last + 1)]

    for seq in range(1, last + 1):
        back = cast(dict[str, int], play.recording.frame(seq)["back"])
        before = [earlier for earlier in range(seq) if instants[earlier] < instants[seq]]

        assert seq - 1 == back["act"]
        assert (before[-1] if before else 0) == back["event"]
        assert back["event"] <= back["cycle"] <= back["act"]
    assert 10 < last


def test_the_time_of_the_next_act_is_known_at_every_step_until_the_run_is_quiet() -> None:
    played, fresh = Play(gallery("gap-and-reservation")), Play(gallery("gap-and-reservation"))
    last = played.until_quiet()
    known_names = [fresh.recording.next_time(seq) for seq in range(last + 1)]

    assert [*(played.recording.time(seq) for seq in range(1, last + 1)), None] == known_names


def test_a_step_is_bounded_by_its_limit_and_by_the_furthest_step_allowed() -> None:
    play = Play(gallery("gap-and-reservation"))

    assert [1, 2, 3] == [frame["seq"] for frame in play.recording.step(0, "quiet", limit=3)]
    assert [2] == [frame["seq"] for frame in play.recording.step(1, "quiet", max_seq=2)]


def test_an_input_forgets_what_was_played_beyond_it() -> None:
    play = Play(gallery("gap-and-reservation"))
    last = play.until_quiet()
    before = [play.recording.frame(seq) for seq in range(1, 6)]

    answer = play.give(5, {"kind": "cordon", "node": "n2"})

    assert not isinstance(answer, Refused)
    assert 6 == answer["seq"] == play.recording.head_seq < last
    assert "input-cordon" == answer["kind"]
    assert before == [play.recording.frame(seq) for seq in range(1, 6)]
    with pytest.raises(ValueError, match="given already"):
        play.give(5, {"kind": "uncordon", "node": "n2"})


def test_other_inputs_lead_where_a_run_with_them_leads_and_the_common_past_is_not_played_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = cast(list[Input], [parse_input({"kind": "cordon", "node": name}) for name in ("n1", "n2")])
    scenario = scenario_from(gallery("gap-and-reservation"))
    recording = Run(scenario, [(6, one)], checkpoint_every=5)
    played: list[int] = []
    step = World.step
    monkeypatch.setattr(World, "step", lambda world, **more: played.append(world.seq) or step(world, **more))
    for expected in (
        [(6, one)],
        [(6, one), (12, other)],
        [(6, one), (9, one)],
        [(6, one), (9, other)],
        [(9, other)],
        [],
    ):
        recording.reach(16)
        differing = [recording.head_seq, *(at for at, _ in set(recording.inputs) ^ set(expected))]
        played.clear()
        recording.take_inputs(expected)
        assert (True, min(differing)) == (len(played) <= 5, recording.head_seq)
        again = Run(scenario, expected)
        reached = [item.reach(16) for item in (recording, again)]
        steps = range(1, again.head_seq + 1)

        assert (reached[0], recording.head_seq) == (reached[1], again.head_seq)
        assert [(again.hash(at), again.quiet(at), again.frame(at)) for at in steps] == [
            (recording.hash(at), recording.quiet(at), recording.frame(at)) for at in steps
        ]


def test_a_refused_input_speaks_the_api_servers_words() -> None:
    play = Play(gallery("gap-and-reservation"))

    answer = play.give(0, delete(0, "nobody"))

    assert isinstance(answer, Refused)
    assert (404, 'pods "nobody" not found') == (answer.code, answer.text)


def test_an_apply_is_done_whole_or_not_at_all() -> None:
    play = Play(gallery("gap-and-reservation"))
    good = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "other"}}
    bad = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "Not A Name"}}
    before = play.recording.hash(0)

    answer = play.give(0, {"kind": "apply", "documents": [good, bad]})

    assert isinstance(answer, Refused)
    assert "input.documents[1].metadata.name" == answer.path
    assert before == play.recording.hash(0)
    assert play.recording.ask("manifest", 0, kind="Namespace", key="other") is None


def test_a_step_that_never_comes_is_an_error_that_names_the_last_one() -> None:
    play = Play(gallery("queue-by-priority"), inputs=[])
    play.until_quiet()

    assert not play.recording.reach(10_000)
    with pytest.raises(LookupError, match="there is no step 10000; the run ends at step"):
        play.recording.hash(10_000)
    with pytest.raises(LookupError, match="there is no frame 0"):
        play.recording.frame(0)


def test_checkpoints_are_thinned_out_and_every_step_stays_in_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scheduler_core.engine.checkpoints.MAX_CHECKPOINTS", 4)
    monkeypatch.setattr("scheduler_core.engine.recording.FRAMES_KEPT", 5)
    documents = gallery("gap-and-reservation")
    plain = Run(scenario_from(documents))
    last = len(plain.step(0, "quiet"))
    thin = Run(scenario_from(documents), checkpoint_every=1)
    thin.reach(last)

    assert len(thin._checkpoints._kept) <= 5
    assert [plain.frame(seq) for seq in range(1, last + 1)] == [thin.frame(seq) for seq in range(1, last + 1)]
    assert plain.hash(3) == thin.hash(3)


def test_an_input_may_come_between_two_acts_at_the_time_its_giver_saw() -> None:
    play = Play(gallery("basic-preemption"))
    waiting = play.until(10)
    early = {"kind": "label", "object": {"kind": "Pod", "name": "p"}, "labels": {"x": "y"}}

    answer = play.give(waiting, {**early, "at": 17.5})
    late = play.give(waiting + 1, {**early, "labels": {"x": "z"}, "at": 1000})

    assert not isinstance(answer, Refused)
    assert not isinstance(late, Refused)
    assert (17.5, 30) == (answer["t"], late["t"])
    again = Run(play.recording.scenario, play.recording.inputs)
    assert play.recording.hash(waiting + 2) == again.hash(waiting + 2)


def test_pods_without_any_node_are_quiet_though_they_are_tried_for_ever() -> None:
    play = Play([item for item in gallery("queue-by-priority") if item["kind"] != "Node"])
    last = play.until_quiet()

    assert play.recording.quiet(last)
    assert "no nodes available to schedule pods" == play.text(last, "a")
    assert play.recording.step(last, "act")


def test_controllers_that_only_look_again_are_quiet_though_pods_wait() -> None:
    documents = gallery("queue-by-priority")
    documents[0]["spec"]["inputs"][0] = {"at": 0, "kind": "scheduler", "running": True}
    documents.append({**DEPLOYMENT, "spec": {**DEPLOYMENT["spec"], "replicas": 3}})
    container = {"name": "app", "image": "x", "resources": {"requests": {"cpu": "1"}}}
    documents[-1]["spec"]["template"] = {
        "metadata": {"labels": {"app": "web"}},
        "spec": {"containers": [container]},
    }
    play = Play(documents)
    last = play.until_quiet()
    coming = play.recording.step(last, "act")

    assert play.recording.time(last) < 20
    assert [300] <= [frame["t"] for frame in coming]


@SLOW
@given(clusters())
def test_whatever_chance_decides_stands_in_a_frame(documents: list[dict[str, Any]]) -> None:
    world = World(scenario_from([*documents, DEPLOYMENT] if DEPLOYMENT not in documents else documents))
    for _ in range(60):
        before = world.random.word
        frame = world.step()
        if frame is None:
            break
        assert (before != world.random.word) == bool(frame["tosses"])


def test_a_run_ends_where_a_stored_input_is_refused_and_says_why() -> None:
    gone = parse_input({"kind": "cordon", "node": "not-there"})
    assert not isinstance(gone, Problem)
    plain, _ = recorded(gallery("basic-preemption"))
    refusing = Run(scenario_from(gallery("basic-preemption")), [(3, gone)])

    assert not refusing.reach(4)
    assert refusing.over
    assert isinstance(refusing.refused, Refused | Problem)
    assert (3, plain.hash(3)) == (refusing.head_seq, refusing.hash(3))
