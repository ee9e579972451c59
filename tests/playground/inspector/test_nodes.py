"""`/r/<id>/nodes`: the nodes of a step as a table."""

import re

import pytest
from django.test import Client

from tests.builders import node, pod
from tests.playground.clusters import canonical_run

pytestmark = pytest.mark.django_db(transaction=True)
CLUSTER = (node("n1"), node("n2"), node("n3"), pod("p", "1", on="n2"), pod("q", "500m", on="n1"))


def names(text: str) -> list[str]:
    return re.findall(r'<th scope="row"><a href="[^"]+">([^<]+)</a>', text)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ({}, ["n1", "n2", "n3"]),
        ({"sort": "-cpu"}, ["n2", "n1", "n3"]),
        ({"sort": "name"}, ["n1", "n2", "n3"]),
        ({"sort": "no such column", "page": "7"}, ["n1", "n2", "n3"]),
        ({"q": "cpu>0%"}, ["n1", "n2"]),
    ],
)
def test_nodes_are_sorted_by_a_column_and_searched(
    client: Client, question: dict[str, str], shown: list[str]
) -> None:
    run = canonical_run(*CLUSTER, title="Table")

    answer = client.get(f"/r/{run.pk}/nodes", {"at": 0, **question})

    assert 200 == answer.status_code
    assert shown == names(answer.content.decode())


def test_a_search_that_cannot_be_read_is_answered_with_its_place_and_all_nodes(client: Client) -> None:
    run = canonical_run(*CLUSTER, title="Table")

    answer = client.get(f"/r/{run.pk}/nodes", {"at": 0, "q": "cpu>"})

    assert 400 == answer.status_code
    assert "Character 5" in answer.content.decode()
    assert 3 == len(names(answer.content.decode()))


def test_a_head_sorts_and_turns_the_order_around(client: Client) -> None:
    run = canonical_run(*CLUSTER, title="Table")

    text = client.get(f"/r/{run.pk}/nodes", {"at": 0, "sort": "cpu"}).content.decode()

    assert 'aria-sort="ascending"><a href="?at=0&amp;sort=-cpu"' in text
    assert 'href="?at=0&amp;sort=memory"' in text
