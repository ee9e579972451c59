"""`podium sweep FILE --what grace`: plays a scenario once with each value of a parameter."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

import scheduler_core as core
from playground import limits
from playground.commandline import arguments
from playground.plugins import own_plugins


class Command(arguments.Command):
    help = "Play a scenario once with each value of a parameter. Exit code 0: it was played; 2: bad input."
    examples = """\
  podium sweep scenario.yaml --what grace --from 0 --to 60 --step 5
  podium sweep -f cluster.yaml --what nodes --from 3 --to 12 -o json"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        arguments.add_file(parser)
        parser.add_argument("--what", choices=core.PARAMETERS, required=True, help="what is swept")
        parser.add_argument("--from", dest="start", metavar="N", type=int, default=1)
        parser.add_argument("--to", dest="end", metavar="N", type=int, default=10)
        parser.add_argument("--step", metavar="N", type=int, default=1)
        parser.add_argument(
            "--limit", metavar="N", type=int, default=arguments.MOST_STEPS, help="play at most so many steps"
        )
        parser.add_argument("-o", "--output", choices=["text", "json"], default="text")
        arguments.add_seed(parser)
        arguments.add_release(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        least = 1 if options["what"] in {"maxSkew", "nodes"} else 0
        if options["step"] < 1 or not least <= options["start"] <= options["end"]:
            raise arguments.BadInputError(f"--from must be from {least} to --to, and --step at least 1")
        values = range(options["start"], options["end"] + 1, options["step"])
        if len(values) > limits.SWEEP_MAX or options["end"] > limits.SWEEP_VALUE:
            most = f"at most {limits.SWEEP_MAX} values up to {limits.SWEEP_VALUE} can be swept"
            raise arguments.BadInputError(f"{most}, got {len(values)} up to {options['end']}")
        scenario = arguments.scenario_of(options)
        if not core.applies(scenario, options["what"]):
            raise arguments.BadInputError(f"nothing in the file has {options['what']}")
        for value in values:
            answer: Any = core.swept(scenario, options["what"], value, options["limit"], own_plugins())
            if options["output"] == "json":
                self.stdout.write(json.dumps(answer, ensure_ascii=False))
            else:
                last = "-" if answer["last"] is None else core.clock_text(answer["last"])
                counts = f"bound {answer['bound']}/{answer['pods']}  pending {answer['pending']}"
                self.stdout.write(f"{options['what']} {value}: {counts}  last bound {last}")
