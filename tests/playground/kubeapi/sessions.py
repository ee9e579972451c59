"""Sessions with kubectl, read from sessions.yaml, and how what they print is compared."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

SOURCE = Path(__file__).with_name("sessions.yaml")
ANY = "…"
_SUFFIX = "[bcdfghjklmnpqrstvwxz2456789]"
_VARYING = (
    (re.compile(rf"-{_SUFFIX}{{8,10}}-{_SUFFIX}{{5}}(?![\w-])"), f"-{ANY}"),
    (re.compile(rf"-{_SUFFIX}{{9,10}}(?![\w-])"), f"-{ANY}"),
    (re.compile(rf"-{_SUFFIX}{{5}}(?![\w-])"), f"-{ANY}"),
    (re.compile(r"(?<=\s)\d+(\.\d+)?(ms|s|m|h|d|y)(\d+(s|m|h|d))?(?=\s|$)"), ANY),
    (re.compile(r"\b10\.\d+\.\d+\.\d+"), ANY),
)


@dataclass(frozen=True)
class Typed:
    """A command, what `-f -` reads, its exit code, and the lines that it prints."""

    command: str
    text: str
    code: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Session:
    title: str
    start: str
    typed: tuple[Typed, ...]


@dataclass(frozen=True)
class Start:
    """The manifest of a cluster, the command after which a session begins, and what the cluster is, in words."""

    manifest: str
    until: str
    words: str


def lines_of(printed: str) -> tuple[str, ...]:
    """The lines without blanks that only align them, generated names, ages and addresses."""
    lines = []
    for line in printed.splitlines():
        plain = f" {' '.join(line.split())}"
        for pattern, instead in _VARYING:
            plain = pattern.sub(instead, plain)
        lines += [plain.strip()] if plain.strip() else []
    return tuple(lines)


def missing(typed: Typed, printed: str) -> list[str]:
    """What is printed otherwise: lines that are missing, and with a `+` those that are too many."""
    expected, got = Counter(line for line in typed.lines if line != ANY), Counter(lines_of(printed))
    more = [] if ANY in typed.lines else [f"+ {line}" for line in (got - expected).elements()]
    return [*(expected - got).elements(), *more]


def _typed(row: Any) -> Typed:
    return Typed(row["type"], row.get("file", ""), row.get("code", 0), lines_of(row.get("says", "")))


@cache
def _source() -> Any:
    return yaml.safe_load(SOURCE.read_text(encoding="utf-8"))


def sessions() -> tuple[Session, ...]:
    return tuple(
        Session(row["title"], row["start"], tuple(map(_typed, row["typed"]))) for row in _source()["sessions"]
    )


def starts() -> dict[str, Start]:
    """Each cluster has the objects of those before it."""
    results: dict[str, Start] = {}
    documents: list[Any] = []
    for name, row in _source()["starts"].items():
        documents = [*documents, *row["documents"]]
        manifest = "\n---\n".join(json.dumps(document) for document in documents)
        results[name] = Start(manifest, row.get("until", ""), row["words"])
    return results
