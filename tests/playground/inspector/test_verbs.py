"""`/r/<id>/verbs` and `/r/<id>/things`: what can be done to what, and nothing of it in the run."""

import pytest
from django.test import Client

from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_thing_and_the_cluster_have_verbs(client: Client, run: Run) -> None:
    of_node = client.get(f"/r/{run.pk}/verbs?at=0&kind=Node&key=node1").json()
    of_cluster = client.get(f"/r/{run.pk}/verbs?at=0").json()
    added = {verb["args"]["kind"]: verb for verb in of_cluster["verbs"] if verb["group"] == "add"}

    assert "kubectl cordon node1" == of_node["verbs"][0]["kubectl"]
    assert [{"kind": "Zone", "key": "zoneA"}] == of_node["related"]
    assert "kind: PriorityClass" in added["PriorityClass"]["yaml"]


def test_things_are_found_by_a_part_of_their_name(client: Client, run: Run) -> None:
    result = client.get(f"/r/{run.pk}/things?at=0&q=node2").json()

    assert [{"kind": "Node", "key": "node2"}] == result["things"]


@pytest.mark.parametrize("query", ["at=0&kind=Node&key=nobody", "at=0&kind=Nothing&key=x"])
def test_a_thing_that_is_not_there_is_gone_without_an_error(client: Client, run: Run, query: str) -> None:
    answer = client.get(f"/r/{run.pk}/verbs?{query}")

    assert (200, {"gone": True}) == (answer.status_code, answer.json())


def test_a_step_that_is_not_there_is_404(client: Client, run: Run) -> None:
    assert 404 == client.get(f"/r/{run.pk}/verbs?at=9999").status_code


def test_the_palette_knows_where_one_can_go_in_the_language_of_the_visitor(client: Client, run: Run) -> None:
    english = client.get("/places.json").json()
    ukrainian = client.get("/places.json", headers={"Accept-Language": "uk"}).json()

    assert "/s/one-constraint-zone" in {place["url"] for place in english["places"]}
    assert ("Commands", "Команди") == tuple(item["words"]["ui.hand.palette"] for item in (english, ukrainian))
