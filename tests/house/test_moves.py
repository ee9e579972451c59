"""A run moves in one way."""

from __future__ import annotations

import ast
from pathlib import Path

import playground

ROOT = Path(playground.__file__).parent
WRITES = {"record_input", "advance_head"}


def uses(path: Path) -> set[str]:
    """The names and attributes that a module reads."""
    tree = ast.walk(ast.parse(path.read_text()))
    return {getattr(item, "attr", None) or getattr(item, "id", "") for item in tree}


def test_moves_are_stored_by_runs_moves_alone() -> None:
    storing = {str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py") if uses(path) & WRITES}

    assert {"runs/changes/moves.py"} == storing
