"""Where the text of a step says something else than its board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

import scheduler_core as core
from playground.lessons.lesson import Step
from playground.lessons.spoken import names_in, names_in_plain, wrong_numbers
from playground.lessons.texts import Text

_SECOND = re.compile(r"\bIt is second (\d+)\b")
_QUOTED = re.compile(r"^ {4}(\S.*)$", re.MULTILINE)


def objects_of(recording: core.Run) -> frozenset[str]:
    """The names of all pods and nodes that were on the board at a step that has been played."""
    names = _on_board(recording.snapshot(0))
    for frame in recording.frames(0, recording.head_seq):
        changes: Any = frame["changes"]
        for change in changes:
            if change["op"] == "put" and change["kind"] in ("pod", "node"):
                names.add(change["view"]["name"])
    return frozenset(names)


def contradictions(
    step: Step, recording: core.Run, seq: int, ends: int, objects: Mapping[str, Set[str]]
) -> Iterator[core.Problem]:
    """Problems of a step's English texts.

    The step stands at step `seq` of its run, its answer plays up to `ends`. `objects` are the names of all
    pods and nodes of the lesson, by the name of a start. Judged are the second that the text names ("It is
    second 5"), the messages that it quotes as code blocks, the objects that it names, numbers in the forms
    of `wrong_numbers`, what the choices of its question name on the board, and its own condition `shows`."""
    text = step.text.in_language("en")
    second = int(recording.time(seq))
    for match in _SECOND.finditer(text):
        if int(match[1]) != second:
            args = {"got": int(match[1]), "second": second}
            yield core.Problem(step.text.path or f"{step.path}.text", "lesson.other_second", args)
    quoted = _QUOTED.findall(text)
    if quoted:
        texts = list(_texts(recording.snapshot(seq)))
        for line in quoted:
            if not any(line in shown for shown in texts):
                where = step.text.path or f"{step.path}.text"
                yield core.Problem(where, "lesson.not_on_board", {"text": line[:200]})
    snapshot = recording.snapshot(seq)
    yield from _missing(step, snapshot)
    yield from _not_there(step, _on_board(snapshot), frozenset().union(*objects.values()))
    yield from _never_there(step, recording, seq, ends, objects)
    for words, shown in wrong_numbers(text, snapshot):
        where = step.text.path or f"{step.path}.text"
        yield core.Problem(where, "lesson.other_number", {"text": words, "number": shown})
    if step.shows is not None:
        (verdict,) = core.judge_all(recording, (step.shows,), seq)
        if not verdict.holds:
            sentence = verdict.message.to_json()
            yield core.Problem(f"{step.path}.shows", "lesson.shows_fails", {"message": sentence})


def _missing(step: Step, snapshot: Any) -> Iterator[core.Problem]:
    """What a choice names on the board although it is not there, such as a pod that an earlier answer has
    deleted: such a guess could not be pinned."""
    nodes = {node["name"] for node in snapshot["nodes"]}
    pods = {pod["key"] for pod in snapshot["pods"]}
    for choice in step.ask.choices if step.ask else ():
        if choice.board is None:
            continue
        gone = [name for name in choice.board.nodes if name not in nodes]
        gone += [key.removeprefix("default/") for key in choice.board.pods if key not in pods]
        if gone:
            yield core.Problem(f"{choice.path}.board", "lesson.choice_not_there", {"names": list(gone)})


def _on_board(snapshot: Any) -> set[str]:
    return {node["name"] for node in snapshot["nodes"]} | {pod["name"] for pod in snapshot["pods"]}


def _not_there(step: Step, shown: Set[str], objects: Set[str]) -> Iterator[core.Problem]:
    """Objects of which a step speaks although they are not on its board, and which it does not list in
    `absent`."""
    plain = [step.title]
    if step.ask is not None:
        plain += [step.ask.question, *(choice.text for choice in step.ask.choices)]
    spoken = [(step.text, names_in(step.text.in_language("en"), objects))]
    spoken += [(text, names_in_plain(text.in_language("en"), objects)) for text in plain]
    for text, names in spoken:
        missing = [name for name in names if name not in shown and name not in step.absent]
        if missing:
            yield core.Problem(text.path or step.path, "lesson.object_not_there", {"names": list(missing)})
    for place, name in enumerate(step.absent):
        if name in shown:
            yield core.Problem(f"{step.path}.absent[{place}]", "lesson.absent_there", {"name": name})


def _never_there(
    step: Step, recording: core.Run, seq: int, ends: int, objects: Mapping[str, Set[str]]
) -> Iterator[core.Problem]:
    """Objects that the explanation of an answer names although they are on the board neither at the question
    nor on the way to the answer."""
    if step.ask is None:
        return
    shown = set(step.absent).union(*(_on_board(recording.snapshot(at)) for at in range(seq, ends + 1)))
    every = frozenset().union(*objects.values())
    texts: list[Text] = [step.ask.because, *(choice.because for choice in step.ask.choices)]
    for text in texts:
        missing = [name for name in names_in(text.in_language("en"), every) if name not in shown]
        if missing:
            yield core.Problem(text.path or step.path, "lesson.object_never_there", {"names": list(missing)})


def _texts(value: Any) -> Iterator[str]:
    """All texts in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
