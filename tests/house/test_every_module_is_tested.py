"""Every module of the core has a test file of its own name, or a folder whose tests are about it, or a line that names
the test file. That the tests of such a file call the module is watched by reached.py.
"""

from __future__ import annotations

import ast

import pytest

from tests.house.reached import CORE, LISTED, TESTS

SHORT = 60
"""Lines from which a module is too much for its folder's tests to be about it, too."""
NAMED = [module for modules in LISTED.values() for module in modules]


def has_functions(source: str) -> bool:
    """Whether a module has a function or method that could be called; the stubs of a protocol cannot."""
    return any(
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_stub(node)
        for node in ast.walk(ast.parse(source))
    )


def _is_stub(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return all(isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) for part in function.body)


def needing() -> set[str]:
    """`scheduler/queue/hints` for each long module with functions that has no test file of its own name, and is not
    a folder's face or a command.
    """
    results = set()
    for path in CORE.rglob("*.py"):
        module, source = path.relative_to(CORE).with_suffix(""), path.read_text(encoding="utf-8")
        own = TESTS / "core" / module.parent / f"test_{module.name}.py"
        if source.count("\n") >= SHORT and has_functions(source) and not own.is_file():
            results.add(module.as_posix())
    return {module for module in results if not module.endswith(("__init__", "__main__"))}


def test_every_long_module_has_its_test_file_or_a_line_and_no_line_is_stale() -> None:
    assert needing() == set(NAMED)
    assert sorted(set(NAMED)) == sorted(NAMED)
    assert [] == [file for file in LISTED if not (TESTS / file).is_file()]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("X = 1", False),
        ("class A(Protocol):\n    def f(self) -> int: ...", False),
        ('class A(Protocol):\n    def f(self) -> int:\n        """Words."""\n        ...', False),
        ("def f():\n    return 1", True),
        ("class A:\n    def f(self):\n        return 1", True),
    ],
)
def test_a_protocol_has_nothing_to_call(source: str, expected: bool) -> None:
    assert expected is has_functions(source)
