"""What may be answered to whatever is sent. It may not be a 5xx other than a 503 that says when to come back,
and no silence, and it may not take long.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playground.runs.protocol import CLOSE_CODES, ERROR_CODES
from tools.attack.report import Report, share
from tools.attack.visitor import Answer

HANG_SECONDS = 1.0
FAILURES = {"server.busy", "server.error"}
"""Codes of errors that no message of a visitor may lead to."""
TYPES = {"hello", "frames", "union", "snapshot", "decision", "head", "pong", "error", "bye"}
CLOSES = {*CLOSE_CODES, 1000, 1001, 1002, 1003, 1007, 1009}


@dataclass
class Oracle:
    """Judges answers, counts them, and keeps what was sent to those that must not be in a folder."""

    report: Report
    folder: Path | None = None
    counts: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    slow: int = 0

    def fault(self, what: str, sent: object) -> None:
        first = what not in self.report.faults
        self.report.fault(what)
        if first and self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            number = len(list(self.folder.glob("*.json")))
            text = json.dumps({"seen": what, "sent": sent}, indent=1, default=_text)
            (self.folder / f"{number:03}.json").write_text(text)

    def took(self, seconds: float, what: str, sent: object) -> None:
        self.times.append(seconds)
        if seconds > HANG_SECONDS:
            self.slow += 1
            if self.folder is not None and self.slow <= 20:
                self.folder.mkdir(parents=True, exist_ok=True)
                text = json.dumps({"seen": f"{what}: {seconds:.1f} s", "sent": sent}, indent=1, default=_text)
                (self.folder / f"slow-{self.slow:03}.json").write_text(text)

    def answered(self, answer: Answer, what: str, sent: object) -> None:
        """Judges the answer to a request."""
        self.counts[str(answer.status)] += 1
        self.took(answer.seconds, what, sent)
        if answer.status >= 500 and not (answer.status == 503 and answer.header("Retry-After")):
            self.fault(f"{what} was answered {answer.status}", sent)

    def judged(self, text: str | bytes, seconds: float, what: str, sent: object) -> dict[str, Any]:
        """Judges a message of the server, and returns it."""
        self.took(seconds, what, sent)
        try:
            reply = dict(json.loads(text))
        except ValueError:
            self.fault(f"{what} was answered with what is no JSON", sent)
            return {}
        code = reply.get("code") if reply.get("type") == "error" else reply.get("type")
        self.counts[str(code)] += 1
        if reply.get("type") not in TYPES or (reply["type"] == "error" and code not in ERROR_CODES):
            self.fault(f"{what} was answered {str(code)[:60]}", sent)
        elif code in FAILURES:
            self.fault(f"{what} was answered {code}", sent)
        return reply

    def closed(self, code: int | None, what: str, sent: object) -> None:
        self.counts[f"closed {code}"] += 1
        if code not in CLOSES:
            self.fault(f"{what} ended the socket with {code}", sent)

    def say(self, what: str) -> None:
        """Says how often what was answered, and how long it took."""
        self.report.did(sum(self.counts.values()), self.times)
        self.report.say(what, f"{sum(self.counts.values())}")
        counts = ", ".join(f"{key} {count}" for key, count in self.counts.most_common(14))
        self.report.say("  answers", counts)
        figure = f"{self.slow} of {len(self.times)}, longest {max(self.times, default=0):.2f} s"
        self.report.say("  over 1 s", figure, "none", not self.slow)
        self.report.say("  time of an answer, p50 and p99", _ms(self.times))


def _ms(times: list[float]) -> str:
    return f"{share(times, 0.5) * 1000:.0f}, {share(times, 0.99) * 1000:.0f} ms"


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
