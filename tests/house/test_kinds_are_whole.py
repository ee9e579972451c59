"""What a kind needs beside its row in the table of kinds: the message says what a new one still lacks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from scheduler_core.apiserver.documents.kept.kinds import POLICIES
from scheduler_core.board.tables import SINGLE, TABLES
from scheduler_core.kubectl.describe.describers import DESCRIBERS
from scheduler_core.objects.fields.table import TYPES
from scheduler_core.objects.kinds import INERT, KINDS

ROOT = Path(__file__).resolve().parents[2]
FRAMES = (ROOT / "static/js/net/frames.js").read_text(encoding="utf-8")
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
CARDS = tomllib.loads((ROOT / "playground/texts/terms/cards.toml").read_text(encoding="utf-8"))["kind"]


SCRIPT_TABLES = dict(re.findall(r'^  (\w+): \["(\w+)", ', FRAMES, re.MULTILINE))
"""Kind of view → its table, in the script that keeps the browser's copy."""


def lacks(kind: str, view: str | None) -> Iterator[str]:
    if kind not in TYPES:
        yield "rows in scheduler_core/objects/fields/types.txt"
    if kind not in INERT and kind not in POLICIES:
        yield "fields that are kept (apiserver/documents/kept)"
    if kind not in DESCRIBERS:
        yield "a row in scheduler_core/kubectl/describe/describers.py"
    if view is None:
        return
    if kind not in CARDS:
        yield "a card in playground/texts/terms/cards.toml"
    if view not in TABLES:
        yield "a table of its views in scheduler_core/board/tables.py"
        return
    if SCRIPT_TABLES.get(view) != TABLES[view]:
        yield "its table and its key in static/js/net/frames.js"
    if not re.search(rf"^\| {view} \|", PROTOCOL, re.MULTILINE):
        yield "a row with the fields of its view in docs/protocol.md"


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_kind_lacks_nothing(kind: str) -> None:
    assert [] == list(lacks(kind, KINDS[kind].view))


def test_a_kind_that_is_only_a_row_lacks_everything() -> None:
    assert [
        "rows in scheduler_core/objects/fields/types.txt",
        "fields that are kept (apiserver/documents/kept)",
        "a row in scheduler_core/kubectl/describe/describers.py",
        "a card in playground/texts/terms/cards.toml",
        "a table of its views in scheduler_core/board/tables.py",
    ] == list(lacks("PodTemplate", "template"))


def test_a_kind_without_a_card_or_a_key_is_told_so() -> None:
    assert ["a card in playground/texts/terms/cards.toml"] == list(lacks("Secret", "service"))


def test_the_scripts_know_the_tables_of_the_core() -> None:
    single = re.search(r"^const SINGLE = \[(.*?)\]", FRAMES, re.MULTILINE)

    assert single is not None
    assert TABLES == SCRIPT_TABLES
    assert set(SINGLE) == set(re.findall(r'"(\w+)"', single[1]))
