"""Whatever comes over a socket: each thing gets an error frame that names what is wrong, and the run is as it
was.
"""

import json
from typing import Any

import pytest

from playground import limits
from playground.runs import services
from playground.runs.models import Run
from playground.texts.messages import say
from tests.playground.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)

BAD: list[tuple[str, str, str | None]] = [
    ("{", "protocol.bad_message", None),
    ("nonsense", "protocol.bad_message", None),
    ("[" * 20_000, "protocol.bad_message", None),
    ("[1]", "protocol.bad_message", None),
    ("null", "protocol.bad_message", None),
    ('{"id":NaN,"do":"ping"}', "protocol.bad_message", None),
    ('{"do":"ping"}', "protocol.bad_message", "id"),
    ('{"id":"1","do":"ping"}', "protocol.bad_message", "id"),
    ('{"id":true,"do":"ping"}', "protocol.bad_message", "id"),
    ('{"id":-1,"do":"ping"}', "protocol.bad_message", "id"),
    ('{"id":' + "9" * 6000 + ',"do":"ping"}', "protocol.bad_message", None),
    ('{"id":1}', "protocol.bad_message", "do"),
    ('{"id":1,"do":"dance"}', "protocol.unknown_command", "do"),
    ('{"id":1,"do":["ping"]}', "protocol.unknown_command", "do"),
    ('{"id":1,"do":"ping","extra":1}', "protocol.bad_message", "extra"),
    ('{"id":1,"do":"seek"}', "protocol.bad_message", "to"),
    ('{"id":1,"do":"seek","to":-1}', "protocol.bad_message", "to"),
    ('{"id":1,"do":"seek","to":1.5}', "protocol.bad_message", "to"),
    ('{"id":1,"do":"seek","to":1e999}', "protocol.bad_message", "to"),
    ('{"id":1,"do":"seek","to":99999999999999999999}', "protocol.bad_message", "to"),
    ('{"id":1,"do":"seek","to":2000000000}', "step.out_of_range", "to"),
    ('{"id":1,"do":"decision"}', "protocol.bad_message", "seq"),
    ('{"id":1,"do":"decision","seq":"1"}', "protocol.bad_message", "seq"),
    ('{"id":1,"do":"decision","seq":1}', "step.out_of_range", "seq"),
    ('{"id":1,"do":"step","from":7,"size":"act"}', "step.out_of_range", "from"),
    ('{"id":1,"do":"step","from":0,"size":"leap"}', "protocol.bad_message", "size"),
    ('{"id":1,"do":"step","from":0,"size":["act"]}', "protocol.bad_message", "size"),
    ('{"id":1,"do":"step","from":0,"size":"act","union":true}', "protocol.bad_message", "size"),
    ('{"id":1,"do":"step","from":0,"size":"quiet","union":1}', "protocol.bad_message", "union"),
    ('{"id":1,"do":"step","from":0,"size":"time"}', "protocol.bad_message", "until"),
    ('{"id":1,"do":"step","from":0,"size":"time","until":-3}', "protocol.bad_message", "until"),
    ('{"id":1,"do":"step","from":0,"size":"act","limit":0}', "protocol.bad_message", "limit"),
    ('{"id":1,"do":"step","from":0,"size":"quiet","limit":501}', "step.bounded", "limit"),
    ('{"id":1,"do":"input","from":0,"input":[]}', "protocol.bad_message", "input"),
    ('{"id":1,"do":"input","from":9,"input":{"kind":"cordon","node":"n1"}}', "step.out_of_range", "from"),
    (
        r'{"id":1,"do":"input","from":0,"input":{"kind":"cordon","node":"a\u0000"}}',
        "input.invalid",
        "input.node",
    ),
    (
        r'{"id":1,"do":"input","from":0,"input":{"kind":"apply","documents":[{"kind":"Pod","a\u0000":1}]}}',
        "input.invalid",
        "input.documents[0]",
    ),
    (
        r'{"id":1,"do":"input","from":0,"input":{"kind":"apply","yaml":"kind: \"\\0\""}}',
        "input.invalid",
        "kind",
    ),
    (
        '{"id":1,"do":"input","from":0,"input":{"kind":"apply","yaml":"kind: Pod","form":1}}',
        "input.invalid",
        "input.form",
    ),
    (
        '{"id":1,"do":"input","from":0,"input":{"kind":"scale","object":{"kind":"Foo","name":"x"},"replicas":1}}',
        "input.refused",
        "input",
    ),
    ('{"id":1,"do":"hello","protocol":3,"have":{"seq":1}}', "protocol.bad_message", "have"),
    ('{"id":1,"do":"hello","protocol":3,"have":{"seq":"a","hash":""}}', "protocol.bad_message", "have.seq"),
]


@pytest.mark.parametrize(("text", "code", "path"), BAD, ids=range(len(BAD)))
async def test_a_message_that_is_none_gets_an_error_and_changes_nothing(
    run: Run, connect: Connect, text: str, code: str, path: str | None
) -> None:
    client = await connect(run)
    before = await client.hello()

    await client.socket.send_to(text)
    message = await client.hear()

    assert ("error", code, path) == (message["type"], message["code"], message["path"])
    after = await client.ask("seek", to=0)
    assert (before["snapshot"], 0) == (after["snapshot"], after["head"])


async def test_an_error_says_the_sentence_of_its_message(run: Run, connect: Connect) -> None:
    from playground.texts.messages import say

    client = await connect(run)
    await client.hello()

    answer = await client.ask("seek", to=-1)

    assert "to must be a whole number from 0 to 2147483647, got -1." == say(answer["message"])


async def test_a_binary_message_gets_an_error(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()

    for data in (b"\x00\xff\xfe", b'{"id":1,"do":"ping"}'):
        await client.socket.send_to(bytes_data=data)
        message = await client.hear()

        assert ("protocol.bad_message", "protocol.binary") == (message["code"], message["message"]["id"])
    assert "pong" == (await client.ask("ping"))["type"]


async def test_a_message_above_the_limit_is_told_the_limit(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()

    answer = await client.ask("input", **{"from": 0, "input": {"kind": "apply", "yaml": "x" * 70_000}})

    assert {"limit": limits.SOCKET_MESSAGE_BYTES, "got": 70_000} == answer["message"]["args"] | {
        "got": 70_000
    }
    assert "protocol.too_big" == answer["message"]["id"]


CLAIM = (
    "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devices: {requests: "
)
DEVICES = ", ".join(f"{{name: d{number}}}" for number in range(4_000))
SLICE = (
    "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: d.example.com, "
    f"nodeName: n1, pool: {{name: n1, generation: 1, resourceSliceCount: 1}}, devices: [{DEVICES}]}}}}"
)
NO_SELECTOR = (
    "[{name: r, exactly: {deviceClassName: gpu, selectors: [{cel: {expression: this is none}}]}}]}}}"
)


@pytest.mark.parametrize(
    ("document", "path"),
    [
        (CLAIM + "[{name: r, exactly: {}}]}}}", "spec.devices.requests[0].exactly.deviceClassName"),
        (CLAIM + NO_SELECTOR, "spec.devices.requests[0].exactly.selectors[0].cel.expression"),
        (SLICE, "spec.devices"),
    ],
    ids=["claim without class", "expression that is none", "slice of 4 000 devices"],
)
async def test_devices_that_the_api_server_refuses_are_named_with_their_place(
    run: Run, connect: Connect, document: str, path: str
) -> None:
    client = await connect(run)
    before = await client.hello()

    answer = await client.ask("input", **{"from": 0, "input": {"kind": "apply", "yaml": document}})

    assert "error" == answer["type"]
    assert path in str(answer["path"])
    after = await client.ask("seek", to=0)
    assert (before["snapshot"], 0) == (after["snapshot"], after["head"])


@pytest.mark.parametrize("do", ["step", "seek", "decision", "input", "ping"])
async def test_the_first_message_must_be_hello(run: Run, connect: Connect, do: str) -> None:
    client = await connect(run)
    args: dict[str, dict[str, Any]] = {
        "step": {"from": 0, "size": "act"},
        "seek": {"to": 0},
        "decision": {"seq": 0},
        "input": {"from": 0, "input": {}},
        "ping": {},
    }

    answer = await client.ask(do, **args[do])

    assert ("protocol.hello_first", None) == (answer["code"], answer["head"])
    assert "hello" == (await client.hello())["type"]


@pytest.mark.parametrize("theirs", [1, 2, 4])
async def test_a_client_of_another_version_is_told_so_in_words(
    run: Run, connect: Connect, theirs: int
) -> None:
    client = await connect(run)

    answer = await client.ask("hello", protocol=theirs)

    assert ("protocol.version", "protocol") == (answer["code"], answer["path"])
    assert f"This server speaks protocol 3, not {theirs}. Reload the page." == say(answer["message"])
    assert 4000 == await client.closed_with()


async def test_a_run_that_does_not_exist_closes_4004(transactional_db: None, connect: Connect) -> None:
    client = await connect("nosuchrun234")

    assert 4004 == await client.closed_with()


async def test_a_run_that_went_away_says_so(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await run.adelete()

    answer = await client.ask("step", **{"from": 0, "size": "act"})

    assert "run.gone" == answer["code"]
    assert 4004 == await client.closed_with()


async def test_too_many_messages_are_told_to_wait_and_then_closed(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(
        "playground.server.fairness.buckets.TokenBucket.__init__.__defaults__", (lambda: now,)
    )
    client = await connect(run)
    await client.hello()
    for _ in range(limits.SOCKET_BURST - 1):
        assert "pong" == (await client.ask("ping"))["type"]

    waits = await client.ask("ping")

    assert ("rate.slow_down", 50) == (waits["code"], waits["retryMs"])
    now = 0.06
    assert "pong" == (await client.ask("ping"))["type"]
    await client.ask("ping")
    await client.ask("ping")
    assert 4029 == await client.closed_with()


async def test_strikes_are_forgiven_after_a_rest(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(
        "playground.server.fairness.buckets.TokenBucket.__init__.__defaults__", (lambda: now,)
    )
    client = await connect(run)
    await client.hello()
    for _ in range(3):
        while (await client.ask("ping"))["type"] == "pong":
            pass
        now += 60

    assert "pong" == (await client.ask("ping"))["type"]


async def test_what_breaks_inside_is_a_frame_and_not_a_dead_socket(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = await connect(run)
    await client.hello()
    monkeypatch.setattr(services, "advance_head", lambda *_, **__: 1 / 0)

    answer = await client.ask("step", **{"from": 0, "size": "act"})
    monkeypatch.undo()

    lines = [record.getMessage() for record in caplog.records if record.exc_info]
    reference = answer["message"]["args"]["reference"]
    assert ("server.error", None) == (answer["code"], answer["retryMs"])
    assert 1 == (await client.ask("step", **{"from": 0, "size": "act"}))["to"]
    assert "ZeroDivisionError" in caplog.text
    assert ([True], 8) == ([reference in line for line in lines], len(reference))


def test_json_of_the_server_is_plain_ascii() -> None:
    from playground.workers.answers import encode

    assert '"\\ud800\\u0000<\\u00fc"' == encode("\ud800\0<ü")
    assert "\ud800\0<ü" == json.loads(encode("\ud800\0<ü"))
