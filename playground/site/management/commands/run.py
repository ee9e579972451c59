"""`podium run FILE`: plays a scenario on the command line and tells its story, one line a step."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

import scheduler_core as core
from playground import messages
from playground.commandline import outputs, reading


class Command(reading.Command):
    help = "Play a scenario until it is quiet, or until a condition holds (docs/conditions.md)."
    examples = """\
  podium run scenario.yaml
  podium run -f scenario.yaml --until 'pod: {name: p, bound: true}' -o events
  kubectl get nodes,pods -A -o yaml | podium run - -o frames"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        reading.add_file(parser)
        until = "a condition as YAML, for example 'pod: {name: p, bound: true}'"
        parser.add_argument("--until", metavar="CONDITION", help=until)
        parser.add_argument(
            "--limit", metavar="N", type=int, default=reading.MOST_STEPS, help="at most so many steps"
        )
        parser.add_argument(
            "-o", "--output", choices=list(outputs.OUTPUTS), default="story", help="what is printed"
        )
        reading.add_seed(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        recording = reading.recording_of(reading.scenario_of(options))
        until = None if options["until"] is None else reading.condition_of(options["until"])
        if until is None:
            last, verdict = recording.advance(0, "quiet", limit=options["limit"]), None
        else:
            last, verdict = core.play_until(recording, until, limit=options["limit"])
        for line in outputs.OUTPUTS[options["output"]](recording, last):
            self.stdout.write(line)
        expected = recording.scenario.expect if until is None else ()
        for condition in expected:
            self._told(core.judge(recording, condition, last), options["output"])
        if verdict is not None:
            self._told(verdict, options["output"])

    def _told(self, verdict: core.Verdict, output: str) -> None:
        """A sentence about a condition. It is not mixed with what another program reads."""
        said = messages.say(verdict.to_json()["said"])  # type: ignore[arg-type]
        if not verdict.holds:
            raise CommandError(said)
        (self.stdout if output == "story" else self.stderr).write(said)
