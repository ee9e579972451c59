"""`podium capacity -f dump.yaml --pod shape.yaml`: how many pods of a shape fit into a cluster, and where."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import scheduler_core as core
from playground.commandline import arguments, place, shape


class Command(arguments.Command):
    help = (
        "Count the pods of a shape that fit beside what is in the cluster; none is preempted for them. "
        "Exit code 0: as many as are asked for; 1: fewer; 2: bad input."
    )
    examples = """\
  podium capacity -f dump.yaml --pod deployment.yaml
  podium capacity -f dump.yaml --pod shape.yaml --replicas 12 -o json
  podium capacity -f dump.yaml --pod shape.yaml --server https://podium.example.org"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "-f",
            "--filename",
            metavar="FILE",
            action="append",
            required=True,
            help="the cluster as YAML or JSON; - reads stdin",
        )
        parser.add_argument(
            "--pod",
            metavar="FILE",
            required=True,
            help="a Pod, or a workload whose template and replicas count",
        )
        parser.add_argument(
            "--replicas", metavar="N", type=int, help="how many have to fit; else what FILE asks for"
        )
        arguments.add_release(parser)
        arguments.add_server(parser)
        parser.add_argument("-o", "--output", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        files = [(name, arguments.read_file(name)) for name in options["filename"]]
        chosen = arguments.chosen_release(options)
        answers = [
            self._answer(files, pod, options["replicas"], options["server"], chosen)
            for pod in shape.shapes(options["pod"], arguments.read_file(options["pod"]))
        ]
        if options["output"] == "json":
            self.stdout.write(json.dumps(answers, ensure_ascii=False))
        else:
            for answer in answers:
                self.stdout.write("\n".join(_lines(answer)))
        if not all(answer["enough"] for answer in answers):
            sys.exit(1)

    def _answer(
        self,
        files: list[tuple[str, bytes]],
        pod: shape.Shape,
        replicas: int | None,
        server: str,
        chosen: core.ChosenRelease,
    ) -> dict[str, Any]:
        scenario = arguments.scenario_from([*files, ("--pod", pod.text)], chosen=chosen)
        answer = place.played(scenario, server).ask("room", 0, pod=pod.key)
        if answer is None:
            raise arguments.BadInputError(f"no scheduler of the cluster is responsible for {pod.key}")
        count = pod.replicas if replicas is None else replicas
        return {**answer, "wanted": count, "enough": answer["fits"] >= count}


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    count = f"at least {answer['fits']}" if answer["stopped"] else f"{answer['fits']}"
    yield f"{answer['pod']}: {count} fit, {answer['wanted']} are asked for"
    width = max((len(node["name"]) for node in answer["nodes"]), default=0)
    for node in answer["nodes"]:
        reasons = ", ".join(node["reasons"])
        then = f"  then {node['plugin']}: {reasons}" if reasons else ""
        yield f"  {node['name']:<{width}} {node['fits']:>6}{then}"
    for row in answer["resources"]:
        yield (
            f"  {row['resource']}: {row['free']} free, {row['usable']} for such pods,"
            f" {row['remainders']} in remainders, {row['refused']} on nodes that refuse"
        )
