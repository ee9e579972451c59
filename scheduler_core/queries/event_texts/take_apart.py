"""Splits the text of an Event into parts, and finds the component, plugin and extension point of each part.

The form of a FailedScheduling message is that of FitError.Error (pkg/scheduler/framework/types.go, v1.34):
`0/N nodes are available: COUNT REASON, ….`, followed by the texts of PostFilter plugins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from scheduler_core.queries.event_texts.catalogue import EVENTS, KnownText, known_texts
from scheduler_core.scheduler.framework.reasons import pattern_of, values_in
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import NAME as PREEMPTION
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import PREFIX

MOST_CHARACTERS = 4_000
"""A longer text is cut here; Kubernetes cuts messages of Events at 1024."""
MOST_PARTS = 60
_HEAD = re.compile(r"(?P<available>\d{1,9})/(?P<all>\d{1,9}) nodes are available:\s*")
_ENTRY = re.compile(r",\s*(?=\d{1,9} \S)")
_COUNT = re.compile(r"(?P<nodes>\d{1,9}) (?P<reason>\S.*)", re.DOTALL)
_REPEATED = re.compile(r" \(repeated \d{1,9} times\)")
"""The form in which releases before 1.20 joined equal reasons."""
FILTERING, POST_FILTERING = ("preFilter", "filter", "preEnqueue"), ("postFilter",)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the text. `nodes` is the number of nodes it stands for, None where no number was given.
    `known_text` is the catalogue's entry, None when this simulator has no such text; `values` fill its
    template. `preemption` is True for what follows the search for victims.
    """

    text: str
    nodes: int | None = None
    known_text: KnownText | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    preemption: bool = False


@dataclass(frozen=True, slots=True)
class Apart:
    """A text in its parts. `nodes` is the number of nodes that a FailedScheduling message speaks of, None for
    any other text. `cut` is True when the text was too long and only its start was read."""

    text: str
    nodes: int | None
    parts: tuple[Part, ...]
    cut: bool = False

    @property
    def plugins(self) -> tuple[str, ...]:
        """The plugins of the parts, without repetition."""
        names = (part.known_text.plugin for part in self.parts if part.known_text is not None)
        return tuple(dict.fromkeys(name for name in names if name))

    @property
    def events(self) -> tuple[str, ...]:
        """The reasons of the Events in the text, without repetition."""
        names = (part.known_text.event for part in self.parts if part.known_text is not None)
        return tuple(dict.fromkeys(name for name in names if name))


def take_apart(text: str) -> Apart:
    """The parts of a text in order. A text that matches no entry of the catalogue is one part; an empty text
    has no parts."""
    read = _REPEATED.sub("", " ".join(text[:MOST_CHARACTERS].split()))
    cut = len(text) > MOST_CHARACTERS
    head = _HEAD.search(read)
    if head is None:
        return Apart(read, None, _other(read)[:MOST_PARTS] if read else (), cut)
    filtering, rest = _split(read[head.end() :])
    parts = [*_entries(filtering, FILTERING), *_after_search(rest)]
    return Apart(read, int(head["all"]), tuple(parts[:MOST_PARTS]), cut or len(parts) > MOST_PARTS)


def _split(text: str) -> tuple[str, str]:
    """The text up to the first text of a PostFilter plugin, and the rest."""
    starts = [start for prefix in (PREFIX, *_POST_FILTER_STARTS) if (start := text.find(prefix)) >= 0]
    at = min(starts, default=len(text))
    return text[:at], text[at:]


_POST_FILTER_STARTS = tuple(
    text.template
    for text in known_texts()
    if text.point == "postFilter" and text.plugin != PREEMPTION and "%(" not in text.template
)
"""The texts with which another PostFilter plugin than preemption can begin."""


def _entries(text: str, points: Sequence[str], *, preemption: bool = False) -> list[Part]:
    """The entries of a histogram, or the one text of PreFilter. The full stop at the end is dropped, unless
    it belongs to the reason."""
    text = text.strip()
    if not _reason(text, points):
        text = text.removesuffix(".")
    parts = [_entry(entry.strip(), points, preemption) for entry in _ENTRY.split(text) if entry.strip()]
    if len(parts) == 1 and parts[0].known_text is None and ". " in text:
        return [_entry(entry.strip(), points, preemption) for entry in text.split(". ") if entry.strip()]
    return parts


def _entry(text: str, points: Sequence[str], preemption: bool) -> Part:
    counted = _COUNT.fullmatch(text)
    nodes, reason = (int(counted["nodes"]), counted["reason"]) if counted else (None, text)
    match = _reason(reason, points)
    known_text, values = match or (None, {})
    return Part(reason, nodes, known_text, values, preemption)


def _reason(text: str, points: Sequence[str]) -> tuple[KnownText, Mapping[str, str]] | None:
    """The reason of the catalogue that the text matches, with its values: one of `points` if possible, else
    any; None without a match. The longest template wins, so that a template which is only a value hides no
    other."""
    matches = [
        (known_text.point in points, len(known_text.template), known_text, values)
        for known_text in known_texts()
        if known_text.point and (values := values_in(known_text.template, text)) is not None
    ]
    best = max(matches, key=lambda match: match[:2], default=None)
    return None if best is None else (best[2], best[3])


def _after_search(text: str) -> list[Part]:
    """The parts of the texts of PostFilter plugins, which are joined by commas; preemption's sentence comes
    last."""
    before, prefix, after = text.partition(PREFIX)
    parts = [
        _entry(entry.strip().removesuffix("."), POST_FILTERING, False)
        for entry in before.split(", ")
        if entry.strip(" .,")
    ]
    if not prefix:
        return parts
    head = _HEAD.match(after)
    return parts + _entries(after[head.end() :] if head else after, POST_FILTERING, preemption=True)


def _other(text: str) -> tuple[Part, ...]:
    """An Event of another component, a reason alone, or a line of `kubectl describe` that ends in one."""
    for where in (_WHOLE, _WITHIN):
        for known_text in EVENTS:
            match = _pattern(known_text.template, where).search(text)
            if match is not None:
                return (Part(match[0].strip(), None, known_text, match.groupdict()),)
        alone = _reason(text.removesuffix("."), FILTERING) or _reason(text, POST_FILTERING)
        if alone is not None:
            return (Part(text, None, *alone),)
    entries = _entries(text, FILTERING)
    if any(part.known_text is not None for part in entries):
        return tuple(entries)
    named = next((known_text for known_text in EVENTS if known_text.event == text), None)
    return (Part(text, None, named),)


_WHOLE, _WITHIN = "^%s$", r"(?:^|(?<=[\s:]))%s(?=\s|$)"


@cache
def _pattern(template: str, where: str) -> re.Pattern[str]:
    """The pattern of an Event. A sentence may be followed by further ones (the numbers of an eviction)."""
    ends = template.endswith(".") and where == _WHOLE
    return re.compile((where[:-1] + r"(?=\s|$)" if ends else where) % pattern_of(template).pattern, re.DOTALL)
