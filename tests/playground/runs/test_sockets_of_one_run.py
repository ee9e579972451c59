"""Several sockets on one run: what each is told of the others, and which of two writers wins."""

import asyncio
import json
from typing import Any

import pytest
from channels.db import database_sync_to_async as db

from playground import limits
from playground.runs import services
from playground.runs.models import Run, RunInput
from tests.core.browser_frames import apply_frame, apply_union, model_of
from tests.playground.conftest import Connect
from tests.playground.runs.truth import truth

pytestmark = pytest.mark.django_db(transaction=True)

CORDON = {"kind": "cordon", "node": "n1"}


async def test_two_clients_on_one_run_see_the_same_frames(run: Run, connect: Connect) -> None:
    one, two = await connect(run), await connect(run, owner=False)
    await one.hello()
    await two.hello()

    mine = await one.ask("step", **{"from": 0, "size": "act"})
    theirs = await two.hear()

    assert None is theirs["re"]
    for name in ("from", "to", "head", "hash", "frames", "quiet"):
        assert mine[name] == theirs[name]


async def test_a_client_is_told_of_others_at_most_ten_times_a_second_and_misses_nothing(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UPDATES_PER_SECOND", 0.5)
    one, two, three = await connect(run), await connect(run, owner=False), await connect(run, owner=False)
    start = (await one.hello())["snapshot"]
    await two.hello()
    for at in range(6):
        await one.ask("step", **{"from": at, "size": "act"})
    await three.hello(at=2)

    first, rest = await two.hear(), await two.hear()

    assert ("frames", 0, 1) == (first["type"], first["from"], first["to"])
    assert ("union", None, 1, 6) == (rest["type"], rest["re"], rest["from"], rest["to"])
    assert await truth(run, 6) == rest["hash"]
    model = model_of(start)
    apply_frame(model, first["frames"][0])
    apply_union(model, {**rest, "seq": rest["to"]})
    assert model == model_of((await one.ask("seek", to=6))["snapshot"])
    assert await two.silent()
    assert await three.silent()


async def test_who_asks_while_news_of_others_wait_is_not_told_twice(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UPDATES_PER_SECOND", 2.0)
    one, two = await connect(run), await connect(run, owner=False)
    await one.hello()
    await two.hello()
    for at in range(3):
        await one.ask("step", **{"from": at, "size": "act"})

    assert 1 == (await two.hear())["to"]
    assert 3 == (await two.ask("step", **{"from": 1, "size": "quiet"}))["to"]
    assert await two.silent()
    await asyncio.sleep(0.5)
    assert await two.silent()


async def test_who_stands_elsewhere_is_only_told_the_new_head(run: Run, connect: Connect) -> None:
    one, two = await connect(run), await connect(run)
    await one.hello()
    await one.ask("step", **{"from": 0, "size": "quiet", "limit": 3})
    await two.hello(at=1)

    await one.ask("step", **{"from": 3, "size": "act"})

    assert {"type": "head", "head": 4} == await two.hear()


async def test_of_two_writers_at_once_one_wins_and_the_other_gets_the_newest_state(
    run: Run, connect: Connect
) -> None:
    one, two = await connect(run), await connect(run)
    await one.hello()
    await two.hello()

    won = await one.ask("input", **{"from": 0, "input": CORDON})
    two.number += 1
    await two.socket.send_to(
        f'{{"id":{two.number},"do":"input","from":0,"input":{{"kind":"uncordon","node":"n1"}}}}'
    )
    lost = await two.hear()
    while lost["type"] != "error":  # the broadcast of the other's frame may come first
        lost = await two.hear()

    assert ("frames", 1) == (won["type"], won["head"])
    assert "input.lost_race" == lost["code"]
    assert 1 == lost["snapshot"]["seq"] == lost["head"]
    assert won["hash"] == lost["snapshot"]["hash"]
    assert 1 == await RunInput.objects.filter(run=run).acount()


async def test_unique_ordinal_decides_between_servers(run: Run, connect: Connect) -> None:
    """Another server process recorded an input after this one looked."""
    client = await connect(run)
    await client.hello()
    real = services.record_input

    def beaten(run_id: str, **args: Any) -> Any:
        real(run_id, ordinal=0, seq=0, value='{"kind":"cordon","node":"n2"}', state="")
        return real(run_id, **args)

    services.record_input = beaten
    try:
        lost = await client.ask("input", **{"from": 0, "input": CORDON})
    finally:
        services.record_input = real

    assert "input.lost_race" == lost["code"]
    assert await truth(run, 1) == lost["snapshot"]["hash"]
    assert ["n2"] == [
        json.loads(value)["node"]
        for value in await db(list)(RunInput.objects.filter(run=run).values_list("text__value", flat=True))
    ]
