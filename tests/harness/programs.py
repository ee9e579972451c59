"""Finds programs that tests need, or gets them from Debian's packages."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

APT_SECONDS = 600


def root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def attempt(what: str, *command: str) -> bool:
    """Runs a command that may bring what is missing; True when it succeeded."""
    print(f"no {what} yet; trying: {' '.join(command)}", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, timeout=APT_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def from_apt(what: str, packages: tuple[str, ...], result: Callable[[], Path | None]) -> Path | None:
    """What `found` finds after the first package that brings it was installed; None without apt or root."""
    if not root() or not shutil.which("apt-get") or not attempt(what, "apt-get", "update", "-qq"):
        return None
    for package in packages:
        install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", package)
        if attempt(what, *install) and (path := result()):
            return path
    return None
