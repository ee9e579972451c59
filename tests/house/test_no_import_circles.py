"""No module of the core or the playground imports itself through others, not even for its type hints."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FEWEST_MODULES, FEWEST_IMPORTS = 500, 2000


def sources(folder: Path, *packages: str) -> dict[str, str]:
    """Dotted name → source of every module; a package goes by its folder's name."""
    results: dict[str, str] = {}
    for package in packages:
        for path in (folder / package).rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            results[name] = path.read_text(encoding="utf-8")
    return results


def imports(modules: Mapping[str, str]) -> dict[str, set[str]]:
    """Module → the modules that it imports anywhere: at its top, under TYPE_CHECKING or inside a function.

    That an import of `a.b` also runs the package `a` does not count: it happens once, before everything.
    """
    return {name: set(_imported(name, source, modules)) for name, source in modules.items()}


def _imported(name: str, source: str, modules: Mapping[str, str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (item.name for item in node.names if item.name in modules)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name}: relative imports are not followed"
            base = node.module or ""
            for entry in node.names:
                module = f"{base}.{entry.name}"
                if module in modules:
                    yield module
                elif base in modules:
                    yield base


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """One circle of imports, its first module again at the end; empty where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [str(name) for name in error.args[1]][::-1]
    return []


def test_no_module_imports_itself_through_others() -> None:
    graph = imports(sources(ROOT, "scheduler_core", "playground"))

    assert len(graph) > FEWEST_MODULES
    assert sum(len(imported) for imported in graph.values()) > FEWEST_IMPORTS
    assert [] == circle(graph)


@pytest.mark.parametrize(
    "back",
    [
        "from p.a import x",
        "import p.a",
        "from p import a",
        "if TYPE_CHECKING:\n    from p.a import X",
        "def f():\n    from p.a import x",
    ],
)
def test_an_import_back_is_found_wherever_it_stands(back: str) -> None:
    modules = {"p": "", "p.a": "from p.b import y", "p.b": "import p.c", "p.c": back}

    result = circle(imports(modules))

    assert {"p.a", "p.b", "p.c"} == set(result)
    assert result[0] == result[-1]
