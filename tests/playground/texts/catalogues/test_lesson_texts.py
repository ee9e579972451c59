"""Texts are found in lesson files wherever a lesson has them, and data of Kubernetes is not taken for text."""

import re
from pathlib import Path

from playground.texts.catalogues.lesson_texts import lesson_texts

LESSON = """\
apiVersion: podium/v1
kind: Lesson
metadata: {name: a}
spec:
  title: {en: Room, uk: Місце}
  steps:
    - title: The start
      text: {en: Two pods., id: Dua pod., zh-Hans: 两个 Pod。, uk: Два Podʼи.}
      ask: {question: {en: Which?}, choices: [{text: low1, holds: {pod: {name: low1, text: no text}}}]}
  task:
    hints: [Make room., {text: {en: Delete low1.}, show: force}]
    accepted: [{name: force, says: {en: By force}, inputs: [{kind: apply, documents: [{title: no text}]}]}]
"""


def test_texts_are_found_with_their_path_and_data_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(LESSON, encoding="utf-8")

    by_name = {text.where: text.words for text in lesson_texts(tmp_path)}

    assert [
        "a.yaml: spec.title",
        "a.yaml: spec.steps[0].title",
        "a.yaml: spec.steps[0].text",
        "a.yaml: spec.steps[0].ask.question",
        "a.yaml: spec.steps[0].ask.choices[0].text",
        "a.yaml: spec.task.hints[0]",
        "a.yaml: spec.task.hints[1].text",
        "a.yaml: spec.task.accepted[0].says",
    ] == list(by_name)
    assert {"en": "The start"} == by_name["a.yaml: spec.steps[0].title"]
    assert "两个 Pod。" == by_name["a.yaml: spec.steps[0].text"]["zh-Hans"]


def test_the_lessons_call_the_deletion_of_victims_preemption_and_not_eviction() -> None:
    eviction = {"en": "evict", "id": "usir", "zh-Hans": "驱逐", "uk": "висел"}

    results = [
        f"{text.where} ({language})"
        for text in lesson_texts()
        if not re.search(
            "Eviction API|drain|An eviction is a deletion that respects budgets|NoExecute|It is evicted, and its",
            text.words["en"],
        )
        for language, word in eviction.items()
        if re.search(word, text.words.get(language, ""), re.IGNORECASE)
    ]

    assert [] == results
