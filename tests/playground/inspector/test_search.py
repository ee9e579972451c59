"""`/r/<id>/search`: what a text means on the board of a step; and the verdicts on a pod there."""

import pytest
from django.test import Client

from tests.builders import node, pod
from tests.playground.clusters import canonical_run

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_text_means_nodes_and_pods_at_a_step(client: Client) -> None:
    run = canonical_run(node("n1"), pod("p", "1", on="n1", labels={"app": "web"}), title="Search")

    by_label = client.get(f"/r/{run.pk}/search", {"at": 0, "q": "app=web"}).json()
    by_node = client.get(f"/r/{run.pk}/search", {"at": 0, "q": "cpu>10%"}).json()

    assert {"nodes": [], "pods": ["default/p"]} == by_label
    assert {"nodes": ["n1"], "pods": []} == by_node


def test_a_text_that_cannot_be_read_is_answered_with_its_place(client: Client) -> None:
    run = canonical_run(node("n1"), title="Search")

    answer = client.get(f"/r/{run.pk}/search", {"at": 0, "q": "cpu>"})

    assert 200 == answer.status_code
    assert {
        "wrong": {"id": "search.no_value", "args": {"field": "cpu>", "at": 5}},
        "column": 5,
    } == answer.json()


def test_a_step_beyond_the_head_is_none(client: Client) -> None:
    run = canonical_run(node("n1"), title="Search")

    assert 404 == client.get(f"/r/{run.pk}/search", {"at": 9999, "q": "n1"}).status_code


def test_the_verdicts_on_a_pod_are_those_of_its_latest_decision_or_null(client: Client) -> None:
    run = canonical_run(node("n1"), pod("p", "9"), title="Verdicts")
    page = f"/r/{run.pk}/verdicts"

    assert client.get(page, {"at": 0, "pod": "default/p"}).json() is None
    assert client.get(page, {"at": 0, "pod": "nobody"}).json() is None
    assert client.get(page, {"at": 99, "pod": "default/p"}).status_code == 404
