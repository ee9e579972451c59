"""`/r/<id>/faults`: what can be broken and mended, and nothing of it in the run."""

import pytest
from django.test import Client

from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_node_and_the_cluster_have_offers(client: Client, run: Run) -> None:
    of_node = client.get(f"/r/{run.pk}/faults?at=0&node=node1").json()
    of_cluster = client.get(f"/r/{run.pk}/faults?at=0").json()

    assert {"kind": "power", "node": "node1", "on": False} in [offer["input"] for offer in of_node]
    assert ["store", "manager", "scheduler"] == [offer["id"] for offer in of_cluster["faults"]]


def test_a_node_that_is_not_there_has_none(client: Client, run: Run) -> None:
    answer = client.get(f"/r/{run.pk}/faults?at=0&node=nobody")

    assert (404, "node") == (answer.status_code, answer.json()["path"])


def test_a_step_beyond_the_head_is_none(client: Client, run: Run) -> None:
    assert 404 == client.get(f"/r/{run.pk}/faults?at=9999").status_code
