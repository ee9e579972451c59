"""Search in the gallery: words in the texts of a scenario, in English and in the visitor's language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from django.utils.translation import gettext

MOST_LETTERS = 100


class Searched(Protocol):
    """What is searched of a scenario; the texts are in English."""

    slug: str
    title: str
    summary: str
    question: str


S = TypeVar("S", bound=Searched)


def search(scenarios: Iterable[S], query: str) -> list[S]:
    """The scenarios in whose texts every word of the query occurs, those with all words in the title first.
    Upper and lower case are the same. An empty query finds nothing.
    """
    words = query[:MOST_LETTERS].casefold().split()
    if not words:
        return []
    found = list[tuple[bool, int, S]]()
    for scenario in scenarios:
        title = _both((scenario.title,))
        text = f"{scenario.slug} {title} {_both((scenario.summary, scenario.question))}"
        if all(word in text for word in words):
            found.append((not all(word in title for word in words), len(found), scenario))
    return [scenario for *_place, scenario in sorted(found, key=lambda each: each[:2])]


def _both(texts: Iterable[str]) -> str:
    """The texts in English and in the active language, in lower case."""
    return " ".join(f"{text} {gettext(text)}" for text in texts if text).casefold()
