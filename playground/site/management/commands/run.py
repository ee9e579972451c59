"""`podium run FILE`: plays a scenario on the command line and prints its story, one line for each step."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from playground.commandline import arguments, outputs, place
from playground.commandline.run import ServerRun


class Command(arguments.Command):
    help = "Play a scenario until it is quiet, or until a condition holds (docs/conditions.md)."
    examples = """\
  podium run scenario.yaml
  podium run -f scenario.yaml --until 'pod: {name: p, bound: true}' -o events
  {command} | podium run - -o frames
  podium run scenario.yaml --release 1.36 --feature-gates ImageVolume=false
  podium run scenario.yaml --server http://localhost:8000"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        arguments.add_file(parser)
        until = "a condition as YAML, for example 'pod: {name: p, bound: true}'"
        parser.add_argument("--until", metavar="CONDITION", help=until)
        parser.add_argument(
            "--limit", metavar="N", type=int, default=arguments.MOST_STEPS, help="at most so many steps"
        )
        parser.add_argument(
            "-o", "--output", choices=list(outputs.OUTPUTS), default="story", help="what is printed"
        )
        arguments.add_seed(parser)
        arguments.add_release(parser)
        arguments.add_server(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        until = None if options["until"] is None else arguments.condition_of(options["until"])
        scenario = arguments.scenario_of(options)
        played = place.played(scenario, options["server"])
        last, holds, sentence = played.play(until and until.to_json(), options["limit"])
        for line in outputs.OUTPUTS[options["output"]](played, last):
            self.stdout.write(line)
        if isinstance(played, ServerRun):
            self.stderr.write(f"{played.url}?at={last}")
        if until is not None:
            self._report(sentence, options["output"], holds=holds)
        elif scenario.expect:
            for holds, sentence in played.verdicts(
                last, [condition.to_json() for condition in scenario.expect]
            ):
                self._report(sentence, options["output"], holds=holds)

    def _report(self, sentence: str, output: str, *, holds: bool) -> None:
        """Prints a sentence about a condition, separate from output for other programs."""
        if not holds:
            raise CommandError(sentence)
        (self.stdout if output == "story" else self.stderr).write(sentence)
