"""Runs recorded files and reports the agreement."""

from __future__ import annotations

import gzip
import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from pathlib import Path

from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.parity.boards import run_board
from scheduler_core.parity.decide_case import run_decide_case
from scheduler_core.parity.differences import Difference, differences, vector_differences
from scheduler_core.parity.live.live_case import history_differences
from scheduler_core.parity.queue_case import run_hint, run_queue_case, run_split, shown_event
from scheduler_core.parity.sequence_case import run_sequence_case
from scheduler_core.parity.vectors import RULES
from scheduler_core.scheduler.configuration.profile import Profile, build_profile

CHUNK = 20
BOARDS, LIVE = "boards", "live"
_LINES = ("decide", "sequence", BOARDS, LIVE)
"""The kinds of files with one JSON object a line that may have any theme."""
_NAMES = (("case", "id"), ("board", "id"), ("name",), ("id",))
"""Where an entry has its name."""


@dataclass(frozen=True, slots=True)
class FailedCase:
    """One failed case. When it has no differences, `text` says what went wrong."""

    case: str
    differences: tuple[Difference, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class FileReport:
    file: str
    passed: int
    failed: int
    problems: tuple[FailedCase, ...]


Check = Callable[[Json], FailedCase | None]


def files_below(name: str) -> list[str]:
    """The file itself, or of a folder all recorded files below it, by name."""
    if not Path(name).is_dir():
        return [name]
    return sorted(str(path) for path in Path(name).rglob("*") if path.is_file() and _is_recorded(path.name))


def _is_recorded(name: str) -> bool:
    plain = name.removesuffix(".gz")
    if plain.endswith(tuple(f".{kind}.jsonl" for kind in _LINES)):
        return True
    return plain in ("queue.jsonl", "hints.json", "event_split.json") or plain.removesuffix(".json") in RULES


def run_files(
    files: Sequence[tuple[str, str]], jobs: int = 1, release: Release = BASELINE
) -> Iterator[FileReport]:
    """One report for each pair (file, kind), in the given order; a kind of "" follows from the name. Verdicts
    are compared with what `release` decides; a history names its own version."""
    if jobs <= 1:
        for file, kind in files:
            yield run_file(file, kind, release)
        return
    # Imported only here: it reads cases for the core, which itself starts no processes and no threads.
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(max_workers=jobs) as pool:
        for file, stated in files:
            try:
                kind, entries = read(file, stated)
            except (OSError, ValueError) as error:
                yield _broken(file, str(error))
                continue
            chunks = [entries[start : start + CHUNK] for start in range(0, len(entries), CHUNK)]
            problems: list[FailedCase] = []
            for failed in pool.map(_check_chunk, repeat(kind), chunks, repeat(release)):
                problems.extend(failed)
            yield FileReport(file, len(entries) - len(problems), len(problems), tuple(problems))


def run_file(file: str, stated: str = "", release: Release = BASELINE, every: int = 1) -> FileReport:
    """The report of one file. With `every` 3 it compares the first case and each third one after it."""
    try:
        kind, entries = read(file, stated)
    except (OSError, ValueError) as error:
        return _broken(file, str(error))
    entries = entries[::every]
    problems = _check_chunk(kind, entries, release)
    return FileReport(file, len(entries) - len(problems), len(problems), tuple(problems))


def _broken(file: str, text: str) -> FileReport:
    return FileReport(file, 0, 1, (FailedCase("(file)", text=text),))


def read(file: str, stated: str = "") -> tuple[str, list[Json]]:
    """Returns `decide`, `sequence`, `boards` or the rule's name, and the entries of the file; `stated` is the
    kind where the name does not tell it."""
    path = Path(file)
    name = path.name.removesuffix(".gz")
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.name.endswith(".gz") else raw).decode()
    if stated in _LINES:
        return stated, [json.loads(line) for line in text.splitlines() if line.strip()]
    if name == "queue.jsonl":
        return "queue", [json.loads(line) for line in text.splitlines() if line.strip()]
    if name in ("hints.json", "event_split.json"):
        return name.removesuffix(".json"), list(items(find(json.loads(text), "cases")))
    for kind in _LINES:
        if name.endswith(f".{kind}.jsonl"):
            return kind, [json.loads(line) for line in text.splitlines() if line.strip()]
    if name.endswith(".json"):
        loaded = json.loads(text)
        if not isinstance(loaded, list):
            raise ValueError("expected a JSON array of vectors")
        return name.removesuffix(".json"), loaded
    raise ValueError(f"unknown kind of file: {path.name!r}")


def _check_chunk(kind: str, entries: Sequence[Json], release: Release) -> list[FailedCase]:
    check = _check_of(kind, release)
    return [problem for entry in entries if (problem := _guarded(check, entry)) is not None]


def _check_of(kind: str, release: Release) -> Check:
    """The check of one kind of file; the name of a rule is a kind too."""
    if kind == "decide":
        return lambda entry: _check_decide(entry, release)
    if kind == "sequence":
        return lambda entry: _check_sequence(entry, release)
    if kind == LIVE:
        return _check_history
    if kind == BOARDS:
        return _check_board
    if kind in _QUEUE_CHECKS:
        return _QUEUE_CHECKS[kind]
    rule = RULES.get(kind)

    def check_vector(entry: Json) -> FailedCase | None:
        name = str(find(entry, "name"))
        if rule is None:
            return FailedCase(name, text=f"no adapter for the rule {kind!r}")
        expected = mapping(find(entry, "expected"))
        got = rule(mapping(find(entry, "input")))
        problems = vector_differences(expected, got)
        return FailedCase(name, tuple(problems)) if problems else None

    return check_vector


def _guarded(check: Check, entry: Json) -> FailedCase | None:
    """The result of a check; an exception counts as a failed case with its place."""
    try:
        return check(entry)
    except Exception as error:
        name = next((value for path in _NAMES if (value := find(entry, *path))), None)
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}:{where.lineno}"
        return FailedCase(str(name), text=f"{type(error).__name__} at {place}: {error}")


def _check_decide(entry: Json, release: Release) -> FailedCase | None:
    case = mapping(find(entry, "case"))
    expected = comparable_decide(mapping(find(entry, "verdict")))
    return _problem(case, expected, comparable_decide(run_decide_case(case, release)))


def _check_sequence(entry: Json, release: Release) -> FailedCase | None:
    case = mapping(find(entry, "case"))
    return _problem(case, mapping(find(entry, "verdict")), run_sequence_case(case, release))


def _check_history(entry: Json) -> FailedCase | None:
    history = mapping(entry)
    differing = tuple(history_differences(history))
    return FailedCase(str(history.get("id")), differing) if differing else None


def _check_board(entry: Json) -> FailedCase | None:
    board, expected = mapping(find(entry, "board")), mapping(find(entry, "verdict"))
    return _problem(board, expected, run_board(board, expected))


def _check_queue(entry: Json) -> FailedCase | None:
    case = mapping(entry)
    expected, got = run_queue_case(case)
    return _problem(case, {"steps": expected}, {"steps": got})


def _check_hint(entry: Json) -> FailedCase | None:
    case = mapping(entry)
    return _problem(case, {"answer": case["answer"]}, {"answer": run_hint(_default_profile(), case)})


def _check_split(entry: Json) -> FailedCase | None:
    case = mapping(entry)
    events: list[Json] = [shown_event(event) for event in items(case.get("events"))]
    got: list[Json] = list(run_split(case))
    return _problem(case, {"events": events}, {"events": got})


@lru_cache(maxsize=1)
def _default_profile() -> Profile:
    return build_profile()


_QUEUE_CHECKS: Mapping[str, Check] = {
    "queue": _check_queue,
    "hints": _check_hint,
    "event_split": _check_split,
}


def _problem(case: Manifest, expected: Json, got: Json) -> FailedCase | None:
    problems = differences(expected, got)
    return FailedCase(str(case.get("id")), tuple(problems)) if problems else None


def comparable_decide(verdict: Manifest) -> dict[str, Json]:
    """A verdict to compare: the recordings say null for a gated pod's `feasible`, which means the same as
    `[]`.
    """
    pods: list[Json] = []
    for entry in verdict["pods"] if isinstance(verdict["pods"], list) else []:
        pod = dict(mapping(entry))
        if pod.get("feasible") is None:
            pod["feasible"] = []
        pods.append(pod)
    return {**verdict, "pods": pods}
