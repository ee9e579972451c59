"""`podium why pod/x -f dump.yaml`, or `--context NAME` of a real cluster: why a pod is where it is.

The output is text or JSON and includes what would make the pod fit."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

import scheduler_core as core
from playground.commandline import arguments, clusters, place
from playground.inspector.why import as_text


class Command(arguments.Command):
    help = "Say why a pod is where it is. Exit code 0: it is on a node; 1: it is not; 2: bad input."
    examples = """\
  podium why pod/web-1 -f dump.yaml
  podium why pod/web-1 -f dump.yaml --release 1.36
  podium why pod/web-1 --context production -n shop
  {command} | podium why shop/web-1 -f -
  podium why pod/web-1 -f dump.yaml --server https://podium.example.org
  podium why pod/p -f scenario.yaml --until 'pod: {name: p, nominated: n1}' -o json"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pod", metavar="POD", help="pod/NAME or pod/NAMESPACE/NAME")
        parser.add_argument(
            "-f",
            "--filename",
            metavar="FILE",
            action="append",
            default=[],
            help=f"{arguments.FILE_HELP}. Without it the cluster of the kubeconfig is read",
        )
        clusters.add_cluster(parser)
        parser.add_argument("--until", metavar="CONDITION", help="ask when this holds, not when all is quiet")
        parser.add_argument(
            "--limit", metavar="N", type=int, default=arguments.MOST_STEPS, help="play at most so many steps"
        )
        parser.add_argument("-o", "--output", choices=["text", "json"], default="text")
        arguments.add_seed(parser)
        arguments.add_release(parser)
        arguments.add_server(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        key = arguments.pod_key(options["pod"], options["namespace"] or "default")
        until = None if options["until"] is None else arguments.condition_of(options["until"])
        played = place.played(_scenario(options), options["server"])
        at, _, _ = played.play(until and until.to_json(), options["limit"])
        value = played.ask("why", at, pod=key)
        if value is None:
            raise arguments.BadInputError(f"there is no pod {key}")
        waits = value["pod"] is not None and not value["pod"]["node"]
        advice = (played.ask("advice", at, pod=key) or []) if waits else []
        if options["output"] == "json":
            self.stdout.write(json.dumps({"why": value, "advice": advice}, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(as_text.lines(key, value, advice)))
        if value["pod"] is None or waits:
            sys.exit(1)


def _scenario(options: dict[str, Any]) -> core.Scenario:
    """The scenario of the files, else that of the cluster, with all its nodes, because any of them may take
    the pod."""
    if options["filename"]:
        return arguments.scenario_of({"files": [], **options})
    manifests = clusters.manifests_of(options["context"], None, options["kubeconfig"])
    chosen = arguments.chosen_release(options)
    return arguments.scenario_from([("cluster", manifests)], options["seed"], chosen)
