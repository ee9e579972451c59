"""A room on the wire: everybody sees the same moment, leaves it, and comes back."""

import asyncio
from typing import Any

import pytest

from playground.classroom.process import hub
from playground.server.sockets.lines import Line
from tests.playground.classroom.conftest import Room


async def test_a_step_of_the_presenter_reaches_everybody_with_the_same_bytes(room: Room) -> None:
    message = await room.presenter.arrive()
    one, two = await room.follower("Dora"), await room.follower()
    answer = await room.presenter.ask("step", **{"from": 0, "size": "act"})
    first, second = await one.hear("frames"), await two.hear("frames")

    assert 0 == message["board"]["snapshot"]["seq"]
    assert answer["frames"] == first["frames"] == second["frames"]
    assert one.received[-1] == two.received[-1]


async def test_whoever_comes_back_is_told_the_hash_of_where_all_stand(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    first = await room.presenter.ask("step", **{"from": 0, "size": "act"})
    await dora.leave()
    second = await room.presenter.ask("step", **{"from": 1, "size": "act"})
    have = {"run": "", "seq": 1, "hash": first["hash"]}
    board = (await dora.arrive(have=have))["board"]

    assert (True, 2, second["hash"]) == (board["resumed"], board["to"], board["hash"])
    assert second["frames"] == board["frames"]


async def test_a_follower_explores_and_comes_back_with_one_command(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await room.presenter.ask("step", **{"from": 0, "size": "quiet"})
    moved = await dora.hear("frames")
    await dora.ask("seek", to=0)
    await room.presenter.ask("seek", to=3)
    message: Any = await dora.hear("position")
    back = await dora.ask("follow")

    assert (3, moved["to"]) == (message["at"], message["head"])
    assert ("frames", [1, 2, 3]) == (back["type"], [frame["seq"] for frame in back["frames"]])


async def test_a_slow_follower_gets_the_newest_position_and_not_all_between(room: Room) -> None:
    await room.presenter.arrive()
    slow, line = await room.seat("Slow"), Line()
    await slow.connect(line)
    await slow.hello()
    line.pauseProducing()
    for at in range(4):
        await room.presenter.ask("step", **{"from": at, "size": "act"})
    while hub.hubs[room.id].stage.boards.position.at < 4:
        await asyncio.sleep(0.01)
    received = len(slow.received)
    line.resumeProducing()
    after = await slow.hear("frames")
    between = [
        text for text in slow.received[received:-1] if text.startswith(('{"type":"frames"', '{"type":"snap'))
    ]

    assert ([], 0, 4) == (between, after["from"], after["to"])


async def test_thirty_seats_join_follow_explore_vote_and_resume(room: Room) -> None:
    await room.presenter.arrive()
    seats = [await room.follower(f"p{n}") for n in range(30)]
    for at in range(3):
        await room.presenter.ask("step", **{"from": at, "size": "act"})
    for entry in seats:
        while (moved := await entry.hear("frames"))["to"] < 3:
            pass
    explorers, sleepers = seats[:5], seats[5:10]
    for entry in explorers:
        await entry.ask("seek", to=1)
    for entry in sleepers:
        await entry.leave()
    await room.presenter.ask("open-poll", kind="free", question="Which?", choices=["this", "that"])
    for place, entry in enumerate(seats[:5] + seats[10:]):
        await entry.ask("vote", poll=1, round=1, choice=place % 2)
    await room.presenter.ask("step", **{"from": 3, "size": "act"})
    have = {"run": "", "seq": 3, "hash": moved["hash"]}
    back = [await sleeper.arrive(have=have) for sleeper in sleepers]
    returned = [await explorer.ask("follow") for explorer in explorers]
    counts = (await room.presenter.hello())["roster"]["counts"]
    message = (await room.presenter.hello())["tally"]["rounds"][0]

    assert {4} == {item["board"]["frames"][-1]["seq"] for item in back}
    assert {4} == {item["to"] for item in returned}
    assert (30, [13, 12]) == (counts["follows"], message["bars"])


async def test_a_room_goes_on_when_the_presenters_line_is_lost_in_a_vote(room: Room) -> None:
    await room.presenter.arrive()
    dora, omar = await room.follower("Dora"), await room.follower("Omar")
    await room.presenter.ask("open-poll", kind="free", question="Which?", choices=["this", "that"])
    await dora.ask("vote", poll=1, round=1, choice=0)
    await room.presenter.leave()
    voted = await omar.ask("vote", poll=1, round=1, choice=1)
    message = await room.presenter.arrive()

    assert "voted" == voted["type"]
    assert ("open", [1, 1]) == (message["poll"]["state"], message["tally"]["rounds"][0]["bars"])
    assert [True, True] == [seat["voted"] for seat in message["roster"]["seats"]]


async def test_at_high_speed_followers_get_unions_of_many_steps(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower()
    answer = await room.presenter.ask("step", **{"from": 0, "size": "quiet", "union": True})
    message = await dora.hear("union")

    assert (None, answer["to"], answer["hash"]) == (message["re"], message["to"], message["hash"])


async def test_a_second_server_process_knows_who_is_here(room: Room) -> None:
    dora = await room.follower("Dora")
    other = hub.Hub(room.id)
    await other.ready
    await dora.ask("seek", to=0)
    while other.attendance.roster.presence(1).mode != "explore":
        await asyncio.sleep(0.02)
    there = other.attendance.roster.presence(1)
    await dora.leave()
    while other.attendance.roster.presence(1).places:
        await asyncio.sleep(0.02)
    await other.close()

    assert (1, 0) == (there.places, there.at)


async def test_a_line_that_breaks_keeps_nothing_from_the_others(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await room.presenter.arrive()
    _, omar = await room.follower("Dora"), await room.follower("Omar")
    broken = hub.hubs[room.id].attendance.places(1)[0]

    async def fail(text: str) -> None:
        raise ConnectionError("gone")

    monkeypatch.setattr(broken, "send", fail)
    await room.presenter.ask("step", **{"from": 0, "size": "act"})
    message = await omar.hear("frames")

    assert (1, True) == (message["to"], "a line broke" in caplog.text)
