"""`/r/<id>/beside`: up to three runs on one clock, and a variant that becomes a run."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def beside(client: Client, run: Run, *names: str) -> Any:
    return client.get(f"/r/{run.pk}/beside?{urlencode([('with', name) for name in names])}")


def data(client: Client, run: Run, name: str, whole: bool = False) -> dict[str, Any]:
    address = {"with": name, **({"whole": "1"} if whole else {})}
    payload: dict[str, Any] = client.get(f"/r/{run.pk}/beside.json?{urlencode(address)}").json()
    return payload


def opened(client: Client, run: Run, name: str) -> str:
    """The name of the run that a variant became."""
    response = client.post(f"/r/{run.pk}/variant", {"with": name})
    assert 303 == response.status_code
    return response.headers["Location"].split("?")[0].removeprefix("/r/")


def test_a_variant_and_a_whole_address_of_a_run_stand_beside_a_run(client: Client, gap: Run) -> None:
    other = opened(client, gap, "grace:5")
    page = beside(client, gap, "version:1.23", f"http://testserver/r/{other}?at=3", "seed:4")

    titles = [column["label"] for column in page.context["columns"]]
    assert [gap.title, "Kubernetes v1.23", f"{gap.title} · terminationGracePeriodSeconds 5"] == titles


def test_a_side_tells_how_it_goes_and_what_differs(client: Client, gap: Run) -> None:
    result = data(client, gap, "grace:5", whole=True)

    assert ("changed.bound_at", True) == (result["comparison"]["says"]["id"], "was" in result)
    assert len(result["now"]["frames"]) > 5


def test_a_variant_that_became_a_run_goes_as_the_variant_does(client: Client, gap: Run) -> None:
    other = opened(client, gap, "grace:5")
    variant, run = (data(client, gap, name) for name in ("grace:5", other))

    assert variant["comparison"] == run["comparison"]
    assert gap.pk == Run.objects.get(pk=other).forked_from_id


def test_the_run_a_variant_became_belongs_to_who_opened_it(client: Client, gap: Run) -> None:
    other = opened(client, gap, "seed:7")

    assert 7 == Run.objects.get(pk=other).seed
    assert client.get(f"/r/{other}").context["owner"]


@pytest.mark.parametrize(
    "name", ["none", "maxSkew:2", "seed:-1", "seed:x", "<b>", "/r/none", "grace:" + "9" * 30]
)
def test_what_cannot_stand_beside_a_run_is_not_found(client: Client, gap: Run, name: str) -> None:
    assert 404 == client.get(f"/r/{gap.pk}/beside.json?{urlencode({'with': name})}").status_code
    assert 404 == client.post(f"/r/{gap.pk}/variant", {"with": name}).status_code


def test_a_release_with_gates_stands_beside_a_run(client: Client, gap: Run) -> None:
    form = {"release": "1.36", "gates": "ImageVolume=false, StorageCapacityScoring=true"}
    answer = client.get(f"/r/{gap.pk}/beside", form)
    page = client.get(answer["Location"])
    name = "version:1.36,ImageVolume=false,StorageCapacityScoring=true"

    assert [name] == page.context["names"]
    assert "Kubernetes v1.36 · ImageVolume=false, StorageCapacityScoring=true" in page.content.decode()
    assert "now" in data(client, gap, name)
    board = client.get(f"/r/{opened(client, gap, name)}").content.decode()
    assert "Kubernetes v1.36, with the feature gates ImageVolume=false, StorageCapacityScoring=true" in board


def test_gates_that_a_release_refuses_are_shown_in_its_words(client: Client, gap: Run) -> None:
    answer = client.get(f"/r/{gap.pk}/beside", {"release": "1.34", "gates": "NodeDeclaredFeatures=true"})

    assert 422 == answer.status_code
    assert "unrecognized feature gate: NodeDeclaredFeatures" in answer.content.decode()


def test_a_link_in_another_release_leads_to_both_beside_each_other(client: Client, gap: Run) -> None:
    own = client.get(f"/r/{gap.pk}").context["release"]["asked"]

    assert 200 == client.get(f"/r/{gap.pk}?at=0&release={own}").status_code
    assert f"/r/{gap.pk}/beside?with=version%3A1.37" == client.get(f"/r/{gap.pk}?release=1.37")["Location"]
    assert 404 == client.get(f"/r/{gap.pk}?release=1.99").status_code
    assert 404 == client.get(f"/r/{gap.pk}?release=1.36,Nonsense=true").status_code


def test_the_document_is_offered_in_another_release(client: Client, gap: Run) -> None:
    page = client.get(f"/r/{gap.pk}/change?release=1.37")

    assert "version: '1.37'" in page.context["changed"]
    assert "version: '1.37'" not in page.context["text"]
