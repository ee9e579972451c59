"""Every module of the core has a test file of its own name, or a line that names the one that tests it.

That the tests of that file call the module is watched by reached.py.
"""

from __future__ import annotations

import ast
from pathlib import Path

from tests.house.reached import CORE, GROUPS, LINES, TESTS, tables

TABLES = tables()


def modules() -> list[str]:
    """`scheduler/queue/hints` for each module that is not a folder's face or a command."""
    paths = (path.relative_to(CORE).with_suffix("") for path in sorted(CORE.rglob("*.py")))
    return [path.as_posix() for path in paths if path.name not in ("__init__", "__main__")]


def has_its_own(module: str) -> bool:
    path = Path(module)
    return (TESTS / "core" / path.parent / f"test_{path.name}.py").is_file()


def imported(file: Path) -> set[str]:
    """The modules of the core that a file imports, as paths without an ending."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scheduler_core"):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    names = (name.removeprefix("scheduler_core.").replace(".", "/") for name in found)
    return {name for name in names if (CORE / f"{name}.py").is_file()}


def within_three_imports(file: Path) -> set[str]:
    found = nearest = imported(file)
    for _ in range(2):
        nearest = {name for each in nearest for name in imported(CORE / f"{each}.py")} - found
        found = found | nearest
    return found


def test_every_module_has_its_test_file_or_a_line() -> None:
    named = {module for module, _ in LINES}
    missing = [module for module in modules() if not has_its_own(module) and module not in named]

    assert len(modules()) > 300
    assert [] == missing


def test_every_line_names_a_module_once_that_exists_and_has_no_test_file_of_its_own() -> None:
    named, there = [module for module, _ in LINES], set(modules())

    assert sorted(set(named)) == sorted(named)
    assert [] == [module for module in named if module not in there]
    assert [] == [module for module in named if has_its_own(module)]


def test_every_line_names_a_test_file_that_exists() -> None:
    assert [] == [f"{module}: {file}" for module, file in LINES if not (TESTS / file).is_file()]


def test_a_table_that_has_nothing_to_call_is_at_most_three_imports_away_from_its_test_file() -> None:
    lines = [(module, file) for module, file in LINES if module in TABLES]

    assert len(lines) > 10
    assert [] == [module for module, file in lines if module not in within_three_imports(TESTS / file)]


def test_every_group_says_why() -> None:
    assert [] == [group for group in GROUPS if len(group["why"].split()) < 5]
