"""The tasks about the document of a run. What reads and writes YAML is loaded when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import scheduler_core as core
from playground import limits
from playground.plugins import own_plugins
from playground.workers.answers import Answer, Ok, encode


def document(recording: Any, *, seq: int) -> Answer:
    """The document of the run, for somebody who changes it."""
    from playground.workers import changing

    return Ok(encode(changing.document(recording)), seq)


def changed(recording: Any, *, seq: int, text: str, whole: bool) -> Answer:
    """The run as it is and as it goes after its document was changed into `text`."""
    from playground.workers import changing

    return Ok(changing.changed(recording, text, whole), seq)


def kept(recording: Any, *, seq: int, text: str, second: float) -> Answer:
    """What is to be stored of the run's document after it was changed into `text`."""
    from playground.workers import changing

    return Ok(encode(changing.kept(recording, text, second)), seq)


def varied(recording: Any, *, seq: int, what: str, value: str) -> Answer:
    """The document of the run with another value in one respect; `null` where it has nothing of the kind."""
    from playground.workers import changing

    return Ok(encode(changing.varied(recording, what, value)), seq)


def seeds(recording: Any, *, seq: int, first: int, count: int) -> Answer:
    """What becomes of the run with some seeds, `first` and those after it."""
    scenario = core.with_given_inputs(recording)
    told = [
        core.outcome(scenario, seed, limits.CHANGED_FRAMES, own_plugins())
        for seed in range(first, first + count)
    ]
    return Ok(encode(told), seq)


def sweep(recording: Any, *, seq: int, what: str, values: list[int]) -> Answer:
    """How the run goes with each of some values of a parameter; `null` where it has nothing of the kind."""
    scenario = core.with_given_inputs(recording)
    if not core.applies(scenario, what):
        return Ok("null", seq)
    told = [core.swept(scenario, what, value, limits.CHANGED_FRAMES, own_plugins()) for value in values]
    return Ok(encode(told), seq)


def upkeep(recording: Any, *, seq: int, plan: str, nodes: list[str]) -> Answer:
    """What becomes of the run when nodes are drained, upgraded or lost at step `seq`."""
    return Ok(encode(core.upkeep(recording, seq, plan, nodes, limits.UPKEEP_STEPS, own_plugins())), seq)


DOCUMENT_TASKS: dict[str, Callable[..., Answer]] = {
    "document": document,
    "changed": changed,
    "kept": kept,
    "varied": varied,
    "seeds": seeds,
    "sweep": sweep,
    "upkeep": upkeep,
}
