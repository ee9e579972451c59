"""Figures of the last comparison with recorded verdicts. Renewed by

python -m scheduler_core.parity FILE… | python -m playground.scenarios.exactness
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent / "exactness.json"
_LINE = re.compile(
    r"(?:.*/)?(?P<theme>[\w-]+)\.(?:decide|sequence)\.jsonl(?:\.gz)?: (\d+) passed, (\d+) failed"
)


@dataclass(frozen=True, slots=True)
class Figure:
    theme: str
    cases: int
    agreed: int


@cache
def figures() -> tuple[Figure, ...]:
    """One a theme; empty when no comparison is on record."""
    if not FILE.exists():
        return ()
    return tuple(Figure(**entry) for entry in json.loads(FILE.read_text(encoding="utf-8")))


def from_output(lines: Iterable[str]) -> list[Figure]:
    """What `scheduler_core.parity` printed, summed by theme."""
    sums: dict[str, tuple[int, int]] = {}
    for line in lines:
        match = _LINE.match(line.strip())
        if match:
            theme, passed, failed = match["theme"], int(match[2]), int(match[3])
            cases, agreed = sums.get(theme, (0, 0))
            sums[theme] = (cases + passed + failed, agreed + passed)
    return [Figure(theme, *pair) for theme, pair in sorted(sums.items())]


if __name__ == "__main__":
    found = [asdict(figure) for figure in from_output(sys.stdin)]
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
