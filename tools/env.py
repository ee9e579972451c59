"""Brings the virtual environment `.venv` to the state of a lock: `python3 tools/env.py run|servers|dev`.

Does nothing, in a few milliseconds, when the lock has not changed since. Needs only Python's own library.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "podium-locks.json"
OLDEST = (3, 11)


def lock_file(name: str) -> Path:
    return ROOT / "requirements" / (name + ".lock")


def digest(name: str) -> str:
    return hashlib.sha256(lock_file(name).read_bytes()).hexdigest()


def installed() -> dict[str, str]:
    """Digest of each lock that the environment holds; empty when there is no environment or its Python is
    gone.
    """
    if not (PYTHON.exists() and STAMP.exists()):
        return {}
    try:
        stamp = json.loads(STAMP.read_text())
    except ValueError:
        return {}
    return {str(name): str(sha) for name, sha in stamp.items()}


def newer_python() -> str | None:
    """Path of another interpreter on PATH that is new enough, for machines whose `python3` is old."""
    for minor in range(OLDEST[1] + 6, OLDEST[1] - 1, -1):
        path = shutil.which("python3." + str(minor))
        if path:
            return path
    return None


def create() -> None:
    print("making the environment .venv", flush=True)
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if subprocess.run(command, capture_output=True).returncode == 0:
        return
    if sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get"):
        package = "python" + ".".join(map(str, sys.version_info[:2])) + "-venv"
        print("this Python has no venv: installing " + package, flush=True)
        subprocess.run(["apt-get", "update", "-qq"])
        subprocess.run(["apt-get", "install", "-y", "-qq", package])
        if subprocess.run(command).returncode == 0:
            return
    sys.exit(
        "podium: "
        + sys.executable
        + " cannot make a virtual environment."
        + " Install your system's package for it (Debian, Ubuntu: python3-venv)."
    )


def install(name: str) -> None:
    print("installing requirements/" + name + ".lock", flush=True)
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--require-hashes", "-r", str(lock_file(name))]
    if name == "dev":
        command.append("--no-compile")  # most of it is never imported; the rest compiles when it first is
    if subprocess.run(command).returncode != 0:
        sys.exit("podium: pip could not install requirements/" + name + ".lock; the reason stands above.")


def main(arguments: list[str]) -> None:
    if sys.version_info < OLDEST:
        other = newer_python()
        if other is None:
            sys.exit("podium needs Python %d.%d or newer, this is %s." % (*OLDEST, sys.version.split()[0]))
        os.execv(other, [other, __file__, *arguments])
    if len(arguments) != 1 or not re.fullmatch("run|servers|dev", arguments[0]):
        sys.exit("usage: python3 tools/env.py run|servers|dev")
    name = arguments[0]
    stamp = installed()
    if stamp.get(name) == digest(name):
        return
    working = PYTHON.exists() and subprocess.run([str(PYTHON), "-m", "pip", "--version"], capture_output=True)
    if not working or working.returncode != 0:
        create()
        stamp = {}
    install(name)
    # A larger lock holds everything that a smaller one does, in the same versions (a test says so).
    larger = ("run", "servers", "dev")
    stamp.update({file: digest(file) for file in larger[: larger.index(name) + 1]})
    STAMP.write_text(json.dumps(stamp))


if __name__ == "__main__":
    main(sys.argv[1:])
