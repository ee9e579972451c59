"""`/new`: a cluster of zones and nodes with a first Deployment becomes a run of the visitor's."""

import pytest
from django.test import Client

from playground.runs import revisions
from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)
WISH = {
    "title": "Mine", "zones": "2", "nodes": "3", "cpu": "4", "memory": "8Gi", "name": "web", "replicas": "4",
    "request": "500m", "spread": "on",
}  # fmt: skip


def test_zones_nodes_and_a_deployment_are_made(client: Client) -> None:
    answer = client.post("/new", WISH)
    run = Run.objects.get(pk=answer["Location"].rpartition("/")[2])
    kinds = [item.kind for item in revisions.scenario_named(run.revision_id).objects]

    assert (303, "Mine") == (answer.status_code, run.title)
    assert ["Node"] * 6 + ["Deployment"] == kinds


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [("cpu", "much", "cpu"), ("zones", "1000", "12"), ("name", "Not A Name", "metadata.name")],
)
def test_what_cannot_be_made_comes_back_with_the_reason(
    client: Client, field: str, value: str, message: str
) -> None:
    answer = client.post("/new", {**WISH, field: value})

    assert 422 == answer.status_code
    assert message in answer.content.decode()
    assert value in answer.content.decode()


def test_an_owner_gives_a_run_another_name_and_sorts_by_it(client: Client) -> None:
    runs = [client.post("/new", {**WISH, "title": title})["Location"] for title in ("b", "c")]
    client.post(f"{runs[1]}/rename", {"title": "  a   name ", "do": "rename"})
    titles = [run.title for run in client.get("/runs?sort=title").context["runs"]]

    assert ["a name", "b"] == titles


def test_a_new_cluster_has_the_release_and_the_gates_that_were_chosen(client: Client) -> None:
    made = client.post("/new", {**WISH, "release": "1.37", "gates": "ImageVolume=false"})
    page = client.get(made["Location"]).content.decode()

    assert "Kubernetes v1.37, with the feature gates ImageVolume=false" in page


@pytest.mark.parametrize(
    ("gates", "sentence"),
    [
        ("GangScheduling=true", "GangScheduling is enabled, but depends on features that are disabled: [GenericWorkload]"),
        ("DynamicResourceAllocation=false", "cannot set feature gate DynamicResourceAllocation to false"),
    ],
)  # fmt: skip
def test_gates_that_a_component_refuses_come_back_in_its_words(
    client: Client, gates: str, sentence: str
) -> None:
    answer = client.post("/new", {**WISH, "release": "1.36", "gates": gates})

    assert 422 == answer.status_code
    assert sentence in answer.content.decode()
    assert f'value="{gates}"' in answer.content.decode()
