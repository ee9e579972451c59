"""The version of the code that plays runs: a worker on another machine must have the same as the server."""

import functools
import hashlib
import os
from pathlib import Path

import playground.texts.manifests
import playground.workers
import scheduler_core
from playground import limits, plugins

DIGITS = 16


@functools.cache
def build() -> str:
    """A digest of the core, of the code of workers, and of the installation's own plugins."""
    digest = hashlib.sha256()
    packages = (scheduler_core, playground.workers, playground.texts.manifests)
    inside = (path for package in packages for path in sorted(Path(package.__path__[0]).rglob("*")))
    files = [path for path in inside if path.suffix in (".py", ".txt")]
    files += [Path(str(module.__file__)) for module in (limits, plugins)]
    if own := os.environ.get(plugins.VARIABLE, ""):
        files += sorted(Path(own).glob("*.py"))
    for path in files:
        digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:DIGITS]
