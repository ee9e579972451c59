"""A small gallery for tests: three files of the real one."""

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playground.gallery import loader as gallery_loader
from playground.gallery.models import Scenario
from playground.runs.models import Run

SLUGS = ("gap-and-reservation", "one-constraint-zone", "queue-by-priority")


def load_some(slugs: Iterable[str] = SLUGS) -> gallery_loader.Loaded:
    with tempfile.TemporaryDirectory() as folder:
        for slug in slugs:
            shutil.copy(gallery_loader.FOLDER / f"{slug}.yaml", folder)
        return gallery_loader.load_gallery(Path(folder))


def run_of(slug: str = "one-constraint-zone") -> Run:
    """The run of a scenario that all see. The scenario is the only one in the database."""
    load_some([slug])
    run = Scenario.objects.get(slug=slug).canonical_run
    assert run is not None
    return run
