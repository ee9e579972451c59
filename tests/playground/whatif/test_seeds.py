"""`/r/<id>/seeds`: one run with many seeds, some at a time."""

from __future__ import annotations

import pytest
from django.test import Client

from playground.runs.models import Run
from tests.playground.small_gallery import run_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(client: Client) -> Run:
    return run_of("gap-and-reservation")


def test_the_page_goes_on_by_itself_until_all_seeds_are_played(client: Client, run: Run) -> None:
    visits, address = [], f"/r/{run.pk}/seeds?n=25"
    while address:
        page = client.get(address)
        visits.append(page.context["upto"])
        address = page.headers.get("Refresh", "").partition("url=")[2]

    assert [10, 20, 25] == visits
    assert {25} == {row["of"] for row in page.context["rows"]}


def test_somebody_may_stop_and_go_on(client: Client, run: Run) -> None:
    page = client.get(f"/r/{run.pk}/seeds?n=100&upto=10&stop=1")

    assert "Refresh" not in page.headers
    assert 'href="?n=100&amp;upto=10"' in page.content.decode()


@pytest.mark.parametrize("n", ["0", "10000", "-1", "x", ""])
def test_more_seeds_than_allowed_are_as_many_as_allowed(client: Client, run: Run, n: str) -> None:
    assert 100 == client.get(f"/r/{run.pk}/seeds?n={n}&upto=1&stop=1").context["n"]


def test_one_seed_is_seen_beside_the_run_as_it_is(client: Client, run: Run) -> None:
    page = client.get(f"/r/{run.pk}/change?seed=17")

    assert "\n  seed: 17\n" in page.context["changed"]
    assert "\n  seed: 1\n" in page.context["text"]
