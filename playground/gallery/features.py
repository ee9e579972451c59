"""The features of a scenario: plugins and Events of its canonical run, and fields of its objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import scheduler_core as core

_NAMES = re.compile(r"[A-Za-z]\w+")


_STORED = {"texts": "said"}
"""Members with another name in the database."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Names in Kubernetes' spelling: plugins of the scheduler, reasons of Events, fields of objects. `texts`
    are the templates of Events' messages."""

    plugins: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def mechanisms(self) -> tuple[str, ...]:
        return (*self.plugins, *(event for event in self.events if event not in _OF_EVERY_POD))

    def to_json(self) -> dict[str, list[str]]:
        return {_STORED.get(name, name): list(getattr(self, name)) for name in self.__slots__}

    @classmethod
    def from_json(cls, value: Mapping[str, list[str]]) -> Shown:
        return cls(**{name: tuple(value.get(_STORED.get(name, name), ())) for name in cls.__slots__})


_OF_EVERY_POD = frozenset(
    ("Scheduled", "Pulling", "Pulled", "Created", "Started", "Killing", "FailedScheduling", "Starting")
)
"""Events that almost every scenario has and that therefore say nothing about it."""


def shown_by(recording: core.Run, head: int, canonical: Mapping[str, Any]) -> Shown:
    """The features of the run up to step `head`. A plugin counts when it refused a node in an Event, when an
    object has a field that it reads, or when the scenario's own text names it."""
    events: Any = recording.ask("events", head)
    apart = [core.take_apart(event["message"]) for event in events if isinstance(event, dict)]
    fields = set(_fields(canonical["objects"])) | set(_fields(canonical["inputs"]))
    catalogue_texts = (part.catalogue_text for text in apart for part in text.parts)
    templates = {catalogue_text.template for catalogue_text in catalogue_texts if catalogue_text is not None}
    texts = " ".join(str(canonical.get(name) or "") for name in ("title", "summary", "answer", "because"))
    named = set(_NAMES.findall(texts))
    refused = {name for text in apart for name in text.plugins}
    plugins = tuple(
        name
        for name, card in core.PLUGIN_CARDS.items()
        if name in refused or name in named or fields.intersection(card.fields)
    )
    reasons = sorted({str(event["reason"]) for event in events if isinstance(event, dict)})
    return Shown(plugins, tuple(reasons), tuple(sorted(fields)), tuple(sorted(templates)))


def _fields(value: Any) -> Iterator[str]:
    """The names of all fields in a value that look like Kubernetes fields."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if re.fullmatch(r"[a-z][A-Za-z]{2,60}", str(name)):
                yield str(name)
            yield from _fields(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _fields(inner)
