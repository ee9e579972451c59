"""The history of an object and the search through time, as pages, fragments and JSON."""

from __future__ import annotations

import pytest
from django.test import Client

from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def test_each_line_links_to_its_moment(client: Client, gallery_run: Run) -> None:
    page = client.get(f"/r/{gallery_run.pk}/pods/default/p/history").content.decode()
    fragment = client.get(f"/r/{gallery_run.pk}/pods/default/p/history", headers={"HX-Request": "true"})

    assert f'href="/r/{gallery_run.pk}?at=2&amp;pod=default%2Fp&amp;tab=history" data-seek="2"' in page
    assert "<code>spec.nodeName</code>" in page
    assert b"<html" not in fragment.content


def test_any_kind_has_a_page_and_what_never_was_has_none(client: Client, gallery_run: Run) -> None:
    requests = [
        client.get(f"/r/{gallery_run.pk}/history", {"kind": kind, "key": key})
        for kind, key in (("Node", "n1"), ("Node", "n9"), ("Nothing", "x"), ("", ""))
    ]

    assert [200, 404, 404, 404] == [answer.status_code for answer in requests]


def test_the_search_says_where_and_what(client: Client, gallery_run: Run) -> None:
    result = client.get(f"/r/{gallery_run.pk}/find", {"q": "preemption"}).json()
    [hit] = result["hits"]

    assert ("preempt", "Preempted", gallery_run.head) == (
        hit["kind"],
        hit["events"][0]["reason"],
        result["seq"],
    )


def test_the_search_reads_the_language_of_the_visitor(client: Client, gallery_run: Run) -> None:
    client.cookies["django_language"] = "uk"
    hits = client.get(f"/r/{gallery_run.pk}/find", {"q": "kind:bind"}).json()["hits"]
    word = hits[0]["said"].split()[1].strip(".,")
    again = client.get(f"/r/{gallery_run.pk}/find", {"q": word}).json()["hits"]

    assert hits[0]["seq"] in [item["seq"] for item in again]


def test_a_search_that_cannot_be_read_says_why(client: Client, gallery_run: Run) -> None:
    answer = client.get(f"/r/{gallery_run.pk}/find", {"q": "nod:n1"})

    assert (200, "Unknown field nod. ") == (answer.status_code, answer.json()["wrong"][:19])


def test_beyond_the_newest_step_is_looked_for_those_who_may_act_and_nothing_moves(
    client: Client, gallery_run: Run
) -> None:
    Run.objects.filter(pk=gallery_run.pk).update(head=3)
    request = {"q": "kind:bind", "beyond": "1", "at": "0"}
    reader = client.get(f"/r/{gallery_run.pk}/find", request).json()
    forked = client.post(
        f"/r/{gallery_run.pk}/fork", {"at": "3"}, headers={"Accept": "application/json"}
    ).json()
    owner = client.get(f"/r/{forked['run']}/find", request).json()

    assert (None, 3) == (reader["hit"], reader["seq"])
    assert ("bind", 3) == (owner["hit"]["kind"], Run.objects.get(pk=forked["run"]).head)


def test_a_step_says_what_it_did_and_what_it_changed(client: Client, gallery_run: Run) -> None:
    payload = client.get(f"/r/{gallery_run.pk}/moment", {"at": 3}).json()

    assert (3, "kube-scheduler", ["default/low2"]) == (payload["seq"], payload["who"], payload["changed"])
    assert 404 == client.get(f"/r/{gallery_run.pk}/moment", {"at": 0}).status_code


def test_two_moments_are_told_field_by_field_and_as_yaml(client: Client, gallery_run: Run) -> None:
    page = client.get(f"/r/{gallery_run.pk}/diff", {"a": 1, "b": gallery_run.head}).content.decode()

    assert "<code>spec.nodeName</code>" in page
    assert '<span class="is-add">+  nodeName: n1</span>' in page
    assert f"/r/{gallery_run.pk}/picture.svg?at=1" in page


def test_the_board_is_told_what_differs_with_the_node_of_each_pod(client: Client, gallery_run: Run) -> None:
    request, json = {"a": 1, "b": gallery_run.head}, {"Accept": "application/json"}
    payload = client.get(f"/r/{gallery_run.pk}/diff", request, headers=json).json()
    gone = [(item["kind"], item["key"], item["node"], item["fields"]) for item in payload["gone"]]
    bound = next(item for item in payload["changed"] if item["key"] == "default/p")

    assert [("Pod", "default/low2", "n1", [])] == gone
    assert "n1" == bound["node"]
    assert {"path": "spec.nodeName", "op": "add", "was": "null", "now": "n1"} in bound["fields"]


def test_moments_of_two_runs_are_compared_and_a_step_that_is_not_there_is_said(
    client: Client, gallery_run: Run
) -> None:
    forked = client.post(
        f"/r/{gallery_run.pk}/fork", {"at": "2"}, headers={"Accept": "application/json"}
    ).json()["run"]
    page = client.get(f"/r/{gallery_run.pk}/diff", {"a": "2", "with": forked}).content.decode()
    requests = [{"a": "999"}, {"a": "x"}, {"b": "999"}, {"with": "nothing"}]

    assert "No object differs" in page
    assert [404] * 4 == [client.get(f"/r/{gallery_run.pk}/diff", query).status_code for query in requests]
