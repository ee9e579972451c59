"""What was found, as a table that a person reads: what, figure, aim, and whether it was reached."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field


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
        kinds, missed = len(self.faults), len(self.missed)
        print(f"{sum(self.faults.values())} faults of {kinds} kinds, {missed} aims missed", flush=True)
        return 1 if self.faults or self.missed else 0
