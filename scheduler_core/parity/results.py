"""The result of a comparison as a file: for each release the version that decided the recorded cases, and the
number of verdicts that agree, without a date.

`python -m scheduler_core.parity --json FILE …` writes it; the page /exact and a test read it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.version import HELD, parse_version
from scheduler_core.parity.runner import FileReport

MODELLED = HELD["1.34"]
QUEUE_FILES = ("queue", "hints", "event_split")


def results(reports: Sequence[FileReport], version: str) -> dict[str, Json]:
    """`{"modelled", "files": [{"file", "theme", "kind", "cases", "agreed"}]}`, files by name."""
    rows: list[Json] = [
        dict(row(report)) for report in sorted(reports, key=lambda report: base_name(report.file))
    ]
    return {"modelled": version, "files": rows}


def write_results(file: Path, minor: str, figures: Mapping[str, Json]) -> None:
    """Writes the figures of one release, `{"releases": {"1.36": figures}}`; those of others stay."""
    written = json.loads(file.read_text("utf-8")).get("releases", {}) if file.exists() else {}
    releases = {**written, minor: figures}
    ordered = {name: releases[name] for name in sorted(releases, key=parse_version)}
    file.write_text(json.dumps({"releases": ordered}, indent=1) + "\n", encoding="utf-8")


def row(report: FileReport) -> dict[str, Json]:
    name = base_name(report.file)
    theme, _, kind = name.partition(".")
    if theme in QUEUE_FILES:
        theme, kind = "queue", theme
    if kind == "live":
        theme = "live"
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
