"""The output of `podium run` for a played stretch, line by line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from playground.commandline.run import PlayedRun
from playground.pictures import board
from playground.texts import messages
from playground.texts.manifests import yaml_text

_COLUMNS = ("LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE")


def story(played: PlayedRun, last: int) -> Iterator[str]:
    """Step, virtual second, actor and sentence of each frame."""
    for frame in played.frames(last):
        sentence = messages.say(frame["message"])
        yield f"{frame['seq']:>5} {frame['t']:>9} {frame['who']:<24} {sentence}".rstrip()


def events(played: PlayedRun, last: int) -> Iterator[str]:
    """The API server's Events at the end, the newest last, in kubectl's columns."""
    rows = [_COLUMNS]
    for event in played.ask("events", last):
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


def frames(played: PlayedRun, last: int) -> Iterator[str]:
    """Each frame of docs/protocol.md as one line of JSON."""
    for frame in played.frames(last):
        yield json.dumps(frame, ensure_ascii=False, separators=(",", ":"))


def snapshot(played: PlayedRun, last: int) -> Iterator[str]:
    """The state after the last step as JSON."""
    yield json.dumps(played.ask("snapshot", last), ensure_ascii=False, separators=(",", ":"))


def objects(played: PlayedRun, last: int) -> Iterator[str]:
    """Nodes and pods after the last step, as `kubectl get -o yaml` prints them."""
    shown = played.ask("snapshot", last)
    keys = [("Node", node["name"]) for node in shown["nodes"]] + [
        ("Pod", pod["key"]) for pod in shown["pods"]
    ]
    manifests = (played.ask("manifest", last, kind=kind, key=key) for kind, key in keys)
    items = [manifest for manifest in manifests if manifest is not None]
    yield yaml_text.dump({"apiVersion": "v1", "kind": "List", "items": items}).rstrip()


def picture(played: PlayedRun, last: int) -> Iterator[str]:
    """The board after the last step as an SVG in light colours."""
    yield board.svg(board.Moment(played.ask("snapshot", last), played.title), "light")


OUTPUTS: dict[str, Callable[[PlayedRun, int], Iterator[str]]] = {
    "story": story,
    "events": events,
    "frames": frames,
    "snapshot": snapshot,
    "yaml": objects,
    "svg": picture,
}
