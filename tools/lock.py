"""Writes requirements/*.lock from requirements/*.in: every version with its hashes, and no registry's name.

Uses uv, from PATH or else from the development environment. servers.lock and dev.lock
keep to the versions of run.lock.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = (
    *("--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade", "--quiet"),
    *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
)


def main() -> None:
    uv = shutil.which("uv") or shutil.which("uv", path=str(ROOT / ".venv/bin"))
    if uv is None:
        sys.exit("`make lock` needs uv: put it on PATH, or run `make env-dev` first")
    held = {"run": [], "servers": ["-c", "requirements/run.lock"], "dev": ["-c", "requirements/servers.lock"]}
    for name, options in held.items():
        command = [uv, "pip", "compile", *OPTIONS, *options, f"requirements/{name}.in"]
        subprocess.run([*command, "-o", f"requirements/{name}.lock"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
