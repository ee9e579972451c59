"""A breakpoint over HTTP: where a condition begins to hold, for an owner beyond the newest step, and bad input."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def answer_to(client: Client, run: Run, condition: str, at: int = 0) -> Any:
    return client.get(f"/r/{run.pk}/until", {"at": at, "c": condition})


def test_it_is_the_first_step_at_which_the_condition_begins_to_hold(client: Client, gallery_run: Run) -> None:
    result = answer_to(client, gallery_run, "pod: {name: p, nominated: n1}").json()
    later = answer_to(client, gallery_run, "pod: {name: p, nominated: n1}", result["seq"]).json()

    assert (True, "p: nominatedNodeName is n1") == (result["holds"], result["said"])
    assert (False, True) == (later["holds"], later["ended"])


def test_one_who_may_not_act_is_not_led_beyond_the_newest_step(client: Client, gallery_run: Run) -> None:
    Run.objects.filter(pk=gallery_run.pk).update(head=3)
    result = answer_to(client, gallery_run, "pod: {name: p, bound: true}").json()

    assert (3, False) == (result["seq"], result["holds"])


def test_asking_moves_nothing(client: Client, gallery_run: Run) -> None:
    before = Run.objects.get(pk=gallery_run.pk).head
    answer_to(client, gallery_run, "pod: {name: p, bound: true}")

    assert before == Run.objects.get(pk=gallery_run.pk).head


@pytest.mark.parametrize(
    ("condition", "wrong"),
    [
        ("pod: {name: p, nod: n1}", "condition.pod.nod: "),
        ("pod: {", ""),
        ("", "condition: "),
        ("&a [*a]", ""),
        ("x" * 2_000, "condition: "),
        ("x" * 2_001, "This text may have at most 2000 characters."),
        ("pod: {name: p, bound: true}" + " " * 2_000, "This text may have at most"),
        ("{" * 500, ""),
        ("[" * 1500, ""),
    ],
)
def test_what_cannot_be_read_is_named_with_its_path(
    client: Client, gallery_run: Run, condition: str, wrong: str
) -> None:
    response = answer_to(client, gallery_run, condition)

    assert 200 == response.status_code
    assert wrong in response.json()["wrong"]


def test_an_unknown_run_is_not_found(client: Client) -> None:
    assert 404 == client.get("/r/nothing/until", {"c": "pod: {name: p, bound: true}"}).status_code


def test_what_is_watched_is_told_by_the_seconds_at_which_it_held(client: Client, gallery_run: Run) -> None:
    head = Run.objects.get(pk=gallery_run.pk).head
    text = "pod: {name: low2, terminating: true}"
    payload = client.get(f"/r/{gallery_run.pk}/watch", {"at": head, "c": text}).json()
    open_end = client.get(
        f"/r/{gallery_run.pk}/watch", {"at": head, "c": "pod: {name: p, bound: true}"}
    ).json()

    assert (head, 1) == (payload["seq"], len(payload["spans"]))
    assert 30 == pytest.approx(payload["spans"][0][1] - payload["spans"][0][0], abs=3)
    assert open_end["spans"][0][1] is None


def test_what_cannot_be_watched_is_named(client: Client, gallery_run: Run) -> None:
    payload = client.get(f"/r/{gallery_run.pk}/watch", {"at": 1, "c": "pods: {}"}).json()

    assert payload["wrong"].startswith("condition: ")
