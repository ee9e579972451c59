"""`podium upgrade -f dump.yaml --from 1.34 --to 1.36`: what an upgrade changes for a cluster."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

import scheduler_core as core
from playground.commandline import arguments, clusters
from playground.texts.manifests import words
from playground.whatif import upgrade_report


class Command(arguments.Command):
    help = (
        "Say what an upgrade of Kubernetes changes for the objects of a cluster: decisions, messages, "
        "fields, API versions and gates. Exit code 0: nothing changes; 1: something does; 2: bad input."
    )
    examples = """\
  podium upgrade -f dump.yaml --from 1.34 --to 1.36
  podium upgrade --context production --to 1.36 -o json
  {command} | podium upgrade -f - --to 1.37"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "-f",
            "--filename",
            metavar="FILE",
            action="append",
            default=[],
            help=f"{arguments.FILE_HELP}. Without it the cluster of the kubeconfig is read",
        )
        clusters.add_cluster(parser)
        parser.add_argument(
            "--from", metavar="RELEASE", dest="since", help="the release of today; else that of the cluster"
        )
        parser.add_argument("--to", metavar="RELEASE", required=True, help="the release to upgrade to")
        parser.add_argument("-o", "--output", choices=["text", "json"], default="text")
        arguments.add_seed(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        run = arguments.recording_of(_scenario(options))
        question = {"to": options["to"], **({"from": options["since"]} if options["since"] else {})}
        answer = run.ask("upgrade", 0, **question)
        if isinstance(answer, core.Problem):
            raise arguments.BadInputError(f"--{answer.path}: {words.say(answer.code, answer.args)}")
        assert isinstance(answer, dict)
        if options["output"] == "json":
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(upgrade_report.lines(answer)))
        if upgrade_report.changes_anything(answer):
            sys.exit(1)


def _scenario(options: dict[str, Any]) -> core.Scenario:
    """That of the files, else that of the cluster."""
    if options["filename"]:
        return arguments.scenario_of({"files": [], **options})
    manifests = clusters.manifests_of(options["context"], options["namespace"], options["kubeconfig"])
    return arguments.scenario_from([("cluster", manifests)], options["seed"])
