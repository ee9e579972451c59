"""Watches which modules of the core the tests of a file call, as far as `tested_elsewhere.toml` promises it.

A plugin of pytest, registered in tests/conftest.py. While a promise of a test file is open, its tests run under
cProfile; once every promised module has been called, they run as fast as ever. A run that could keep all the
promises of a file, and did not, fails and names them.
"""

from __future__ import annotations

import cProfile
import inspect
import tomllib
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from types import CodeType

import pytest

TESTS = Path(__file__).parents[1]
CORE = TESTS.parent / "scheduler_core"
LISTED: Mapping[str, list[str]] = tomllib.loads(
    (TESTS / "house" / "tested_elsewhere.toml").read_text(encoding="utf-8")
)
"""Test file → the modules that its tests have to call."""


def called(profile: cProfile.Profile, core: Path = CORE) -> set[str]:
    """`scheduler/queue/hints` for each module of the core of which a function or method has been called. The
    body of a module or a class, which runs when it is imported, does not count."""
    results = set()
    for entry in profile.getstats():
        code = entry.code
        if (
            isinstance(code, CodeType)
            and code.co_flags & inspect.CO_OPTIMIZED
            and not code.co_name.startswith("<")
            and Path(code.co_filename).is_relative_to(core)
        ):
            results.add(Path(code.co_filename).relative_to(core).with_suffix("").as_posix())
    return results


def broken(
    promised: Mapping[str, set[str]], ran: Iterable[str], reached: Mapping[str, set[str]]
) -> list[str]:
    """The promises of the test files that ran in which a module was never called, as a sentence each."""
    return [
        f"tested_elsewhere.toml: no test of {file} calls scheduler_core/{module}.py"
        for file in sorted(set(ran) & promised.keys())
        for module in sorted(promised[file] - reached.get(file, set()))
    ]


class Reached:
    """`open` are the promises not kept yet, `reached` the modules called so far, by test file relative to tests/."""

    def __init__(self, promised: Mapping[str, set[str]]) -> None:
        self.promised = promised
        self.open = {file: set(modules) for file, modules in promised.items()}
        self.reached: dict[str, set[str]] = {}
        self.ran: set[str] = set()
        self.sentences: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        if not item.path.is_relative_to(TESTS):
            return (yield)
        file = item.path.relative_to(TESTS).as_posix()
        self.ran.add(file)
        if not self.open.get(file):
            return (yield)
        profile = cProfile.Profile()
        profile.enable()
        try:
            return (yield)
        finally:
            profile.disable()
            self.note(file, called(profile))

    def note(self, file: str, modules: set[str]) -> None:
        kept = modules & self.promised.get(file, set())
        self.reached.setdefault(file, set()).update(kept)
        self.open.get(file, set()).difference_update(kept)

    def pytest_testnodedown(self, node: object) -> None:
        """What a process of pytest-xdist has seen."""
        output = getattr(node, "workeroutput", {})
        self.ran.update(output.get("ran", ()))
        for file, modules in output.get("reached", {}).items():
            self.note(file, set(modules))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        config = session.config
        if hasattr(config, "workeroutput"):
            config.workeroutput["ran"] = sorted(self.ran)
            config.workeroutput["reached"] = {file: sorted(result) for file, result in self.reached.items()}
        elif exitstatus == pytest.ExitCode.OK and every_test_of_a_file_runs(config):
            self.sentences = broken(self.promised, self.ran, self.reached)
            if self.sentences:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for sentence in self.sentences:
            terminalreporter.write_line(sentence, red=True)


def every_test_of_a_file_runs(config: pytest.Config) -> bool:
    """Whether the command line selects whole files. Only then a promise can be called broken."""
    options = config.option
    some = options.keyword or options.markexpr or getattr(options, "lf", False) or options.deselect
    return not some and not any("::" in argument for argument in config.args)
