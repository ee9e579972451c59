"""A fork says where it comes from, keeps the scenario's script, and may drop what is left of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from playground.runs import questions, services, stepper
from playground.runs.models import Run
from tests.builders import api_object
from tests.playground.clusters import canonical_run

pytestmark = pytest.mark.django_db(transaction=True)

HEADER = {
    "apiVersion": "podium/v1",
    "kind": "Scenario",
    "metadata": {"name": "scripted"},
    "spec": {
        "inputs": [
            {"at": 5, "kind": "cordon", "node": "n1"},
            {"at": 10, "kind": "uncordon", "node": "n1"},
        ]
    },
}
NODE = api_object("Node", "n1", status={"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}})


@pytest.fixture
def scripted() -> Run:
    return canonical_run(HEADER, NODE, title="Scripted")


def forked(client: Client, run: Run, **fields: Any) -> Run:
    answer = client.post(f"/r/{run.pk}/fork", fields)
    assert 303 == answer.status_code
    return Run.objects.get(pk=answer.headers["Location"].split("/")[2].partition("?")[0])


def kinds(run: Run) -> list[str]:
    """The kinds of the script's acts when the fork is played to its end."""
    run_state = services.standing(run.pk)
    assert run_state is not None
    played = stepper.answered(run_state, stepper.stepped(run_state.head, "time", 60.0, 100, None))
    return [frame["kind"] for frame in json.loads(played.frames) if frame["actor"] == "script"]


def test_a_fork_at_the_start_keeps_the_script(client: Client, scripted: Run) -> None:
    assert ["input-cordon", "input-uncordon"] == kinds(forked(client, scripted, at=0))


def test_the_owner_of_a_fork_may_drop_what_is_left_of_the_script(client: Client, scripted: Run) -> None:
    fork = forked(client, scripted, at=1)
    page = client.get(f"/r/{fork.pk}")
    unscripted = forked(client, fork, at=1, script="drop")
    after = client.get(f"/r/{unscripted.pk}")

    assert 1 == page.context["script_left"]
    assert 'id="unscripted"' in page.content.decode()
    assert [] == kinds(unscripted)
    assert 0 == after.context["script_left"]
    assert 'id="unscripted"' not in after.content.decode()


def test_the_past_of_a_fork_without_the_script_is_the_same(client: Client, scripted: Run) -> None:
    unscripted = forked(client, scripted, at=1, script="drop")
    of_both = [services.standing(run.pk) for run in (scripted, unscripted)]

    first, second = (questions.text(run_state, "hash", 1) for run_state in of_both if run_state is not None)
    assert first == second


def test_a_fork_leads_back_to_the_moment_it_comes_from(client: Client, scripted: Run) -> None:
    fork = forked(client, scripted, at=1)
    own = client.get(f"/r/{fork.pk}").content.decode()
    of_somebody = Client().get(f"/r/{fork.pk}").content.decode()

    assert f'href="/r/{scripted.pk}?at=1"' in own
    assert "Your fork of step 1" in own
    assert "Back to step 1 of Scripted" in own
    assert "Your fork" not in of_somebody
    assert "Fork of step 1" in of_somebody


def test_a_fork_whose_origin_is_gone_stays(client: Client, scripted: Run) -> None:
    fork = forked(client, scripted, at=1)
    scripted.delete()
    page = client.get(f"/r/{fork.pk}")

    assert 200 == page.status_code
    assert page.context["origin"] is None
