"""What several test files use stands in a module of its own: no test file imports from another one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def borrowed(source: str) -> list[str]:
    """The test modules that a file imports, or imports from."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return [
        name
        for name in names
        if name.startswith(("tests.", "e2e.")) and any(part.startswith("test_") for part in name.split("."))
    ]


def test_no_file_imports_from_a_test_file() -> None:
    files = [path for folder in ("tests", "e2e", "tools") for path in sorted((ROOT / folder).rglob("*.py"))]

    assert len(files) > 700
    assert [] == [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in borrowed(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from tests.core.test_pod import run", ["tests.core.test_pod.run"]),
        ("from tests.core import test_pod", ["tests.core.test_pod"]),
        ("import e2e.test_page", ["e2e.test_page"]),
        ("from tests.core.builders import header", []),
        ("from django import test_runner", []),
    ],
)
def test_an_import_from_a_test_file_is_found(source: str, expected: list[str]) -> None:
    assert expected == borrowed(source)
