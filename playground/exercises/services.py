"""A prediction from a scenario of the gallery: the steps shown before it, and the true answer.

When the scenario's focus is a pending pod, the question is on which node that pod ends. Otherwise it is the
scenario's own question: the person answers in words and then compares."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import scheduler_core as core
from playground.gallery import services as gallery
from playground.runs import revisions
from playground.runs.last_refusal import last_refusal
from playground.runs.new_runs import play_until_quiet

MOST_NODES = 6
"""With more nodes to choose from, the question is answered in words."""
PENDING = ""
"""The choice that stands for "stays pending"."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question about a run and its true answer.

    `at` is the last step shown before the answer, `film` that step as JSON text. `choices` are node names and
    PENDING; `truth` is the index of the right one, `decided` the step from which it is visible. Without
    choices the answer is given in words."""

    at: int
    film: str
    pod: str
    choices: tuple[str, ...]
    truth: int | None
    decided: int | None = None


@dataclass(frozen=True, slots=True)
class ExercisePage:
    """An exercise with its scenario's English texts and the run that shows the outcome."""

    exercise: Exercise
    run: str
    question: str
    answer: str
    because: str
    title: str
    topic: str


def slugs() -> list[str]:
    """The scenarios that have a question, in an order that does not depend on the language."""
    return sorted(card.slug for card in gallery.gallery() if card.question and card.canonical_run_id)


def exercise_page(slug: str) -> ExercisePage | None:
    """The exercise of a scenario; None when the gallery has no such scenario or it has no question."""
    scenario = gallery.named(slug)
    if scenario is None or not scenario.canonical_run_id:
        return None
    words = revisions.scenario_words(scenario.revision_id)
    if not words["question"] or not words["answer"]:
        return None
    texts = {name: words[name] or "" for name in ("question", "answer", "because", "title", "topic")}
    return ExercisePage(exercise(scenario.revision_id), scenario.canonical_run_id, **texts)


@lru_cache(256)
def exercise(digest: str) -> Exercise:
    """The exercise of a scenario's revision; revisions never change."""
    scenario = core.Scenario.from_canonical(json.loads(revisions.canonical_of(digest)))
    recording, head = play_until_quiet(scenario)
    pod = scenario.focus.pod if scenario.focus else ""
    at = _waits_at(recording, head, pod) if pod else None
    if at is not None:
        nodes: Any = recording.snapshot(at)["nodes"]
        choices = (*(str(name["name"]) for name in nodes), PENDING)
        end = _pod(recording, head, pod)
        node = (end["node"] or PENDING) if end else None
        if node in choices and len(nodes) <= MOST_NODES:
            decided = _decided_at(recording, at, head, pod)
            return Exercise(at, _film(recording, at), pod, choices, choices.index(node), decided)
    return Exercise(0, _film(recording, 0), pod, (), None)


def _waits_at(recording: core.Run, head: int, pod: str) -> int | None:
    """The first step at which the pod exists without a node; None when it has a node from its first step
    on."""
    for seq in range(head + 1):
        row = _pod(recording, seq, pod)
        if row is not None:
            return None if row["node"] else seq
    return None


def _decided_at(recording: core.Run, at: int, head: int, pod: str) -> int:
    """The step after `at` from which the pod is where it ends; the last refusal of a pod that stays
    pending."""

    def node(seq: int) -> str | None:
        row = _pod(recording, seq, pod)
        return row["node"] if row else None

    end = node(head)
    if not end:
        return last_refusal(recording, {pod}, at, head)
    return next((seq + 1 for seq in range(head - 1, at - 1, -1) if node(seq) != end), head)


def _pod(recording: core.Run, seq: int, key: str) -> dict[str, Any] | None:
    """The view of a pod at a step; None when it does not exist there."""
    pods: Any = recording.snapshot(seq)["pods"]
    return next((pod for pod in pods if pod["key"] == key), None)


def _film(recording: core.Run, at: int) -> str:
    """One step as a film without frames, in the form of `runs:film`."""
    return '{"snapshot":' + recording.encoded_snapshot(at).decode("ascii") + ',"frames":[]}'
