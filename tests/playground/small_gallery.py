"""A small gallery for tests: three files of the real one."""

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playground.gallery import loader as gallery_loader

SLUGS = ("gap-and-reservation", "one-constraint-zone", "queue-by-priority")


def load_some(slugs: Iterable[str] = SLUGS) -> gallery_loader.Loaded:
    with tempfile.TemporaryDirectory() as folder:
        for slug in slugs:
            shutil.copy(gallery_loader.FOLDER / f"{slug}.yaml", folder)
        return gallery_loader.load_gallery(Path(folder))
