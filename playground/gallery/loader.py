"""Loads the gallery: stores each scenario file of the repository with a canonical run and a picture."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import scheduler_core as core
from playground.gallery import features, services
from playground.gallery.pictures.special import Played, picture_of
from playground.gallery.topics import TOPICS
from playground.paths import SCENARIOS
from playground.runs.new_runs import play_until_quiet
from playground.texts.manifests import importer

FOLDER = SCENARIOS


class BrokenGalleryError(Exception):
    """A file of the repository is not a valid scenario. The text names the file, the line and the path."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The result of `load_gallery`: the loaded slugs, and the number of unchanged files."""

    fresh: tuple[str, ...]
    unchanged: int


@cache
def code_digest() -> str:
    """A digest of the code of the core, of the pictures and of the features. When it changes, canonical runs
    are played and drawn again."""
    total = hashlib.sha256()
    for folder in (Path(core.__file__).parent, Path(__file__).parent / "pictures"):
        for path in sorted(folder.rglob("*.py")):
            total.update(path.read_bytes())
    total.update(Path(features.__file__).read_bytes())
    return total.hexdigest()


def load_gallery(folder: Path = FOLDER) -> Loaded:
    """Updates the database from the files. Unchanged files are skipped."""
    fresh, unchanged, slugs = [], 0, []
    stamps = services.loaded_stamps()
    for path in sorted(folder.glob("*.yaml")):
        data = path.read_bytes()
        stamp = hashlib.sha256(data + code_digest().encode()).hexdigest()
        slugs.append(path.stem)
        if stamps.get(path.stem) == stamp:
            unchanged += 1
            continue
        _load(path, data, stamp)
        fresh.append(path.stem)
    if folder == FOLDER:
        services.forget_all_but(slugs)
    return Loaded(tuple(fresh), unchanged)


@dataclass(frozen=True, slots=True)
class PlayedFile:
    """What a file comes to: its import, the columns of its card, its run without inputs, and the hash at the
    end of it."""

    imported: importer.Imported
    topic: str
    card: Mapping[str, Any]
    played: Played
    state: str


def play_file(name: str, data: bytes) -> PlayedFile:
    """Plays the file `name`. Touches no database."""
    imported = importer.import_text(data, add_nodes=False, with_source=True)
    if imported.canonical is None or imported.problems:
        first = imported.problems[0]
        line = first.position.line if first.position else 1
        raise BrokenGalleryError(f"{name}:{line}: {first.path}: {first.code} {dict(first.args)}")
    value = json.loads(imported.canonical)
    title = value["title"] or name.removesuffix(".yaml")
    card = {"title": title, "order": _order(value), "code": value["id"]}
    card |= {field: value[field] for field in ("topic", "lesson", "summary", "question")}
    recording, head = play_until_quiet(core.Scenario.from_canonical(value))
    card["shows"] = features.shown_by(recording, head, value).to_json()
    hero = (value["focus"] or {}).get("pod") or ""
    has_budget = any(item["kind"] == "PodDisruptionBudget" for item in value["objects"])
    played = Played(recording, head, hero, has_budget)
    return PlayedFile(imported, value["topic"], card, played, recording.hash(head))


def _load(path: Path, data: bytes, stamp: str) -> None:
    file = play_file(path.name, data)
    services.put(path.stem, file.imported, file.card, head=file.played.head, state=file.state)
    taken = services.pictures_of(file.topic, but=path.stem)
    picture = picture_of(file.played, file.topic, taken)
    services.finish(path.stem, drawing=picture.to_json(), stamp=stamp)


def _order(value: dict[str, Any]) -> int:
    """The sort key in the gallery: by topic, lessons first, then by code (D14, D14.1, D15)."""
    sections = list(TOPICS)
    topic = sections.index(value["topic"]) if value["topic"] in sections else len(sections)
    number, _, part = value["id"].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ").partition(".")
    place = (int(number) if number.isdecimal() else 0) * 10 + (int(part) if part.isdecimal() else 0)
    return topic * 10_000 + (value["lesson"] or 100 + place)
