"""Commands in any order, by several clients: the run stays what its inputs say."""

import random
from typing import Any

import pytest

from playground import limits
from playground.runs.models import Run, RunInput
from tests.harness.series import sampled
from tests.playground.conftest import Client, Connect
from tests.playground.runs.truth import truth

pytestmark = pytest.mark.django_db(transaction=True)

NODES = ("n1", "n2", "n3", "nowhere")


def any_command(chance: random.Random, head: int) -> tuple[str, dict[str, Any]]:
    """Some command, mostly near the head, sometimes nonsense."""
    near = max(0, head + chance.choice((-3, -1, 0, 0, 0, 0, 1)))
    match chance.randrange(4):
        case 0:
            return "seek", {"to": near}
        case 1:
            kind = chance.choice(("cordon", "uncordon", "dance"))
            return "input", {"from": near, "input": {"kind": kind, "node": chance.choice(NODES)}}
        case _:
            size = chance.choice(("act", "act", "cycle", "event", "quiet"))
            return "step", {"from": near, "size": size, "limit": chance.choice((1, 3, 20))}


async def answer(client: Client, do: str, args: dict[str, Any]) -> dict[str, Any]:
    response = await client.ask(do, **args)
    while response.get("re") != client.number:
        response = await client.hear()
    return response


@pytest.mark.parametrize("seed", sampled(range(6)))
async def test_whatever_clients_do_the_run_is_its_inputs(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(limits, "SOCKET_BURST", 10_000)
    monkeypatch.setattr("playground.runs.socket.consumer.input_buckets.burst", 10_000)
    chance = random.Random(seed)
    clients = [await connect(run), await connect(run), await connect(run, owner=False)]
    for client in clients:
        await client.hello()
    head, hashes, codes = 0, dict[int, str](), set()

    for _ in range(60):
        client = chance.choice(clients)
        result = await answer(client, *any_command(chance, head))
        assert (
            result["head"] >= head or result["type"] == "error"
        )  # an error says what this client was told last
        head = max(head, result["head"])
        match result["type"]:
            case "frames":
                assert hashes.setdefault(result["to"], result["hash"]) == result["hash"]
            case "snapshot":
                snapshot = result["snapshot"]
                assert hashes.setdefault(snapshot["seq"], snapshot["hash"]) == snapshot["hash"]
            case "error":
                codes.add(result["code"])
                assert result["code"] in {
                    "step.out_of_range",
                    "input.not_at_head",
                    "input.lost_race",
                    "input.invalid",
                    "input.refused",
                    "run.not_allowed",
                }

    for seq, run_state in hashes.items():
        assert run_state == await truth(run, seq)
    await run.arefresh_from_db()
    assert head == run.head
    given = [row.ordinal async for row in RunInput.objects.filter(run=run)]
    assert list(range(len(given))) == given
    assert len(codes) >= 2
