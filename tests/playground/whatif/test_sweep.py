"""A parameter swept: pages that go on by themselves, and what is refused."""

from __future__ import annotations

import pytest
from django.test import Client

from playground import limits
from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_page_plays_some_values_and_goes_on_by_itself(
    client: Client, known: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SWEEP_AT_ONCE", 2)
    asked = {"what": "grace", "from": "0", "to": "20", "step": "10"}
    first = client.get(f"/r/{known.pk}/sweep", asked)
    stopped = client.get(f"/r/{known.pk}/sweep", {**asked, "stop": "1"})
    whole = client.get(f"/r/{known.pk}/sweep", {**asked, "upto": "3"}).content.decode()

    assert first.headers["Refresh"].endswith("what=grace&from=0&to=20&step=10&upto=3")
    assert (False, True) == ("Refresh" in stopped.headers, b"Go on" in stopped.content)
    assert 3 == whole.count("bound, the last at")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"what": "grace", "from": "0", "to": "3600", "step": "1"}, "would play the run 3601 times"),
        ({"what": "nodes", "to": "10000"}, "must be from 1 to 200"),
        ({"what": "grace", "from": "9", "to": "1"}, "has no value"),
        ({"what": "grace", "step": "0"}, "has no value"),
    ],
)
def test_a_sweep_that_is_too_large_is_refused_in_words(
    client: Client, known: Run, asked: dict[str, str], said: str
) -> None:
    answer = client.get(f"/r/{known.pk}/sweep", asked)

    assert (400, True) == (answer.status_code, said in answer.content.decode())


def test_a_run_that_has_nothing_of_the_kind_says_so(client: Client, known: Run) -> None:
    answer = client.get(f"/r/{known.pk}/sweep", {"what": "maxSkew"})

    assert (200, True) == (answer.status_code, b"nothing to sweep" in answer.content)
