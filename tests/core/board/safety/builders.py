"""Views of pets and machines for tests of what the board says of them."""

from __future__ import annotations

from scheduler_core.objects import Pod
from tests.builders import pod


def made(name: str, phase: str = "Running", *, leaving: bool = False) -> Pod:
    manifest = pod(name, on="n1")
    manifest["metadata"]["uid"] = f"uid-{name}"
    manifest["status"] = {"phase": phase}
    if leaving:
        manifest["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:30Z"
    return Pod.parse(manifest)
