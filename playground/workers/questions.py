"""Tasks that ask about one step of a run, and change nothing."""

import json
from typing import Any

from playground.workers.answers import Answer, Ok, Unknown, encode
from scheduler_core import Problem, Questions


def decision(recording: Any, *, seq: int) -> Answer:
    """The whole decision that led to step `seq`, with the walk through it; `null` where none did."""
    return Ok(encode(Questions(recording).decision(seq)), seq)


def why(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).why(seq, pod), seq)


def why_next(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).why_next(seq, pod), seq)


def why_node(recording: Any, *, seq: int, node: str) -> Answer:
    return found(Questions(recording).why_node(seq, node), seq)


def why_service(recording: Any, *, seq: int, service: str) -> Answer:
    return found(Questions(recording).why_service(seq, service), seq)


def obstacles(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).obstacles(seq, pod), seq)


def advice(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).advice(seq, pod), seq)


def room(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).room(seq, pod), seq)


def cures(recording: Any, *, seq: int, pod: str) -> Answer:
    """Returns the advice that the Why shows without being asked. `spoils` is True when the advice could give
    the scenario's answer away; the page then shows it together with the answer.
    """
    found = Questions(recording).advice(seq, pod)
    if found is None:
        return Unknown()
    return Ok(encode({"spoils": bool(recording.scenario.question), "advice": found}), seq)


def what_if(recording: Any, *, seq: int, pod: str, changes: str) -> Answer:
    made = Questions(recording).what_if(seq, pod, json.loads(changes))
    return made if isinstance(made, Problem) else found(made, seq)


def node_table(recording: Any, *, seq: int) -> Answer:
    return found(Questions(recording).node_table(seq), seq)


def search(recording: Any, *, seq: int, asked: str) -> Answer:
    made = Questions(recording).search(seq, asked)
    return made if isinstance(made, Problem) else found(made, seq)


def consequences(recording: Any, *, seq: int, value: str) -> Answer:
    made = Questions(recording).consequences(seq, json.loads(value))
    return made if isinstance(made, Problem) else found(made, seq)


def faults(recording: Any, *, seq: int, node: str | None) -> Answer:
    return found(Questions(recording).faults(seq, node), seq)


def verbs(recording: Any, *, seq: int, kind: str, key: str) -> Answer:
    return found(Questions(recording).verbs(seq, kind, key), seq)


def things(recording: Any, *, seq: int, asked: str) -> Answer:
    return found(Questions(recording).things(seq, asked), seq)


def describe(recording: Any, *, seq: int, kind: str, key: str) -> Answer:
    return found(Questions(recording).describe(seq, kind, key), seq)


def events(recording: Any, *, seq: int, key: str | None) -> Answer:
    return found(Questions(recording).events(seq, key), seq)


def manifest(recording: Any, *, seq: int, kind: str, key: str) -> Answer:
    return found(Questions(recording).manifest(seq, kind, key), seq)


def applicable(recording: Any, *, seq: int) -> Answer:
    return found(Questions(recording).applicable(seq), seq)


def given(recording: Any, *, seq: int) -> Answer:
    """The inputs that persons gave up to step `seq`, each with its step and, as in a script, its second."""
    told = [
        {"seq": at + 1, "input": value.to_json() | {"at": float(recording.time(at + 1))}}
        for at, value in recording.inputs
        if at < seq
    ]
    return Ok(encode(told), seq)


def found(value: object, seq: int) -> Answer:
    return Unknown() if value is None else Ok(encode(value), seq)
