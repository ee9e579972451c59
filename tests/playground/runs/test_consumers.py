"""One socket, two sockets: what the protocol promises to those who step, watch, race and come back."""

import asyncio
import json
import math
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async as db

from playground import limits
from playground.runs import consumers, services, sockets, stepper
from playground.runs.models import Run, RunInput
from playground.web.lines import Line
from playground.workers import pool as workers
from playground.workers.engine import make_recording
from playground.workers.playing import play_to
from tests.core.applying import apply_frame, apply_union, model_of
from tests.playground.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)

CORDON = {"kind": "cordon", "node": "n1"}


async def truth(run: Run, seq: int) -> str:
    """The state hash at a step, replayed from the database alone."""
    known = await db(services.standing)(run.pk)
    assert known is not None
    recording = make_recording(await db(services.recipe)(known))
    play_to(recording, seq, math.inf)
    return str(recording.hash(seq))


async def test_hello_gives_the_run_and_the_state_at_its_head(run: Run, connect: Connect) -> None:
    client = await connect(run)

    said = await client.hello()

    assert ("hello", 1, 3) == (said["type"], said["re"], said["protocol"])
    assert {"id": run.pk, "title": "A run", "canAct": True, "owner": True, "head": 0} == {
        name: said["run"][name] for name in ("id", "title", "canAct", "owner", "head")
    }
    assert 0 == said["snapshot"]["seq"]
    assert await truth(run, 0) == said["snapshot"]["hash"]
    assert [] == said["acts"]


async def test_hello_at_an_earlier_step_gives_the_state_there(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "quiet", "limit": 7})

    said = await (await connect(run, owner=False)).hello(at=3)

    assert 3 == said["snapshot"]["seq"]
    assert 7 == said["run"]["head"]
    assert list(range(1, 8)) == [act[0] for act in said["acts"]]


@pytest.mark.parametrize("size", ["act", "cycle", "event", "quiet"])
async def test_a_step_gives_frames_in_order_and_the_hash_of_the_state_after_them(
    run: Run, connect: Connect, size: str
) -> None:
    client = await connect(run)
    await client.hello()

    said = await client.ask("step", **{"from": 0, "size": size})

    assert "frames" == said["type"]
    assert list(range(1, said["to"] + 1)) == [frame["seq"] for frame in said["frames"]]
    assert said["to"] == said["head"] > 0
    assert await truth(run, said["to"]) == said["hash"]
    assert (size == "quiet") <= said["quiet"]


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

    said = await client.ask("step", **{"from": 0, "size": "time", "until": 3.0})

    assert 3 < len(said["frames"])
    assert all(frame["t"] <= 3.0 for frame in said["frames"])


async def test_two_clients_on_one_run_see_the_same_frames(run: Run, connect: Connect) -> None:
    one, two = await connect(run), await connect(run, owner=False)
    await one.hello()
    await two.hello()

    mine = await one.ask("step", **{"from": 0, "size": "act"})
    theirs = await two.hear()

    assert None is theirs["re"]
    for name in ("from", "to", "head", "hash", "frames", "quiet"):
        assert mine[name] == theirs[name]


async def test_a_step_as_a_union_leads_to_the_same_state_as_its_frames(run: Run, connect: Connect) -> None:
    one, two = await connect(run), await connect(run, owner=False)
    start = (await one.hello())["snapshot"]
    await two.hello()

    said = await one.ask("step", **{"from": 0, "size": "time", "until": 3.0, "union": True})
    theirs = await two.hear()

    assert ("union", 0, said["head"]) == (said["type"], said["from"], said["to"])
    assert said["to"] > 3
    assert list(range(1, said["to"] + 1)) == [act[0] for act in said["acts"]]
    assert "frames" not in said
    assert await truth(run, said["to"]) == said["hash"]
    model = model_of(start)
    apply_union(model, {**said, "seq": said["to"]})
    assert model == model_of((await one.ask("seek", to=said["to"]))["snapshot"])
    mine = {name: value for name, value in said.items() if name not in ("re", "end")}
    assert mine == {name: value for name, value in theirs.items() if name not in ("re", "end")}


async def test_a_union_of_a_single_step_is_its_frame(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    made = await client.ask("step", **{"from": 0, "size": "quiet", "limit": 200})

    said = await client.ask("step", **{"from": made["to"] - 1, "size": "quiet", "union": True})
    nothing = await client.ask("step", **{"from": made["to"], "size": "quiet", "union": True})

    assert ("frames", [made["to"]]) == (said["type"], [frame["seq"] for frame in said["frames"]])
    assert ("frames", []) == (nothing["type"], nothing["frames"])


async def test_a_union_ends_early_when_it_takes_too_long_and_the_next_one_goes_on_there(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNION_WALL_SECONDS", 0.0)
    client = await connect(run)
    await client.hello()
    at, seen = 0, []
    while not seen or not seen[-1]["quiet"]:
        seen.append(await client.ask("step", **{"from": at, "size": "quiet", "union": True}))
        assert seen[-1]["from"] == at < seen[-1]["to"]
        at = seen[-1]["to"]

    assert len(seen) > 1
    assert await truth(run, at) == seen[-1]["hash"]


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
    monkeypatch.setattr(sockets, "asyncio", SimpleNamespace(sleep=sleep, create_task=asyncio.create_task))
    first = await client.ask("step", **{"from": 0, "size": "quiet", "union": True})
    frames = await client.ask("step", **{"from": first["to"], "size": "act"})
    await client.ask("step", **{"from": frames["to"], "size": "quiet", "union": True})
    [rest] = slept

    assert "union" == first["type"]
    assert 60 < rest <= len(json.dumps(first)) / 10


async def test_a_client_is_told_of_others_at_most_ten_times_a_second_and_misses_nothing(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TOLD_PER_SECOND", 0.5)
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
    monkeypatch.setattr(limits, "TOLD_PER_SECOND", 2.0)
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
        real(run_id, ordinal=0, seq=0, value='{"kind":"cordon","node":"n2"}')
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


async def test_an_input_is_one_frame_and_moves_the_head(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "act"})

    said = await client.ask("input", **{"from": 1, "input": CORDON})

    assert ("frames", 1, 2, 2) == (said["type"], said["from"], said["to"], said["head"])
    assert "you" == said["frames"][0]["actor"]
    assert await truth(run, 2) == said["hash"]


async def test_an_input_at_an_earlier_step_is_told_where_the_head_is(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "quiet", "limit": 5})
    await client.ask("seek", to=2)

    said = await client.ask("input", **{"from": 2, "input": CORDON})

    assert ("input.not_at_head", 5) == (said["code"], said["head"])
    assert {"head": 5, "at": 2} == said["message"]["args"]
    assert 0 == await RunInput.objects.filter(run=run).acount()


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"kind": "scale", "object": {"kind": "Deployment", "name": "x"}, "replicas": -1}, "input.replicas"),
        ({"kind": "nonsense"}, "input.kind"),
        ({"kind": "cordon"}, "input.node"),
        ({"kind": "apply", "documents": "text"}, "input.documents"),
        ({"kind": "apply", "yaml": 7}, "input.yaml"),
        ({"kind": "apply", "yaml": "a: 1", "documents": [{}]}, "input.yaml"),
    ],
)
async def test_an_input_that_is_none_names_the_path_and_changes_nothing(
    run: Run, connect: Connect, given: dict[str, Any], path: str
) -> None:
    client = await connect(run)
    await client.hello()

    said = await client.ask("input", **{"from": 0, "input": given})

    assert ("input.invalid", path) == (said["code"], said["path"])
    after = await client.ask("seek", to=0)
    assert (0, await truth(run, 0)) == (after["head"], after["snapshot"]["hash"])


async def test_broken_yaml_names_its_line(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()

    said = await client.ask("input", **{"from": 0, "input": {"kind": "apply", "yaml": "kind: Pod\na: [1\n"}})

    assert "input.invalid" == said["code"]
    assert said["line"] >= 2


async def test_a_refusal_carries_the_words_of_the_api_server(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()

    said = await client.ask("input", **{"from": 0, "input": {"kind": "cordon", "node": "nowhere"}})

    assert "input.refused" == said["code"]
    assert 404 == said["message"]["args"]["code"]
    assert 'nodes "nowhere" not found' == said["message"]["args"]["text"]
    assert 0 == (await client.ask("seek", to=0))["head"]


async def test_what_the_api_server_refuses_in_a_yaml_text_is_named_by_its_field_and_line(
    run: Run, connect: Connect
) -> None:
    client = await connect(run)
    await client.hello()
    text = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: app, image: a}]\n---\n"
        "apiVersion: v1\nkind: Pod\nmetadata: {name: b}\nspec:\n  containers: [{name: app, image: b}]\n"
        "  tolerations:\n    - key: gpu\n      operator: Maybe\n"
    )

    said = await client.ask("input", **{"from": 0, "input": {"kind": "apply", "yaml": text}})

    assert ("input.refused", 14) == (said["code"], said["line"])
    assert "input.documents[1].spec.tolerations[0].operator" == said["path"]


async def test_a_client_that_drops_and_resumes_ends_in_the_same_state(run: Run, connect: Connect) -> None:
    one, two = await connect(run), await connect(run)
    await one.hello()
    first = await two.hello()
    await two.socket.disconnect()
    await one.ask("step", **{"from": 0, "size": "quiet", "limit": 4})

    back = await connect(run)
    said = await back.hello(have={"seq": 0, "hash": first["snapshot"]["hash"]})

    assert True is said["resumed"]
    assert "snapshot" not in said
    assert [1, 2, 3, 4] == [frame["seq"] for frame in said["frames"]]
    assert 4 == said["run"]["head"]


async def test_a_client_with_another_past_gets_the_state_instead(run: Run, connect: Connect) -> None:
    client = await connect(run)

    said = await client.hello(have={"seq": 0, "hash": "not the hash"})

    assert "resumed" not in said
    assert 0 == said["snapshot"]["seq"]


async def test_everybody_may_open_the_decision_that_led_to_a_step(run: Run, connect: Connect) -> None:
    owner = await connect(run)
    await owner.hello()
    made = await owner.ask("step", **{"from": 0, "size": "quiet"})
    [first, *_] = [frame for frame in made["frames"] if frame["kind"] == "schedule"]
    guest = await connect(run, owner=False)
    await guest.hello(at=0)

    said = await guest.ask("decision", seq=first["seq"])

    assert ("decision", 2, first["seq"]) == (said["type"], said["re"], said["seq"])
    whole, outline = said["decision"], first["decision"]
    assert {"pod", "cycle", "result", "node"} <= outline.keys() & whole.keys()
    assert "nodes" not in outline
    assert [stop["node"] for stop in whole["stops"] if stop["point"] == "Filter"] == whole["order"]
    assert whole["totals"] == whole["stops"][-2]["sums"]
    assert (await guest.ask("step", **{"from": 0, "size": "act"}))["from"] == 0


async def test_a_step_without_a_decision_says_so_and_one_beyond_the_head_is_none(
    run: Run, connect: Connect
) -> None:
    client = await connect(run)
    await client.hello()
    made = await client.ask("step", **{"from": 0, "size": "quiet", "limit": 3})
    bare = next((frame["seq"] for frame in made["frames"] if frame["kind"] != "schedule"), 0)

    said = [await client.ask("decision", seq=seq) for seq in (0, bare, made["head"] + 1)]

    assert [("decision", None), ("decision", None)] == [(each["type"], each["decision"]) for each in said[:2]]
    assert ("step.out_of_range", "seq") == (said[2]["code"], said[2]["path"])


async def test_seeking_back_and_forth_gives_the_same_hash(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    steps = await client.ask("step", **{"from": 0, "size": "quiet", "limit": 6})

    seen = [(await client.ask("seek", to=to))["snapshot"]["hash"] for to in (2, 6, 0, 2, 6)]

    assert seen[0] == seen[3]
    assert seen[1] == seen[4] == steps["hash"]


async def test_the_head_never_goes_back(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "quiet", "limit": 5})
    await client.ask("seek", to=1)

    said = await client.ask("step", **{"from": 1, "size": "act"})

    assert (2, 5) == (said["to"], said["head"])
    await run.arefresh_from_db()
    assert 5 == run.head


async def test_a_step_is_durable_before_it_is_acknowledged(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()

    said = await client.ask("step", **{"from": 0, "size": "quiet"})

    await run.arefresh_from_db()
    assert said["head"] == run.head


async def test_what_a_worker_computed_in_vain_is_forgotten(run: Run, connect: Connect) -> None:
    """Another server recorded an input while this one stepped."""
    client = await connect(run)
    await client.hello()
    real = stepper.services.advance_head

    def beaten(run_id: str, **args: Any) -> Any:
        services.record_input(run_id, ordinal=0, seq=0, value='{"kind":"cordon","node":"n1"}')
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


async def test_apply_happens_at_the_second_that_it_names_as_other_inputs_do(
    run: Run, connect: Connect
) -> None:
    client = await connect(run)
    await client.hello()
    quiet = await client.ask("step", **{"from": 0, "size": "quiet"})
    yaml = "apiVersion: v1\nkind: Namespace\nmetadata: {name: late}\n"
    at = quiet["frames"][-1]["t"] + 2

    value = {"kind": "apply", "yaml": yaml, "at": at}
    made = await client.ask("input", **{"from": quiet["to"], "input": value})

    assert at == made["frames"][0]["t"]


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


def held_calls(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Holds every call to the pool back until the event is set."""
    go_on = asyncio.Event()
    call = workers.pool().call

    async def slow(*args: Any) -> Any:
        await go_on.wait()
        return await call(*args)

    monkeypatch.setattr(workers.pool(), "call", slow)
    return go_on


async def test_a_client_hears_that_its_request_is_still_at_work(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await connect(run)
    await client.hello()
    go_on = held_calls(monkeypatch)
    monkeypatch.setattr(limits, "WORKING_SECONDS", 0.01)
    working = [await client.ask("step", **{"from": 0, "size": "act"}), await client.hear()]
    go_on.set()
    said = working[-1]
    while said["type"] == "working":
        said = await client.hear()

    assert [("working", 2)] * 2 == [(each["type"], each["re"]) for each in working]
    assert ("frames", 2) == (said["type"], said["re"])


async def test_a_client_hears_how_many_requests_come_before_its_own(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await connect(run)
    await client.hello()
    go_on = held_calls(monkeypatch)
    monkeypatch.setattr(limits, "OPENING_SECONDS", 0.01)
    monkeypatch.setattr(workers.pool(), "before", lambda run: 3)
    said = await client.ask("step", **{"from": 0, "size": "act"})
    go_on.set()

    assert ("working", 2, 3) == (said["type"], said["re"], said["before"])


async def test_a_large_message_is_announced(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANNOUNCED_CHARACTERS", 1000)
    client = await connect(run)

    coming, said = await client.hello(), await client.hear()
    pong = await client.ask("ping")

    assert ("coming", "hello", "pong") == (coming["type"], said["type"], pong["type"])
    assert 0 <= coming["characters"] - len(json.dumps(said, separators=(",", ":"))) < 1000


async def test_a_client_that_does_not_read_is_not_answered_until_it_does(run: Run, connect: Connect) -> None:
    line = Line()
    client = await connect(run, line=line)
    await client.hello()
    line.pauseProducing()
    await client.socket.send_to('{"id":8,"do":"seek","to":0}')
    before = await client.silent()
    line.resumeProducing()
    after = await client.hear()

    assert (True, ("snapshot", 8)) == (before, (after["type"], after["re"]))


async def test_a_client_that_does_not_read_is_told_once_of_what_others_did_meanwhile(
    run: Run, connect: Connect
) -> None:
    line = Line()
    slow, quick = await connect(run, owner=False, line=line), await connect(run)
    await slow.hello()
    await quick.hello()
    line.pauseProducing()
    for at in range(3):
        await quick.ask("step", **{"from": at, "size": "act"})
    before = await slow.silent()
    line.resumeProducing()
    told = await slow.hear()

    assert (True, (0, 3)) == (before, (told["from"], told["to"]))


async def test_what_a_client_asked_for_before_it_went_is_not_done_in_vain(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line()
    client = await connect(run, line=line)
    await client.hello()
    asked: list[str] = []
    monkeypatch.setattr(consumers, "ask", lambda *args: asked.append("asked"))
    line.pauseProducing()
    await client.socket.send_to('{"id":8,"do":"decision","seq":0}')
    await client.silent()
    line.stopProducing()

    assert (True, []) == (await client.silent(), asked)
