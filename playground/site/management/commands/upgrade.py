"""`podium upgrade -f dump.yaml --from 1.34 --to 1.36`: what an upgrade changes for a cluster."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

import scheduler_core as core
from playground import limits
from playground.commandline import arguments, clusters
from playground.texts.manifests import words
from playground.whatif import upgrade_report

STOPPED = 130
"""The exit code of a report that was stopped."""


class Command(arguments.Command):
    help = (
        "Say what an upgrade of Kubernetes changes for the objects of a cluster: decisions, messages, "
        "fields, API versions and gates. Exit code 0: nothing changes; 1: something does; 2: bad input; "
        "130: stopped with ctrl-c, with the report so far."
    )
    examples = """\
  podium upgrade -f dump.yaml --from 1.34 --to 1.36
  podium upgrade --context production --to 1.36 -o json
  {command} | podium upgrade -f - --to 1.37"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        clusters.add_source(parser)
        parser.add_argument(
            "--from", metavar="RELEASE", dest="since", help="the release of today; else that of the cluster"
        )
        parser.add_argument("--to", metavar="RELEASE", required=True, help="the release to upgrade to")
        parser.add_argument("-o", "--output", choices=["text", "json"], default="text")
        arguments.add_seed(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        run = arguments.recording_of(clusters.scenario_of(options))
        question = {"to": options["to"], **({"from": options["since"]} if options["since"] else {})}
        answer: dict[str, Any] = core.joined(self._parts(run, question))
        if options["output"] == "json":
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(upgrade_report.lines(answer)))
        if answer["upto"] < answer["units"]:
            sys.exit(STOPPED)
        if upgrade_report.changes_anything(answer):
            sys.exit(1)

    def _parts(self, run: core.Run, question: dict[str, Any]) -> list[dict[str, Any]]:
        """The parts of the answer. How many pods are done is written to a terminal, and Ctrl-C ends it with
        the parts so far."""
        parts: list[dict[str, Any]] = []
        begin, counts, units, done = 0, dict[str, int](), 1, ""
        try:
            while begin < units:
                args = {**question, "begin": begin, "most": limits.UPGRADE_AT_ONCE, "counts": counts}
                part = run.ask("upgrade", 0, **args)
                if isinstance(part, core.Problem):
                    raise arguments.BadInputError(f"--{part.path}: {words.say(part.code, part.args)}")
                assert isinstance(part, dict)
                parts.append(part)
                begin, counts, units = part["upto"], part["counts"], part["units"]
                done = f"{part['examined']} of {part['pods']} pods"
                if self.stderr.isatty():
                    self.stderr.write(f"\r{done}", ending="")
        except KeyboardInterrupt:
            if not parts:
                raise
            self.stderr.write(
                f"\nstopped: the report has {parts[-1]['examined']} of {parts[-1]['pods']} pods"
            )
        return parts
