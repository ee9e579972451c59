"""Template filters of the page to take home: texts in the reader's language, bars in per cent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice with its `share` of the votes in per cent and their number `n`; both None before the
    reveal."""

    letter: str
    text: SafeString
    right: bool
    mine: bool
    share: int | None
    n: int | None
    because: SafeString


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question. When it asks for a number, `number` is the true one and `answer` the reader's last one."""

    question: SafeString
    revealed: bool
    rounds: int
    choices: list[Choice]
    number: float | None
    answer: float | None
    unit: str
    because: SafeString


def in_language(text: dict[str, str] | None) -> SafeString:
    """A text in the reader's language, else in English. It is safe HTML because its maker escaped it."""
    texts = text or {}
    language = (get_language() or "en").lower()
    return mark_safe(texts.get(language) or texts.get("en", ""))


@register.simple_tag
def taken_home(poll: dict[str, Any]) -> Prediction:
    """A prediction of `homes.predictions` in the form that the template needs."""
    truth = poll["truth"] or {}
    last = poll["rounds"][-1] if poll["rounds"] else None
    mine = list(poll["votes"].values())[-1] if poll["votes"] else None
    numeric = bool(poll["number"])
    return Prediction(
        question=in_language(poll["question"]),
        revealed=poll["state"] == "revealed",
        rounds=len(poll["rounds"]),
        choices=[] if numeric else _choices(poll, truth, last, mine),
        number=truth.get("number"),
        answer=mine if numeric else None,
        unit=poll["unit"],
        because=in_language(truth.get("because")),
    )


def _choices(
    poll: dict[str, Any], truth: dict[str, Any], last: dict[str, Any] | None, mine: Any
) -> list[Choice]:
    """The choices with their shares of the last round's votes."""
    bars = last["bars"] if last else None
    all_votes = sum(bars) if bars else 0
    votes = mine if isinstance(mine, list) else [mine]
    rows = truth.get("choices") or []
    choices = []
    for place, choice in enumerate(poll["choices"]):
        says = rows[place] if place < len(rows) else {}
        n = None if bars is None else bars[place]
        choices.append(
            Choice(
                letter=choice["letter"],
                text=in_language(choice["text"]),
                right=place in (truth.get("right") or []),
                mine=place in votes,
                share=None if n is None else round(100 * n / all_votes) if all_votes else 0,
                n=n,
                because=in_language(says.get("misconception")) or in_language(says.get("because")),
            )
        )
    return choices
