"""A run with an input that cannot be read opens up to it, says so at each of its doors, and can be forked there."""

from __future__ import annotations

import re

import pytest
from channels.db import database_sync_to_async as db
from django.test import Client as Browser

from playground.runs import questions, services
from playground.runs.models import Run, RunInput
from playground.takeaway import full_link
from playground.workers import pool as workers
from playground.workers.engine import parsed
from tests.playground.conftest import Connect
from tests.playground.console.builders import Console, text_of
from tests.playground.kubeapi.requests import send
from tests.playground.runs.builders import AT, damaged, owner, standing
from tools.attack.reopened import UNREADABLE

JSON = {"Accept": "application/json"}


SAYS = f"Input 2 of this run, at step {AT}, cannot be read"


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_it_is_shown_up_to_the_input_and_forked_there(run: Run, text: str) -> None:
    damaged(run, text)
    browser = owner()
    before, after = (browser.get(f"/r/{run.pk}/picture.svg?at={at}") for at in (AT, AT + 1))
    page = browser.get(f"/r/{run.pk}/film.json")
    fork = browser.post(f"/r/{run.pk}/fork", {"at": AT}, headers=JSON).json()
    run_state = services.standing(fork["run"])
    assert run_state is not None

    assert [200, 409, 409] == [before.status_code, after.status_code, page.status_code]
    assert SAYS in page.content.decode()
    assert f'href="/r/{run.pk}?at={AT}"' in page.content.decode()
    assert (AT, 1) == (run_state.head, run_state.inputs)
    assert questions.text(run_state, "hash", AT) == questions.text(standing(run), "hash", AT)
    assert 200 == browser.get(f"/r/{run.pk}").status_code


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
async def test_a_socket_opens_it_up_to_the_input_and_says_why_it_ends(
    run: Run, connect: Connect, text: str
) -> None:
    await db(damaged)(run, text)
    client = await connect(run)
    hello, message = await client.hello(), await client.hear()
    (problem,) = (value for _, value in parsed([(AT, text)]))

    assert ("hello", AT, False) == (hello["type"], hello["run"]["head"], hello["run"]["canAct"])
    assert (AT, AT) == (hello["snapshot"]["seq"], hello["acts"][-1][0])
    assert ("error", None, "run.stops") == (message["type"], message["re"], message["code"])
    assert {"step": AT, "number": 2, "path": problem.path} == {
        name: message["message"]["args"][name] for name in ("step", "number", "path")
    }
    assert problem.code == message["message"]["args"]["why"]["id"]


async def test_a_socket_plays_it_up_to_the_input_and_takes_none(run: Run, connect: Connect) -> None:
    await db(damaged)(run)
    client = await connect(run)
    await client.hello(at=0)
    await client.hear()
    to_end = await client.ask("step", **{"from": 0, "size": "quiet"})
    further = await client.ask("step", **{"from": AT, "size": "act"})
    beyond = await client.ask("seek", to=AT + 1)
    refused = await client.ask("input", **{"from": AT, "input": {"kind": "cordon", "node": "n1"}})

    assert (AT, True) == (to_end["to"], to_end["end"])
    assert (AT, []) == (further["to"], further["frames"])
    assert ("step.out_of_range", AT) == (beyond["code"], beyond["message"]["args"]["head"])
    assert ("run.stops", "run.unread") == (refused["code"], refused["message"]["id"])


def test_the_interface_answers_up_to_the_input_and_says_409_beyond(run: Run) -> None:
    damaged(run)
    browser = owner()
    root = f"/api/v1/runs/{run.pk}"
    shown, newest = browser.get(f"{root}/snapshot?at={AT}"), browser.get(f"{root}/snapshot")
    frames = browser.get(f"{root}/frames?from=0&to={AT}"), browser.get(f"{root}/frames?from=0&to={AT + 1}")
    fork = browser.post(f"{root}/forks", {"at": AT}, content_type="application/json")

    assert 200 == browser.get(root).status_code
    assert [200, 200, 201] == [shown.status_code, frames[0].status_code, fork.status_code]
    assert [(409, "run.unread")] * 2 == [
        (item.status_code, item.json()["code"]) for item in (newest, frames[1])
    ]
    assert SAYS in newest.json()["message"]


async def test_the_kubernetes_api_serves_the_steps_before_and_says_409_at_the_newest(run: Run) -> None:
    await db(damaged)(run)
    past = await send("GET", f"/r/{run.pk}/k8s@{AT}/api/v1/nodes")
    newest = await send("GET", f"/r/{run.pk}/k8s/api/v1/nodes")
    watch = await send("GET", f"/r/{run.pk}/k8s/api/v1/nodes?watch=1&timeoutSeconds=1")

    assert 200 == past.code
    assert [409, 409] == [newest.code, watch.code]
    assert "Status" == newest.json["kind"]
    assert SAYS in newest.json["message"]


def test_the_console_prints_the_sentence(run: Run) -> None:
    damaged(run)
    console = Console(owner(), run)
    newest, past = console.play("get nodes"), console.play("get nodes", at=str(AT))

    assert 1 == newest["code"]
    assert f"Error from server (Conflict): {SAYS}" in text_of(newest["lines"])
    assert "n1" in text_of(past["lines"])


def test_a_link_that_holds_everything_holds_what_is_before_the_input(run: Run) -> None:
    damaged(run)
    page, beyond = (owner().get(f"/r/{run.pk}/take?at={at}") for at in (AT, 8))
    link = full_link.fragment(standing(run), AT, "", "")

    assert [200, 409] == [page.status_code, beyond.status_code]
    assert link


def test_a_run_of_an_earlier_version_says_on_its_page_what_cannot_be_read(run: Run) -> None:
    damaged(run)
    Run.objects.filter(pk=run.pk).update(core="0ld0ld0l")
    page = owner().get(f"/r/{run.pk}")

    assert 409 == page.status_code
    assert SAYS in page.content.decode()
    assert re.search(rf'name="at" value="{AT}"', page.content.decode())


def test_two_inputs_at_one_step_end_a_run_there(run: Run) -> None:
    damaged(run)
    RunInput.objects.filter(run=run, seq=7).update(seq=AT - 1)
    workers.pool().forget(run.pk)
    browser = Browser()

    assert 200 == browser.get(f"/r/{run.pk}/picture.svg?at={AT - 1}").status_code
    assert 409 == browser.get(f"/r/{run.pk}/picture.svg?at={AT}").status_code
