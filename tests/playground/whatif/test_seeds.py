"""`/r/<id>/seeds`: one run with many seeds, some at a time."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from playground.runs.models import Run
from tests.builders import node, pod
from tests.playground.small_gallery import run_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(client: Client) -> Run:
    """Two equal nodes up to v1.34, between which a toss decides."""
    nodes = [node("n1"), node("n2")]
    text = "\n---\n".join(json.dumps(item) for item in (*nodes, pod("p", "1")))
    client.post("/import", {"text": text, "release": "1.34"})
    return Run.objects.get()


def goes_on(page: Any) -> str:
    """What the page asks for by itself, the same with and without scripts; "" when it is whole."""
    links = [html.unescape(text) for text in re.findall(r'(?:hx-get="|;url=)([^"]*)"', page.content.decode())]
    assert 1 >= len(set(links))
    return links[0] if links else ""


def test_the_page_goes_on_by_itself_until_all_seeds_are_played(client: Client, run: Run) -> None:
    visits, address = [], f"/r/{run.pk}/seeds?n=25"
    while address:
        page = client.get(address)
        visits.append(page.context["upto"])
        address = goes_on(page)

    assert [10, 20, 25] == visits
    assert {25} == {row["of"] for row in page.context["rows"]}


def test_somebody_may_stop_and_go_on(client: Client, run: Run) -> None:
    page = client.get(f"/r/{run.pk}/seeds?n=100&upto=10&stop=1")

    assert "" == goes_on(page)
    assert 'href="?n=100&amp;upto=10"' in page.content.decode()


def test_the_page_ends_at_once_where_chance_decides_nothing(client: Client) -> None:
    page = client.get(f"/r/{run_of('gap-and-reservation').pk}/seeds?n=100")

    assert (10, False) == (page.context["upto"], bool(goes_on(page)))
    assert "Chance decides nothing here." in page.content.decode()
    assert "<meter" not in page.content.decode()


@pytest.mark.parametrize("n", ["0", "10000", "-1", "x", ""])
def test_more_seeds_than_allowed_are_as_many_as_allowed(client: Client, run: Run, n: str) -> None:
    assert 100 == client.get(f"/r/{run.pk}/seeds?n={n}&upto=1&stop=1").context["n"]


def test_one_seed_is_seen_beside_the_run_as_it_is(client: Client, run: Run) -> None:
    page = client.get(f"/r/{run.pk}/change?seed=17")

    assert "\n  seed: 17\n" in page.context["changed"]
    assert "\n  seed: 1\n" in page.context["text"]
