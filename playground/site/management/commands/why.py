"""`podium why pod/x -f dump.yaml`, or `--context NAME` of a real cluster: why a pod is where it is. Without a
pod: which pods wait, and why the only one does.

The output is text, JSON, Markdown or a picture and includes what would make the pod fit."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import scheduler_core as core
from playground.commandline import arguments, clusters, place
from playground.commandline.progress import Progress
from playground.commandline.run import PlayedRun
from playground.imports import situation
from playground.inspector.why import as_text
from playground.server.reference_cycles import collect_cycles_seldom
from playground.texts import messages
from playground.why import markdown, picture
from playground.why.card import card

MOST_LISTED = 50


class Command(arguments.Command):
    help = "Say why a pod is where it is. Exit code 0: it is on a node; 1: it is not; 2: bad input."
    examples = """\
  podium why -f dump.yaml
  podium why pod/web-1 -f dump.yaml
  podium why pod/web-1 -f dump.yaml -o svg > why.svg
  podium why pod/web-1 -f dump.yaml --release 1.36
  podium why pod/web-1 --context production -n shop
  {command} | podium why shop/web-1 -f -
  podium why pod/web-1 -f dump.yaml --server https://podium.example.org
  podium why pod/p -f scenario.yaml --until 'pod: {name: p, nominated: n1}' -o json"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "pod", metavar="POD", nargs="?", help="pod/NAME or pod/NAMESPACE/NAME; default: what is pending"
        )
        clusters.add_source(parser)
        parser.add_argument("--until", metavar="CONDITION", help="ask when this holds, not when all is quiet")
        parser.add_argument(
            "--limit", metavar="N", type=int, default=arguments.MOST_STEPS, help="play at most so many steps"
        )
        parser.add_argument("-o", "--output", choices=["text", "json", "md", "svg"], default="text")
        arguments.add_seed(parser)
        arguments.add_release(parser)
        arguments.add_server(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        key = options["pod"] and arguments.pod_key(options["pod"], options["namespace"] or "default")
        until = None if options["until"] is None else arguments.condition_of(options["until"])
        progress = Progress(sys.stderr)
        collect_cycles_seldom()
        try:
            scenario = _scenario(options, progress)
            played = place.played(scenario, options["server"], progress.say)
            at, _, _ = played.play(until and until.to_json(), options["limit"])
            keys = [key] if key else _waiting(played.ask("waiting", at), options["namespace"])
            shown = _answer(played, at, keys[0], progress) if len(keys) == 1 else None
        finally:
            progress.end()
        if shown is None:
            self._list(keys, played, at, options["output"])
            if options["output"] in ("text", "md"):
                self._list_stuck(scenario)
            sys.exit(1 if keys else 0)
        self.stdout.write(_written(shown, options["output"]))
        pod = shown.value["pod"]
        if pod is None or not pod["node"]:
            sys.exit(1)

    def _list(self, keys: Sequence[str], played: PlayedRun, at: int, output: str) -> None:
        if output == "json":
            self.stdout.write(json.dumps({"pending": [*keys]}))
            return
        if not keys:
            self.stdout.write("No pod is pending.")
            return
        pods = {pod["key"]: pod for pod in played.ask("snapshot", at)["pods"]}
        self.stdout.write(f"{len(keys)} pods are pending. Name one to read why:")
        for key in keys[:MOST_LISTED]:
            why = pods[key]["why"]
            self.stdout.write(f"  pod/{key}  {messages.say(why) if why else ''}".rstrip())
        if len(keys) > MOST_LISTED:
            self.stdout.write(f"  and {len(keys) - MOST_LISTED} more")

    def _list_stuck(self, scenario: core.Scenario) -> None:
        """What is stuck in the text, in the sentences of an import's report."""
        stuck = situation.lines({"troubles": situation.grouped(core.troubles(scenario))})
        if stuck:
            self.stdout.write("Stuck in the text:")
        for line in stuck:
            more = f" and {line.more} more" if line.more else ""
            since = f" since {line.since}" if line.since else ""
            self.stdout.write(f"  {', '.join(line.names)}{more}{since}: {line.sentence}")


@dataclass(frozen=True, slots=True)
class Shown:
    """The answers to the questions about a pod."""

    key: str
    value: Mapping[str, Any]
    advice: Sequence[Mapping[str, Any]]
    near: Mapping[str, Any] | None


def _answer(played: PlayedRun, at: int, key: str, progress: Progress) -> Shown:
    value = played.ask("why", at, pod=key)
    if value is None:
        raise arguments.BadInputError(f"there is no pod {key}")
    if value["pod"] is None or value["pod"]["node"]:
        return Shown(key, value, (), None)
    progress.say("changes are tried")
    return Shown(key, value, played.ask("advice", at, pod=key) or (), played.ask("nearest", at, pod=key))


def _written(shown: Shown, output: str) -> str:
    """The answer in the form of an output. Markdown and the picture are those of the card on the page."""
    if output == "json":
        value = {"why": shown.value, "advice": [*shown.advice], "nearest": shown.near}
        return json.dumps(value, ensure_ascii=False)
    if output == "text":
        return "\n".join(as_text.lines(shown.key, shown.value, shown.advice, shown.near))
    made = card(shown.key, shown.value, shown.near, shown.advice)
    return markdown.markdown(made) if output == "md" else picture.svg(made, "light")


def _waiting(value: Mapping[str, Any] | None, namespace: str | None) -> list[str]:
    """The pods of a namespace, or of all, that are on no node, those first that fit on none."""
    pods = (value or {"pods": ()})["pods"]
    keys = [pod["key"] for pod in pods if pod["result"] != "bound"]
    return [key for key in keys if namespace is None or key.startswith(f"{namespace}/")]


def _scenario(options: dict[str, Any], progress: Progress) -> core.Scenario:
    """The scenario of the files, else that of the cluster, with all its nodes, because any of them may take
    the pod."""
    if options["filename"]:
        return arguments.scenario_of({"files": [], **options}, progress)
    manifests = clusters.manifests_of(options["context"], None, options["kubeconfig"])
    chosen = arguments.chosen_release(options)
    return arguments.scenario_from([("cluster", manifests)], options["seed"], chosen, progress)
