"""What stays when a client, a server or a request is lost: resumes, and steps that are durable."""

import asyncio
from typing import Any

import pytest

from playground.runs import services, stepper
from playground.runs.models import Run
from playground.workers import pool as workers
from tests.playground.conftest import Connect
from tests.playground.runs.truth import truth

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_client_that_drops_and_resumes_ends_in_the_same_state(run: Run, connect: Connect) -> None:
    one, two = await connect(run), await connect(run)
    await one.hello()
    first = await two.hello()
    await two.socket.disconnect()
    await one.ask("step", **{"from": 0, "size": "quiet", "limit": 4})

    back = await connect(run)
    message = await back.hello(have={"seq": 0, "hash": first["snapshot"]["hash"]})

    assert True is message["resumed"]
    assert "snapshot" not in message
    assert [1, 2, 3, 4] == [frame["seq"] for frame in message["frames"]]
    assert 4 == message["run"]["head"]


async def test_a_client_with_another_past_gets_the_state_instead(run: Run, connect: Connect) -> None:
    client = await connect(run)

    message = await client.hello(have={"seq": 0, "hash": "not the hash"})

    assert "resumed" not in message
    assert 0 == message["snapshot"]["seq"]


async def test_the_head_never_goes_back(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "quiet", "limit": 5})
    await client.ask("seek", to=1)

    answer = await client.ask("step", **{"from": 1, "size": "act"})

    assert (2, 5) == (answer["to"], answer["head"])
    await run.arefresh_from_db()
    assert 5 == run.head


async def test_a_step_is_durable_before_it_is_acknowledged(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()

    answer = await client.ask("step", **{"from": 0, "size": "quiet"})

    await run.arefresh_from_db()
    assert answer["head"] == run.head


async def test_what_a_worker_computed_in_vain_is_forgotten(run: Run, connect: Connect) -> None:
    """Another server recorded an input while this one stepped."""
    client = await connect(run)
    await client.hello()
    real = stepper.services.advance_head

    def beaten(run_id: str, **args: Any) -> Any:
        services.record_input(run_id, ordinal=0, seq=0, value='{"kind":"cordon","node":"n1"}', state="")
        return real(run_id, **args)

    services.advance_head = beaten
    try:
        lost = await client.ask("step", **{"from": 0, "size": "act"})
    finally:
        services.advance_head = real
    went_on = await client.ask("step", **{"from": 1, "size": "act"})

    assert "input.lost_race" == lost["code"]
    assert 2 == went_on["to"]
    assert await truth(run, 2) == went_on["hash"]


async def test_a_client_that_knows_steps_which_the_server_lost_goes_on_from_the_head(
    run: Run, connect: Connect
) -> None:
    """After a power cut a browser may stand beyond the head. It is told the head, and acts from there."""
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "quiet", "limit": 4})

    back = await connect(run)
    answer = await back.hello(at=9, have={"seq": 9, "hash": "of a state that was lost"})
    went_on = await back.ask("step", **{"from": 4, "size": "act"})

    assert ("hello", 4, 4) == (answer["type"], answer["run"]["head"], answer["snapshot"]["seq"])
    assert ("frames", 5, 5) == (went_on["type"], went_on["to"], went_on["head"])


async def test_a_future_that_was_cancelled_ends_no_socket(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = await connect(run)
    await client.hello()

    async def cancelled(*args: Any) -> Any:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.cancel()
        await future

    with monkeypatch.context() as broken:
        broken.setattr(workers.pool(), "call", cancelled)
        refused = await client.ask("step", **{"from": 0, "size": "act"})
    stepped = await client.ask("step", **{"from": 0, "size": "act"})

    assert ("server.busy", True) == (refused["code"], refused["retryMs"] > 0)
    assert 1 == len([record for record in caplog.records if record.levelname == "ERROR"])
    assert "frames" == stepped["type"]
