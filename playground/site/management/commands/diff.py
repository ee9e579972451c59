"""`podium diff A B`: plays two scenarios to their ends and names the pods with a different outcome."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

import scheduler_core as core
from playground.commandline import arguments
from playground.texts import messages


class Command(arguments.Command):
    help = "Play two files and say what differs. Exit code 0: nothing does; 1: something does; 2: bad input."
    examples = """\
  podium diff before.yaml after.yaml
  git show main:deploy/cluster.yaml | podium diff - deploy/cluster.yaml -o json"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("then", metavar="A", help="manifests as YAML or JSON; - reads stdin")
        parser.add_argument("now", metavar="B", help="the same after a change")
        parser.add_argument(
            "--limit", metavar="N", type=int, default=arguments.MOST_STEPS, help="play at most so many steps"
        )
        parser.add_argument("-o", "--output", choices=["text", "json"], default="text")
        arguments.add_seed(parser)
        arguments.add_release(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        courses, steps = [], []
        for name in (options["then"], options["now"]):
            given = {**options, "files": [name], "filename": []}
            recording = arguments.recording_of(arguments.scenario_of(given))
            steps.append(core.play_out(recording, options["limit"]))
            courses.append(core.course_of(recording, steps[-1]))
        compared = core.compare(courses[0], courses[1], steps_differ=steps[0] != steps[1])
        comparison: Any = compared.to_json()
        if options["output"] == "json":
            self.stdout.write(json.dumps(comparison, ensure_ascii=False))
        else:
            self.stdout.write(messages.say(comparison["says"]))
            for pair in comparison["changed"]:
                for fact in pair["facts"]:
                    sides = f"{fact['was'] or '-'} -> {fact['now'] or '-'}"
                    self.stdout.write(f"{pair['key']}: {messages.say(fact['what'])}: {sides}")
        if comparison["changed"]:
            sys.exit(1)
