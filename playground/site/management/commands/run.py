"""`podium run FILE`: plays a scenario on the command line and tells its story, one line a step."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import scheduler_core as core
from playground import messages
from playground.manifests import importing, words, yaml_source
from playground.plugins import own_plugins

LIMIT = 5_000


class Command(BaseCommand):
    help = "Play a scenario until it is quiet, or until a condition holds (docs/conditions.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="manifests, with or without a Scenario")
        until = "a condition as YAML, for example 'pod: {name: p, bound: true}'"
        parser.add_argument("--until", metavar="CONDITION", help=until)
        parser.add_argument("--limit", metavar="N", type=int, default=LIMIT, help="at most so many steps")

    def handle(self, *args: Any, **options: Any) -> None:
        scenario = _scenario(options["file"])
        recording = core.Recording(scenario, plugins=own_plugins())
        until = None if options["until"] is None else _condition(options["until"])
        if until is None:
            last, verdict = recording.advance(0, "quiet", limit=options["limit"]), None
        else:
            last, verdict = core.play_until(recording, until, limit=options["limit"])
        for seq in range(1, last + 1):
            frame: Any = recording.frame(seq)
            line = f"{seq:>5} {frame['t']:>9} {frame['who']:<24} {messages.say(frame['message'])}"
            self.stdout.write(line.rstrip())
        expected = scenario.expect if until is None else ()
        for condition in expected:
            self._told(core.judge(recording, condition, last))
        if verdict is not None:
            self._told(verdict)

    def _told(self, verdict: core.Verdict) -> None:
        said = messages.say(verdict.to_json()["said"])  # type: ignore[arg-type]
        if not verdict.holds:
            raise CommandError(said)
        self.stdout.write(said)


def _scenario(path: Path) -> core.Scenario:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CommandError(str(error)) from error
    imported = importing.import_text(data, add_nodes=False)
    if imported.failed or imported.canonical is None:
        raise CommandError("\n".join(_line(path, problem) for problem in imported.problems))
    for problem in imported.problems:  # objects that the API server would refuse
        print(_line(path, problem), file=sys.stderr)
    return core.Scenario.from_canonical(json.loads(imported.canonical))


def _condition(text: str) -> core.Condition:
    source = yaml_source.read(text)
    problem = next(iter(source.problems), None)
    if problem is None and len(source.documents) == 1:
        parsed = core.parse_condition(source.documents[0].value, "until")
        if not isinstance(parsed, core.Problem):
            return parsed
        problem = parsed
    if problem is None:
        raise CommandError("--until: one condition is needed")
    where = f"--until: {problem.path}" if problem.path else "--until"
    raise CommandError(f"{where}: {words.say(problem.code, problem.args)}")


def _line(path: Path, problem: core.Problem) -> str:
    line = problem.position.line if problem.position else 1
    where = f"{path}:{line}: {problem.path}" if problem.path else f"{path}:{line}"
    return f"{where}: {words.say(problem.code, problem.args)}"
