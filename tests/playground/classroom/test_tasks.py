"""Everybody tries it alone: each sandbox is judged, seen on the wall, reset, and given the solution."""

from typing import Any

from django.utils.html import strip_tags

from playground.lessons.services import StoredLesson
from tests.playground.classroom.conftest import Person, Room
from tests.playground.conftest import Client

CORDONED = {"node": {"name": "n1", "cordoned": True}}
CORDON = {"kind": "cordon", "node": "n1"}


async def alone(person: Person, connect: Any, **args: Any) -> tuple[dict[str, Any], Client]:
    """The sandbox of a learner, and a socket on it."""
    box = await person.ask("alone", **args)
    cookies = {name: item.value for name, item in person.browser.cookies.items()}
    socket: Client = await connect(box["run"], cookies=cookies)
    return box, socket


async def test_one_command_forks_the_moment_and_the_room_remembers_it(room: Room, connect: Any) -> None:
    await room.presenter.arrive()
    await room.presenter.ask("step", **{"from": 0, "size": "cycle"})
    dora = await room.follower("Dora")
    box, socket = await alone(dora, connect)
    message = await socket.hello()
    again = await dora.ask("alone")
    text = (await dora.hello())["you"]

    assert (box["at"], True, True) == (message["run"]["head"], message["run"]["canAct"], box["fresh"])
    assert (box["run"], False) == (again["run"], again["fresh"])
    assert (box["run"], "alone") == (text["sandbox"]["run"], text["mode"])


async def test_a_sandbox_is_judged_live_for_its_learner_and_on_the_wall(room: Room, connect: Any) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    opened = await room.presenter.ask("open-task", text="Cordon n1", checks=[CORDONED])
    _, socket = await alone(dora, connect)
    before = await dora.hear("checks")
    await socket.hello()
    await socket.ask("input", **{"from": 0, "input": CORDON})
    after = await dora.hear("checks")
    tile = await room.presenter.hear("wall")
    while not tile["tiles"][0]["done"]:
        tile = await room.presenter.hear("wall")

    assert ("ok", False, True) == (opened["type"], before["done"], after["done"])
    assert (1, ["n1", "n2", "n3"]) == (
        tile["tiles"][0]["inputs"],
        [node["name"] for node in tile["tiles"][0]["nodes"]],
    )


async def test_who_is_done_is_in_the_roster_also_after_a_restart_of_the_page(
    room: Room, connect: Any
) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await room.presenter.ask("open-task", checks=[CORDONED])
    _, socket = await alone(dora, connect)
    await socket.hello()
    await socket.ask("input", **{"from": 0, "input": CORDON})
    while not (await dora.hear("checks"))["done"]:
        pass
    await room.presenter.leave()
    await dora.leave()
    await dora.arrive()
    message = await room.presenter.arrive()

    assert "done" == message["roster"]["seats"][0]["state"]


async def test_a_condition_that_is_none_is_refused_with_its_path(room: Room) -> None:
    await room.presenter.arrive()
    answer = await room.presenter.ask("open-task", checks=[{"pod": {"name": "p", "colour": "red"}}])

    assert ("input.invalid", True) == (answer["code"], answer["path"].startswith("checks[0]"))


async def test_reset_gives_everybody_a_new_sandbox(room: Room, connect: Any) -> None:
    await room.presenter.arrive()
    dora, omar = await room.follower("Dora"), await room.follower("Omar")
    boxes = [(await alone(item, connect))[0] for item in (dora, omar)]
    await room.presenter.ask("reset-task")
    fresh = [await item.hear("sandbox") for item in (dora, omar)]
    cookies = {name: entry.value for name, entry in dora.browser.cookies.items()}
    socket: Client = await connect(fresh[0]["run"], cookies=cookies)

    assert [] == [item for item in fresh if item["run"] in {box["run"] for box in boxes}]
    assert (await socket.hello())["run"]["canAct"]


async def test_the_lessons_task_begins_where_the_lesson_says_and_its_solution_can_be_handed_out(
    rooms: Any, kept: StoredLesson, connect: Any
) -> None:
    room: Room = await rooms(lesson=kept.slug)
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await room.presenter.ask("open-task")
    task = (await dora.hear("task"))["task"]
    _, socket = await alone(dora, connect)
    await dora.hear("checks")
    message = await socket.hello()
    await room.presenter.ask("solve-task")
    solved = (await dora.hear("task"))["task"]["solution"]

    assert (2, ["low2", "bound"]) == (task["fewest"], [check["name"] for check in task["checks"]])
    assert (0, ["delete", "apply"]) == (message["run"]["head"], [item["kind"] for item in solved["inputs"]])


async def test_a_known_wrong_way_is_told_to_its_learner_and_on_the_wall(
    rooms: Any, kept: StoredLesson, connect: Any
) -> None:
    room: Room = await rooms(lesson=kept.slug)
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await room.presenter.ask("open-task")
    _, socket = await alone(dora, connect)
    before = await dora.hear("checks")
    await socket.hello()
    assert kept.lesson.task is not None
    plain = {**kept.lesson.task.rejected[0].inputs[0].to_json()}
    del plain["at"]
    at = (await socket.ask("step", **{"from": 0, "size": "act"}))["to"]
    given = await socket.ask("input", **{"from": at, "input": plain})
    await socket.ask("step", **{"from": given["to"], "size": "quiet"})
    while (after := await dora.hear("checks"))["way"] is None:
        pass
    while (tile := (await room.presenter.hear("wall"))["tiles"][0])["way"] is None:
        pass

    assert (None, "Without room low2 is the victim.") == (
        before["way"],
        strip_tags(after["way"]["en"]).strip(),
    )
    assert after["way"] == tile["way"]


async def test_the_plan_follows_the_lessons_step(rooms: Any, kept: StoredLesson) -> None:
    room: Room = await rooms(lesson=kept.slug)
    before = (await room.presenter.arrive())["plan"]["item"]
    await room.presenter.ask("go", step=3)
    message = (await room.presenter.hear("plan"))["plan"]
    later = (await room.presenter.hello())["plan"]

    assert (0, 2, "The time") == (before, message["item"], message["items"][2]["title"])
    assert message == later


async def test_a_learners_board_is_shown_to_all_after_one_click_of_consent(room: Room, connect: Any) -> None:
    await room.presenter.arrive()
    dora, omar = await room.follower("Dora"), await room.follower("Omar")
    box, socket = await alone(dora, connect)
    await socket.hello()
    await room.presenter.ask("show", seat=1)
    await dora.hear("ask-show")
    await dora.ask("allow", show=True)
    stage = await omar.hear("stage")
    await socket.ask("input", **{"from": 0, "input": CORDON})
    carried = await omar.hear("frames")
    await room.presenter.ask("show")
    back = await omar.hear("stage")

    assert (box["run"], "input-cordon") == (stage["run"]["id"], carried["frames"][0]["kind"])
    assert (False, 0) == (back["run"]["id"] == box["run"], back["at"])


async def test_without_consent_nothing_is_shown(room: Room, connect: Any) -> None:
    await room.presenter.arrive()
    dora, omar = await room.follower("Dora"), await room.follower("Omar")
    await alone(dora, connect)
    await room.presenter.ask("show", seat=1)
    await dora.hear("ask-show")
    await dora.ask("allow", show=False)
    received = await omar.all_heard()

    assert [] == [item for item in received if item["type"] == "stage"]


async def test_who_follows_again_stays_so_when_the_sandboxes_are_reset(room: Room, connect: Any) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await alone(dora, connect)
    await dora.ask("follow")
    await room.presenter.ask("reset-task")
    await dora.hear("sandbox")
    await room.presenter.ask("step", **{"from": 0, "size": "act"})
    moved = await dora.hear("frames")

    assert (1, "follow") == (moved["to"], (await dora.hello())["you"]["mode"])
