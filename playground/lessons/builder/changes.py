"""Applies the fields and buttons of a builder's form to the text of a lesson."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from django.utils.translation import gettext
from ruamel.yaml.error import YAMLError

import scheduler_core as core
from playground.lessons.builder import proposals
from playground.lessons.builder.board import BoardSelection
from playground.lessons.builder.draft import MOST_BYTES, Draft, written
from playground.lessons.builder.start import start_of, tidy
from playground.lessons.files import open_lesson
from playground.texts.manifests import words, yaml_source

FIELD = "set:"
"""Prefix of a field's name: `set:spec.steps[0].at`, or `set:spec.title@en` for one language of a text."""
MOST_FIELDS = 2_000
_PLAIN = ("metadata.name",)
_ASKS = {"where": proposals.where, "victims": proposals.victims, "when": proposals.when}


@dataclass(frozen=True, slots=True)
class Changed:
    """`said` is a message for the person; "" for none."""

    text: str
    message: str = ""


def new(selection: BoardSelection) -> str:
    """A new draft: the run as its start, and the step on screen as the first step of the lesson."""
    standing = selection.standing
    inputs = selection.inputs_between(0, standing.head)
    start = start_of(selection.scenario(), standing.slug or "", standing.seed, inputs)
    draft = Draft("{}\n")
    draft.set("apiVersion", "podium/v1")
    draft.set("kind", "Lesson")
    draft.set("metadata", {"name": "my-lesson"})
    steps = [_step(selection)]
    draft.set("spec", {"minutes": 5, "title": {}, "can": {}, "starts": [start], "steps": steps})
    return draft.text()


def change(text: str, fields: Mapping[str, str], action: str, selection: BoardSelection) -> Changed:
    """Writes the fields into the text and carries out the button `action` (`name` or `name:path`)."""
    length = len(text.encode())
    if length > MOST_BYTES:
        return Changed(text, words.say("text.too_large", {"bytes": length, "limit": MOST_BYTES}))
    if open_lesson(text).source is None:
        return Changed(text)  # not YAML: its problems say why no field can be changed
    try:
        draft = Draft(text)
    except (YAMLError, yaml.YAMLError, ValueError, RecursionError) as error:  # 5 000 digits, deep nesting
        why = str(error)[:300]
        return Changed(text, gettext("This YAML cannot be changed here: {why}").format(why=why))
    wrong = _write(draft, fields)
    name, _, path = action.partition(":")
    message = _act(draft, selection, name, path) or wrong
    return Changed(draft.text(), message)


def _step(selection: BoardSelection) -> dict[str, Any]:
    return {"title": {}, "text": {}, "at": {"step": selection.at}}


def _write(draft: Draft, fields: Mapping[str, str]) -> str:
    """Writes the changed fields. A field that cannot be read stays as it was and is named in the message."""
    message = ""
    named = [field for field in fields if field.startswith(FIELD)][:MOST_FIELDS]
    for name in named:
        value = fields[name].replace("\r\n", "\n").strip()
        path, _, language = name.removeprefix(FIELD).partition("@")
        if language:
            _write_words(draft, path, language, value)
        elif path in _PLAIN:
            draft.set(path, value or None)
        else:
            message = _write_value(draft, path, value) or message
    return message


def _write_words(draft: Draft, path: str, language: str, value: str) -> None:
    """Writes one language of a text. A text that is a plain string is English."""
    text = draft.get(path)
    if isinstance(text, str):
        if language == "en":
            draft.set(path, value or None)
        elif value:
            draft.set(path, {"en": str(text), language: value})
    elif not isinstance(text, dict) or not text:
        if value:
            draft.set(path, {language: value})
    elif str(text.get(language, "")).strip() != value:
        draft.set(f"{path}.{language}", value or None)


def _write_value(draft: Draft, path: str, value: str) -> str:
    """Writes a field that holds YAML: a condition, a moment, a choice on the board."""
    old = draft.get(path)
    if value == ("" if old is None else written(plain(old))):
        return ""
    parsed = yaml_source.first_value(value)
    if isinstance(parsed, core.Problem):
        return f"{path}: {words.say(parsed.code, parsed.args)}"
    draft.set(path, parsed)
    return ""


def plain(value: Any) -> Any:
    """A value of a draft as plain maps and lists."""
    return json.loads(json.dumps(value, default=str))


def _act(draft: Draft, selection: BoardSelection, action: str, path: str) -> str:
    """Carries out a button. Returns a message for the person."""
    if action == "step":
        draft.append("spec.steps", _step(selection))
    elif action == "here":
        draft.set(f"{path}.at", {"step": selection.at})
    elif action in _ASKS:
        return _ask(draft, selection, action, path)
    elif action == "choice":
        board = selection.board()
        named = draft.get(f"{path}.choices[0].holds.pod.name")
        pod = str(named) if named else proposals.subject(board, "")
        draft.append(f"{path}.choices", proposals.choice(selection.picked, board, pod))
    elif action == "task":
        begins = {"step": selection.at}
        draft.set("spec.task", {"text": {}, "from": begins, "checks": [], "accepted": []})
    elif action in ("goal", "reject"):
        return _solution(draft, selection, rejected=action == "reject")
    elif action == "hint":
        draft.append("spec.task.hints", {"en": gettext("A hint")})
    elif action == "remove":
        draft.remove(path)
    elif action in ("up", "down"):
        draft.move(path, -1 if action == "up" else 1)
    return ""


def _ask(draft: Draft, selection: BoardSelection, kind: str, path: str) -> str:
    """Adds a prediction of a kind about the selected pod. Returns a message for the person."""
    board = selection.board()
    pod = proposals.subject(board, selection.pod)
    if not pod:
        return gettext("No pod waits at this step. Choose the pod of the question on the board first.")
    draft.set(f"{path}.at", {"step": selection.at})
    draft.set(f"{path}.ask", _ASKS[kind](board, pod))
    return ""


def _solution(draft: Draft, selection: BoardSelection, *, rejected: bool) -> str:
    """Records the inputs since the task's beginning as an accepted or a rejected solution."""
    begins = draft.get("spec.task.from.step")
    if not isinstance(begins, int) or isinstance(begins, bool):
        return gettext("First say where the task begins.")
    inputs = selection.inputs_between(begins, selection.at)
    if not inputs:
        sentence = gettext("Change something on the board first: this run has no input after step {step}.")
        return sentence.format(step=begins)
    kind = "rejected" if rejected else "accepted"
    count = len(draft.get(f"spec.task.{kind}") or ()) + 1
    way: dict[str, Any] = {"name": f"{'wrong' if rejected else 'way'}-{count}"}
    if rejected:
        way |= {"fails": _failing(draft, selection), "because": {}}
    elif not draft.get("spec.task.checks"):
        draft.set("spec.task.checks", proposals.goal(selection.board(begins), selection.board()))
    ordered = sorted(inputs, key=lambda entry: float(entry["at"]))
    draft.append(f"spec.task.{kind}", {**way, "inputs": [_timed(item) for item in ordered]})
    return ""


def _timed(item: dict[str, Any]) -> dict[str, Any]:
    """An input with its second, without empty fields."""
    at = item["at"]
    return {"at": int(at) if at == int(at) else at, **{k: v for k, v in tidy(item).items() if k != "at"}}


def _failing(draft: Draft, selection: BoardSelection) -> list[str]:
    """The names of the checks that do not hold at the step on screen."""
    checks = [entry for entry in plain(draft.get("spec.task.checks") or []) if isinstance(entry, dict)]
    good = [
        check
        for check in checks
        if not isinstance(core.parse_condition(check.get("holds"), ""), core.Problem)
    ]
    return [str(good[place].get("name", "")) for place in selection.failing([item["holds"] for item in good])]
