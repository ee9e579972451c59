"""The result of a comparison as a file: the modelled version and the number of verdicts that agree, without a
date.

`python -m scheduler_core.parity --json FILE …` writes it; the page /exact and a test read it.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.objects.manifest import Json
from scheduler_core.parity.runner import FileReport

MODELLED = "v1.34.1"
QUEUE_FILES = ("queue", "hints", "event_split")


def results(reports: Sequence[FileReport]) -> dict[str, Json]:
    """`{"modelled", "files": [{"file", "theme", "kind", "cases", "agreed"}]}`, files by name."""
    rows: list[Json] = [
        dict(row(report)) for report in sorted(reports, key=lambda report: base_name(report.file))
    ]
    return {"modelled": MODELLED, "files": rows}


def row(report: FileReport) -> dict[str, Json]:
    name = base_name(report.file)
    theme, _, kind = name.partition(".")
    if theme in QUEUE_FILES:
        theme, kind = "queue", theme
    return {
        "file": name,
        "theme": theme,
        "kind": kind or "vector",
        "cases": report.passed + report.failed,
        "agreed": report.passed,
    }


def base_name(file: str) -> str:
    """`…/mixed.decide.jsonl.gz` → `mixed.decide`"""
    name = file.replace("\\", "/").rpartition("/")[2]
    return name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json")
