"""No test has all its asserts in a loop over something computed: were that empty, the test could not fail."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LITERALS = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Constant)
LOOPS = (ast.For, ast.AsyncFor)


def written_down(values: ast.expr) -> bool:
    """Whether one can see how many there are: a literal, a constant, or `range`, `zip` … and `.items()` of these."""
    if isinstance(values, ast.Call) and isinstance(values.func, ast.Attribute):
        return values.func.attr in ("items", "values", "keys") and written_down(values.func.value)
    if isinstance(values, ast.Call) and isinstance(values.func, ast.Name):
        plain = values.func.id in ("range", "enumerate", "zip", "sorted", "reversed", "list")
        return plain and all(written_down(argument) for argument in values.args)
    return isinstance(values, LITERALS) or (isinstance(values, ast.Name) and values.id.isupper())


def checks(part: ast.AST, in_loop: bool = False) -> Iterator[bool]:
    """For each assert, `pytest.raises` and `expect(…)`: whether it stands in a loop over something computed."""
    for child in ast.iter_child_nodes(part):
        if isinstance(child, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            continue
        computed = (isinstance(child, LOOPS) and not written_down(child.iter)) or isinstance(child, ast.While)
        inside = in_loop or computed
        raises = isinstance(child, ast.With) and any("raises" in ast.dump(item) for item in child.items)
        call = isinstance(child, ast.Expr) and isinstance(child.value, ast.Call)
        if isinstance(child, ast.Assert) or raises or (call and "expect" in ast.unparse(child)):
            yield inside
        yield from checks(child, inside)


def hollow(source: str) -> list[str]:
    """The names of the tests in which every check stands in such a loop."""
    functions = (
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    )
    tests = ((node.name, list(checks(node))) for node in functions if node.name.startswith("test_"))
    return [name for name, result in tests if result and all(result)]


def test_every_test_checks_something_outside_of_computed_loops() -> None:
    files = [path for room in ("tests", "e2e") for path in sorted((ROOT / room).rglob("test_*.py"))]

    assert len(files) > 200
    assert [] == [
        f"{path.name}: {name}" for path in files for name in hollow(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for one in found():\n        assert one", ["test_it"]),
        ("for one in (1, 2):\n        assert one", []),
        ("for one in found():\n        assert one\n    assert found()", []),
    ],
)
def test_the_scan_finds_what_it_looks_for(body: str, expected: list[str]) -> None:
    assert expected == hollow(f"def test_it():\n    {body}\n")
