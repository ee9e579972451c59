"""Prints a scenario as a story: `python -m scheduler_core.simulation FILE.json [--until S] [--frames N]`.

FILE holds a canonical scenario or a list of documents, as JSON (the playground parses YAML).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.objects.manifest import Json, find, mapping, text
from scheduler_core.simulation.engine.recording import Recording
from scheduler_core.simulation.engine.step_sizes import StepSize
from scheduler_core.simulation.messages import say
from scheduler_core.simulation.scenario.parse import parse_scenario
from scheduler_core.simulation.scenario.scenario import Scenario


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit code: 1 if the file is not a scenario."""
    parser = argparse.ArgumentParser(prog="python -m scheduler_core.simulation", description=__doc__)
    parser.add_argument("file", type=Path, help="JSON; - reads standard input")
    parser.add_argument("--until", type=float, default=None, help="virtual seconds; default: until quiet")
    parser.add_argument("--frames", type=int, default=2_000, help="at most so many frames")
    given = parser.parse_args(arguments)
    source = sys.stdin.read() if str(given.file) == "-" else given.file.read_text(encoding="utf-8")
    scenario = _scenario(json.loads(source))
    if scenario is None:
        return 1
    recording = Recording(scenario)
    size: StepSize = "quiet" if given.until is None else "time"
    for frame in recording.step(0, size, until=given.until, limit=given.frames):
        said = say(mapping(frame["message"]))
        print(f"{frame['seq']:>5} {frame['t']:>9} {frame['who']:<24} {said}")
        if why := text(find(frame.get("decision"), "message")):
            print(f"{'':>41}{why}")
    print(f"step {recording.head_seq}, hash {recording.hash(recording.head_seq)}")
    return 0


def _scenario(value: Json) -> Scenario | None:
    if not isinstance(value, list):
        return Scenario.from_canonical(value)
    parsed = parse_scenario([SourceDocument(place, document) for place, document in enumerate(value)])
    for problem in parsed.problems:
        print(
            f"document {problem.document}: {problem.path}: {problem.code} {dict(problem.args)}",
            file=sys.stderr,
        )
    return parsed.scenario


if __name__ == "__main__":
    raise SystemExit(main())
