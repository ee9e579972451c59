"""What `podium run` prints of a played stretch, line by line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import scheduler_core as core
from playground import messages
from playground.manifests import yaml_text
from playground.pictures import board

_COLUMNS = ("LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE")


def story(recording: core.Recording, last: int) -> Iterator[str]:
    """Step, virtual second, actor and sentence of each frame."""
    for seq in range(1, last + 1):
        frame: Any = recording.frame(seq)
        told = messages.say(frame["message"])
        yield f"{seq:>5} {frame['t']:>9} {frame['who']:<24} {told}".rstrip()


def events(recording: core.Recording, last: int) -> Iterator[str]:
    """The Events that the API server has at the end, the newest last, in kubectl's columns."""
    rows = [_COLUMNS]
    for each in core.Questions(recording).events(last):
        event: Any = each
        rows.append(
            (
                f"{event['t']:g}s",
                event["type"],
                event["reason"],
                f"{event['kind'].lower()}/{event['key'].rpartition('/')[2]}",
                event["message"],
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    for row in rows:
        yield "   ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def frames(recording: core.Recording, last: int) -> Iterator[str]:
    """Each frame of docs/protocol.md as one line of JSON."""
    for seq in range(1, last + 1):
        yield json.dumps(recording.frame(seq), ensure_ascii=False, separators=(",", ":"))


def snapshot(recording: core.Recording, last: int) -> Iterator[str]:
    """The state after the last step as JSON."""
    yield json.dumps(recording.snapshot(last), ensure_ascii=False, separators=(",", ":"))


def objects(recording: core.Recording, last: int) -> Iterator[str]:
    """All objects after the last step, as `kubectl get -o yaml` prints them."""
    shown: Any = recording.snapshot(last)
    asked = core.Questions(recording)
    keys = [("Node", node["name"]) for node in shown["nodes"]] + [
        ("Pod", pod["key"]) for pod in shown["pods"]
    ]
    items = [found for kind, key in keys if (found := asked.manifest(last, kind, key)) is not None]
    yield yaml_text.dump({"apiVersion": "v1", "kind": "List", "items": items}).rstrip()


def picture(recording: core.Recording, last: int) -> Iterator[str]:
    """The board after the last step as an SVG in light colours."""
    yield board.svg(board.Moment(recording.snapshot(last), recording.scenario.title), "light")


OUTPUTS: dict[str, Callable[[core.Recording, int], Iterator[str]]] = {
    "story": story,
    "events": events,
    "frames": frames,
    "snapshot": snapshot,
    "yaml": objects,
    "svg": picture,
}
