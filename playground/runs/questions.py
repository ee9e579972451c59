"""What pages and programs ask about a run beyond its steps, as values: conditions, searches, figures."""

import json
from dataclasses import dataclass
from typing import Any

from playground import limits
from playground.runs.services import Standing
from playground.runs.stepper import asked, inspect, ok
from playground.workers.answers import Ok
from scheduler_core import Problem


def value(standing: Standing, seq: int, name: str, **args: Any) -> dict[str, Any] | Problem:
    """The answer to a question that has one wherever its arguments are good, with the step up to which was
    looked as `seq`."""
    answer = asked(standing, seq, name, **args)
    if isinstance(answer, Problem):
        return answer
    assert isinstance(answer, Ok)
    return {**json.loads(answer.text), "seq": answer.seq}


def about_document(standing: Standing, name: str, **args: Any) -> str:
    """JSON text of the answer to a question about the document of a run (`document`, `changed`, `kept`)."""
    return inspect(standing, 0, name, **args) or "null"


def judged(standing: Standing, seq: int, conditions: list[Any], stop: Any) -> dict[str, Any]:
    """`verdicts` holds one verdict for each condition (JSON) at a step. `judged` is true when the moment
    `stop` has come."""
    return json.loads(ok(asked(standing, seq, "judge", conditions=conditions, stop=stop)).text)  # type: ignore[no-any-return]


def verdicts(standing: Standing, seq: int, conditions: list[Any]) -> list[dict[str, Any]] | Problem:
    """The verdict on each of the conditions (JSON) that a person wrote, at a step."""
    answer = value(standing, seq, "judge", conditions=conditions, stop="quiet")
    return answer if isinstance(answer, Problem) else answer["verdicts"]


@dataclass(frozen=True)
class Begun:
    """Where a condition begins to hold, or how far was looked. `said` is the sentence about step `seq`;
    `ended` says whether nothing more happens after it.
    """

    seq: int
    holds: bool
    said: dict[str, Any]
    ended: bool


def until(standing: Standing, at: int, condition: Any, most: int) -> Begun | Problem:
    """The first step after `at`, and not after step `most`, at which a condition (JSON) begins to hold.

    It is looked for in at most STEP_WALL_SECONDS, and nothing is moved.
    """
    answer = value(standing, at, "until", condition=condition, limit=most - at)
    if isinstance(answer, Problem):
        return answer
    return Begun(answer["seq"], answer["holds"], answer["said"], answer["quiet"])


def watched(standing: Standing, upto: int, condition: Any) -> dict[str, Any] | Problem:
    """`spans`: the stretches `[from, to]` in seconds, up to step `upto`, in which a condition (JSON) holds.

    `to` is None for one that goes on. `seq` is the step up to which STEP_WALL_SECONDS sufficed.
    """
    answer = value(standing, upto, "watch", condition=condition, begin=0)
    if isinstance(answer, Problem):
        return answer
    still = [] if answer["since"] is None else [[answer["since"], None]]
    return {"spans": answer["spans"] + still, "seq": answer["seq"]}


def found_steps(
    standing: Standing, upto: int, text: str, templates: dict[str, str]
) -> dict[str, Any] | Problem:
    """`hits`: the steps up to `upto` that a text means, at most FOUND_STEPS; `seq`: the step up to which was
    looked. `templates` are the sentences of the core in the language of the person who asks, by id.
    """
    many = {"begin": 1, "most": limits.FOUND_STEPS}
    return value(standing, upto, "find_steps", asked=text, templates=templates, **many)


def until_found(
    standing: Standing, at: int, text: str, templates: dict[str, str], most: int
) -> dict[str, Any] | Problem:
    """`hit`: the first step after `at`, and not after step `most`, that a text means, or None; `seq`: how far
    was looked, `quiet`: whether nothing happens after that. Nothing is moved.
    """
    return value(standing, at, "until_found", asked=text, templates=templates, limit=most - at)


def figure(standing: Standing, upto: int, of: Any) -> dict[str, Any] | Problem:
    """`points`: `[second, value, step]` where a figure takes another value, up to step `upto`; `seq`: the
    step up to which STEP_WALL_SECONDS sufficed.
    """
    return value(standing, upto, "figure", asked=of, begin=0)
