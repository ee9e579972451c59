"""The pages of a lesson, and what they ask."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from playground.lessons import services
from playground.lessons.services import StoredLesson
from playground.runs import services as runs
from playground.runs.changes import fork_inputs
from playground.texts.catalogues.lesson_texts import DATA, FIELDS
from playground.texts.manifests import yaml_source
from scheduler_core import CatchUp
from tests.playground.given import give
from tests.playground.lessons.example import EXAMPLE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kept() -> StoredLesson:
    made = services.store(EXAMPLE, stamp="1", in_course=True)
    assert isinstance(made, StoredLesson)
    return made


def page(path: str) -> str:
    response = Client().get(f"/learn/basic-preemption/{path}")
    assert 200 == response.status_code
    return response.content.decode()


def test_a_step_shows_a_run_that_ends_where_it_stands(kept: StoredLesson) -> None:
    stage = kept.stages.steps[1]
    standing = runs.standing(stage.run)

    assert [] == [
        part for part in ("Which pod ends?", f'data-socket="/ws/r/{stage.run}/"') if part not in page("2")
    ]
    assert standing is not None
    assert (0, "") == (standing.head, standing.owner_digest)


def test_the_truth_is_not_on_the_page_before_the_answer(kept: StoredLesson) -> None:
    secret = ("put back first", "It started later", "Seniority", kept.stages.steps[1].shown)

    assert [] == [word for word in secret if word in page("2")]


def test_a_right_answer_is_told_with_its_reason_and_the_run_that_goes_on(kept: StoredLesson) -> None:
    stage = kept.stages.steps[1]
    result = page("2?choice=1&sure=sure")
    shown = runs.standing(stage.shown)

    parts = (
        "<strong>low1</strong> is put back first.",
        "It started later.",
        f'data-socket="/ws/r/{stage.shown}/"',
    )
    assert [] == [part for part in parts if part not in result]
    assert "Seniority" not in result
    assert shown is not None
    assert stage.until == shown.head


def test_a_wrong_answer_names_its_misconception_and_the_right_one(kept: StoredLesson) -> None:
    result = page("2?choice=0")

    assert [] == [
        part for part in ("Seniority", "It started first.", "It started later.") if part not in result
    ]


@pytest.mark.parametrize(("second", "right"), [("30", True), ("33", True), ("2", False), ("45.5", False)])
def test_a_second_is_right_within_its_tolerance(kept: StoredLesson, second: str, right: bool) -> None:
    result = page(f"3?second={second}")

    assert f'data-right="{str(right).lower()}"' in result
    assert (" has 30 s." in result) == (second == "2")


@pytest.mark.parametrize(
    "given", ["sure=sure", "choice=7", "choice=1.5", "choice=x", "choice=nan", "second=3", "choice=-1"]
)
def test_an_answer_that_is_none_is_refused_with_words_and_without_the_truth(
    kept: StoredLesson, given: str
) -> None:
    response = Client().get(f"/learn/basic-preemption/2?{given}")

    assert 422 == response.status_code
    assert "Choose an answer first." in response.content.decode()
    assert "Seniority" not in response.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "no-such",
        "basic-preemption/9",
        "basic-preemption/0",
        "basic-preemption/do/abc",
        "x-0",
        "basic-preemption/hint/7",
    ],
)
def test_what_is_not_there_is_404(kept: StoredLesson, path: str) -> None:
    assert 404 == Client().get(f"/learn/{path}").status_code


def begun(client: Client) -> str:
    response = client.post("/learn/basic-preemption/sandbox")
    assert 303 == response.status_code
    return str(response["Location"]).rsplit("/", 1)[1]


def test_the_sandbox_is_a_run_of_ones_own_without_the_script(kept: StoredLesson) -> None:
    client = Client()
    run = runs.standing(begun(client))

    assert run is not None
    assert (0, 0) == (run.head, run.inputs)
    assert run.rights({key: morsel.value for key, morsel in client.cookies.items()}).owner
    assert 200 == client.get(f"/learn/basic-preemption/do/{run.run}").status_code


def test_checks_turn_with_the_state_of_the_sandbox(kept: StoredLesson) -> None:
    client = Client()
    run = begun(client)
    solution = kept.lesson.task.accepted[0] if kept.lesson.task else None
    assert solution is not None
    before = client.get(f"/learn/basic-preemption/checks/{run}").json()
    # That controllers catch up with a client is no input of the visitor's.
    for value in (*(item.input.to_json() for item in solution.inputs), CatchUp("kubectl").to_json()):
        run_state = runs.standing(run)
        assert run_state is not None
        give(run, run_state.head, json.dumps(value))
    run_state = runs.standing(run)
    assert run_state is not None
    fork_inputs.play_until_bound(run_state, "default/p")
    run_state = runs.standing(run)
    assert run_state is not None
    after = client.get(f"/learn/basic-preemption/checks/{run}?at={run_state.head}").json()

    assert [True, False] == [check["holds"] for check in before["checks"]]
    assert "p does not exist" == before["checks"][1]["said"]
    assert [True, True] == [check["holds"] for check in after["checks"]]
    assert (2, 2) == (after["inputs"], after["fewest"])


def test_another_run_is_no_sandbox_of_the_lesson(kept: StoredLesson) -> None:
    assert 404 == Client().get(f"/learn/basic-preemption/checks/{kept.stages.steps[1].shown}").status_code


def test_the_last_hint_gives_the_inputs_of_a_solution(kept: StoredLesson) -> None:
    payload = Client().get("/learn/basic-preemption/hint/1").json()

    assert ["delete", "apply"] == [item["kind"] for item in payload["inputs"]]


def test_a_lesson_from_elsewhere_is_opened_from_its_text() -> None:
    response = Client().post("/learn/open", {"text": EXAMPLE})

    assert 303 == response.status_code
    assert str(response["Location"]).startswith("/learn/x-")
    assert "Which pod ends?" in Client().get(str(response["Location"]).replace("/1", "/2")).content.decode()
    assert [] == services.course()


def test_a_visitor_who_brings_the_file_of_a_lesson_takes_nothing_from_the_course(kept: StoredLesson) -> None:
    before = services.course()
    file = Client().get("/learn/basic-preemption.yaml").content.decode()

    response = Client().post("/learn/open", {"text": file})

    assert "/learn/basic-preemption/1" == response["Location"]
    assert before == services.course()


def test_a_file_with_a_mistake_is_named_with_its_line_and_nothing_is_lost() -> None:
    text = EXAMPLE.replace("minutes: 8", "minutes: 0")
    response = Client().post("/learn/open", {"text": text})

    assert 422 == response.status_code
    assert "Line 7, <code>spec.minutes</code>" in response.content.decode()
    assert "minutes: 0" in response.content.decode()


def test_html_and_scripts_in_a_lesson_are_shown_as_text() -> None:
    bad = "<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))"
    text = EXAMPLE.replace("text: Two pods run on `n1`.", f"text: '{bad}'").replace(
        "title: The start", "title: '<b>x</b>'"
    )
    location = str(Client().post("/learn/open", {"text": text})["Location"])
    page = Client().get(location).content.decode()

    assert [] == [word for word in ("<script>alert", "<img", 'href="javascript', "<b>x</b>") if word in page]
    assert "&lt;script&gt;alert(1)" in page


def everywhere(value: Any, bad: str) -> Any:
    """The lesson with a text in place of each of its texts."""
    if isinstance(value, list):
        return [everywhere(item, bad) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: entry
        if name in DATA
        else bad
        if name in FIELDS and name != "name"
        else [bad if isinstance(hint, str) else everywhere(hint, bad) for hint in entry]
        if name == "hints"
        else everywhere(entry, bad)
        for name, entry in value.items()
    }


def test_html_and_scripts_in_every_field_do_nothing_on_any_page_of_the_lesson() -> None:
    bad = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'`${1}"
    read = yaml_source.read(EXAMPLE.encode()).documents[0].value
    client = Client()
    location = str(client.post("/learn/open", {"text": json.dumps(everywhere(read, bad))})["Location"])
    first = location.removesuffix("/1")
    sandbox = str(client.post(f"{first}/sandbox")["Location"])
    paths = [
        *(f"{first}/{n}" for n in (1, 2, 3)),
        f"{first}/2?choice=0",
        f"{first}/2?choice=1",
        f"{first}/3?second=5",
    ]

    pages = [client.get(path).content.decode() for path in (*paths, f"{first}/1?teacher", sandbox)]

    assert [] == [n for n, page in enumerate(pages) if "<script>alert" in page or "<img src=x" in page]
    assert all("&lt;script&gt;alert(1)" in page for page in pages)


def test_the_course_is_listed_in_the_language_of_the_page(kept: StoredLesson) -> None:
    from django.utils import translation

    with translation.override("uk"):
        (listed,) = services.course()

    assert ("Звільнити місце", 2, ["", "Which pod ends?", "When is p bound?"]) == (
        listed.title,
        listed.number,
        [step.question for step in listed.steps],
    )


def test_a_lesson_whose_file_changed_replaces_the_old_one(kept: StoredLesson) -> None:
    made = services.store(EXAMPLE.replace("minutes: 8", "minutes: 9"), stamp="2", in_course=True)

    assert isinstance(made, StoredLesson)
    assert [9] == [item.minutes for item in services.course()]


def test_notes_for_teachers_are_one_quiet_link_away_and_stay_from_step_to_step() -> None:
    with_notes = EXAMPLE.replace("  minutes: 8\n", "  minutes: 8\n  teacher: Ask the room first.\n")
    assert isinstance(services.store(with_notes, stamp="1", in_course=True), StoredLesson)
    learners, answered, teachers = page("2"), page("2?choice=1"), page("2?teacher")

    assert (False, True) == ("Ask the room" in learners, "Ask the room" in teachers)
    assert 'href="?teacher">For teachers' in learners
    assert 'href="?choice=1&amp;teacher">For teachers' in answered
    assert "For teachers" not in teachers
    assert 'href="/learn/basic-preemption/3?teacher"' in teachers


def answered(given: dict[str, str], step: int = 2, language: str = "en") -> Any:
    return Client(headers={"accept-language": language}).post(f"/learn/basic-preemption/{step}/answer", given)


def test_an_answer_comes_with_the_frames_that_follow_and_the_step_that_decides(kept: StoredLesson) -> None:
    stage = kept.stages.steps[1]
    result = answered({"choice": "1", "sure": "sure"}).json()

    steps = list(range(stage.at + 1, stage.until + 1))
    assert (True, stage.shown, stage.until) == (result["right"], result["run"], result["until"])
    assert steps == [frame["seq"] for frame in result["frames"]]
    assert stage.at < result["decided"] <= stage.until
    assert {"nodes": [], "pods": ["default/low2"]} == result["truth"]
    assert "Right: low2" == result["line"]
    assert "/learn/basic-preemption/2?choice=1&sure=sure" == result["address"]
    assert "<strong>low1</strong> is put back first." in result["html"]


def test_the_step_that_decides_is_the_first_on_which_the_answer_is_seen(kept: StoredLesson) -> None:
    result = answered({"choice": "0"}).json()
    frame = next(item for item in result["frames"] if item["seq"] == result["decided"])

    assert "removed" == frame["kind"]
    assert "Not so. What happens is: low2" == result["line"]


def test_a_second_is_answered_with_the_second_at_which_it_happens(kept: StoredLesson) -> None:
    result = answered({"second": "2"}, step=3).json()

    assert (False, kept.stages.steps[2].second) == (result["right"], result["second"])
    assert "Your answer was second 2." in result["line"]


@pytest.mark.parametrize("given", [{}, {"choice": "9"}, {"choice": "x"}, {"second": "3"}, {"choice": "-1"}])
def test_an_answer_that_is_none_is_refused_without_the_truth(
    kept: StoredLesson, given: dict[str, str]
) -> None:
    response = answered(given)

    assert 422 == response.status_code
    assert {"message": "Choose an answer first."} == response.json()


def test_what_is_read_while_somebody_chooses_says_nothing(kept: StoredLesson) -> None:
    response = Client().get("/learn/basic-preemption/2/answer")

    assert (204, b"") == (response.status_code, response.content)


@pytest.mark.parametrize("step", [1, 9])
def test_a_step_without_a_question_has_no_answer(kept: StoredLesson, step: int) -> None:
    assert 404 == answered({"choice": "0"}, step=step).status_code
