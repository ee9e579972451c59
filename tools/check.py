"""Everything that has to hold, in one go: `make test`. A part can be named: static, core,
postgresql (the tests of the wire that touch the database once more) or e2e.

All parts run, even when one failed: one go shows all there is to mend. The last line says how it ended.
A few tests that failed run once more, alone. Those that pass then are named as unsteady: they depend on what
else the machine does, which is a fault of the test or of the code, but no reason to refuse everything else.
Everything runs at once: the tests of the core, those of the browser, and beside them the static checks, the
longest of which is mypy, followed by the tests on PostgreSQL. A third of its time a test waits for a server,
a page or a time, and leaves the cores to the others.
The first run takes assertions as they stand: on a clean clone pytest needs 15 s in each of its processes to
rewrite them. What failed and runs once more shows the values in its assertions.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable

#: Checks that only read. Alone they run side by side; beside tests they run one after the other.
STATIC = {
    "mypy": [PYTHON, "-m", "mypy"],
    "ruff": [str(BIN / "ruff"), "check", "."],
    "ruff format": [str(BIN / "ruff"), "format", "--check", "."],
    "import contracts": [str(BIN / "lint-imports"), "--no-logo", "--no-cache"],
    "oxlint": [str(BIN / "oxlint"), "--deny-warnings", "--report-unused-disable-directives", "static/js"],
    "vendored files": [PYTHON, "tools/check_vendor.py"],
}
CORES = os.cpu_count() or 1
#: More processes than cores: a test waits for a server, a page or a time much of its own.
PROCESSES = {"core": min(3, CORES + 1), "postgresql": min(2, CORES), "e2e": min(3, CORES + 1)}
#: Of a run beside another one. PostgreSQL's tests come after the static checks in one process. Browser tests
#: wait for motions, answers and timeouts two thirds of their time.
BESIDE = {"postgresql": 0, "e2e": min(3, CORES + 1)}
#: Browser tests are a run of their own: Playwright's loop and pytest-asyncio's cannot share a process. A file
#: stays in one process, because its tests open the same pages, which that process's server then has warm;
#: e2e/conftest.py puts the longest files first.
PYTEST = {
    "core": [PYTHON, "-m", "pytest", "--dist", "worksteal", "tests"],
    "postgresql": [
        *(PYTHON, "-m", "pytest", "--dist", "worksteal", "-p", "no:cacheprovider"),
        "tests/playground",
    ],
    "e2e": [
        *(PYTHON, "-m", "pytest", "--dist", "loadfile", "--no-loadscope-reorder"),
        *("-c", "e2e/pytest.ini", "--rootdir", ".", "e2e"),
    ],
}
#: What a run needs besides the environment of all.
SETTINGS = {"postgresql": {"PODIUM_TEST_ON": "postgresql"}}
#: Modules that find or get what a run needs; each says in its last line which one it is.
FINDERS = {
    "core": ("tests.harness.postgres", "tests.harness.redis_server"),
    "postgresql": ("tests.harness.postgres",),
    "e2e": ("tests.harness.browser",),
}


def environment() -> dict[str, str]:
    """What all parts run with. Bytecode is kept, also where the machine says otherwise: tests start many
    processes, and each would compile the project again.
    """
    own = {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": ""}
    return os.environ | own


def title(text: str) -> None:
    print(f"\n== {text}", flush=True)


#: Seconds after which a run of tests is ended: ten times what it needs on two quiet cores. A test that hangs
#: ends much earlier (`timeout` in pyproject.toml); this is for a process that never comes to its end.
LONGEST_RUN = 3000
#: More failures than this are no accident: nothing runs again.
MOST_UNSTEADY = 8
AGAIN = "-again"
#: Name of a check, its exit code, what it printed, and its seconds.
Checked = tuple[str, int, str, float]


def static_check(name: str) -> Checked:
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


def failed_of(checked: Iterable[Checked]) -> list[str]:
    """Prints each check as soon as it is done. Returns the names of those that failed."""
    failed = []
    for name, code, output, seconds in checked:
        title(f"{name} ({seconds:.1f} s){'' if code == 0 else ': FAILED'}")
        print(output.strip(), flush=True)
        if code != 0:
            failed.append(name)
    return failed


def command(name: str, folder: Path, only: Iterable[str] = (), processes: int = 0) -> list[str]:
    """`folder` gets the report. With `only` no other tests run."""
    *options, where = PYTEST[name]
    report = f"--junit-xml={folder / name}{AGAIN if only else ''}.xml"
    assertions = "--assert=rewrite" if only else "--assert=plain"
    return [*options, assertions, "-n", str(processes), report, *(only or [where])]


def settings(name: str, folder: Path) -> dict[str, str]:
    """`folder` gets the data that a server starts with, which all runs share."""
    return environment() | {"PODIUM_PREPARED_IN": str(folder)} | SETTINGS.get(name, {})


def run_pytest(name: str, folder: Path, only: Iterable[str] = ()) -> bool:
    """The tests in `only` run in one process."""
    title(f"tests: {name}{', what failed once more, alone' if only else ''}")
    pytest = command(name, folder, only, 0 if only else PROCESSES[name])
    try:
        done = subprocess.run(pytest, cwd=ROOT, env=settings(name, folder), timeout=LONGEST_RUN)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        print(f"\nThe run was ended after {LONGEST_RUN} s.", flush=True)
        return False


def run_beside(name: str, folder: Path) -> tuple[bool, str]:
    """Whether all tests passed beside another run, and what pytest printed."""
    try:
        done = subprocess.run(
            command(name, folder, processes=BESIDE[name]),
            cwd=ROOT,
            env=settings(name, folder),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST_RUN,
        )
    except subprocess.TimeoutExpired as expired:
        printed = expired.stdout or b""
        return False, f"{printed.decode(errors='replace')}\nThe run was ended after {LONGEST_RUN} s."
    return done.returncode == 0, done.stdout


def test_id(class_name: str, name: str) -> str:
    """`tests.core.test_pod`, `test_a` as pytest takes it: `tests/core/test_pod.py::test_a`. A file that could
    not be collected has no class name, and as name its own: `tests.core.test_pod`. What failed in pytest
    itself has no file: such a name finds no test, so the second try fails too.
    """
    parts = (class_name or name).split(".")
    length = next(
        (n for n in range(len(parts), 0, -1) if (ROOT / "/".join(parts[:n])).with_suffix(".py").exists()),
        len(parts),
    )
    file = f"{'/'.join(parts[:length])}.py"
    return "::".join([file, *parts[length:], name] if class_name else [file])


def failures(report: Path) -> set[str]:
    """The tests that failed, as pytest takes them. Empty without a report, when pytest itself broke."""
    if not report.exists():
        return set()
    return {
        test_id(case.get("classname", ""), case.get("name", ""))
        for case in ET.parse(report).iter("testcase")
        if case.find("failure") is not None or case.find("error") is not None
    }


def tested(name: str, folder: Path, ran: Future[tuple[bool, str]] | None) -> tuple[bool, set[str]]:
    """Whether all tests of a run passed, if need be at the second try, and which of them needed that try.
    `ran` is its first try when that took place beside another run.
    """
    if ran is None:
        passed = run_pytest(name, folder)
    else:
        passed, output = ran.result()
        title(f"tests: {name}")
        print(output.strip(), flush=True)
    if passed:
        return True, set()
    failed = failures(folder / f"{name}.xml")
    if not 0 < len(failed) <= MOST_UNSTEADY:
        return False, set()
    passed = run_pytest(name, folder, sorted(failed))
    return passed, failed - failures(folder / f"{name}{AGAIN}.xml")


def counted(folder: Path, names: list[str], unsteady: set[str]) -> str:
    """`tests: 12 passed, 0 failed, 1 skipped`, of all pytest runs together."""
    total = failed = skipped = 0
    for report in (folder / f"{name}.xml" for name in names):
        if report.exists():
            for suite in ET.parse(report).iter("testsuite"):
                total += int(suite.get("tests", 0))
                failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
                skipped += int(suite.get("skipped", 0))
    failed -= len(unsteady)
    return f"tests: {max(0, total - failed - skipped)} passed, {failed} failed, {skipped} skipped"


def used_by(parts: list[str]) -> list[str] | None:
    """What the parts use of this machine, or had to get; None when something could not be had."""
    sentences = []
    for module in dict.fromkeys(module for part in parts for module in FINDERS.get(part, ())):
        finder = subprocess.run(
            [PYTHON, "-m", module], cwd=ROOT, env=environment(), text=True, stdout=subprocess.PIPE
        )
        print(finder.stdout, end="", flush=True)
        if finder.returncode != 0:
            return None
        sentences.append(finder.stdout.splitlines()[-1])
    return sentences


def main(arguments: list[str]) -> int:
    parts = arguments or ["static", *PYTEST]
    start = time.monotonic()
    used = used_by(parts)
    if used is None:
        return 1
    runs = [name for name in PYTEST if name in parts]
    failed = []
    unsteady: set[str] = set()
    with (
        tempfile.TemporaryDirectory() as named,
        ThreadPoolExecutor(max_workers=1 if runs else 2) as beside,
        ThreadPoolExecutor(max_workers=1) as browser,
    ):
        folder = Path(named)
        along: dict[str, Future[tuple[bool, str]]] = {}
        if "e2e" in runs[1:]:
            along["e2e"] = browser.submit(run_beside, "e2e", folder)
        checks = beside.map(static_check, STATIC if "static" in parts else ())
        if "postgresql" in runs[1:]:
            along["postgresql"] = beside.submit(run_beside, "postgresql", folder)
        for name in runs:
            passed, unsteady_here = tested(name, folder, along.get(name))
            unsteady |= unsteady_here
            if not passed:
                failed.append(f"tests: {name}")
            failed += failed_of(checks)  # after the first run; nothing is left for the second
        failed += failed_of(checks)
        title("; ".join([f"{time.monotonic() - start:.0f} s", *used]))
        for test in sorted(unsteady):
            print(f"UNSTEADY, it failed beside others and passed alone: {test}")
        if runs:
            print(counted(folder, runs, unsteady))
    print(f"FAILED: {', '.join(failed)}" if failed else "all checks passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
