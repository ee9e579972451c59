"""The questions that a room can ask, and their true answers.

`public` is what everybody may see; `about` is what no client gets: where the true answer is looked up."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop as _

from playground import limits
from playground.classroom.services.polls import PollState
from playground.classroom.services.rooms import RoomState
from playground.classroom.translations import NOTHING, everywhere, lines, pages, typed
from playground.lessons import services as lessons
from playground.lessons.lesson import Ask, Lit
from playground.lessons.services import StoredLesson
from playground.runs import stepper
from playground.runs.services import Standing
from playground.runs.stepper import ask
from playground.texts.messages import problem
from scheduler_core import Problem

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PENDING = None
"""The value in `about` for the choice "It stays pending"."""


@dataclass(frozen=True, slots=True)
class Question:
    public: dict[str, Any]
    about: dict[str, Any]


def lesson_of(room: RoomState) -> StoredLesson | None:
    return lessons.by_digest(room.lesson) if room.lesson else None


def _question(
    question: dict[str, str],
    choices: list[dict[str, Any]],
    about: dict[str, Any],
    *,
    many: bool = False,
    number: dict[str, float] | None = None,
    unit: str = "",
) -> Question:
    """Makes a question; `about` is the part that no client gets."""
    public = {"question": question, "choices": choices, "many": many, "number": number, "unit": unit}
    return Question(public, about)


def _choice(place: int, text: dict[str, str], lit: Lit | None) -> dict[str, Any]:
    letter = LETTERS[place] if place < len(LETTERS) else str(place + 1)
    return {"letter": letter, "text": text, "board": lit and lit.to_json()}


# --- what is asked --------------------------------------------------------------------------------


def of_lesson(room: RoomState) -> Question | None:
    """The prediction of the lesson's step; None when the step has none."""
    stored = lesson_of(room)
    if stored is None or not 1 <= room.step <= len(stored.lesson.steps):
        return None
    prediction = stored.lesson.steps[room.step - 1].ask
    if prediction is None:
        return None
    choices = [_choice(at, lines(option.text), option.board) for at, option in enumerate(prediction.choices)]
    second = prediction.second
    number = {"from": second.low, "to": second.high} if second else None
    about = {"step": room.step, "lesson": room.lesson}
    return _question(lines(prediction.question), choices, about, number=number, unit="s" if second else "")


def of_pod(room: RoomState, snapshot: dict[str, Any], kind: str, pod: str | None) -> Question | Problem:
    """The question `where` or `victims` about a pending pod, named by its key; without a key the first
    pending pod."""
    waiting = [row for row in snapshot["pods"] if row["node"] is None and not row["remains"]]
    waiting.sort(key=lambda row: (row["place"] or [0], row["order"]))
    waiting_pod = next((row for row in waiting if pod in (None, "", row["key"])), None)
    if waiting_pod is None:
        return problem("poll.no_pod", "pod")
    about = {"run": room.stage, "at": room.at, "pod": waiting_pod["key"]}
    name = waiting_pod["key"].removeprefix("default/")
    if kind == "where":
        nodes = [str(node["name"]) for node in snapshot["nodes"]]
        if not 1 <= len(nodes) < limits.POLL_CHOICES:
            return problem("poll.too_many", "kind", n=len(nodes), most=limits.POLL_CHOICES - 1)
        choices = [_choice(at, typed(node), Lit(nodes=(node,))) for at, node in enumerate(nodes)]
        choices.append(_choice(len(nodes), everywhere(_("It stays pending")), Lit()))
        question = everywhere(_("Where does {pod} go?"), pod=name)
        return _question(question, choices, {**about, "choices": [*nodes, PENDING]})
    lower = [
        row
        for row in snapshot["pods"]
        if row["node"] is not None and row["priority"] < waiting_pod["priority"] and not row["terminating"]
    ]
    if not lower:
        return problem("poll.no_victims", "pod", pod=name)
    if len(lower) > limits.POLL_CHOICES:
        return problem("poll.too_many", "kind", n=len(lower), most=limits.POLL_CHOICES)
    choices = [
        _choice(at, typed(row["key"].removeprefix("default/")), Lit(pods=(row["key"],)))
        for at, row in enumerate(lower)
    ]
    question = everywhere(_("Which pods have to leave for {pod}?"), pod=name)
    return _question(question, choices, {**about, "choices": [row["uid"] for row in lower]}, many=True)


def of_number(args: dict[str, Any]) -> Question | Problem:
    low = 0 if args["from"] is None else args["from"]
    high = 60 if args["to"] is None else args["to"]
    if low >= high:
        return problem("poll.no_range", "to", low=low, high=high)
    question = typed(args["question"]) if args["question"] else everywhere(_("After how many seconds?"))
    unit = "s" if args["unit"] is None else args["unit"]
    return _question(question, [], {}, number={"from": low, "to": high}, unit=unit)


def free(args: dict[str, Any]) -> Question | Problem:
    if not args["question"] or not args["choices"]:
        return problem("protocol.missing", "choices" if args["question"] else "question")
    choices = [_choice(at, typed(choice), None) for at, choice in enumerate(args["choices"])]
    return _question(typed(args["question"]), choices, {})


# --- what is true ---------------------------------------------------------------------------------


def _truth(right: list[int] | None, **members: Any) -> dict[str, Any]:
    """`right` are the indexes of the right choices; None for a question that asks for a number. `decided` is
    the step of the stage on which the answer is visible; None for one that is visible at once."""
    empty: dict[str, Any] = {
        "number": None,
        "tolerance": None,
        "because": NOTHING,
        "choices": [],
        "wrong": [],
        "decided": None,
    }
    return {"right": right, **empty, **members}


def presenter_truth(right: list[int] | None, number: float | None) -> dict[str, Any]:
    """The true answer as the presenter gives it; empty values where the presenter gives none."""
    return _truth(right, number=number)


def lesson_truth(poll: PollState) -> dict[str, Any] | None:
    """The true answer of a lesson's question; None when the lesson has been deleted."""
    stored = lessons.by_digest(poll.about["lesson"])
    if stored is None:
        return None
    place = poll.about["step"] - 1
    prediction, stage = stored.lesson.steps[place].ask, stored.stages.steps[place]
    if prediction is None:
        return None
    decided = stage.until if stage.decided is None else stage.decided
    if prediction.second is not None:
        seconds = _seconds(prediction)
        because = pages(prediction.because)
        return _truth(None, because=because, number=stage.second, decided=decided, **seconds)
    choices = [
        {"misconception": lines(choice.misconception), "because": pages(choice.because)}
        for choice in prediction.choices
    ]
    because = pages(prediction.because)
    return _truth(list(stage.choices), because=because, choices=choices, decided=decided)


def _seconds(prediction: Ask) -> dict[str, Any]:
    assert prediction.second is not None
    wrong = [
        {
            "from": wrong.low,
            "to": wrong.high,
            "misconception": lines(wrong.misconception),
            "because": pages(wrong.because),
        }
        for wrong in prediction.second.wrong
    ]
    return {"tolerance": prediction.second.tolerance, "wrong": wrong}


async def played_truth(poll: PollState, standing: Standing) -> dict[str, Any]:
    """The true answer of `where` or `victims`: plays the run ahead without storing the new steps."""
    at, pod = poll.about["at"], poll.about["pod"]
    decisive = None
    while at - poll.about["at"] < limits.TRUTH_FRAMES:
        talk = stepper.stepped(at, "quiet", None, limits.STEP_FRAMES_MAX, None)
        played = await ask(standing, talk)
        frames = json.loads(played.frames)
        decisive = next((frame for frame in frames if _decides(poll.kind, frame, pod)), None)
        if decisive is not None or played.end == at or not frames:
            break
        at = played.end
    if poll.kind == "where":
        node = decisive["focus"]["nodes"][0] if decisive else PENDING
        return _truth([place for place, choice in enumerate(poll.about["choices"]) if choice == node])
    victims = set(_victims(decisive, pod)) if decisive else set()
    return _truth([place for place, choice in enumerate(poll.about["choices"]) if choice in victims])


def _decides(kind: str, frame: dict[str, Any], pod: str) -> bool:
    """Whether the true answer follows from this frame."""
    if kind == "where":
        return frame["kind"] == "bind" and pod in frame["focus"]["pods"]
    return bool(_victims(frame, pod))


def _victims(frame: dict[str, Any], pod: str) -> list[str]:
    """The uids of the pods that the given pod preempts, from a frame that names them; empty in other
    frames."""
    views = [change["view"] for change in frame["changes"] if change["key"] == pod and change["op"] == "put"]
    return [uid for view in views for uid in view.get("victims", [])]
