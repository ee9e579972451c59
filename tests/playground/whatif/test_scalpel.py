"""Single fields with other values: the page, its chips in links, and the reports that take them along."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from playground import limits
from playground.runs.models import Run
from scheduler_core import Chip, chips_text

pytestmark = pytest.mark.django_db(transaction=True)
GRACE = "spec.terminationGracePeriodSeconds"


@pytest.fixture
def victim() -> str:
    """A pod that is deleted for p."""
    return "default/low1"


def link(*chips: Chip) -> str:
    return chips_text(chips)


def change(key: str, value: Any, path: str = GRACE, kind: str = "Pod", at: int | None = None) -> str:
    return json.dumps({"at": at, "kind": kind, "key": key, "path": path, "from": 30, "to": value})


def play(client: Client, run: Run, **form: Any) -> Any:
    return client.post(f"/r/{run.pk}/scalpel/play", {"at": run.head, **form})


def test_a_change_is_answered_by_then_and_now(client: Client, gap: Run, victim: str) -> None:
    answer = play(client, gap, change=change(victim, 5), focus="default/p")
    page = answer.content.decode()

    assert 200 == answer.status_code
    assert "low1" in page
    assert "SIGKILL" in page
    assert "changed in the start of the run" in page
    assert "kubectl replace --force" in page


def test_a_link_holds_the_changes_and_brings_the_same_answer(client: Client, gap: Run, victim: str) -> None:
    chips = link(Chip(None, "Pod", victim, GRACE, 30, 5))
    page = client.get(f"/r/{gap.pk}/scalpel", {"kind": "Pod", "key": victim, "chips": chips}).content.decode()

    assert f'data-link="{chips}"' in page
    assert "low1" in page
    assert "SIGKILL" in page


def test_a_form_without_scripts_leads_to_the_page_with_its_change(
    client: Client, gap: Run, victim: str
) -> None:
    form = {"at": gap.head, "kind": "Pod", "key": "default/p", "path": GRACE, f"value:{GRACE}": "5"}
    answer = client.post(f"/r/{gap.pk}/scalpel", form, follow=True)

    assert (200, True) == (answer.status_code, "30 → 5" in answer.content.decode())


def test_a_chip_is_switched_off_and_on_and_taken_away(client: Client, gap: Run, victim: str) -> None:
    chips = link(Chip(gap.head, "Pod", victim, "metadata.labels.tier", None, "x"))
    off = play(client, gap, chips=chips, toggle="0").content.decode()
    gone = play(client, gap, chips=chips, drop="0").content.decode()

    assert ('aria-pressed="false"' in off, 'data-link=""' in gone) == (True, True)


def test_the_newest_value_of_a_field_replaces_the_one_before(client: Client, gap: Run, victim: str) -> None:
    chips = link(Chip(None, "Pod", victim, GRACE, 30, 5))
    page = play(client, gap, chips=chips, change=change(victim, 7)).content.decode()
    back = play(client, gap, chips=chips, change=change(victim, 30)).content.decode()

    assert (1, True) == (page.count('class="patch of-'), "30 → 7" in page)
    assert 'data-link=""' in back


def test_values_that_the_api_server_refuses_are_refused_in_its_words(
    client: Client, gap: Run, victim: str
) -> None:
    page = play(client, gap, change=change(victim, "-1", "spec.containers[0].resources.requests.cpu")).content

    assert b"must be non-negative" in page


@pytest.mark.parametrize(
    "form",
    [
        {"chips": "%%%"},
        {"chips": "[7]"},
        {"change": "{"},
        {"change": '{"kind": "Pod", "key": "a/b", "path": "spec.priority", "to": "\\ud800"}'},
        {"chips": '[[null, "Pod", "a/b", "spec.schedulerName", null, "\\ud800"]]'},
        {"change": '{"kind": "Gadget", "key": "a", "path": "b"}'},
        {"chips": json.dumps([{"kind": "Pod", "key": "a/b", "path": "spec.priority"}] * 201)},
    ],
)
def test_unreadable_changes_are_refused_in_words(client: Client, gap: Run, form: dict[str, str]) -> None:
    answer = play(client, gap, **form)

    assert (422, True) == (answer.status_code, b'role="alert"' in answer.content)


@pytest.mark.parametrize("page", ["seeds", "sweep", "upkeep", "upgrade", "beside", "change", "scalpel"])
def test_each_page_refuses_chips_that_it_cannot_read(client: Client, gap: Run, page: str) -> None:
    assert 422 == client.get(f"/r/{gap.pk}/{page}", {"chips": "nonsense"}).status_code


@pytest.mark.parametrize("page", ["seeds", "sweep", "upkeep", "upgrade", "beside", "change"])
def test_a_report_with_a_change_that_cannot_be_made_says_so_and_keeps_the_changes(
    client: Client, gap: Run, victim: str, page: str
) -> None:
    chips = link(
        Chip(None, "Pod", victim, GRACE, 30, 5), Chip(None, "Pod", victim, "metadata.name", "low1", "x")
    )
    answer = client.get(f"/r/{gap.pk}/{page}", {"chips": chips})
    text = answer.content.decode()

    assert 422 == answer.status_code
    assert "metadata.name: low1 → x: metadata.name says which Pod this is." in text
    assert f"chips={chips}" in text


def test_no_run_is_made_of_a_change_that_cannot_be_made(client: Client, gap: Run, victim: str) -> None:
    number = Run.objects.count()
    chips = link(Chip(None, "Pod", victim, "metadata.name", "low1", "x"))
    answer = client.post(f"/r/{gap.pk}/scalpel/keep", {"at": gap.head, "chips": chips})

    assert (422, number) == (answer.status_code, Run.objects.count())
    assert f"chips={chips}" in answer.content.decode()


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("seeds", {"n": "1"}),
        ("sweep", {"what": "grace", "from": "0", "to": "0"}),
        ("upkeep", {"plan": "lose", "node": "n1"}),
        ("upgrade", {"to": "1.36"}),
    ],
)
def test_reports_take_the_changes_along(
    client: Client, gap: Run, victim: str, page: str, query: dict[str, str]
) -> None:
    chips = link(Chip(None, "Pod", victim, GRACE, 30, 5))
    answer = client.get(f"/r/{gap.pk}/{page}", {**query, "chips": chips})

    assert (200, True) == (answer.status_code, f"{GRACE}: 30 → 5" in answer.content.decode())


def test_a_run_stands_beside_itself_with_its_changes(client: Client, gap: Run, victim: str) -> None:
    chips = link(Chip(None, "Pod", victim, GRACE, 30, 5))
    page = client.get(f"/r/{gap.pk}/beside", {"chips": chips}, follow=True)
    data = client.get(f"/r/{gap.pk}/beside.json", {"with": f"chips:{chips}", "whole": "1"}).json()

    assert (200, True) == (page.status_code, f"{GRACE}: 30 → 5" in page.content.decode())
    assert ([], True) == (data["problems"], bool(data["comparison"]["changed"]))
    assert {"was", "now"} <= data.keys()


def test_the_document_is_opened_with_the_changes(client: Client, gap: Run, victim: str) -> None:
    chips = link(Chip(None, "Pod", victim, GRACE, 30, 5))
    page = client.get(f"/r/{gap.pk}/change", {"chips": chips}).content.decode()

    assert "terminationGracePeriodSeconds: 5" in page


def test_a_run_is_made_of_the_changes(client: Client, gap: Run, victim: str) -> None:
    chips = link(Chip(None, "Pod", victim, GRACE, 30, 5))
    answer = client.post(f"/r/{gap.pk}/scalpel/keep", {"at": gap.head, "chips": chips})
    run = Run.objects.exclude(pk=gap.pk).latest("created")
    manifest = client.get(f"/r/{run.pk}/pods/{victim}/yaml").content.decode()

    assert (303, True) == (
        answer.status_code,
        f'data-path="{GRACE}" data-type="number" data-value="5"' in manifest,
    )


def test_without_readable_changes_no_run_is_made(client: Client, gap: Run) -> None:
    assert 422 == client.post(f"/r/{gap.pk}/scalpel/keep", {"at": 0, "chips": "nonsense"}).status_code


def test_the_fields_of_a_pod_and_of_a_node_have_controls(client: Client, gap: Run, victim: str) -> None:
    pod = client.get(f"/r/{gap.pk}/scalpel/fields", {"at": 0, "kind": "Pod", "key": victim}).content.decode()
    node = client.get(f"/r/{gap.pk}/scalpel/fields", {"at": 0, "kind": "Node", "key": "n1"}).content.decode()

    assert "spec.containers[0].resources.requests.cpu" in pod
    assert "status.capacity.cpu" in node
    assert 404 == client.get(f"/r/{gap.pk}/scalpel/fields", {"kind": "Pod", "key": "a/b"}).status_code


def test_a_long_document_leads_to_single_fields_never_to_a_refusal(
    client: Client, gap: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CHANGED_CHARACTERS", 10)
    answer = client.get(f"/r/{gap.pk}/change", {"pod": "default/p", "at": 0}, follow=True)
    data = client.get(f"/r/{gap.pk}/beside.json", {"with": "seed:17", "whole": "1"}).json()

    assert (200, "/scalpel") == (answer.status_code, answer.redirect_chain[0][0].partition("?")[0][-8:])
    assert ([], True) == (data["problems"], "was" in data)
