"""Loads the gallery: each scenario file of the repository is stored with a canonical run and a picture."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import scheduler_core as core
from playground.gallery import services
from playground.gallery.drawing import Drawing, draw, liveliness
from playground.gallery.topics import TOPICS
from playground.manifests import importing
from playground.runs.services import play_until_quiet

FOLDER = Path(__file__).resolve().parent / "scenarios"


class BrokenGalleryError(Exception):
    """A file of the repository is not a valid scenario. The text names the file, the line and the path."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What `load_gallery` did: the slugs it loaded, and the number of files that had not changed."""

    fresh: tuple[str, ...]
    unchanged: int


@cache
def core_digest() -> str:
    """A digest of the core's code. Canonical runs are played again when it changes."""
    folder = Path(core.__file__).parent
    made = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        made.update(path.read_bytes())
    return made.hexdigest()


def load_gallery(folder: Path = FOLDER) -> Loaded:
    """Brings the database up to date with the files. A file that has not changed is skipped."""
    fresh, unchanged, slugs = [], 0, []
    known = services.known_stamps()
    for path in sorted(folder.glob("*.yaml")):
        data = path.read_bytes()
        stamp = hashlib.sha256(data + core_digest().encode()).hexdigest()
        slugs.append(path.stem)
        if known.get(path.stem) == stamp:
            unchanged += 1
            continue
        _load(path, data, stamp)
        fresh.append(path.stem)
    if folder == FOLDER:
        services.forget_all_but(slugs)
    return Loaded(tuple(fresh), unchanged)


def _load(path: Path, data: bytes, stamp: str) -> None:
    imported = importing.import_text(data, add_nodes=False)
    if imported.canonical is None:
        first = imported.problems[0]
        line = first.position.line if first.position else 1
        raise BrokenGalleryError(f"{path.name}:{line}: {first.path}: {first.code} {dict(first.args)}")
    value = json.loads(imported.canonical)
    title = value["title"] or path.stem
    card = {"title": title, "order": _order(value), "code": value["id"]}
    card |= {name: value[name] for name in ("topic", "lesson", "summary")}
    recording, head = play_until_quiet(core.Scenario.from_canonical(value))
    services.put(path.stem, imported, card, head=head)
    services.finish(path.stem, drawing=_telling_moment(recording, head).to_json(), stamp=stamp)


def _order(value: dict[str, Any]) -> int:
    """The place in the gallery: by topic, lessons first, then by code (D14, D14.1, D15)."""
    sections = list(TOPICS)
    topic = sections.index(value["topic"]) if value["topic"] in sections else len(sections)
    number, _, part = value["id"].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ").partition(".")
    place = (int(number) if number.isdigit() else 0) * 10 + (int(part) if part.isdigit() else 0)
    return topic * 10_000 + (value["lesson"] or 100 + place)


def _telling_moment(recording: core.Recording, head: int) -> Drawing:
    """The drawing of the state up to step `head` that shows most; see `liveliness`."""
    scores = [liveliness(pods) for pods in _pods_at_each_step(recording, head)]
    return draw(recording.snapshot(scores.index(max(scores))))


def _pods_at_each_step(recording: core.Recording, head: int) -> Iterator[Collection[Any]]:
    """The views of the pods at the steps 0 to `head`: those of the start, changed by each frame."""
    start: Any = recording.snapshot(0)
    pods = {pod["key"]: pod for pod in start["pods"]}
    yield pods.values()
    for seq in range(1, head + 1):
        frame: Any = recording.frame(seq)
        for change in frame["changes"]:
            if change["kind"] == "pod":
                if change["op"] == "put":
                    pods[change["key"]] = change["view"]
                else:
                    pods.pop(change["key"], None)
        yield pods.values()
