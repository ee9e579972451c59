"""Splits the text of an Event into parts, and finds the component, plugin and extension point of each part.

The form of a FailedScheduling message is that of FitError.Error (pkg/scheduler/framework/types.go, v1.34):
`0/N nodes are available: COUNT REASON, ….`, followed by the texts of PostFilter plugins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.queries.event_texts.catalogue import (
    EVENTS,
    FOREIGN,
    CatalogueText,
    catalogue_texts,
    reasons_of_nodes,
)
from scheduler_core.queries.event_texts.other_components import AUTOSCALER, KARPENTER
from scheduler_core.queries.event_texts.template_match import Match, pieces_of, whole, within
from scheduler_core.scheduler.framework.reasons import values_in
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import NAME as PREEMPTION
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import PREFIX

MOST_CHARACTERS = 4_000
"""A longer text is cut here; Kubernetes cuts messages of Events at 1024."""
MOST_PARTS = 60
SHORT = 18
"""A text with fewer characters of its own, apart from its values, is not searched inside another one."""
_HEAD = re.compile(r"(?P<available>\d{1,9})/(?P<all>\d{1,9}) nodes are available:\s*")
_ENTRY = re.compile(r",\s*(?=\d{1,9} \S)")
_COUNT = re.compile(r"(?P<nodes>\d{1,9}) (?P<reason>\S.*)", re.DOTALL)
_REPEATED = re.compile(r" \(repeated \d{1,9} times\)")
"""The form in which releases before 1.20 joined equal reasons."""
_TWO_DOTS = re.compile(r"(?<=[^.])\.\.$")
"""Releases 1.24 to 1.29 wrote a full stop after the sentence of preemption, which has one."""
_PLACE = re.compile(r"^spec\.(?:init|ephemeral)?[cC]ontainers\{[^}]*\}: ")
"""The container that newer releases of `kubectl describe` write before a kubelet's message."""
FILTERING, POST_FILTERING = ("preFilter", "filter", "preEnqueue"), ("postFilter",)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the text. `nodes` is the number of nodes it stands for, None where no number was given, or of
    groups of nodes where `groups` is True. `catalogue_text` is the catalogue's entry, None when this
    simulator has no such text; `values` fill its template. `preemption` is True for what follows the search
    for victims.
    """

    text: str
    nodes: int | None = None
    catalogue_text: CatalogueText | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    preemption: bool = False
    groups: bool = False


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
        names = (part.catalogue_text.plugin for part in self.parts if part.catalogue_text is not None)
        return tuple(dict.fromkeys(name for name in names if name))

    @property
    def events(self) -> tuple[str, ...]:
        """The reasons of the Events in the text, without repetition."""
        names = (part.catalogue_text.event for part in self.parts if part.catalogue_text is not None)
        return tuple(dict.fromkeys(name for name in names if name))


def take_apart(text: str) -> Apart:
    """The parts of a text in order. A text that matches no entry of the catalogue is one part; an empty text
    has no parts."""
    read = _REPEATED.sub("", " ".join(text[:MOST_CHARACTERS].split()))
    read = _PLACE.sub("", _TWO_DOTS.sub(".", read))
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
    for text in catalogue_texts()
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
    if len(parts) == 1 and parts[0].catalogue_text is None and ". " in text:
        return [_entry(entry.strip(), points, preemption) for entry in text.split(". ") if entry.strip()]
    return parts


def _entry(text: str, points: Sequence[str], preemption: bool) -> Part:
    counted = _COUNT.fullmatch(text)
    nodes, reason = (int(counted["nodes"]), counted["reason"]) if counted else (None, text)
    match = _reason(reason, points)
    catalogue_text, values = match or (None, {})
    return Part(reason, nodes, catalogue_text, values, preemption)


def _reason(text: str, points: Sequence[str]) -> tuple[CatalogueText, Mapping[str, str]] | None:
    """The reason of the catalogue that the text matches, with its values: one of `points` if possible, else
    any; None without a match. The longest template wins, so that a template which is only a value hides no
    other."""
    matches = [
        (catalogue_text.point in points, len(catalogue_text.template), catalogue_text, values)
        for catalogue_text in reasons_of_nodes()
        if (values := values_in(catalogue_text.template, text)) is not None
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
    for inside in (False, True):
        matching = _event((*EVENTS, *FOREIGN), text, inside=inside)
        if matching is not None:
            return tuple(_event_parts(matching[0], text, matching[1]))
        alone = _reason(text.removesuffix("."), FILTERING) or _reason(text, POST_FILTERING)
        if alone is not None:
            return (Part(text, None, *alone),)
    entries = _entries(text, FILTERING)
    if any(part.catalogue_text is not None for part in entries):
        return tuple(entries)
    named = next((catalogue_text for catalogue_text in EVENTS if catalogue_text.event == text), None)
    return (Part(text, None, named),)


def _event(
    texts: Sequence[CatalogueText], text: str, *, inside: bool = False, least: int = SHORT
) -> tuple[CatalogueText, Match] | None:
    """The text that matches, with its match; of several the one with the most characters of its own. `inside`
    also finds it inside of another text, if it has at least so many characters of its own."""
    best: tuple[int, CatalogueText, Match] | None = None
    for catalogue_text in texts:
        pieces, _names = pieces_of(catalogue_text.template)
        length = sum(map(len, pieces))
        if (best is not None and length <= best[0]) or (inside and length < least):
            continue
        match = within(catalogue_text.template, text) if inside else whole(catalogue_text.template, text)
        if match is not None:
            best = length, catalogue_text, match
    return None if best is None else best[1:]


def _event_parts(catalogue_text: CatalogueText, text: str, match: Match) -> Iterator[Part]:
    """The part of an Event's text, and those of the text inside it."""
    values, inner = match.values, catalogue_text.inner
    if not inner:
        yield Part(text[match.start : match.end].strip(), None, catalogue_text, values)
        return
    head = text[match.start : match.starts[inner]].strip(" :,")
    yield Part(head, None, catalogue_text, {name: value for name, value in values.items() if name != inner})
    if inner == "groups":
        yield from _groups(values[inner])
    elif inner == "pools":
        yield from _pools(values[inner])
    else:
        yield from take_apart(values[inner].strip(" []")).parts


def _groups(text: str) -> Iterator[Part]:
    """Why groups of nodes cannot grow for the pod, as the cluster autoscaler counts them."""
    for entry in _ENTRY.split(text):
        counted = _COUNT.fullmatch(entry.strip())
        groups, reason = (int(counted["nodes"]), counted["reason"]) if counted else (None, entry.strip())
        own = _event([text for text in FOREIGN if text.component == AUTOSCALER], reason)
        match = (own[0], own[1].values) if own is not None else _reason(reason, FILTERING)
        meaning, values = match or (None, {})
        if reason:
            yield Part(reason, groups, meaning, values, groups=True)


def _pools(text: str) -> Iterator[Part]:
    """Why each of Karpenter's pools cannot give a node for the pod."""
    texts = [text for text in FOREIGN if text.component == KARPENTER]
    for entry in text.split("; "):
        match = _event(texts, entry, inside=True, least=0)
        catalogue_text, values = (match[0], match[1].values) if match is not None else (None, {})
        if entry.strip():
            yield Part(entry.strip(), None, catalogue_text, values)
