"""Scenarios of the gallery, played to their end without a database."""

import json
from functools import cache

import scheduler_core as core
from playground.gallery.loader import FOLDER
from playground.gallery.pictures.shapes import Picture
from playground.gallery.pictures.special import Played, picture_of
from playground.runs.new_runs import play_until_quiet
from playground.texts.manifests import importer


@cache
def drawn(slug: str, *taken: Picture) -> Picture:
    """The picture on the card of a scenario of the gallery, when other cards have the pictures `taken`."""
    canonical = importer.import_text((FOLDER / f"{slug}.yaml").read_bytes(), add_nodes=False).canonical
    assert canonical is not None
    value = json.loads(canonical)
    recording, head = play_until_quiet(core.Scenario.from_canonical(value))
    has_budget = any(item["kind"] == "PodDisruptionBudget" for item in value["objects"])
    hero = (value["focus"] or {}).get("pod") or ""
    return picture_of(Played(recording, head, hero, has_budget), value["topic"], taken)


def looks(picture: Picture, name: str) -> list[str]:
    """The looks of the boxes that stand for something with this name."""
    return [box.look for box in picture.boxes if box.name == name]
