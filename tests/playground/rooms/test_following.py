"""A room on the wire: everybody sees the same moment, leaves it, and comes back."""

from typing import Any

from tests.playground.rooms.conftest import Room


async def test_a_step_of_the_presenter_reaches_everybody_with_the_same_bytes(room: Room) -> None:
    told = await room.presenter.arrive()
    one, two = await room.follower("Dora"), await room.follower()
    answer = await room.presenter.ask("step", **{"from": 0, "size": "act"})
    first, second = await one.hear("frames"), await two.hear("frames")

    assert told["board"]["snapshot"]["seq"] == 0
    assert answer["frames"] == first["frames"] == second["frames"]
    assert one.received[-1] == two.received[-1]


async def test_a_follower_explores_and_comes_back_with_one_command(room: Room) -> None:
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await room.presenter.ask("step", **{"from": 0, "size": "quiet"})
    moved = await dora.hear("frames")
    await dora.ask("seek", to=0)
    await room.presenter.ask("seek", to=3)
    told: Any = await dora.hear("position")
    back = await dora.ask("follow")

    assert (3, moved["to"]) == (told["at"], told["head"])
    assert ("frames", [1, 2, 3]) == (back["type"], [frame["seq"] for frame in back["frames"]])
