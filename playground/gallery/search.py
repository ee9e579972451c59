"""Search in the gallery: words in the texts of a scenario, in English and in the visitor's language; names of
plugins, Events and fields; and the pasted text of an Event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from django.utils.translation import gettext

import scheduler_core as core
from playground.gallery.features import Shown

MOST_LETTERS = 1_100
"""The most characters of a query; an Event's message has at most 1024."""
MOST_WORDS = 20
LESSON, SINGLE, SEVERAL = "lesson", "one", "several"


class Searched(Protocol):
    """The searched members of a scenario; the texts are in English."""

    slug: str
    title: str
    summary: str
    question: str
    topic: str
    lesson: int | None
    shows: Any


S = TypeVar("S", bound=Searched)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The filters: a topic, a mechanism (a plugin or the reason of an Event) and a difficulty; "" matches
    any."""

    topic: str = ""
    mechanism: str = ""
    difficulty: str = ""

    def __bool__(self) -> bool:
        return bool(self.topic or self.mechanism or self.difficulty)


def shown(scenario: Searched) -> Shown:
    return Shown.from_json(scenario.shows or {})


def difficulty(scenario: Searched) -> str:
    """LESSON, SINGLE for at most one mechanism, or SEVERAL for interacting ones."""
    if scenario.lesson:
        return LESSON
    return SINGLE if len(shown(scenario).mechanisms) <= 1 else SEVERAL


def mechanisms(scenarios: Iterable[Searched]) -> list[str]:
    """The mechanisms that at least one scenario shows, sorted by name."""
    return sorted({name for scenario in scenarios for name in shown(scenario).mechanisms})


def narrowed(scenarios: Iterable[S], chosen: Chosen) -> list[S]:
    """The scenarios that pass all filters, in their order."""
    return [
        scenario
        for scenario in scenarios
        if chosen.topic in ("", scenario.topic)
        and chosen.difficulty in ("", difficulty(scenario))
        and (not chosen.mechanism or chosen.mechanism in shown(scenario).mechanisms)
    ]


def is_event_text(query: str) -> bool:
    """Whether the query is an Event's text or part of one: it has more than one word, and a part of it is
    known."""
    return " " in query.strip() and any(part.catalogue_text for part in core.take_apart(query).parts)


def showing(scenarios: Iterable[S], names: Mapping[str, int]) -> list[S]:
    """The scenarios that show one of the names: a plugin, an Event's reason, a field or a text's template.

    Scenarios with the greatest sum of the names' weights come first; otherwise their order stays."""
    ranked: list[tuple[int, int, S]] = []
    for place, scenario in enumerate(scenarios):
        has = shown(scenario)
        score = sum(names.get(name, 0) for name in (*has.plugins, *has.events, *has.fields, *has.texts))
        if score:
            ranked.append((-score, place, scenario))
    return [scenario for *_place, scenario in sorted(ranked, key=lambda rank: rank[:2])]


def names_in(apart: core.Apart) -> dict[str, int]:
    """The features of an example for the text; its texts weigh more than its plugins."""
    fields = [part.catalogue_text for part in apart.parts if part.catalogue_text is not None]
    names = {text.event: 1 for text in fields if text.event} | {
        text.plugin: 1 for text in fields if text.plugin
    }
    return names | {text.template: 10 for text in fields}


def problem_of(query: str) -> core.Problem | None:
    """The problem of a query; None for a valid one. An Event's text may have any number of words."""
    if len(query) > MOST_LETTERS:
        return core.Problem("q", "find.too_long", {"most": MOST_LETTERS})
    if len(query.split()) > MOST_WORDS and not is_event_text(query):
        return core.Problem("q", "find.too_many", {"most": MOST_WORDS})
    return None


def search(scenarios: Iterable[S], query: str) -> list[S]:
    """The scenarios whose texts and names contain every word of the query, ignoring case; those with all
    words in the title come first. An Event's text finds the scenarios that show it. An empty query finds
    nothing, and so does one with a problem (`problem_of`)."""
    if problem_of(query) is not None:
        return []
    if is_event_text(query):
        return showing(scenarios, names_in(core.take_apart(query)))
    words = query.casefold().split()
    if not words:
        return []
    ranked = list[tuple[bool, int, S]]()
    for scenario in scenarios:
        title = _both((scenario.title,))
        has = shown(scenario)
        names = " ".join((*has.plugins, *has.events, *has.fields)).casefold()
        text = f"{scenario.slug} {title} {_both((scenario.summary, scenario.question))} {names}"
        if all(word in text for word in words):
            ranked.append((not all(word in title for word in words), len(ranked), scenario))
    return [scenario for *_place, scenario in sorted(ranked, key=lambda rank: rank[:2])]


def _both(texts: Iterable[str]) -> str:
    """The texts in English and in the active language, in lower case."""
    return " ".join(f"{text} {gettext(text)}" for text in texts if text).casefold()
