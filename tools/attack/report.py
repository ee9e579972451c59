"""What was found, as a table that a person reads: what, figure, aim, and whether it was reached."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

HEAD = "| part | done | found | longest | seed | commit |"
CELL_CHARACTERS = 300


def _cell(text: str) -> str:
    """A text as it may stand in a cell of a Markdown table."""
    line = " ".join(text.split()).replace("|", "\\|")
    return line if len(line) <= CELL_CHARACTERS else f"{line[:CELL_CHARACTERS]}…"


def share(times: Sequence[float], part: float) -> float:
    """The time that `part` of all times do not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


@dataclass
class Report:
    """`faults` are what must not be, and how often each was seen; `missed` are aims that were not reached."""

    faults: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    quiet: bool = False
    done: int = 0
    """How much the part that runs has done, in its own unit."""
    longest: float = 0.0
    """The longest time (s) that anything took in the part that runs."""
    rows: list[str] = field(default_factory=list)
    """Of each part that has ended a row of the table in docs/attack.md."""

    def did(self, done: int, times: Iterable[float] = ()) -> None:
        """Counts what a part has done, and the times (s) that it took."""
        self.done += done
        self.longest = max([self.longest, *times])

    @contextmanager
    def part(self, name: str, seed: int, commit: str) -> Iterator[None]:
        """Within it a part runs; then it has its row."""
        self.done, self.longest = 0, 0.0
        faults, missed = Counter(self.faults), len(self.missed)
        yield
        new = [f"{what} ({count} ×)" for what, count in (self.faults - faults).most_common()]
        findings = "; ".join([*new, *(f"missed {what}" for what in self.missed[missed:])]) or "nothing"
        took = f"{self.longest:.2f} s" if self.longest else "–"
        cells = (f"`{name}`", f"{self.done:_}".replace("_", " "), _cell(findings), took, str(seed), commit)
        self.rows.append(f"| {' | '.join(cells)} |")

    def say(self, what: str, figure: str, aim: str = "", reached: bool = True) -> None:
        line = f"{what:<58} {figure:>30}  {f'aim {aim}' if aim else ''}".rstrip()
        if not reached:
            self.missed.append(f"{what}: {figure}, aim {aim}")
            line += "  MISSED"
        if not self.quiet:
            print(line, flush=True)

    def fault(self, what: str) -> None:
        """Notes what must not be, and says it when it is seen for the first time."""
        self.faults[what] += 1
        if self.faults[what] == 1 and not self.quiet:
            print(f"FAULT {what}", file=sys.stderr, flush=True)

    def end(self) -> int:
        """Says what was found in all. Returns the exit code."""
        for what, count in self.faults.most_common():
            self.say("fault", f"{count} ×", what)
        if self.rows:
            print("\n".join(["", HEAD, "|---|---|---|---|---|---|", *self.rows, ""]), flush=True)
        kinds, missed = len(self.faults), len(self.missed)
        print(f"{sum(self.faults.values())} faults of {kinds} kinds, {missed} aims missed", flush=True)
        return 1 if self.faults or self.missed else 0
