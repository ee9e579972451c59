"""Writes docs/limits.md from playground/limits.py: every limit, and what one visitor can cost.

python -m tools.limits_page
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playground import limits

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "limits.md"
SOURCE = ROOT / "playground" / "limits.py"
_SECTION = re.compile(r"# --- (?P<title>.+?) -{2,}$")
_LIMIT = re.compile(r"(?P<name>[A-Z][A-Z_0-9]+) = (?P<value>[^#]+?)(?:\s+# (?P<why>.+))?$")
_KIB, _MIB = 1024, 1024 * 1024

#: What one visitor can take of a server that others use too: (what, how much, and what comes beyond it).
COSTS = (
    (
        "a step of an ordinary run",
        "{QUICK_SECONDS} s of CPU time in a quick worker; what takes longer goes to one of {SLOW_WORKERS} "
        "slow workers, for which no quick run waits",
        "a step ends after {STEP_WALL_SECONDS} s with what it has; a longer call is `step.bounded`",
    ),
    (
        "opening a large run",
        "{STEP_WALL_SECONDS} s, and a second more for every {OPENED_CHARACTERS_PER_SECOND} characters of its "
        "scenario, of CPU time in a slow worker",
        "`step.bounded`; on a page 503",
    ),
    (
        "the memory of what is played or read",
        "{PROCESS_MEMORY_BYTES} of address space of each process that does it, workers on other machines "
        "included; the selectors of devices have upstream's cost limit besides",
        "`step.bounded`, a problem of the import, on a page 503; the process is replaced, and other runs are "
        "opened again in the next one",
    ),
    (
        "calls that wait for a worker",
        "{CALLS_WAITING_PER_ASKER}; whoever was served least comes next",
        "`server.busy` with the time to wait; on a page 503 with Retry-After",
    ),
    (
        "messages of a socket",
        "{SOCKET_MESSAGES_PER_SECOND} a second, {SOCKET_BURST} at once, of {SOCKET_MESSAGE_BYTES} each",
        "`rate.slow_down`, then close 4029; {SOCKET_UNTAKEN} that wait for their turn, then no more are read",
    ),
    (
        "sockets that are open",
        "{SOCKETS_PER_OWNER} of a browser; of an address {SOCKETS_PER_ADDRESS} on runs and "
        "{ROOM_SOCKETS_PER_ADDRESS} in rooms; {SOCKETS_OPENED_BURST} at once, then "
        "{SOCKETS_OPENED_PER_SECOND} a second",
        "close 4030, and the page says why; what is opened sooner waits",
    ),
    (
        "messages to a client that does not read",
        "the answer to one request, in pieces; {SOCKET_STALLED_SECONDS} s without a piece that left",
        "its other requests wait; close 4013, after which the page connects again",
    ),
    (
        "the head of a request",
        "{REQUEST_LINE_BYTES} in its first line, {REQUEST_HEAD_BYTES} with its headers; {REQUEST_HEADERS} "
        "headers",
        "414 or 431, for kubectl as a Status",
    ),
    (
        "connections of an address",
        "{CONNECTIONS_BURST} at once, {CONNECTIONS_PER_SECOND} a second",
        "they are read later; one that would wait {CONNECTION_SECONDS} s is closed",
    ),
    (
        "inputs",
        "{INPUTS_PER_SECOND} a second, {INPUTS_BURST} at once, of {INPUT_CHARACTERS_MAX} characters each; "
        "{RUN_INPUTS_MAX} or {RUN_INPUT_CHARACTERS_MAX} characters a run",
        "`rate.slow_down`, `input.invalid`, `step.bounded`",
    ),
    (
        "pages that are made at once",
        "{PAGES_AT_ONCE}; {PAGES_WAITING} more wait",
        "503 with Retry-After",
    ),
    (
        "questions about a run (why, advice, …)",
        "{QUESTIONS_PER_SECOND} a second, {QUESTIONS_BURST} at once; what was asked before costs nothing",
        "429 with Retry-After; after {PAGE_WALL_SECONDS} s without an answer 503",
    ),
    (
        "the body of a request",
        "{PAGE_BODY_BYTES}; {IMPORT_BYTES} for files on the import page, which may unpack to "
        "{IMPORT_UNPACKED_BYTES}",
        "413, before the body has come",
    ),
    (
        "bodies on the disk that are not answered yet",
        "{BODIES_BYTES_PER_ADDRESS} of an address, {BODIES_BYTES} of all, up to three times while forms are "
        "taken apart",
        "503 with Retry-After; imports too where {DISK_FREE_BYTES} of the disk would not stay free",
    ),
    (
        "imports",
        "{IMPORTS_AT_ONCE} under way, each {IMPORT_SECONDS} s of CPU time, in {IMPORT_WORKERS} processes",
        "503 with Retry-After; the import says that it was stopped",
    ),
    (
        "the check of a text while it is written",
        "{CHECK_QUICK_SECONDS} s of CPU time, then {CHECK_SECONDS} s behind those that are short",
        "a problem that says so",
    ),
    (
        "what aliases of YAML stand for",
        "{YAML_EXPANDED} of a text, {INPUT_EXPANDED} of an input",
        "a problem at its line",
    ),
    (
        "a scenario as it is stored",
        "{CANONICAL_CHARACTERS_FREE} characters, or {CANONICAL_TIMES_TEXT} times its text, and at most "
        "{CANONICAL_CHARACTERS_MAX}",
        "a problem with both numbers",
    ),
    (
        "a fork",
        "a row for each input of its past; texts and scenario are shared",
        "{COSTLY_PER_MINUTE} forks and new runs a minute, then 429",
    ),
    ("runs that one browser owns", "{OWNER_RUNS}", "a page that says so"),
)


@dataclass
class Section:
    title: str
    rows: list[tuple[str, str, str]] = field(default_factory=list)


def shown(value: Any, name: str = "") -> str:
    """A number as people read it; whole KiB and MiB where a limit is in bytes."""
    if name.endswith(("_BYTES", "_EXPANDED")) and value % _KIB == 0:
        return f"{value // _MIB} MiB" if value % _MIB == 0 else f"{value // _KIB} KiB"
    if isinstance(value, float) and not value.is_integer():
        return f"{value:g}"
    return f"{int(value):,}".replace(",", " ")


def is_number(value: Any) -> bool:
    return isinstance(value, int | float)


def sections(source: str) -> list[Section]:
    """The limits of a source text with what its comments say of them."""
    sections: list[Section] = []
    words: list[str] = []
    for line in source.splitlines():
        if section := _SECTION.match(line):
            sections.append(Section(section["title"]))
            words = []
        elif line.startswith("#: "):
            words.append(line[3:])
        elif (limit := _LIMIT.match(line)) and sections and is_number(getattr(limits, limit["name"])):
            name = limit["name"]
            says = limit["why"] or " ".join(words)
            sections[-1].rows.append((name, shown(getattr(limits, name), name), says))
            words = []
    return [section for section in sections if section.rows]


def page() -> str:
    values = {
        name: shown(value, name) for name, value in vars(limits).items() if isinstance(value, int | float)
    }
    lines = [
        "# Limits",
        "",
        "Made by `python -m tools.limits_page` from `playground/limits.py`, where each is set. A visitor",
        "is the owner of runs in one browser, or else an address.",
        "",
        "## What one visitor can cost",
        "",
        "| what | at most | beyond that |",
        "|---|---|---|",
        *("| " + " | ".join(cell.format(**values) for cell in row) + " |" for row in COSTS),
    ]
    for section in sections(SOURCE.read_text(encoding="utf-8")):
        title = section.title[0].upper() + section.title[1:]
        lines += ["", f"## {title}", "", "| limit | value | what it is |", "|---|---|---|"]
        lines += [f"| `{name}` | {value} | {says} |" for name, value, says in section.rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} is written")
