"""The history of an object and the search through time, as pages, fragments and JSON."""

from __future__ import annotations

import pytest
from django.test import Client

from playground.runs.models import Run
from tests.playground.small_gallery import load_some

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def known() -> Run:
    load_some(("basic-preemption",))
    return Run.objects.get(canonical_of__slug="basic-preemption")


def test_each_line_links_to_its_moment(client: Client, known: Run) -> None:
    page = client.get(f"/r/{known.pk}/pods/default/p/history").content.decode()
    fragment = client.get(f"/r/{known.pk}/pods/default/p/history", headers={"HX-Request": "true"})

    assert f'href="/r/{known.pk}?at=2&amp;pod=default%2Fp&amp;tab=history" data-seek="2"' in page
    assert "<code>spec.nodeName</code>" in page
    assert b"<html" not in fragment.content


def test_any_kind_has_a_page_and_what_never_was_has_none(client: Client, known: Run) -> None:
    asked = [
        client.get(f"/r/{known.pk}/history", {"kind": kind, "key": key})
        for kind, key in (("Node", "n1"), ("Node", "n9"), ("Nothing", "x"), ("", ""))
    ]

    assert [200, 404, 404, 404] == [answer.status_code for answer in asked]


def test_the_search_says_where_and_what(client: Client, known: Run) -> None:
    found = client.get(f"/r/{known.pk}/find", {"q": "preemption"}).json()
    [hit] = found["hits"]

    assert ("preempt", "Preempted", known.head) == (hit["kind"], hit["events"][0]["reason"], found["seq"])


def test_the_search_reads_the_language_of_the_visitor(client: Client, known: Run) -> None:
    client.cookies["django_language"] = "uk"
    hits = client.get(f"/r/{known.pk}/find", {"q": "kind:bind"}).json()["hits"]
    word = hits[0]["said"].split()[1].strip(".,")
    again = client.get(f"/r/{known.pk}/find", {"q": word}).json()["hits"]

    assert hits[0]["seq"] in [each["seq"] for each in again]


def test_a_search_that_cannot_be_read_says_why(client: Client, known: Run) -> None:
    answer = client.get(f"/r/{known.pk}/find", {"q": "nod:n1"})

    assert (200, "There is no field nod") == (answer.status_code, answer.json()["wrong"][:21])
