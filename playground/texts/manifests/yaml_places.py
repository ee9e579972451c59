"""Finds the lines and columns of paths in a YAML document by reading its events a second time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from yaml.events import (
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from playground.texts.manifests.field_paths import Step
from playground.texts.manifests.yaml_values import Events, scalar


def _document_events(text: str, skip: int) -> Iterator[Any]:
    parser = Events(text)
    number = -1
    while (event := parser.get_event()) is not None and not isinstance(event, StreamEndEvent):
        if isinstance(event, DocumentStartEvent):
            number += 1
        elif number == skip:
            if isinstance(event, DocumentEndEvent):
                return
            yield event


def first_line(text: str, skip: int = 0) -> int:
    """The line (from 0) on which document number `skip` of the text begins."""
    return int(next(iter(_document_events(text, skip))).start_mark.line)


def walk(text: str, skip: int, needed: set[tuple[Step, ...]]) -> dict[tuple[Step, ...], tuple[int, int]]:
    """(line from 0, column from 1) of each needed path: a map's entry at its key, a list's entry at the
    item."""
    places: dict[tuple[Step, ...], tuple[int, int]] = {}
    prefixes = {steps[:cut] for steps in needed for cut in range(len(steps) + 1)}
    stack: list[list[Any]] = []  # [path, is mapping, next key or index]
    for event in _document_events(text, skip):
        if isinstance(event, MappingEndEvent | SequenceEndEvent):
            stack.pop()
            if stack:
                _advance(stack[-1])
            continue
        mark = event.start_mark
        top = stack[-1] if stack else None
        if top is None:
            path: tuple[Step, ...] | None = ()
            places[()] = (mark.line, mark.column + 1)
        elif top[1] and top[2] is None:
            top[2] = _key_of(event)
            place = None if top[0] is None else (*top[0], top[2])
            if place in prefixes:
                places[place] = (mark.line, mark.column + 1)
                if needed <= places.keys():
                    return places
            if isinstance(event, MappingStartEvent | SequenceStartEvent):
                return places
            continue
        else:
            path = None if top[0] is None else (*top[0], top[2])
            path = path if path in prefixes else None
            if path is not None and not top[1]:
                places[path] = (mark.line, mark.column + 1)
        if isinstance(event, MappingStartEvent):
            stack.append([path, True, None])
        elif isinstance(event, SequenceStartEvent):
            stack.append([path, False, 0])
        elif top is not None:
            _advance(top)
    return places


def _advance(frame: list[Any]) -> None:
    frame[2] = None if frame[1] else frame[2] + 1


def _key_of(event: Any) -> str:
    if isinstance(event, ScalarEvent):
        value = scalar(event, "")
        return value if isinstance(value, str) else json.dumps(value)
    return ""
