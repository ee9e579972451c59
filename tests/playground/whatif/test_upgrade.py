"""The upgrade report as a page: part by part, with real addresses."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from playground import limits
from playground.runs.models import Run
from tests.playground.small_gallery import run_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tainted(client: Client) -> Run:
    """A run in which a pod is kept away by taints."""
    return run_of("tainted-zone")


def test_a_message_that_differs_is_shown_with_its_reason_and_what_to_do(client: Client, tainted: Run) -> None:
    page = client.get(f"/r/{tainted.pk}/upgrade", {"at": 0, "from": "1.34", "to": "1.36"}).content.decode()

    assert "The rejection by a taint no longer names the taint" in page
    assert "What to do" in page
    assert "untolerated taint(s)" in page


def test_between_a_release_and_itself_nothing_changes(client: Client, tainted: Run) -> None:
    page = client.get(f"/r/{tainted.pk}/upgrade", {"from": "1.36", "to": "1.36"}).content.decode()

    assert "Nothing changes for the objects of this run." in page


def test_a_long_report_goes_on_part_by_part_and_can_be_stopped(
    client: Client, tainted: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UPGRADE_AT_ONCE", 1)
    page = client.get(f"/r/{tainted.pk}/upgrade", {"from": "1.34", "to": "1.36"}).content.decode()
    going_on = re.search(r'hx-get="([^"]*)"', page)
    stop = re.search(r'href="([^"]*stop=1)"', page)
    assert going_on is not None
    assert stop is not None
    stopped = client.get(stop[1].replace("&amp;", "&")).content.decode()

    assert "upto=2" in going_on[1]
    assert "<progress" in page
    assert "<progress" not in stopped
    assert "Go on" in stopped


def test_an_unknown_release_is_refused_in_words(client: Client, tainted: Run) -> None:
    answer = client.get(f"/r/{tainted.pk}/upgrade", {"to": "1.99"})

    assert (400, True) == (answer.status_code, b"1.99" in answer.content)


def test_the_menu_of_the_board_leads_there(client: Client, tainted: Run) -> None:
    assert f"/r/{tainted.pk}/upgrade" in client.get(f"/r/{tainted.pk}").content.decode()


def test_side_by_side_with_another_release_says_why_the_runs_differ(client: Client, tainted: Run) -> None:
    page = client.get(f"/r/{tainted.pk}/beside", {"with": "version:1.34"}).content.decode()
    address = re.search(r'href="([^"]*reasons[^"]*)"', page)
    assert address is not None
    whole = client.get(address[1]).content.decode()
    part = client.get(address[1], headers={"HX-Request": "true"}).content.decode()

    assert "the order of a heap decides" in part
    assert "<html" not in part
    assert part.strip() in whole


def test_the_rolling_upgrade_becomes_a_run_of_the_visitors(client: Client, tainted: Run) -> None:
    answer = client.post(f"/r/{tainted.pk}/upgrade/play", {"at": 0, "to": "1.36"})
    made = Run.objects.exclude(pk=tainted.pk).get()

    assert (303, f"/r/{made.pk}?at=0") == (answer.status_code, answer.headers["Location"])
    assert '"kind":"upgrade"' in made.revision.canonical
