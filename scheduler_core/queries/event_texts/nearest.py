"""The known text that is nearest to one that is not known: it shares the most telling words with it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

from scheduler_core.queries.event_texts.catalogue import CatalogueText, catalogue_texts
from scheduler_core.queries.event_texts.template_match import pieces_of

LEAST = 0.3
"""The least share of telling words in common (0 to 1) at which a text is near."""
MOST_CHARACTERS = 500
_WORD = re.compile(r"[A-Za-z]{3,}")


def nearest_text(text: str, reason: str = "") -> CatalogueText | None:
    """The nearest known text; where the Event's `reason` is known, one of that reason. None without one."""
    words = _words(text[:MOST_CHARACTERS])
    best, score = None, 0.0
    for catalogue_text, of_template in _words_by_text().items():
        same = bool(reason) and catalogue_text.event == reason
        share = _share(words, of_template)
        if (same or share >= LEAST) and share + same > score:
            best, score = catalogue_text, share + same
    return best


def _share(words: frozenset[str], others: frozenset[str]) -> float:
    """The weight of the words in common as a share of the mean weight of both."""
    weights = _weights()
    together = sum(weights.get(word, 1.0) for word in words & others)
    return (
        2 * together / max(1e-9, sum(weights.get(word, 1.0) for words in (words, others) for word in words))
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(text))


@cache
def _words_by_text() -> Mapping[CatalogueText, frozenset[str]]:
    return {text: _words(" ".join(pieces_of(text.template)[0])) for text in catalogue_texts()}


@cache
def _weights() -> Mapping[str, float]:
    """The weight of each word of known texts: a word that many of them have tells little."""
    counts = Counter(word for words in _words_by_text().values() for word in words)
    return {word: 1 / (1 + math.log(count)) for word, count in counts.items()}
