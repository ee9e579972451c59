"""Search through the steps of a run: acts, Events and sentences, by word or by what they are about.

`kind:preempt`, `who:kubelet`, `pod:web-1`, `node:n1`, `event:Killing` and `touched:Pod/default/web-1` ask
about one thing; every other word, or "text in quotes", is looked for in the sentence of the step and in the
Events that it recorded. All of them must hold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.watch_log import StepWrites
from scheduler_core.messages import say
from scheduler_core.objects.manifest import Json, find, mapping, strings, text
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.history.object_history import is_touched
from scheduler_core.queries.query import AnswerPart, More

MOST_WORDS = 12
MOST_LETTERS = 300
FIELDS = ("kind", "who", "pod", "node", "event", "touched")
NOUNS: Mapping[str, str] = {
    "preemption": "preempt",
    "eviction": "evict",
    "binding": "bind",
    "scheduling": "schedule",
    "deletion": "delete",
    "creation": "create",
    "scaling": "scale",
}
"""Nouns of Kubernetes for kinds of acts, which are verbs."""
_WORD = re.compile(r'(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))')


@dataclass(frozen=True, slots=True)
class StepSearch:
    """The words of a search in lower case, and the (field, value) pairs that must match."""

    words: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]

    @property
    def empty(self) -> bool:
        return not self.words and not self.fields


@dataclass(frozen=True, slots=True)
class Finder:
    """A search in one run. `templates` are the sentences in the reader's language by message id; the English
    sentences are searched as well."""

    recording: Recording
    search: StepSearch
    templates: Mapping[str, str] = field(default_factory=dict)

    def look(self, seq: int) -> dict[str, Json] | None:
        """`{"seq", "t", "actor", "who", "kind", "message", "events"}` of a step that matches; None for any
        other step. The step must have been played. `events` are the Events (`{"reason", "message"}`) that it
        recorded."""
        if not all(self._touches(seq, value) for name, value in self.search.fields if name == "touched"):
            return None
        row = self.recording.acts(seq, newest=1)[0]
        if any(name == "kind" and value not in row[3] for name, value in self.search.fields):
            return None
        frame = self.recording.frame(seq)
        step = self.recording.watch_log.at(seq)
        if not all(_matches_field(name, value, frame, step) for name, value in self.search.fields):
            return None
        if not self._says(frame, step):
            return None
        step_fields = {name: frame[name] for name in ("seq", "t", "actor", "who", "kind", "message")}
        return {**step_fields, "events": list[Json](_events(step))}

    def _touches(self, seq: int, value: str) -> bool:
        kind, _, key = value.partition("/")
        return is_touched(self.recording, seq, kind, key)

    def _says(self, frame: Mapping[str, Json], step: StepWrites | None) -> bool:
        if not self.search.words:
            return True
        sentence = mapping(frame.get("message"))
        texts = [say(sentence), text(frame.get("who")), text(frame.get("kind"))]
        if self.templates:
            texts.append(say(sentence, self.templates))
        texts += [f"{event.reason} {event.message}" for event, _ in (step.events if step else ())]
        texts += [*strings(find(frame, "focus", "pods")), *strings(find(frame, "focus", "nodes"))]
        whole = "\n".join(texts).lower()
        kind = text(frame.get("kind"))
        return all(word in whole or NOUNS.get(word.removesuffix("s")) == kind for word in self.search.words)


def parse_step_search(query: str) -> StepSearch | Problem:
    """The search of a text; a Problem for a text that is too long or names an unknown field."""
    if len(query) > MOST_LETTERS:
        return Problem("q", "find.too_long", {"most": MOST_LETTERS})
    words: list[str] = []
    fields: list[tuple[str, str]] = []
    for name, quoted, plain in _WORD.findall(query.strip()):
        value = quoted or plain
        if not name:
            words.append(value.lower())
        elif name in FIELDS:
            fields.append((name, value))
        else:
            return Problem("q", "find.unknown_field", {"name": name, "supported": list(FIELDS)})
    if len(words) + len(fields) > MOST_WORDS:
        return Problem("q", "find.too_many", {"most": MOST_WORDS})
    return StepSearch(tuple(word for word in words if word), tuple(fields))


def _matches_field(name: str, value: str, frame: Mapping[str, Json], step: StepWrites | None) -> bool:
    """Whether a step has the value of a field; True for the fields that `look` checks itself."""
    match name:
        case "who":
            return value.lower() in text(frame.get("who")).lower()
        case "pod":
            return any(_is(value, key) for key in strings(find(frame, "focus", "pods")))
        case "node":
            return value in strings(find(frame, "focus", "nodes"))
        case "event":
            return step is not None and any(value.lower() in event.reason.lower() for event, _ in step.events)
        case _:
            return True


def _is(name: str, key: str) -> bool:
    return name in (key, key.partition("/")[2])


def _events(step: StepWrites | None) -> list[dict[str, Json]]:
    return [{"reason": event.reason, "message": event.message} for event, _ in (step.events if step else ())]


def find_steps(
    recording: Recording,
    seq: int,
    query: str,
    templates: Mapping[str, str],
    begin: int,
    most: int,
    more: More,
) -> AnswerPart | Problem:
    """`{"hits"}`: the steps `begin` … `seq` that a text means, at most `most` of them (`Finder.look`)."""
    search = parse_step_search(query)
    if isinstance(search, Problem):
        return search
    hits: list[Json] = []
    at = seq if search.empty else begin - 1
    recording.reach(seq)
    finder = Finder(recording, search, templates)
    while at < seq and len(hits) < most:
        at += 1
        if hit := finder.look(at):
            hits.append(hit)
        if not more():
            break
    done = at >= seq or len(hits) >= most
    return AnswerPart({"hits": hits}, at, done, {"begin": at + 1, "most": most - len(hits)})


def until_match(
    recording: Recording, seq: int, query: str, templates: Mapping[str, str], limit: int, more: More
) -> AnswerPart | Problem:
    """Plays at most `limit` steps after `seq` until one matches the text. `{"hit", "quiet"}` describe the
    last examined step; `hit` is None when it does not match."""
    search = parse_step_search(query)
    if isinstance(search, Problem):
        return search
    finder = Finder(recording, search, templates)
    at, done = seq, True
    hit: dict[str, Json] | None = None
    while hit is None and at < seq + limit and not search.empty:
        if recording.quiet(at) or not recording.reach(at + 1):
            break
        at += 1
        hit = finder.look(at)
        done = hit is not None or at == seq + limit or more()
        if not done:
            break
    answer: dict[str, Json] = {"hit": hit, "quiet": recording.quiet(at)}
    return AnswerPart(answer, at, done, {"seq": at, "limit": limit - (at - seq)})
