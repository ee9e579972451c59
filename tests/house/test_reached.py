"""The watch over the promises of tested_elsewhere.toml."""

from __future__ import annotations

import cProfile

import pytest

from scheduler_core.objects.scalars.seconds import seconds
from tests.house.reached import LISTED, Reached, broken, called


def test_a_module_is_reached_when_one_of_its_functions_is_called() -> None:
    profile = cProfile.Profile()
    profile.enable()
    seconds(2_000)
    profile.disable()

    assert {"objects/scalars/seconds"} == called(profile)


def test_a_class_body_that_runs_at_import_is_no_call() -> None:
    profile = cProfile.Profile()
    source = compile("class A:\n    x = 1\n", seconds.__code__.co_filename, "exec")
    profile.enable()
    exec(source, {})
    profile.disable()

    assert set() == called(profile)


def test_a_promise_is_broken_when_the_file_ran_and_never_called_the_module() -> None:
    promised = {"core/test_a.py": {"x/a", "x/b"}, "core/test_b.py": {"x/c"}}

    assert ["tested_elsewhere.toml: no test of core/test_a.py calls scheduler_core/x/b.py"] == broken(
        promised, ["core/test_a.py"], {"core/test_a.py": {"x/a"}}
    )


def test_what_several_processes_have_seen_is_added_up() -> None:
    class Node:
        workeroutput = {"ran": ["core/test_a.py"], "reached": {"core/test_a.py": ["x/b"]}}

    watch = Reached({"core/test_a.py": {"x/a", "x/b"}})
    watch.note("core/test_a.py", {"x/a", "x/z"})
    watch.pytest_testnodedown(Node())

    assert [] == broken(watch.promised, watch.ran, watch.reached)
    assert set() == watch.open["core/test_a.py"]


def test_this_run_watches_every_line(pytestconfig: pytest.Config) -> None:
    [watch] = [plugin for plugin in pytestconfig.pluginmanager.get_plugins() if isinstance(plugin, Reached)]

    assert {file: set(modules) for file, modules in LISTED.items()} == watch.promised
