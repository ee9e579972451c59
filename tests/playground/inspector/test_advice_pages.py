"""What would make a pod fit: page, fragment, and the form that tries it in a fork."""

import html
import re

import pytest
from django.test import Client

from playground.inspector import advice_view
from playground.runs import questions, services
from playground.runs.models import Run, RunInput
from tests.builders import api_object
from tests.playground.clusters import canonical_run

pytestmark = pytest.mark.django_db(transaction=True)

NODE = api_object(
    "Node",
    "n1",
    spec={"taints": [{"key": "gpu", "value": "true", "effect": "NoSchedule"}]},
    status={"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}},
)
POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "p"},
    "spec": {"containers": [{"name": "c", "image": "app:v1", "resources": {"requests": {"cpu": "5"}}}]},
}


@pytest.fixture
def stuck() -> Run:
    """A pod that neither tolerates the only node nor fits on it, owned by nobody."""
    return canonical_run(NODE, POD, title="Stuck")


def test_the_page_shows_what_the_scheduler_did_not_reach(client: Client, stuck: Run) -> None:
    page = html.unescape(client.get(f"/r/{stuck.pk}/pods/default/p/why").content.decode())

    assert "the real scheduler stopped here" in page
    assert "taint gpu=true:NoSchedule not tolerated" in page
    assert "cpu: needs 5, 4 free" in page


def test_page_and_fragment_offer_the_same(client: Client, stuck: Run) -> None:
    address = f"/r/{stuck.pk}/pods/default/p/advice?at={stuck.head}"

    page = client.get(address)
    fragment = client.get(address, headers={"HX-Request": "true"})

    offers = re.findall(r'name="advice" value="([^"]+)"', page.content.decode())
    assert offers
    assert re.findall(r'name="advice" value="([^"]+)"', fragment.content.decode()) == offers
    assert "<!doctype html>" in page.content.decode()
    assert "<!doctype html>" not in fragment.content.decode()
    assert "HX-Request" in page.headers["Vary"]


def on_the_board(client: Client, run: Run) -> str:
    address = f"/r/{run.pk}/pods/default/p/why?at={run.head}"
    headers = {"HX-Request": "true", "HX-Target": "inspector-body"}
    return html.unescape(client.get(address, headers=headers).content.decode())


def test_the_why_on_the_board_names_the_first_cures(client: Client, stuck: Run) -> None:
    fragment = on_the_board(client, stuck)

    offered = client.get(f"/r/{stuck.pk}/pods/default/p/advice?at={stuck.head}").context["advices"]
    cures = fragment.partition("What would help")[2].partition("</ul>")[0]
    tried = re.findall(r'name="advice" value="([^"]+)"', cures)
    assert min(3, len(offered)) == cures.count("<li>") > 0
    assert offered[0].steps[0] in cures
    assert [offer.id for offer in offered[: len(tried)]] == tried


def test_in_a_scenario_with_a_question_the_cures_wait_for_the_answer(client: Client, stuck: Run) -> None:
    asks = {"apiVersion": "podium/v1", "kind": "Scenario", "spec": {"question": "Which change helps?"}}
    run = canonical_run(asks, NODE, POD, title="Asks")

    assert [False, True] == ['class="cures spoils"' in on_the_board(client, item) for item in (stuck, run)]
    assert "What would make it fit" in on_the_board(client, run)


def test_an_advice_is_tried_in_a_fork_of_ones_own_and_played_until_the_pod_is_bound(
    client: Client, stuck: Run
) -> None:
    page = client.get(f"/r/{stuck.pk}/pods/default/p/advice").content.decode()
    offer = html.unescape(re.findall(r'name="advice" value="([^"]+)"', page)[0])

    answer = client.post(f"/r/{stuck.pk}/pods/default/p/try", {"at": stuck.head, "advice": offer})

    assert 303 == answer.status_code
    fork = Run.objects.exclude(pk=stuck.pk).get()
    assert fork.forked_from_id == stuck.pk
    given = RunInput.objects.filter(run=fork).count()
    assert given >= 1
    assert fork.head > stuck.head + given
    address = f"/r/{fork.pk}?at={fork.head}&pod=default%2Fp&tab=why&fits="
    assert answer.headers["Location"].startswith(address)
    board = client.get(answer.headers["Location"])
    assert board.context["can_act"]
    assert (stuck.head, f"/r/{stuck.pk}?at={stuck.head}") == (
        board.context["origin"].at,
        board.context["origin"].url,
    )
    run_state = services.standing(fork.pk)
    assert run_state is not None
    bound = questions.value(run_state, "why", fork.head, pod="default/p")["pod"]
    assert answer.headers["Location"] == address + bound["node"]


def test_an_advice_that_is_not_offered_changes_nothing(client: Client, stuck: Run) -> None:
    answer = client.post(f"/r/{stuck.pk}/pods/default/p/try", {"at": stuck.head, "advice": "made-up"})

    assert 404 == answer.status_code
    assert 1 == Run.objects.count()


@pytest.mark.parametrize("path", ["nobody/advice", "p/advice?at=99999", "p/advice?at=x"])
def test_what_is_not_there_is_a_page_with_words(client: Client, stuck: Run, path: str) -> None:
    answer = client.get(f"/r/{stuck.pk}/pods/default/{path}")

    assert 404 == answer.status_code
    assert "<h1" in answer.content.decode()


def test_trying_is_a_post(client: Client, stuck: Run) -> None:
    assert 405 == client.get(f"/r/{stuck.pk}/pods/default/p/try").status_code


def test_of_many_nodes_the_board_lists_those_with_the_fewest_obstacles_and_counts_the_others() -> None:
    entry = {"plugin": "NodeName", "reasons": [], "details": [], "first": True}
    nodes = {f"n{n}": [entry, entry] for n in range(999)} | {"near": [entry]}
    value = {"seq": 0, "nodes": nodes, "groups": [], "nodeCount": 1000, "feasible": 0}

    result = advice_view.course(value, advice_view.NODES_ON_BOARD)

    assert ("near", 50, 950) == (result.nodes[0].node, len(result.nodes), result.hidden)
