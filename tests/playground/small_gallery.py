"""A small gallery for tests: three files of the real one."""

import shutil
import tempfile
from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path
from unittest.mock import patch

from playground.gallery import loader as gallery_loader
from playground.gallery.models import Scenario
from playground.gallery.pictures.shapes import Picture
from playground.gallery.pictures.special import Played
from playground.runs.models import Run

SLUGS = ("gap-and-reservation", "one-constraint-zone", "queue-by-priority")


play_file = lru_cache(24)(gallery_loader.play_file)
drawn = lru_cache(48)(gallery_loader.picture_of)


def picture_of(played: Played, topic: str, taken: Collection[Picture]) -> Picture:
    return drawn(played, topic, tuple(taken))


def load_some(slugs: Iterable[str] = SLUGS) -> gallery_loader.Loaded:
    """Stores files of the gallery. Each is played and drawn once in a process of tests: a file that has not changed
    comes to the same, and most tests of pages begin with one.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(gallery_loader, "play_file", play_file),
        patch.object(gallery_loader, "picture_of", picture_of),
    ):
        for slug in slugs:
            shutil.copy(gallery_loader.FOLDER / f"{slug}.yaml", folder)
        return gallery_loader.load_gallery(Path(folder))


def run_of(slug: str = "one-constraint-zone") -> Run:
    """The run of a scenario that all see. The scenario is the only one in the database."""
    load_some([slug])
    run = Scenario.objects.get(slug=slug).canonical_run
    assert run is not None
    return run
