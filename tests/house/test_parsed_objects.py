"""A rule reads parsed objects: the fields it needs are attributes of them, in scheduler_core/objects."""

from __future__ import annotations

import ast
from pathlib import Path

import scheduler_core

CORE = Path(scheduler_core.__file__).parent
RECORDED = CORE / "parity" / "live"
"""Compares recorded histories with manifests as the API serves them: it reads raw outcomes, and follows no rule."""


def test_rules_do_not_read_past_the_parsed_object() -> None:
    files = [
        file
        for file in sorted(CORE.rglob("*.py"))
        if "objects" not in file.relative_to(CORE).parts and not file.is_relative_to(RECORDED)
    ]
    reads = [
        f"{file.relative_to(CORE)}:{node.lineno}"
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if is_read(node)
    ]

    assert len(files) > 500
    assert [] == reads


def test_a_read_would_be_found() -> None:
    source = """
a = find(pod.manifest, "spec", "nodeName")
b = pod.manifest.get("spec")
c = pod.manifest["spec"]
d = pod.node_name
e = find(spec, "nodeName")
f = with_value(pod.manifest, ("spec", "nodeName"), "n1")
"""

    assert [2, 3, 4] == [node.lineno for node in ast.walk(ast.parse(source)) if is_read(node)]


def is_read(node: ast.AST) -> bool:
    """`find(<object>.manifest, …)`, `<object>.manifest.get(…)` or `<object>.manifest[…]`."""
    match node:
        case ast.Call(func=ast.Name("find"), args=[ast.Attribute(attr="manifest"), *_]):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="manifest"), attr="get")):
            return True
        case ast.Subscript(value=ast.Attribute(attr="manifest")):
            return True
    return False
