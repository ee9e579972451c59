"""Checks the promises on many random cases, and writes the cases for a judgement by the original."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.parity.random_cases.promises import PROMISES, Broken, broken_promises
from scheduler_core.parity.random_cases.random_case import case_of
from scheduler_core.parity.sequence_case import run_sequence_case

CHUNK = 20


@dataclass(frozen=True, slots=True)
class RandomReport:
    """How many cases of the series were checked, and what they broke."""

    seed: str
    cases: int
    broken: tuple[Broken, ...]

    @property
    def failed(self) -> int:
        """The number of cases that break at least one promise."""
        return len({entry.case for entry in self.broken})

    def to_json(self) -> dict[str, Json]:
        """`{"seed", "cases", "promises": {name: cases that keep it}}`"""
        broken = Counter(entry.promise for entry in self.broken)
        promises: dict[str, Json] = {name: self.cases - broken[name] for name in PROMISES}
        return {"seed": self.seed, "cases": self.cases, "promises": promises}


def run_random(cases: int, seed: str, jobs: int = 1, release: Release = BASELINE) -> RandomReport:
    """Checks every promise on the first `cases` cases of the series, as `release` decides them."""
    chunks = [range(start, min(start + CHUNK, cases)) for start in range(0, cases, CHUNK)]
    if jobs <= 1:
        broken = [entry for chunk in chunks for entry in _check(seed, chunk, release)]
    else:
        # Imported only here: the core itself starts no processes and no threads.
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(max_workers=jobs) as pool:
            parts = pool.map(_check, repeat(seed), chunks, repeat(release))
            broken = [entry for part in parts for entry in part]
    return RandomReport(seed, cases, tuple(broken))


def _check(seed: str, numbers: Sequence[int], release: Release) -> list[Broken]:
    return [entry for number in numbers for entry in broken_promises(case_of(seed, number), release)]


def write_cases(cases: int, seed: str, file: Path, release: Release = BASELINE) -> None:
    """Writes the cases with the model's own verdicts, in the form of a recorded `sequence` file."""
    text = "".join(f"{line}\n" for line in _lines(cases, seed, release))
    raw = text.encode()
    file.write_bytes(gzip.compress(raw, mtime=0) if file.name.endswith(".gz") else raw)


def _lines(cases: int, seed: str, release: Release) -> Iterator[str]:
    for number in range(cases):
        case = case_of(seed, number)
        yield json.dumps({"case": case, "verdict": run_sequence_case(case, release)}, separators=(",", ":"))
