"""`podium why pod/x -f dump.yaml`, or `--context NAME` of a real cluster: why a pod is where it is. Without a
pod: which pods wait, and why the only one does.

The output is text or JSON and includes what would make the pod fit."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any

import scheduler_core as core
from playground.commandline import arguments, clusters, place
from playground.inspector.why import as_text
from playground.texts import messages

MOST_LISTED = 50


class Command(arguments.Command):
    help = "Say why a pod is where it is. Exit code 0: it is on a node; 1: it is not; 2: bad input."
    examples = """\
  podium why -f dump.yaml
  podium why pod/web-1 -f dump.yaml
  podium why pod/web-1 -f dump.yaml --release 1.36
  podium why pod/web-1 --context production -n shop
  {command} | podium why shop/web-1 -f -
  podium why pod/web-1 -f dump.yaml --server https://podium.example.org
  podium why pod/p -f scenario.yaml --until 'pod: {name: p, nominated: n1}' -o json"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "pod", metavar="POD", nargs="?", help="pod/NAME or pod/NAMESPACE/NAME; default: what is pending"
        )
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
        key = options["pod"] and arguments.pod_key(options["pod"], options["namespace"] or "default")
        until = None if options["until"] is None else arguments.condition_of(options["until"])
        played = place.played(_scenario(options), options["server"])
        at, _, _ = played.play(until and until.to_json(), options["limit"])
        if key is None:
            pending = _pending(played.ask("snapshot", at), options["namespace"])
            if len(pending) != 1:
                self._list(pending, options["output"])
                sys.exit(1 if pending else 0)
            key = pending[0]["key"]
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

    def _list(self, pending: Sequence[Mapping[str, Any]], output: str) -> None:
        if output == "json":
            self.stdout.write(json.dumps({"pending": [pod["key"] for pod in pending]}))
        elif not pending:
            self.stdout.write("No pod is pending.")
        else:
            self.stdout.write(f"{len(pending)} pods are pending. Name one to read why:")
            for pod in pending[:MOST_LISTED]:
                self.stdout.write(
                    f"  pod/{pod['key']}  {messages.say(pod['why']) if pod['why'] else ''}".rstrip()
                )
            if len(pending) > MOST_LISTED:
                self.stdout.write(f"  and {len(pending) - MOST_LISTED} more")


def _pending(snapshot: Mapping[str, Any], namespace: str | None) -> list[Mapping[str, Any]]:
    """The pods of a namespace, or of all, that are on no node and have not ended."""
    return [
        pod
        for pod in snapshot["pods"]
        if not pod["node"]
        and pod["phase"] == "Pending"
        and (namespace is None or pod["key"].startswith(f"{namespace}/"))
    ]


def _scenario(options: dict[str, Any]) -> core.Scenario:
    """The scenario of the files, else that of the cluster, with all its nodes, because any of them may take
    the pod."""
    if options["filename"]:
        return arguments.scenario_of({"files": [], **options})
    manifests = clusters.manifests_of(options["context"], None, options["kubeconfig"])
    chosen = arguments.chosen_release(options)
    return arguments.scenario_from([("cluster", manifests)], options["seed"], chosen)
