"""The builder: a draft from a run, fields and buttons that change its file, a lesson that can be tried."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from django.test import Client
from django.utils.html import escape

from playground.lessons.files import open_lesson
from playground.runs.models import Run
from tests.playground.given import give
from tests.playground.small_gallery import load_some

pytestmark = pytest.mark.django_db(transaction=True)
SLUG = "basic-preemption"


@pytest.fixture
def source() -> Run:
    load_some((SLUG,))
    return Run.objects.get(canonical_of__slug=SLUG)


@pytest.fixture
def place(client: Client, source: Run) -> str:
    """The address of a builder whose run stands at step 1: p was created and waits."""
    response: Any = client.post("/learn/build", {"run": f"http://podium.example/r/{source.pk}?at=1"})
    assert 303 == response.status_code
    return str(response.url)


def text_of(html: str) -> str:
    result = re.search(r'<textarea name="text"[^>]*>(.*?)</textarea>', html, re.S)
    assert result is not None
    return _unescaped(result[1])


def _unescaped(text: str) -> str:
    for mark in "'\"<>&":
        text = text.replace(escape(mark), mark)
    return text


def pressed(client: Client, place: str, text: str, do: str = "", **fields: Any) -> str:
    given = {"text": text, "do": do, "step": "1", **fields}
    response = client.post(place, given, headers={"HX-Request": "true"})
    assert 200 == response.status_code
    return text_of(response.text)


def spec(text: str) -> Any:
    return yaml.safe_load(text)["spec"]


def test_a_draft_begins_with_the_run_and_the_step_on_screen(client: Client, place: str) -> None:
    made = spec(text_of(client.get(place).text))

    assert [{"name": "main", "scenario": SLUG}] == made["starts"]
    assert {"step": 1} == made["steps"][0]["at"]


def test_a_field_writes_one_language_and_leaves_the_rest_of_the_file_as_it_was(
    client: Client, place: str
) -> None:
    text = "# mine\n" + text_of(client.get(place).text).replace("minutes: 5", "minutes: 5  # short")
    one = pressed(client, place, text, **{"set:spec.title@en": "Making room"})
    both = pressed(client, place, one, **{"set:spec.title@en": "Making room", "set:spec.title@uk": "Місце"})

    assert {"en": "Making room", "uk": "Місце"} == spec(both)["title"]
    assert ("# mine\n", True) == (both[:7], "minutes: 5  # short\n" in both)
    assert 1 == len(set(both.splitlines()) - set(one.splitlines()))


def test_ask_here_proposes_answers_that_the_core_can_judge(client: Client, place: str) -> None:
    text = pressed(client, place, text_of(client.get(place).text), "victims:spec.steps[0]")
    ask = spec(text)["steps"][0]["ask"]

    assert ["low1 is preempted", "low2 is preempted", "No pod is preempted"] == [
        choice["text"]["en"] for choice in ask["choices"]
    ]
    assert {"en", "id", "zh-Hans", "uk"} == set(ask["question"])


def test_a_click_on_the_board_becomes_an_answer(client: Client, place: str) -> None:
    text = pressed(client, place, text_of(client.get(place).text), "where:spec.steps[0]")
    before = len(spec(text)["steps"][0]["ask"]["choices"])
    text = pressed(client, place, text, "choice:spec.steps[0].ask", picked="default/low1 n1")
    added = spec(text)["steps"][0]["ask"]["choices"][before:]

    assert [{"nodes": ["n1"], "pods": ["low1"]}] == [item["board"] for item in added]


FILLED = {
    "set:metadata.name": "my-own",
    "set:spec.title@en": "Making room",
    "set:spec.can@en": "say which pod is preempted",
    "set:spec.steps[0].title@en": "p waits",
    "set:spec.steps[0].text@en": "`p` has priority 100.\n\nAll of `n1` is taken.",
}


def test_what_was_built_can_be_tried_and_is_a_whole_lesson(client: Client, place: str) -> None:
    text = pressed(client, place, text_of(client.get(place).text), "victims:spec.steps[0]", **FILLED)
    reasons = {
        f"set:spec.steps[0].ask.choices[{k}].{name}@en": "Because of the order of putting back."
        for k in range(3)
        for name in ("because", *(("misconception",) if k != 1 else ()))
    }
    response: Any = client.post(place, {"text": text, "do": "try", "step": "1", **reasons})

    assert 303 == response.status_code, re.findall(r"<li>.*?</li>", response.text, re.S)
    page = client.get(response.url)
    assert "Which pod is preempted for p?" in page.text


def test_a_wanted_state_becomes_checks_and_a_way(client: Client, place: str) -> None:
    given = {"text": text_of(client.get(place).text), "do": "task", "step": "1"}
    begun = client.post(place, given, headers={"HX-Request": "true"}).text
    moved = re.search(r'data-moved="(.*?)"', begun)
    assert moved is not None
    place, text = moved[1], text_of(begun)
    give(
        place.split("/")[-1],
        1,
        '{"kind": "delete", "object": {"kind": "Pod", "name": "low1"}, "gracePeriodSeconds": 0, "force": true}',
    )
    text = pressed(client, place, text, "goal", step="2")
    task = spec(text)["task"]

    assert ["low1-gone", "low2-stays"] == [check["name"] for check in task["checks"]]
    assert [[("delete", 0)]] == [
        [(item["kind"], item["at"]) for item in way["inputs"]] for way in task["accepted"]
    ]


@pytest.mark.parametrize("text", ["a: [", "a: &x [*x]", "just words", "{}", "- 1", "kind: Lesson\nspec: 7"])
def test_a_broken_file_is_told_and_nothing_is_lost(client: Client, place: str, text: str) -> None:
    response = client.post(
        place, {"text": text, "do": "step", "set:spec.title@en": "x"}, headers={"HX-Request": "true"}
    )

    assert 200 == response.status_code
    assert "What is missing" in response.text
    if text == "a: [":
        assert text == text_of(response.text)


@pytest.mark.parametrize(
    "fields",
    [
        {"set:spec.steps[9].title@en": "x"},
        {"set:__class__": "x"},
        {"set:spec.steps[0].at": "{step: ["},
        {"set:spec.steps[0].at": "{" * 900},
        {"set:spec.steps[0].at": "[" * 900},
        {"set:spec..x": "1"},
        {"do": "remove:spec"},
        {"do": "up:spec.steps[5]"},
        {"do": "where:nothing"},
        {"do": "goal"},
        {"step": "99999999999"},
        {"picked": "x " * 500},
    ],
)
def test_what_no_form_sends_is_no_fault(client: Client, place: str, fields: dict[str, str]) -> None:
    text = text_of(client.get(place).text)
    response = client.post(place, {"text": text, **fields}, headers={"HX-Request": "true"})

    assert 200 == response.status_code


def test_the_file_is_downloaded_as_it_stands(client: Client, place: str) -> None:
    text = text_of(client.get(place).text)
    response = client.post(place, {"text": text, "do": "download"})

    assert text == response.text
    assert "attachment" in response.headers["Content-Disposition"]
    assert open_lesson(response.text).source is not None


def test_a_cluster_of_ones_own_is_written_out_with_what_was_done_to_it(client: Client, run: Run) -> None:
    give(run.pk, 0, '{"kind": "cordon", "node": "n1"}')
    response: Any = client.post("/learn/build", {"run": run.pk})
    text = text_of(client.get(response.url).text)
    (start,) = spec(text)["starts"]
    problems = open_lesson(text).problems

    assert "Node" in {document["kind"] for document in start["documents"]}
    assert [{"at": 0, "kind": "cordon", "node": "n1"}] == start["inputs"]
    assert [] == [problem.path for problem in problems if problem.path.startswith("spec.starts")]
