"""The way through the course: the path, the page to keep, predictions that skip a part, and mistakes in words."""

import json
from typing import Any

import pytest
from django.test import Client

from playground.lessons import services
from tests.playground.lessons.example import EXAMPLE, SECOND
from tests.playground.small_gallery import load_some

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def course() -> None:
    load_some(("queue-by-priority", "basic-preemption"))
    for text in (EXAMPLE, SECOND):
        assert isinstance(services.store(text, in_course=True), services.StoredLesson)


def data(html: str, name: str) -> Any:
    text = html.split(f'<script id="{name}" type="application/json">')[1].split("</script>")[0]
    return json.loads(text)


def tell(client: Client, given: Any) -> Any:
    return client.post("/learn/mistakes", json.dumps(given), content_type="application/json").json()


def test_the_path_leads_a_file_to_the_page_that_takes_it(client: Client) -> None:
    response = client.get("/learn?file=")

    assert (302, "/learn/open") == (response.status_code, response.url)  # type: ignore[attr-defined]


def test_the_path_has_the_lessons_by_number_with_what_each_builds_on(client: Client, course: None) -> None:
    lessons = data(client.get("/learn").text, "course")["lessons"]

    assert [("queue-by-priority", []), ("basic-preemption", []), ("later", [2])] == [
        (lesson["name"], lesson["needs"]) for lesson in lessons
    ]
    assert ["", "Which pod ends?", "When is p bound?"] == [step["question"] for step in lessons[1]["steps"]]
    assert {"preemption"} == {lesson["part"] for lesson in lessons}


def test_a_lesson_that_the_course_does_not_have_yet_leads_to_its_scenario(
    client: Client, course: None
) -> None:
    first, second, _ = data(client.get("/learn").text, "course")["lessons"]

    assert ("/s/queue-by-priority", "/learn/basic-preemption") == (first["url"], second["url"])


def test_the_page_to_keep_is_not_taken_for_a_lesson(client: Client, course: None) -> None:
    page = client.get("/learn/kept")

    assert (200, "What I can do now") == (page.status_code, page.text.split("<h2")[1].split(">")[1][:17])


def test_three_predictions_come_from_different_lessons_and_hold_nothing_of_the_truth(
    client: Client, course: None
) -> None:
    page = client.get("/learn/known/preemption")
    questions = data(page.text, "questions")

    assert ["basic-preemption", "later", "basic-preemption"] == [question["slug"] for question in questions]
    assert ["low1", "low2"] == questions[2]["choices"]
    assert "Seniority" not in page.text
    assert "It started" not in page.text
    members = {"slug", "film", "at", "text", "question", "choices", "boards", "second", "answer"}
    assert members == set(questions[0])


@pytest.mark.parametrize("part", ["spread", "nothing"])
def test_a_part_without_three_predictions_cannot_be_skipped(client: Client, course: None, part: str) -> None:
    status = client.get(f"/learn/known/{part}").status_code

    assert 404 == status


def test_a_wrong_answer_is_told_with_its_misconception_and_what_is_right(
    client: Client, course: None
) -> None:
    message = tell(client, [{"lesson": "basic-preemption", "step": 2, "choice": 0}])["mistakes"]

    assert [("low1", "Seniority", "low2", "Which pod ends?")] == [
        (item["said"], item["misconception"], item["right"], item["question"]) for item in message
    ]


def test_a_wrong_second_is_told_with_the_right_one(client: Client, course: None) -> None:
    (message,) = tell(client, [{"lesson": "basic-preemption", "step": 3, "second": 2}])["mistakes"]

    assert ("2 s", "31 s") == (message["said"], message["right"])


@pytest.mark.parametrize(
    "given",
    [
        {"lesson": "basic-preemption", "step": 2, "choice": 1},
        {"lesson": "basic-preemption", "step": 2, "choice": 9},
        {"lesson": "basic-preemption", "step": 2, "choice": "0"},
        {"lesson": "basic-preemption", "step": 1, "choice": 0},
        {"lesson": "basic-preemption", "step": 99, "choice": 0},
        {"lesson": "basic-preemption", "step": 3, "second": 30},
        {"lesson": "basic-preemption", "step": 3, "second": "x"},
        {"lesson": "gone", "step": 1, "choice": 0},
        {"lesson": ["x"], "step": {}},
        7,
    ],
    ids=str,
)
def test_an_answer_that_was_right_or_cannot_be_is_no_mistake(
    client: Client, course: None, given: Any
) -> None:
    result = tell(client, [given])

    assert {"mistakes": []} == result


@pytest.mark.parametrize(
    "body", ["", "{", "{}", '"x"', "[" + "1," * 40_000 + "1]", "[" * 20_000], ids=range(6)
)
def test_a_body_that_is_no_list_is_refused(client: Client, body: str) -> None:
    answer = client.post("/learn/mistakes", body, content_type="application/json")

    assert 400 == answer.status_code


def test_a_form_is_no_list_of_answers(client: Client) -> None:
    assert 400 == client.post("/learn/mistakes", {"lesson": "basic-preemption"}).status_code


@pytest.mark.parametrize(
    ("step", "given", "right"),
    [
        (2, {"choice": 1}, True),
        (2, {"choice": 0}, False),
        (3, {"second": 31}, True),
        (3, {"second": 2}, False),
    ],
)
def test_a_prediction_of_a_part_is_judged(
    client: Client, course: None, step: int, given: dict[str, int], right: bool
) -> None:
    payload = client.post(f"/learn/known/basic-preemption/{step}", given).json()

    assert right == payload["right"]


@pytest.mark.parametrize(
    "given", [{}, {"choice": "9"}, {"choice": "nan"}, {"choice": "0.5"}, {"second": "1"}]
)
def test_without_an_answer_a_prediction_of_a_part_has_no_truth(
    client: Client, course: None, given: dict[str, str]
) -> None:
    answer = client.post("/learn/known/basic-preemption/2", given)

    assert (422, {"message"}) == (answer.status_code, set(answer.json()))
