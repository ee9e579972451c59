"""Finds or gets a Chromium for the tests, and says which: `python -m tests.harness.browser`.

In this order: $PODIUM_CHROMIUM, Playwright's own, one on PATH, one that Playwright installs, one from apt.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

#: The headless shell opens no window with pages of its own user interface, so it needs a third less CPU.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: The first three make the same content the same picture everywhere, also where only a part of it is drawn again;
#: with the others the browser itself sends no requests.
ARGUMENTS = (
    "--disable-lcd-text",
    "--disable-gpu",
    "--disable-partial-raster",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def arguments() -> list[str]:
    """Command line of the browser; root cannot have Chromium's sandbox."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*ARGUMENTS, "--no-sandbox"] if root else list(ARGUMENTS)


def own_of(playwright: Playwright) -> str | None:
    path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        return own_of(playwright)


def on_path() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def attempt(*command: str) -> bool:
    print(f"no browser yet; trying: {' '.join(command)}", flush=True)
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def find(started: Playwright | None = None) -> tuple[str, str]:
    """(path of an installed browser, where it comes from). Exits with a sentence when there is none. Playwright is
    started for it unless it is `started` already.
    """
    named = os.environ.get("PODIUM_CHROMIUM")
    if named:
        path = shutil.which(named)
        if not path:
            sys.exit(f"PODIUM_CHROMIUM names {named!r}, which is no program on this machine.")
        return path, "$PODIUM_CHROMIUM"
    own = partial(own_of, started) if started else playwrights_own
    if path := own():
        return path, "Playwright's own"
    if path := on_path():
        return path, "on PATH"
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    install = [sys.executable, "-m", "playwright", "install", "chromium"]
    if attempt(*install, *(["--with-deps"] if root else [])) and (path := own()):
        return path, "installed by Playwright"
    if root and shutil.which("apt-get") and attempt("apt-get", "update", "-qq"):
        for package in ("chromium-headless-shell", "chromium", "chromium-browser"):
            if attempt("apt-get", "install", "-y", "-qq", package) and (path := on_path()):
                return path, "installed by apt"
    sys.exit("The browser tests need a Chromium: install one, or name it in $PODIUM_CHROMIUM, and try again.")


def main() -> None:
    path, source = find()
    version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout.strip()
    print(f"browser: {path} ({source}), {version}")


if __name__ == "__main__":
    main()
