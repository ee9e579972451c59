"""The clock of a machine jumps back an hour or forward a day: nobody loses a right, a run or a room."""

import time
from datetime import timedelta

import pytest
from django.test import Client as Browser
from django.utils import timezone

from playground.classroom.process.roster import Roster
from playground.classroom.services import rooms, seats
from playground.runs import access, edit_links, services
from playground.runs.models import Run
from playground.runs.retention import lifetimes
from tests.playground.conftest import OWNER, Connect, owner_cookies

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[-3_600.0, 86_400.0], ids=["back an hour", "forward a day"])
def jump(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Until `undo` the wall clock shows another time. What only goes forward is left alone, as machines do."""
    seconds, now, wall = float(request.param), timezone.now, time.time
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(seconds=seconds))
    monkeypatch.setattr(time, "time", lambda: wall() + seconds)
    return monkeypatch


@pytest.fixture
def room(run: Run) -> rooms.RoomState:
    """A room with a raised hand, made before the clock jumps."""
    run_state = services.standing(run.pk)
    assert run_state is not None
    opened = rooms.open_on_run(run_state, 0, "A room")
    assert isinstance(opened, rooms.Opened)
    seats.take(opened.room.id, OWNER, "Ada")
    seats.hand(opened.room.id, 1, True)
    return opened.room


@pytest.fixture
def rights(run: Run) -> tuple[dict[str, str], str]:
    """Cookie and edit link of the owner, from before the clock jumps."""
    run_state = services.standing(run.pk)
    assert run_state is not None
    return owner_cookies(), edit_links.token_of(run_state)


def test_rights_runs_and_rooms_stay(
    run: Run, room: rooms.RoomState, rights: tuple[dict[str, str], str], jump: pytest.MonkeyPatch
) -> None:
    cookies, token = rights
    browser = Browser()
    browser.cookies.load(cookies)
    went = lifetimes.sweep(), rooms.delete_old()

    assert (0, 0) == went
    assert 302 == Browser().get(f"/e/{token}").status_code
    assert OWNER == access.owner_of(cookies)
    assert 200 == browser.get(f"/r/{run.pk}").status_code
    assert room.id == getattr(rooms.by_code(room.code or ""), "id", "")


def test_a_hand_is_never_up_since_a_time_that_is_to_come(
    room: rooms.RoomState, jump: pytest.MonkeyPatch
) -> None:
    roster = Roster()
    for seat in seats.listed(room.id):
        roster.hear(seat)
    (row,) = roster.whole()["seats"]

    assert row["hand"]
    assert row["since"] >= 0


async def test_a_socket_goes_on(run: Run, connect: Connect, jump: pytest.MonkeyPatch) -> None:
    one, two = await connect(run), await connect(run, owner=False)
    for item in (one, two):
        await item.hello()
    jump.undo()
    answer = await one.ask("step", **{"from": 0, "size": "act", "limit": 1})
    message = await two.hear()

    assert ["frames", "frames"] == [answer["type"], message["type"]]
