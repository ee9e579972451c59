"""Everything that has to hold, in one go: `make test`. A part can be named: static, core or e2e.

All parts run, even when one failed: one go shows all there is to mend. The last line says how it ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable

#: Checks that only read; they run side by side and print when they are done.
STATIC = {
    "mypy": [PYTHON, "-m", "mypy"],
    "ruff": [str(BIN / "ruff"), "check", "."],
    "ruff format": [str(BIN / "ruff"), "format", "--check", "."],
    "import contracts": [str(BIN / "lint-imports"), "--no-logo", "--no-cache"],
    "oxlint": [str(BIN / "oxlint"), "--deny-warnings", "--report-unused-disable-directives", "static/js"],
    "vendored files": [PYTHON, "tools/check_vendor.py"],
}
#: Two test processes at most: they share the cores with the servers and browsers that they start.
PROCESSES = ["-n", str(min(2, os.cpu_count() or 1))]
#: Browser tests are a run of their own: Playwright's loop and pytest-asyncio's cannot share a process. A file
#: stays in one process, because its tests open the same pages, which that process's server then has warm.
PYTEST = {
    "core": [PYTHON, "-m", "pytest", *PROCESSES, "--dist", "worksteal", "tests"],
    "e2e": [
        *(PYTHON, "-m", "pytest", *PROCESSES, "--dist", "loadfile"),
        *("-c", "e2e/pytest.ini", "--rootdir", ".", "e2e"),
    ],
}


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}


def title(text: str) -> None:
    print(f"\n== {text}", flush=True)


def static_checks() -> list[str]:
    """Names of those that failed."""

    def run(name: str) -> tuple[str, int, str, float]:
        start = time.monotonic()
        done = subprocess.run(
            STATIC[name],
            cwd=ROOT,
            env=environment(),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        return name, done.returncode, done.stdout, time.monotonic() - start

    failed = []
    with ThreadPoolExecutor(max_workers=2) as pool:
        for name, code, output, seconds in pool.map(run, STATIC):
            title(f"{name} ({seconds:.1f} s){'' if code == 0 else ': FAILED'}")
            print(output.strip(), flush=True)
            if code != 0:
                failed.append(name)
    return failed


def run_pytest(name: str, report: Path) -> bool:
    title(f"tests: {name}")
    done = subprocess.run([*PYTEST[name], f"--junit-xml={report}"], cwd=ROOT, env=environment())
    return done.returncode == 0


def counted(reports: list[Path]) -> str:
    """`tests: 12 passed, 0 failed, 1 skipped`, of all pytest runs together."""
    total = failed = skipped = 0
    for report in reports:
        if report.exists():
            for suite in ET.parse(report).iter("testsuite"):
                total += int(suite.get("tests", 0))
                failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
                skipped += int(suite.get("skipped", 0))
    return f"tests: {max(0, total - failed - skipped)} passed, {failed} failed, {skipped} skipped"


def main(arguments: list[str]) -> int:
    parts = arguments or ["static", "core", "e2e"]
    start = time.monotonic()
    browser = ""
    if "e2e" in parts:
        found = subprocess.run(
            [PYTHON, "-m", "e2e.harness.browser"],
            cwd=ROOT,
            env=environment(),
            text=True,
            stdout=subprocess.PIPE,
        )
        print(found.stdout, end="", flush=True)
        if found.returncode != 0:
            return 1
        browser = found.stdout.splitlines()[-1]
    failed = static_checks() if "static" in parts else []
    reports = []
    with tempfile.TemporaryDirectory() as folder:
        for name in PYTEST:
            if name in parts:
                reports.append(Path(folder) / f"{name}.xml")
                if not run_pytest(name, reports[-1]):
                    failed.append(f"tests: {name}")
        title(f"{time.monotonic() - start:.0f} s{'; ' + browser if browser else ''}")
        if reports:
            print(counted(reports))
    print(f"FAILED: {', '.join(failed)}" if failed else "all checks passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
