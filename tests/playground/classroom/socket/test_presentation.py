"""What presenters do to a room: position, view, hands, timer, people; two of them at once."""

from typing import Any

import pytest

from playground import limits
from playground.classroom.protocol import CLOSE_ENDED, CLOSE_REMOVED
from playground.runs import services
from playground.runs.models import Run
from tests.playground.classroom.conftest import Person, Room


async def test_what_was_prepared_is_not_on_the_stage_before_it_is_shown(
    rooms: Any, run: Run, connect: Any
) -> None:
    owner = await connect(run)
    await owner.hello()
    played = await owner.ask("step", **{"from": 0, "size": "cycle"})
    await owner.ask("input", **{"from": played["to"], "input": {"kind": "cordon", "node": "n1"}})
    room: Room = await rooms(run=run.pk, at=0)
    message = await room.presenter.arrive()
    await room.presenter.ask("step", **{"from": 0, "size": "cycle"})
    shown = await room.presenter.ask("step", **{"from": played["to"], "size": "act"})

    assert 0 == message["board"]["run"]["head"]
    assert "input-cordon" == shown["frames"][0]["kind"]


async def test_a_follower_sees_no_step_that_was_not_shown(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower()
    await room.presenter.ask("step", **{"from": 0, "size": "act"})
    seek = await dora.ask("seek", to=2)
    step = await dora.ask("step", **{"from": 1, "size": "act"})

    assert ("step.out_of_range", [], True) == (seek["code"], step["frames"], step["end"])


async def test_two_presenters_move_the_same_board(room: Room) -> None:
    await room.presenter.arrive()
    other = await room.co_presenter()
    message = await other.arrive()
    dora = await room.follower()
    await room.presenter.ask("step", **{"from": 0, "size": "act"})
    carried = await other.hear("frames")
    answer = await other.ask("step", **{"from": 1, "size": "act"})
    await room.presenter.hear("frames")
    steps = [(await dora.hear("frames"))["to"] for _ in range(2)]

    assert message["presenter"]
    assert (1, 2, [1, 2]) == (carried["to"], answer["to"], steps)


async def test_a_presenter_who_acts_on_a_past_step_is_told_and_everybody_stays(room: Room) -> None:
    await room.presenter.arrive()
    await room.presenter.ask("step", **{"from": 0, "size": "quiet"})
    await room.presenter.ask("seek", to=1)
    answer = await room.presenter.ask("input", **{"from": 1, "input": {"kind": "cordon", "node": "n1"}})

    assert "input.not_at_head" == answer["code"]


async def test_the_presenters_view_is_told_and_is_there_for_who_comes_later(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower()
    await room.presenter.ask("view", selected="pod/default/p0", tab="why")
    message = await dora.hear("view")
    late = await (await room.seat()).arrive()

    assert {"selected": "pod/default/p0", "tab": "why"} == message["view"]
    assert ("pod/default/p0", "why") == (late["view"]["selected"], late["view"]["tab"])


async def test_of_many_points_of_the_spotlight_the_last_is_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SPOTS_PER_SECOND", 1)
    await room.presenter.arrive()
    dora = await room.follower()
    for place in range(15):
        await room.presenter.tell("spot", on="board", x=place / 20, y=0.5)
    received = [await dora.hear("spot")]
    while received[-1]["x"] != 0.7:
        received.append(await dora.hear("spot"))

    assert len(received) < 15


async def test_gather_brings_back_who_explores_and_who_works_alone(room: Room) -> None:
    await room.presenter.arrive()
    dora, omar = await room.follower("Dora"), await room.follower("Omar")
    await room.presenter.ask("step", **{"from": 0, "size": "act"})
    await dora.ask("seek", to=0)
    await omar.ask("alone")
    await room.presenter.ask("gather")
    received = [(await item.hear("gathered"))["type"] for item in (dora, omar)]
    at = [(await item.ask("follow"))["type"] for item in (dora, omar)]
    again = (await omar.hello())["you"]["mode"]

    assert (["gathered"] * 2, ["stage"] * 2, "follow") == (received, at, again)


async def test_a_hand_is_seen_by_the_presenter_and_lowered_for_its_owner(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await dora.ask("hand", up=True)
    await dora.ask("mood", mood="lost")
    rows = await roster_until(room, lambda row: row["hand"] and row["mood"] == "lost")
    await room.presenter.ask("lower")
    while "hand" not in (message := (await dora.hear("you"))["you"]) or message["hand"]:
        pass

    assert ("Dora", 0) == (rows["name"], rows["need"])
    assert {"hand": False} == message


async def roster_until(room: Room, condition: Any) -> dict[str, Any]:
    """The row of seat 1 once `condition` holds for it."""
    while True:
        for row in (await room.presenter.hear("roster"))["seats"]:
            if row["seat"] == 1 and condition(row):
                return dict(row)


async def test_followers_hear_nothing_of_other_seats(room: Room) -> None:
    await room.presenter.arrive()
    dora, omar = await room.follower("Dora"), await room.follower("Omar")
    await omar.ask("hand", up=True)
    await omar.ask("mood", mood="lost")
    await roster_until(room, lambda row: True)
    await dora.all_heard()

    assert "Omar" not in "".join(dora.received)
    assert {"hello", "room", "you"} >= {item.split('"')[3] for item in dora.received}


async def test_timer_pause_and_a_line_reach_everybody(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower()
    for do, args in (
        ("discuss", {"seconds": 90}),
        ("pause", {"on": True}),
        ("say", {"text": "Eyes <b>front"}),
    ):
        assert "ok" == (await room.presenter.ask(do, **args))["type"]
    message: dict[str, Any] = {}
    while "say" not in message:
        message |= (await dora.hear("room"))["room"]
    late = (await (await room.seat()).arrive())["room"]

    assert (90, True, "Eyes <b>front") == (message["discussSeconds"], message["paused"], message["say"])
    assert (90, True, "Eyes <b>front") == (late["discussSeconds"], late["paused"], late["say"])


async def test_a_removed_seat_goes_and_does_not_come_back(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await room.presenter.ask("remove", seat=1)
    gone = await dora.closed_with()
    await dora.connect()

    assert (CLOSE_REMOVED, CLOSE_REMOVED) == (gone, await dora.closed_with())


async def test_after_the_end_everybody_goes_and_nobody_comes_in(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await room.presenter.ask("end")
    gone = await dora.closed_with()
    await dora.connect()

    assert (CLOSE_ENDED, CLOSE_ENDED) == (gone, await dora.closed_with())


async def test_a_follower_may_not_present(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    codes = set()
    for do, args in (
        ("gather", {}),
        ("view", {"tab": "why"}),
        ("input", {"from": 0, "input": {"kind": "cordon", "node": "n1"}}),
        ("open-poll", {"kind": "number"}),
        ("end", {}),
    ):
        codes.add((await dora.ask(do, **args))["code"])

    assert {"room.not_presenter"} == codes


async def test_acting_on_what_a_learner_shows_does_not_change_the_learners_run(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    box = await dora.ask("alone")
    await room.presenter.ask("show", seat=1)
    await dora.hear("ask-show")
    await dora.ask("allow", show=True)
    stage = await room.presenter.hear("stage")
    await room.presenter.ask("input", **{"from": 0, "input": {"kind": "cordon", "node": "n1"}})
    from channels.db import database_sync_to_async

    run_state = await database_sync_to_async(services.standing)(box["run"])

    assert run_state is not None
    assert (box["run"], 0) == (stage["run"]["id"], run_state.inputs)


async def test_bots_come_vote_and_go(room: Room) -> None:
    await room.presenter.arrive()
    await room.presenter.ask("bots", count=5)
    await room.presenter.ask("open-poll", kind="free", question="Which?", choices=["this", "that"])
    while (await room.presenter.hear("tally"))["rounds"][0]["answered"] < 5:
        pass
    await room.presenter.ask("bots", count=0)
    while not (message := await room.presenter.hear("roster"))["gone"]:
        pass

    assert [1, 2, 3, 4, 5] == message["gone"]


async def test_who_follows_explores_the_run_that_is_on_the_stage_now(room: Room) -> None:
    await room.presenter.arrive()
    dora, omar = await room.follower("Dora"), await room.follower("Omar")
    box = await omar.ask("alone")
    await omar.ask("allow", show=True)
    await room.presenter.ask("step", **{"from": 0, "size": "act"})
    await room.presenter.ask("show", seat=2)
    await dora.hear("stage")
    beyond = await dora.ask("seek", to=1)
    there = await dora.ask("seek", to=0)

    assert (box["run"], "step.out_of_range", 0) == (box["run"], beyond["code"], there["snapshot"]["seq"])


async def test_presenters_are_told_which_links_are_in_use(room: Room) -> None:
    await room.presenter.arrive()
    other = await room.co_presenter()
    await other.arrive()
    message = await room.presenter.hear("links")
    while message["links"][0]["here"] < 2:
        message = await room.presenter.hear("links")

    assert (1, True) == (message["links"][0]["link"], message["links"][0]["yours"])


async def test_a_presenter_that_comes_later_gets_the_wall(room: Room) -> None:
    dora = await room.follower("Dora")
    await dora.ask("alone")
    await room.presenter.arrive()
    message = await room.presenter.hear("wall")

    assert [1] == [tile["seat"] for tile in message["tiles"]]


async def test_of_two_presenters_who_click_at_once_both_get_the_step_and_it_happens_once(room: Room) -> None:
    await room.presenter.arrive()
    other = await room.co_presenter()
    await other.arrive()
    dora = await room.follower()
    both = (room.presenter, other)
    for entry in both:
        await entry.tell("step", **{"from": 0, "size": "act"})
    answers = [await last_answer(item) for item in both]
    late = await (await room.seat()).arrive()
    await dora.hear("frames")
    await dora.all_heard()
    steps = [text for text in dora.received if text.startswith('{"type":"frames"')]

    assert [1, 1] == [answer["to"] for answer in answers]
    assert (1, 1) == (late["position"]["at"], len(steps))


async def last_answer(person: Person) -> dict[str, Any]:
    """The answer to what a person has asked last."""
    while (message := await person.hear()).get("re") != person.number:
        pass
    return message
