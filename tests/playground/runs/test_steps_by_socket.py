"""Hello, steps, unions and seeks over one socket: which frames come, and the hash of the state after them."""

import asyncio
import json
from types import SimpleNamespace

import pytest

from playground import limits
from playground.runs.models import Run
from playground.runs.socket import socket
from tests.core.browser_frames import apply_union, model_of
from tests.playground.conftest import Connect
from tests.playground.runs.truth import truth

pytestmark = pytest.mark.django_db(transaction=True)


async def test_hello_gives_the_run_and_the_state_at_its_head(run: Run, connect: Connect) -> None:
    client = await connect(run)

    message = await client.hello()

    assert ("hello", 1, 3) == (message["type"], message["re"], message["protocol"])
    assert {"id": run.pk, "title": "A run", "canAct": True, "owner": True, "head": 0} == {
        name: message["run"][name] for name in ("id", "title", "canAct", "owner", "head")
    }
    assert 0 == message["snapshot"]["seq"]
    assert await truth(run, 0) == message["snapshot"]["hash"]
    assert [] == message["acts"]


async def test_hello_at_an_earlier_step_gives_the_state_there(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "quiet", "limit": 7})

    message = await (await connect(run, owner=False)).hello(at=3)

    assert 3 == message["snapshot"]["seq"]
    assert 7 == message["run"]["head"]
    assert list(range(1, 8)) == [act[0] for act in message["acts"]]


@pytest.mark.parametrize("size", ["act", "cycle", "event", "quiet"])
async def test_a_step_gives_frames_in_order_and_the_hash_of_the_state_after_them(
    run: Run, connect: Connect, size: str
) -> None:
    client = await connect(run)
    await client.hello()

    answer = await client.ask("step", **{"from": 0, "size": size})

    assert "frames" == answer["type"]
    assert list(range(1, answer["to"] + 1)) == [frame["seq"] for frame in answer["frames"]]
    assert answer["to"] == answer["head"] > 0
    assert await truth(run, answer["to"]) == answer["hash"]
    assert (size == "quiet") <= answer["quiet"]


async def test_frames_say_when_the_run_goes_on_and_where_a_step_back_lands(
    run: Run, connect: Connect
) -> None:
    client = await connect(run)
    await client.hello()

    first = await client.ask("step", **{"from": 0, "size": "time", "until": 0.0})
    following = await client.ask("step", **{"from": first["to"], "size": "act"})
    rest = await client.ask("step", **{"from": following["to"], "size": "quiet"})

    assert 0 < first["next"] == following["frames"][0]["t"]
    assert (True, None) == (rest["quiet"], rest["next"])
    assert ["act", "cycle", "event", "quiet"] == list(following["frames"][0]["back"])


async def test_a_step_of_time_ends_at_that_time(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()

    answer = await client.ask("step", **{"from": 0, "size": "time", "until": 3.0})

    assert 3 < len(answer["frames"])
    assert all(frame["t"] <= 3.0 for frame in answer["frames"])


async def test_a_step_as_a_union_leads_to_the_same_state_as_its_frames(run: Run, connect: Connect) -> None:
    one, two = await connect(run), await connect(run, owner=False)
    start = (await one.hello())["snapshot"]
    await two.hello()

    answer = await one.ask("step", **{"from": 0, "size": "time", "until": 3.0, "union": True})
    theirs = await two.hear()

    assert ("union", 0, answer["head"]) == (answer["type"], answer["from"], answer["to"])
    assert answer["to"] > 3
    assert list(range(1, answer["to"] + 1)) == [act[0] for act in answer["acts"]]
    assert "frames" not in answer
    assert await truth(run, answer["to"]) == answer["hash"]
    model = model_of(start)
    apply_union(model, {**answer, "seq": answer["to"]})
    assert model == model_of((await one.ask("seek", to=answer["to"]))["snapshot"])
    mine = {name: value for name, value in answer.items() if name not in ("re", "end")}
    assert mine == {name: value for name, value in theirs.items() if name not in ("re", "end")}


async def test_a_union_of_a_single_step_is_its_frame(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    made = await client.ask("step", **{"from": 0, "size": "quiet", "limit": 200})

    answer = await client.ask("step", **{"from": made["to"] - 1, "size": "quiet", "union": True})
    nothing = await client.ask("step", **{"from": made["to"], "size": "quiet", "union": True})

    assert ("frames", [made["to"]]) == (answer["type"], [frame["seq"] for frame in answer["frames"]])
    assert ("frames", []) == (nothing["type"], nothing["frames"])


async def test_a_union_ends_early_when_it_takes_too_long_and_the_next_one_goes_on_there(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNION_WALL_SECONDS", 0.0)
    client = await connect(run)
    await client.hello()
    at, observed = 0, []
    while not observed or not observed[-1]["quiet"]:
        observed.append(await client.ask("step", **{"from": at, "size": "quiet", "union": True}))
        assert observed[-1]["from"] == at < observed[-1]["to"]
        at = observed[-1]["to"]

    assert len(observed) > 1
    assert await truth(run, at) == observed[-1]["hash"]


async def test_after_a_large_union_the_next_one_comes_later(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNION_WALL_SECONDS", 0.0)
    monkeypatch.setattr(limits, "UNION_CHARACTERS_PER_SECOND", 10.0)
    monkeypatch.setattr(limits, "UNION_CHARACTERS_AT_ONCE", 1)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    client = await connect(run)
    await client.hello()
    monkeypatch.setattr(socket, "asyncio", SimpleNamespace(sleep=sleep, create_task=asyncio.create_task))
    first = await client.ask("step", **{"from": 0, "size": "quiet", "union": True})
    frames = await client.ask("step", **{"from": first["to"], "size": "act"})
    await client.ask("step", **{"from": frames["to"], "size": "quiet", "union": True})
    [rest] = slept

    assert "union" == first["type"]
    assert 60 < rest <= len(json.dumps(first)) / 10


async def test_everybody_may_open_the_decision_that_led_to_a_step(run: Run, connect: Connect) -> None:
    owner = await connect(run)
    await owner.hello()
    made = await owner.ask("step", **{"from": 0, "size": "quiet"})
    [first, *_] = [frame for frame in made["frames"] if frame["kind"] == "schedule"]
    guest = await connect(run, owner=False)
    await guest.hello(at=0)

    answer = await guest.ask("decision", seq=first["seq"])

    assert ("decision", 2, first["seq"]) == (answer["type"], answer["re"], answer["seq"])
    whole, outline = answer["decision"], first["decision"]
    assert {"pod", "cycle", "result", "node"} <= outline.keys() & whole.keys()
    assert "nodes" not in outline
    assert [stop["node"] for stop in whole["stops"] if stop["point"] == "Filter"] == whole["order"]
    assert whole["totals"] == whole["stops"][-2]["sums"]
    assert 0 == (await guest.ask("step", **{"from": 0, "size": "act"}))["from"]


async def test_a_step_without_a_decision_says_so_and_one_beyond_the_head_is_none(
    run: Run, connect: Connect
) -> None:
    client = await connect(run)
    await client.hello()
    made = await client.ask("step", **{"from": 0, "size": "quiet", "limit": 3})
    bare = next((frame["seq"] for frame in made["frames"] if frame["kind"] != "schedule"), 0)

    messages = [await client.ask("decision", seq=seq) for seq in (0, bare, made["head"] + 1)]

    assert [("decision", None), ("decision", None)] == [
        (item["type"], item["decision"]) for item in messages[:2]
    ]
    assert ("step.out_of_range", "seq") == (messages[2]["code"], messages[2]["path"])


async def test_seeking_back_and_forth_gives_the_same_hash(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    steps = await client.ask("step", **{"from": 0, "size": "quiet", "limit": 6})

    observed = [(await client.ask("seek", to=to))["snapshot"]["hash"] for to in (2, 6, 0, 2, 6)]

    assert observed[0] == observed[3]
    assert observed[1] == observed[4] == steps["hash"]
