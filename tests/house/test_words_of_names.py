"""A name says what it holds: the object, the message, the set of names, not how it came about."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from playground.texts.manifests.words import english

ROOT = Path(__file__).parents[2]
STORED = frozenset({"playground/classroom/models.py:asked"})
"""Names of columns."""
WORDS = frozenset(("told", "said", "wanted", "known", "found", "each", "one", "asked", "heard"))
PRODUCT, TESTS = ("scheduler_core", "playground", "tools"), ("tests", "e2e")


@pytest.mark.parametrize(("folders", "words"), [(PRODUCT, WORDS), (TESTS, WORDS - {"one"})])
def test_no_name_is_a_participle_or_a_pronoun(folders: tuple[str, ...], words: frozenset[str]) -> None:
    files = [
        file
        for folder in folders
        for file in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in file.parts
    ]

    assert len(files) > 900
    assert [] == [
        f"{file.relative_to(ROOT)}:{line} {name}"
        for file in files
        for line, name in bound_names(ast.parse(file.read_text(encoding="utf-8")))
        if name.strip("_").lower() in words and f"{file.relative_to(ROOT)}:{name}" not in STORED
    ]


def test_no_name_of_a_script_is_one_either() -> None:
    files = [file for file in sorted((ROOT / "static/js").rglob("*.js")) if ".test." not in file.name]
    bound = re.compile(rf"\b(?:const|let|class|function\*?) ({'|'.join(sorted(WORDS))})\b", re.IGNORECASE)

    assert len(files) > 250
    assert [] == [
        f"{file.relative_to(ROOT)}:{number} {match[1]}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if (match := bound.search(line)) and not line.lstrip().startswith(("*", "//", "/*"))
    ]


def test_no_argument_of_a_sentence_is_one_either() -> None:
    scripts = json.loads((ROOT / "static/words.json").read_text(encoding="utf-8"))
    sentences = [
        (code, sentence)
        for code, forms in [*english().items(), *scripts.items()]
        for sentence in ([forms] if isinstance(forms, str) else forms)
    ]

    assert len(sentences) > 1_500
    assert [] == [
        (code, name)
        for code, sentence in sentences
        for name in re.findall(r"\{(\w+)\}", sentence)
        if name in WORDS
    ]


def test_each_way_to_bind_a_name_is_seen() -> None:
    source = """
def found(each, *, known=1): ...
class Told: one: int
wanted = [said for said in ()]
self.told = 1
"""
    names = [name for _, name in bound_names(ast.parse(source)) if name.strip("_").lower() in WORDS]

    assert sorted(("found", "each", "known", "Told", "one", "wanted", "said", "told")) == sorted(names)


def bound_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The names that functions, classes, parameters, assignments and loops bind, with their lines. Keywords of
    calls are left out: they may be fields of a message or of JSON.
    """
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
