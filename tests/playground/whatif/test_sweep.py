"""A parameter swept: pages that go on by themselves, and what is refused."""

from __future__ import annotations

import pytest
from django.test import Client

from playground import limits
from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_page_plays_some_values_and_goes_on_by_itself(
    client: Client, gallery_run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SWEEP_AT_ONCE", 2)
    request = {"what": "grace", "from": "0", "to": "20", "step": "10"}
    first = client.get(f"/r/{gallery_run.pk}/sweep", request)
    stopped = client.get(f"/r/{gallery_run.pk}/sweep", {**request, "stop": "1"})
    whole = client.get(f"/r/{gallery_run.pk}/sweep", {**request, "upto": "3"}).content.decode()

    assert first.context["more_url"].endswith("what=grace&from=0&to=20&step=10&upto=3")
    assert b'hx-select="#sweep"' in first.content
    assert (False, True) == (b"hx-get" in stopped.content, b"Go on" in stopped.content)
    assert 3 == whole.count("bound, the last at")


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"what": "grace", "from": "0", "to": "3600", "step": "1"}, "would play the run 3601 times"),
        ({"what": "nodes", "to": "10000"}, "must be from 1 to 200"),
        ({"what": "grace", "from": "9", "to": "1"}, "has no value"),
        ({"what": "grace", "step": "0"}, "has no value"),
    ],
)
def test_a_sweep_that_is_too_large_is_refused_in_words(
    client: Client, gallery_run: Run, question: dict[str, str], message: str
) -> None:
    answer = client.get(f"/r/{gallery_run.pk}/sweep", question)

    assert (400, True) == (answer.status_code, message in answer.content.decode())


def test_a_run_that_has_nothing_of_the_kind_says_so(client: Client, gallery_run: Run) -> None:
    answer = client.get(f"/r/{gallery_run.pk}/sweep", {"what": "maxSkew"})

    assert (200, True) == (answer.status_code, b"nothing to sweep" in answer.content)
