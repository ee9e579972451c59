"""Every module of the core has a test file of its own name, or a line that names the one that tests it."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE, TESTS = ROOT / "scheduler_core", ROOT / "tests"
GROUPS = tomllib.loads((TESTS / "house" / "tested_elsewhere.toml").read_text(encoding="utf-8"))["group"]
LINES = [(module, file) for group in GROUPS for module, file in group["modules"].items()]


def modules() -> list[str]:
    """`scheduler/queue/hints` for each module that is not a folder's face or a command."""
    paths = (path.relative_to(CORE).with_suffix("") for path in sorted(CORE.rglob("*.py")))
    return [path.as_posix() for path in paths if path.name not in ("__init__", "__main__")]


def has_its_own(module: str) -> bool:
    path = Path(module)
    return (TESTS / "core" / path.parent / f"test_{path.name}.py").is_file()


def imports(file: Path) -> set[str]:
    """The modules of the core that a test file imports, with dots."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
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


def test_where_the_test_file_is_said_to_import_the_module_it_does() -> None:
    [importing] = [group for group in GROUPS if "imports it" in group["why"]]
    lines = importing["modules"].items()

    assert len(lines) > 0
    assert [] == [
        module
        for module, file in lines
        if f"scheduler_core.{module.replace('/', '.')}" not in imports(TESTS / file)
    ]


def test_every_group_says_why() -> None:
    assert [] == [group for group in GROUPS if len(group["why"].split()) < 5]
