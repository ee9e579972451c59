"""`podium drain --zone a -f dump.yaml`: where the pods go when nodes are drained, upgraded or lost."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

import scheduler_core as core
from playground import limits
from playground.commandline import arguments, clusters
from playground.texts.manifests import words
from playground.whatif import maintenance


class Command(arguments.Command):
    help = (
        "Say where the pods go when nodes are drained, upgraded or lost, which budgets hold them, how long "
        "it takes and what to do first. Exit code 0: all pods find a node; 1: some do not, or the drain does "
        "not come to an end; 2: bad input."
    )
    examples = """\
  podium drain node-1 node-2 -f dump.yaml
  podium drain --zone eu-west-1a -f dump.yaml -o json
  {command} | podium drain --pool web --plan upgrade -f -"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("nodes", metavar="NODE", nargs="*", help="the name of a node")
        for name in maintenance.FIELDS:
            parser.add_argument(
                f"--{name}",
                metavar="NAME" if name != "label" else "KEY=VALUE",
                action="append",
                default=[],
                help=f"all nodes of this {name}; may be repeated",
            )
        parser.add_argument("--plan", choices=core.PLANS, default="drain", help="what happens to the nodes")
        clusters.add_source(parser)
        parser.add_argument("-o", "--output", choices=["text", "json"], default="text")
        arguments.add_seed(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        run = arguments.recording_of(clusters.scenario_of(options))
        chosen = {"node": options["nodes"], **{name: options[name] for name in maintenance.FIELDS}}
        groups: Any = run.ask("node_groups", 0)
        selection = maintenance.selection_of(chosen, groups)
        wrong = maintenance.wrong_in(options["plan"], selection)
        if wrong or not selection.nodes:
            raise arguments.BadInputError(wrong or "no node is named: give names, --zone, --pool or --label")
        at = run.advance(0, "quiet", limit=limits.UPKEEP_STEPS)
        question = {"plan": options["plan"], "nodes": list(selection.nodes), "most": limits.MAINTENANCE_STEPS}
        answer: Any = run.ask("upkeep", at, **question)
        if isinstance(answer, core.Problem):
            raise arguments.BadInputError(words.say(answer.code, answer.args))
        if options["output"] == "json":
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(maintenance.lines(answer)))
        if answer["stuck"] or any(row["next"] and not row["next"]["node"] for row in answer["rows"]):
            sys.exit(1)
