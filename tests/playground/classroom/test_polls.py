"""Guess before the reveal: votes count once, and neither the truth nor the bars leave the server before they may."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client as Browser

from playground.lessons.services import StoredLesson
from tests.builders import api_object, node, pod
from tests.playground import clusters
from tests.playground.classroom.conftest import Room


@pytest.fixture
async def lesson(rooms: Any, kept: StoredLesson) -> Room:
    """A room at step 2 of the lesson, which asks which pod ends, with its presenter."""
    made: Room = await rooms(lesson=kept.slug, step=2)
    await made.presenter.arrive()
    return made


async def opened(room: Room, kind: str, **args: Any) -> dict[str, Any]:
    """A poll that the presenter opens, as the presenter is told of it."""
    answer = await room.presenter.ask("open-poll", kind=kind, **args)
    assert "ok" == answer["type"], answer
    poll: dict[str, Any] = (await room.presenter.hear("poll"))["poll"]
    return poll


async def free(room: Room) -> dict[str, Any]:
    return await opened(room, "free", question="Which?", choices=["this", "<b>that"])


async def tally_with(room: Room, answered: int) -> dict[str, Any]:
    """The tally once so many seats have answered in the newest round."""
    while (message := await room.presenter.hear("tally"))["rounds"][-1]["answered"] < answered:
        pass
    return message


async def test_no_byte_that_a_follower_receives_tells_the_truth_or_the_bars_before_the_reveal(
    lesson: Room, kept: StoredLesson
) -> None:
    dora, omar = await lesson.follower("Dora"), await lesson.follower("Omar")
    await opened(lesson, "lesson")
    for person, choice in ((dora, 0), (omar, 1)):
        await person.ask("vote", poll=1, round=1, choice=choice)
    await tally_with(lesson, 2)
    await lesson.presenter.ask("close-poll", poll=1)
    await dora.ask("follow", have={"run": "x", "seq": 0, "hash": "no"})
    await dora.ask("step", **{"from": 0, "size": "quiet"})
    await dora.ask("seek", to=1)
    await dora.ask("alone")
    late = await lesson.follower("Late")
    await dora.all_heard()
    read = "".join([*dora.received, *late.received])
    secret = (
        "put back first",
        "It started later",
        "Seniority",
        kept.stages.steps[1].shown,
        '"rounds"',
        '"right"',
    )

    assert [] == [word for word in secret if word in read]
    assert "Which pod ends?" in read


async def test_after_the_reveal_wrong_choices_have_their_misconception_and_the_board_goes_on(
    lesson: Room, kept: StoredLesson
) -> None:
    dora = await lesson.follower("Dora")
    await opened(lesson, "lesson")
    await dora.ask("vote", poll=1, round=1, choice=0)
    await lesson.presenter.ask("reveal", poll=1)
    message: dict[str, Any] = {"truth": None}
    while message["truth"] is None:
        message = (await dora.hear("poll"))["poll"]
    stage = await dora.hear("stage")

    assert ([1], True, "revealed") == (message["truth"]["right"], message["bars"], message["state"])
    assert "Seniority" == message["truth"]["choices"][0]["misconception"]["en"]
    assert (kept.stages.steps[1].shown, True) == (stage["run"]["id"], stage["resumed"])


async def test_a_presenter_steps_on_after_the_answer_in_a_copy_of_its_run(
    lesson: Room, kept: StoredLesson
) -> None:
    dora = await lesson.follower("Dora")
    await opened(lesson, "lesson")
    await lesson.presenter.ask("reveal", poll=1)
    stage = await dora.hear("stage")
    head = stage["run"]["head"]
    await lesson.presenter.ask("seek", to=head)
    answer = await lesson.presenter.ask("step", **{"from": head, "size": "act"})
    copy = await dora.hear("stage")

    assert ([head + 1], False) == ([frame["seq"] for frame in answer["frames"]], answer["end"])
    assert kept.stages.steps[1].shown == stage["run"]["id"] != copy["run"]["id"]


async def test_the_bars_are_told_while_the_presenter_shows_them(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await free(room)
    await dora.ask("vote", poll=1, round=1, choice=1)
    await room.presenter.ask("bars", poll=1, shown=True)
    message = await dora.hear("tally")

    assert [0, 1] == message["rounds"][0]["bars"]


async def test_a_seat_has_one_vote_which_it_may_change(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await free(room)
    await dora.ask("vote", poll=1, round=1, choice=0)
    changed = await dora.ask("vote", poll=1, round=1, choice=1)
    await room.presenter.all_heard()
    message = (await room.presenter.hello())["tally"]
    again = await dora.hello()

    assert {"choice": 1} == changed["vote"]
    assert (1, [0, 1]) == (message["rounds"][0]["answered"], message["rounds"][0]["bars"])
    assert {"1": {"1": 1}} == again["you"]["votes"]


async def test_late_votes_get_a_clear_word_and_do_not_count(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await free(room)
    await room.presenter.ask("close-poll", poll=1)
    late = await dora.ask("vote", poll=1, round=1, choice=0)
    await room.presenter.ask("vote-again", poll=1)
    old_round = await dora.ask("vote", poll=1, round=1, choice=0)
    none = await dora.ask("vote", poll=7, round=1, choice=0)

    assert ["poll.closed", "poll.closed", "poll.none"] == [item["code"] for item in (late, old_round, none)]


@pytest.mark.parametrize(
    "vote",
    [{"choice": 2}, {"choices": [0]}, {"number": 1.5}, {}],
    ids=["beyond", "many", "number", "nothing"],
)
async def test_a_vote_for_a_choice_that_is_none_is_refused(room: Room, vote: dict[str, Any]) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await free(room)
    answer = await dora.ask("vote", poll=1, round=1, **vote)

    assert "poll.choice" == answer["code"]


async def test_both_rounds_are_kept_and_compared(room: Room) -> None:
    await room.presenter.arrive()
    people = [await room.follower(name) for name in ("Dora", "Omar", "Aisha")]
    await free(room)
    for person, choice in zip(people, (0, 0, 1), strict=True):
        await person.ask("vote", poll=1, round=1, choice=choice)
    await room.presenter.ask("vote-again", poll=1)
    for person, choice in zip(people, (0, 1, 1), strict=True):
        await person.ask("vote", poll=1, round=2, choice=choice)
    result = await tally_with(room, 3)

    assert [[2, 1], [1, 2]] == [item["bars"] for item in result["rounds"]]
    assert [[1, 1], [0, 1]] == result["rounds"][1]["moved"]


async def test_where_does_it_go_is_answered_by_the_run_itself(room: Room) -> None:
    await room.presenter.arrive()
    poll = await opened(room, "where", pod="default/p0")
    await room.presenter.ask("reveal", poll=1)
    truth = (await revealed(room))["truth"]
    played = await room.presenter.ask("step", **{"from": 0, "size": "quiet"})
    bound = next(
        frame
        for frame in played["frames"]
        if frame["kind"] == "bind" and "default/p0" in frame["focus"]["pods"]
    )
    names = [choice["text"]["en"] for choice in poll["choices"]]

    assert ["n1", "n2", "n3", "It stays pending"] == names
    assert [names.index(bound["focus"]["nodes"][0])] == truth["right"]


async def revealed(room: Room) -> dict[str, Any]:
    while (message := (await room.presenter.hear("poll"))["poll"])["state"] != "revealed":
        pass
    return dict(message)


async def test_which_are_the_victims_is_answered_by_the_run_itself(rooms: Any) -> None:
    def made() -> str:
        run = clusters.canonical_run(
            api_object("PriorityClass", "high", value=100),
            node("n1", cpu="2"),
            pod("low1", "1", nodeName="n1"),
            pod("low2", "1", nodeName="n1"),
            pod("p", "1", priorityClassName="high"),
            title="Preemption",
        )
        return run.pk

    room: Room = await rooms(run=await database_sync_to_async(made)(), at=0)
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    poll = await opened(room, "victims")
    vote = await dora.ask("vote", poll=1, round=1, choices=[1, 0])
    await room.presenter.ask("reveal", poll=1)
    truth = (await revealed(room))["truth"]

    assert (True, ["low1", "low2"]) == (poll["many"], [choice["text"]["en"] for choice in poll["choices"]])
    assert ("voted", 1) == (vote["type"], len(truth["right"]))


async def test_a_number_is_shown_as_a_histogram(room: Room) -> None:
    await room.presenter.arrive()
    people = [await room.follower() for _ in range(3)]
    await opened(room, "number", to=24)
    for person, number in zip(people, (0, 3.5, 24), strict=True):
        await person.ask("vote", poll=1, round=1, number=number)
    message = (await tally_with(room, 3))["rounds"][0]
    outside = await people[0].ask("vote", poll=1, round=1, number=25)

    assert ([1, 1, *[0] * 9, 1], 13) == (message["bars"], len(message["edges"]))
    assert "poll.choice" == outside["code"]


async def test_an_open_prediction_holds_the_board(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await opened(room, "where")
    step = await room.presenter.ask("step", **{"from": 0, "size": "act"})
    alone = await dora.ask("alone")
    another = await room.presenter.ask("open-poll", kind="number")
    await room.presenter.ask("drop-poll", poll=1)
    then = await room.presenter.ask("step", **{"from": 0, "size": "act"})

    codes = [item["code"] for item in (step, alone, another)]
    assert ["poll.unrevealed", "poll.unrevealed", "poll.another"] == codes
    assert 1 == then["to"]


async def test_a_question_that_the_board_does_not_have_is_refused_with_what_is_missing(room: Room) -> None:
    await room.presenter.arrive()
    messages = [
        await room.presenter.ask("open-poll", kind=kind, **args)
        for kind, args in (
            ("lesson", {}),
            ("victims", {}),
            ("where", {"pod": "default/nobody"}),
            ("free", {"question": "Which?"}),
            ("number", {"from": 5, "to": 5}),
        )
    ]

    codes = ["room.no_lesson", "poll.no_victims", "poll.no_pod", "protocol.missing", "poll.no_range"]
    assert codes == [item["message"]["id"] for item in messages]


async def test_a_seat_that_votes_a_thousand_times_is_slowed_down_and_counts_once(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await free(room)
    for turn in range(1000):
        await dora.tell("vote", poll=1, round=1, choice=turn % 2)
    code = await dora.closed_with()
    await room.presenter.all_heard()
    message = (await room.presenter.hello())["tally"]["rounds"][0]

    assert (4029, 1, 1) == (code, message["answered"], sum(message["bars"]))


async def test_what_is_taken_home_has_the_bars_and_ones_own_answers(room: Room) -> None:
    await room.presenter.arrive()
    dora, omar = await room.follower("=Dora"), await room.follower("Omar")
    await free(room)
    await dora.ask("vote", poll=1, round=1, choice=1)
    await omar.ask("vote", poll=1, round=1, choice=0)
    await room.presenter.ask("reveal", poll=1, right=[1])
    await room.presenter.ask("end")

    def read() -> tuple[Any, Any, Any, int]:
        message = dora.browser.get(f"/rooms/{room.id}/home").context["predictions"][0]
        table = room.presenter.browser.get(f"/rooms/{room.id}/export.csv").content.decode()
        record = room.presenter.browser.get(f"/rooms/{room.id}/export.json").json()
        return message, table, record, Browser().get(f"/rooms/{room.id}/home").status_code

    message, table, record, others = await database_sync_to_async(read)()

    assert ([1, 1], {"1": 1}, [1]) == (
        message["rounds"][0]["bars"],
        message["votes"],
        message["truth"]["right"],
    )
    assert "'=Dora" in table
    assert ([1, 0], 404) == ([vote["value"] for vote in record["polls"][0]["votes"]], others)
