"""A machine explores what a run promises (`tools/attack/durable_machine.py`); `make attack` explores far more."""

from __future__ import annotations

import asyncio
import json

import pytest
from channels.db import database_sync_to_async as db
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from playground.runs import services, stepper
from playground.runs.changes import moves
from playground.runs.changes.input_text import InputText
from playground.runs.models import Run
from playground.workers.answers import Ok
from tests.playground.runs.truth import truth
from tools.attack.durable_machine import Durability
from tools.attack.report import Report
from tools.attack.two_servers import Gate, Server, apart

EXAMPLES, STEPS = 10, 12
CORDON = json.dumps({"kind": "cordon", "node": "n1"})
TAINT = json.dumps({"kind": "taint", "node": "n1", "key": "a", "effect": "NoSchedule"})

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_acknowledged_stays_whatever_befalls_two_servers_and_their_workers() -> None:
    few = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        derandomize=True,
        database=None,
        deadline=None,
    )
    before = Durability.acts

    with apart():
        run_state_machine_as_test(Durability, settings=few)

    assert Durability.acts - before > EXAMPLES


async def test_an_input_whose_client_left_before_it_was_stored_is_no_past_of_its_server(run: Run) -> None:
    one, other = Server("one"), Server("other")
    run_state = await db(services.standing)(run.pk)
    assert run_state is not None
    gate = one.gate = Gate("store", "left")
    with apart():
        left = asyncio.get_running_loop().create_task(
            moves.move(run_state, moves.give(InputText(CORDON)), start=0), context=one.context
        )
        await gate.reached.wait()
        await asyncio.wait((left,))
        await asyncio.get_running_loop().create_task(
            moves.move(run_state, moves.give(InputText(TAINT)), start=0), context=other.context
        )
        answer = stepper.ask(run_state.moved_to(1, 1), stepper.question("hash", seq=1))
        observed = await asyncio.get_running_loop().create_task(answer, context=one.context)

    assert isinstance(observed, Ok)
    assert observed.text == await truth(run, 1)


def test_each_part_of_an_attack_has_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    with report.part("http", 7, "abc"):
        report.did(1_200, [0.5])
    with report.part("texts", 7, "abc"):
        report.fault("a | b")
    report.end()

    table = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| `")]
    assert [
        "| `http` | 1 200 | nothing | 0.50 s | 7 | abc |",
        "| `texts` | 0 | a \\| b (1 ×) | – | 7 | abc |",
    ] == table
