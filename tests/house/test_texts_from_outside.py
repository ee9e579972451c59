"""Texts from outside have one reader of JSON and one of YAML. Any other module that reads JSON or YAML stands in
own_json.toml, with whose text it is.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLAYGROUND = ROOT / "playground"
JSON_READERS = frozenset({"json.loads", "json.load"})
READERS = frozenset({"raw_decode", "safe_load", "safe_load_all", "load_all", "full_load", "unsafe_load"})


def reads_itself(source: str) -> bool:
    """Whether a module reads JSON or YAML with a library."""
    return any(_reads(node) for node in ast.walk(ast.parse(source)))


def _reads(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom) and node.module == "json":
        return any(item.name in ("load", "loads", "JSONDecoder") for item in node.names)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    name = ast.unparse(node.func)
    return name in JSON_READERS or node.func.attr in READERS or (node.func.attr == "load" and "yaml" in name)


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("import json\nx = json.loads(y)", True),
        ("import json\nx = json.load(y)", True),
        ("from json import loads\nx = loads(y)", True),
        ("import yaml\nx = yaml.safe_load(y)", True),
        ("x = self._yaml.load(y)", True),
        ("x = json.JSONDecoder().raw_decode(y)", True),
        ("x = json.dumps(y)", False),
        ("x = pool.load()", False),
    ],
)
def test_a_module_that_reads_with_a_library_is_found(source: str, reads: bool) -> None:
    assert reads == reads_itself(source)


def test_whoever_reads_json_or_yaml_itself_says_whose_text_it_is() -> None:
    table = tomllib.loads((Path(__file__).parent / "own_json.toml").read_text())
    listed = Counter(module for group in table.values() for module in group["modules"])
    results = {
        path.relative_to(PLAYGROUND).with_suffix("").as_posix()
        for path in PLAYGROUND.rglob("*.py")
        if reads_itself(path.read_text(encoding="utf-8"))
    }

    assert results == set(listed)
    assert {1} == set(listed.values())


def test_no_text_is_asked_whether_it_is_a_digit_before_it_is_a_number() -> None:
    """`"²".isdigit()` is true, and `int("²")` an error; `isdecimal` says what `int` takes."""
    folders = (PLAYGROUND, ROOT / "scheduler_core")
    wrong = [
        str(path.relative_to(ROOT))
        for folder in folders
        for path in folder.rglob("*.py")
        if ".isdigit()" in path.read_text(encoding="utf-8")
    ]

    assert [] == wrong
