"""Asks a run for the answer about a pod, and for the pods that wait beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.imports import services as imports
from playground.imports import situation
from playground.imports.report import Group
from playground.imports.situation import Line
from playground.runs import questions
from playground.runs.services import Standing
from playground.why.card import Card, card


@dataclass(frozen=True, slots=True)
class Waiting:
    """The waiting pods of a step: their keys in the order in which they are shown, and the place of the shown
    one, from 1 (0: it does not wait). `count` may exceed their number, `waits` counts those without a node.
    `placed` are pods that waited in the text and got a node. `results` has a row of the question for each."""

    keys: tuple[str, ...]
    placed: tuple[str, ...]
    results: Mapping[str, Mapping[str, Any]]
    count: int
    waits: int
    place: int
    some: Sequence[str]

    @property
    def before(self) -> str:
        """The key of the pod before the shown one; "" without one."""
        return self.keys[self.place - 2] if self.place > 1 else ""

    @property
    def after(self) -> str:
        return self.keys[self.place] if 0 < self.place < len(self.keys) else ""


def waiting(standing: Standing, at: int, pod: str) -> Waiting:
    """The pods that wait, and which of them is shown: `pod`, or the first where it is ""."""
    value = questions.value(standing, "waiting", at)
    results = {entry["key"]: entry for entry in value["pods"]}
    placed = tuple(key for key, row in results.items() if row["result"] == "bound" and not row["inText"])
    keys = tuple(key for key in results if key not in set(placed))
    place = keys.index(pod) + 1 if pod in keys else 1 if keys and not pod else 0
    return Waiting(keys, placed, results, value["count"], value["waits"], place, value["some"])


def card_of(standing: Standing, at: int, pod: str, *, with_changes: bool) -> Card | None:
    """The card of a pod; None when nothing is known of such a pod. Changes are tried only `with_changes`,
    because that may take seconds."""
    value = questions.value(standing, "why", at, pod=pod)
    if value is None:
        return None
    waits = value["pod"] is not None and not value["pod"]["node"]
    near = questions.value(standing, "nearest", at, pod=pod) if waits else None
    advice = None
    if not waits:
        advice = ()
    elif with_changes:
        advice = questions.value(standing, "advice", at, pod=pod) or ()
    return card(pod, value, near, advice, of_text=_doubts_of_text(standing))


def _doubts_of_text(standing: Standing) -> list[str]:
    stored = imports.report_of_origin(standing.run)
    return [] if stored is None else situation.doubts_of_text(stored.situation)


def of_the_text(standing: Standing) -> tuple[list[Line], str]:
    """What is stuck in the text of the run although it has a node; and why an answer may be wrong, "" where
    nothing is wrong with the text."""
    stored = imports.report_of_origin(standing.run)
    value = None if stored is None else stored.situation
    return situation.lines(value), situation.doubt(value)


def refused(standing: Standing) -> list[Group]:
    """The objects of the text that the API server would refuse, and that are therefore missing here."""
    stored = imports.report_of_origin(standing.run)
    groups = [] if stored is None else map(Group.from_json, stored.groups)
    return [group for group in groups if group.fate == "refused"]
