"""`/r/<id>/what-if`: one decision with other weights, and nothing of it in the run."""

from typing import Any

import pytest
from django.test import Client

import scheduler_core as core
from playground.runs import new_runs, revisions
from playground.runs.models import Run, ScenarioRevision
from tests.playground.small_gallery import run_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def spread(client: Client) -> Run:
    """The canonical run in which mypod waits at step 1 and is scored at step 2."""
    return run_of()


def test_other_weights_give_other_sums_and_leave_the_run_as_it_was(client: Client, spread: Run) -> None:
    address = f"/r/{spread.pk}/what-if?at=1&pod=default/mypod"
    as_it_was = client.get(address).json()
    changed = client.get(f"{address}&weights=NodeResourcesFit:0,TaintToleration:1").json()

    assert "node4" == as_it_was["node"]
    for node, row in changed["scores"].items():
        without = {plugin: cell for plugin, cell in row.items() if plugin != "NodeResourcesFit"}
        assert sum(cell[2] for cell in without.values()) == changed["totals"][node]
        assert without["TaintToleration"][1] == without["TaintToleration"][2]
    assert as_it_was == client.get(address).json()


@pytest.mark.parametrize(
    ("query", "status", "path"),
    [
        ("at=1&pod=default/mypod&weights=TaintToleration:many", 422, "changes.weights.TaintToleration"),
        ("at=1&pod=default/mypod&seed=x", 422, "changes.seed"),
        ("at=1&pod=default/nobody", 404, "pod"),
    ],
)
def test_what_cannot_be_asked_is_named(
    client: Client, spread: Run, query: str, status: int, path: str
) -> None:
    response = client.get(f"/r/{spread.pk}/what-if?{query}")

    assert (status, path) == (response.status_code, response.json()["path"])


def test_a_step_beyond_the_head_is_none(client: Client, spread: Run) -> None:
    assert 404 == client.get(f"/r/{spread.pk}/what-if?at=9999&pod=default/mypod").status_code


def test_nodes_are_ranked_the_best_first(client: Client, spread: Run) -> None:
    answer = client.get(f"/r/{spread.pk}/what-if?at=1&pod=default/mypod").json()

    sums = [answer["totals"][node] for node in answer["ranked"]]
    assert len(answer["scores"]) == len(sums) > 1
    assert sorted(sums, reverse=True) == sums
    assert answer["node"] == answer["ranked"][0]


def test_another_seed_tosses_otherwise_up_to_1_34_and_one_seed_always_tosses_alike(
    client: Client, spread: Run
) -> None:
    revision = revisions.in_release(spread.revision, core.ChosenRelease("1.34"))
    assert isinstance(revision, ScenarioRevision)
    old = new_runs.create_canonical_run(revision, title="")

    tossed, today = (_without_weights(client, run) for run in (old, spread))

    assert len({answer["node"] for answer in tossed}) > 1
    assert tossed[3]["node"] == tossed[-1]["node"]
    assert {(False, 2, "node3")} == {(answer["tie"], len(answer["best"]), answer["node"]) for answer in today}


def _without_weights(client: Client, run: Run) -> list[Any]:
    """The decision with all weights 0 and the seeds 0 to 11 and 3."""
    address = f"/r/{run.pk}/what-if?at=1&pod=default/mypod"
    weights = ",".join(f"{plugin}:0" for plugin in client.get(address).json()["weights"])
    return [client.get(f"{address}&weights={weights}&seed={seed}").json() for seed in (*range(12), 3)]


@pytest.mark.parametrize(("page", "at"), [("at=2", 1), ("at=1&point=Score", 1), ("at=4", 1)])
def test_the_why_has_the_address_of_the_decision_as_it_was_made(
    client: Client, spread: Run, page: str, at: int
) -> None:
    answer = client.get(f"/r/{spread.pk}/pods/default/mypod/why?{page}", headers={"HX-Request": "true"})

    address = f"/r/{spread.pk}/what-if?at={at}&pod=default/mypod"
    assert f'data-what-if="{address.replace("&", "&amp;")}"' in answer.content.decode()
