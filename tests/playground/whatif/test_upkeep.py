"""The report over drained, upgraded and lost nodes."""

from __future__ import annotations

import pytest
from django.test import Client

from playground import limits
from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_report_says_what_becomes_of_each_pod(client: Client, known: Run) -> None:
    head = known.head
    page = client.get(f"/r/{known.pk}/upkeep", {"plan": "lose", "node": "n1"}).content.decode()

    assert "Of 2 pods on these nodes" in page
    assert head == Run.objects.get(pk=known.pk).head


def test_without_a_node_the_page_asks_for_one(client: Client, known: Run) -> None:
    page = client.get(f"/r/{known.pk}/upkeep")

    assert (200, True) == (page.status_code, b"Choose nodes, or a zone." in page.content)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"plan": "burn", "node": "n1"}, "Unknown plan."),
        ({"node": "n9"}, "no node n9"),
        ({"zone": "moon"}, "No node is in this zone"),
        ({"node": "n1", "plan": "upgrade"}, "At most 0 nodes"),
    ],
)
def test_what_cannot_be_asked_is_said(
    client: Client, known: Run, monkeypatch: pytest.MonkeyPatch, asked: dict[str, str], said: str
) -> None:
    if "At most" in said:
        monkeypatch.setattr(limits, "UPKEEP_NODES", 0)
    answer = client.get(f"/r/{known.pk}/upkeep", asked)

    assert (400, True) == (answer.status_code, said in answer.content.decode())
