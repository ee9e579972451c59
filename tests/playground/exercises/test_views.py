"""One prediction: the page and its film end before the answer, which comes in return for one."""

import json
from typing import Any

import pytest
from django.test import Client

from playground.exercises import services
from tests.playground.small_gallery import load_some

pytestmark = pytest.mark.django_db(transaction=True)
SLUGS = ("which-node", "preemption-switched-off", "conflicting-constraints", "prestop-budget")


@pytest.fixture
def gallery() -> None:
    load_some(SLUGS)


def first_question(client: Client, slug: str) -> Any:
    html = client.get(f"/try/{slug}").text
    return json.loads(html.split('<script id="questions" type="application/json">')[1].split("</script>")[0])[
        0
    ]


def test_a_waiting_pod_is_asked_for_its_node(client: Client, gallery: None) -> None:
    question = first_question(client, "which-node")

    assert "Where is pod p when nothing happens any more?" == question["question"]
    assert ["n1", "n2", "It stays pending"] == question["choices"]


def test_without_a_waiting_pod_the_question_of_the_scenario_is_answered_in_words(
    client: Client, gallery: None
) -> None:
    question = first_question(client, "prestop-budget")

    assert ("How long must terminationGracePeriodSeconds be?", []) == (
        question["question"],
        question["choices"],
    )


def test_neither_page_nor_film_hold_the_answer(client: Client, gallery: None) -> None:
    page = client.get("/try/which-node").text
    film = client.get("/try/which-node/start.json").json()
    pods = {pod["key"]: pod for pod in film["snapshot"]["pods"]}

    assert (None, None, []) == (pods["default/p"]["node"], pods["default/p"]["nominated"], film["frames"])
    assert "highest priority" not in page
    assert {} == film["snapshot"]["decisions"]


@pytest.mark.parametrize(
    ("slug", "choice", "right"),
    [
        ("which-node", 1, True),
        ("which-node", 0, False),
        ("which-node", 2, False),
        ("conflicting-constraints", 3, True),
    ],
)
def test_the_truth_is_that_of_the_run(
    client: Client, gallery: None, slug: str, choice: int, right: bool
) -> None:
    payload = client.post(f"/try/{slug}/answer", {"choice": choice}).json()

    assert right == payload["right"]
    assert payload["answer"]


@pytest.mark.parametrize(("slug", "kind"), [("which-node", "bind"), ("conflicting-constraints", "schedule")])
def test_the_verdict_belongs_to_the_step_on_which_the_pod_comes_where_it_ends(
    client: Client, gallery: None, slug: str, kind: str
) -> None:
    payload = client.post(f"/try/{slug}/answer", {"choice": 0}).json()
    frames = client.get(payload["film"]).json()["frames"]

    assert [kind] == [frame["kind"] for frame in frames if frame["seq"] == payload["decided"]]
    assert payload["at"] < payload["decided"]


def test_an_answer_in_words_is_judged_by_the_person(client: Client, gallery: None) -> None:
    payload = client.post("/try/prestop-budget/answer", {"words": "as long as both"}).json()

    assert (None, []) == (payload["right"], payload["truth"])
    assert payload["answer"]


@pytest.mark.parametrize(
    ("slug", "given"),
    [
        ("which-node", {}),
        ("which-node", {"choice": "3"}),
        ("which-node", {"choice": "-1"}),
        ("which-node", {"choice": "²"}),
        ("which-node", {"words": "n1"}),
        ("prestop-budget", {"words": "   "}),
        ("prestop-budget", {"words": "x" * 2_001}),
    ],
)
def test_without_an_answer_there_is_no_truth(
    client: Client, gallery: None, slug: str, given: dict[str, str]
) -> None:
    answer = client.post(f"/try/{slug}/answer", given)

    assert (422, {"message"}) == (answer.status_code, set(answer.json()))


def test_a_name_that_no_scenario_has_is_not_found(client: Client, gallery: None) -> None:
    status = {path: client.get(path).status_code for path in ("/try/nothing", "/try/nothing/start.json")}

    assert {404} == set(status.values())


def test_the_pages_that_choose_know_the_same_exercises(client: Client, gallery: None) -> None:
    lists = [
        client.get(path).text.split('id="slugs"')[1].split("</script>")[0] for path in ("/try", "/try/today")
    ]

    assert lists[0] == lists[1]
    assert sorted(SLUGS) == json.loads(lists[0].split(">")[1])


def test_every_choice_of_the_gallery_has_one_truth(gallery: None) -> None:
    made = {slug: services.exercise_page(slug) for slug in SLUGS}

    assert dict.fromkeys(SLUGS, True) == {
        slug: result is not None and (result.exercise.truth is None) == (not result.exercise.choices)
        for slug, result in made.items()
    }
