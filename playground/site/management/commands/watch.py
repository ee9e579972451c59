"""`podium watch`: keeps a run in step with a real cluster, which is only read."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from playground import limits
from playground.commandline import arguments, cluster_changes, clusters
from playground.commandline.opened_run import SECONDS, opened, sentence_of

LEAST_SECONDS, USUAL_SECONDS = 1, 10


class Command(arguments.Command):
    help = (
        "Keep a run following a real cluster, which is only read: each poll that sees a change is one input."
    )
    examples = """\
  podium watch --context production
  podium watch --context production --namespace shop --every 30"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        clusters.add_cluster(parser)
        parser.add_argument(
            "--server", metavar="URL", default="http://127.0.0.1:8000", help="where podium runs (%(default)s)"
        )
        parser.add_argument("--title", metavar="TEXT", default="", help="the name of the run")
        arguments.add_release(parser)
        parser.add_argument(
            "--every",
            metavar="SECONDS",
            type=int,
            default=USUAL_SECONDS,
            help="between two polls (%(default)s)",
        )
        parser.add_argument("--polls", metavar="NUMBER", type=int, help="stop after so many polls")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["context"] is None:
            raise arguments.BadInputError("--context is needed: the name of a context of the kubeconfig")
        if options["every"] < LEAST_SECONDS:
            raise arguments.BadInputError(f"--every: at least {LEAST_SECONDS} second")
        arguments.chosen_release(options)
        where = options["context"], options["namespace"], options["kubeconfig"]
        objects, start = self.objects(where), moment_now()
        text = cluster_changes.opening(objects, start)
        made = opened(options["server"], text, {**options, "title": options["title"] or options["context"]})
        self.stdout.write(made["url"])
        self.stdout.write(f"to act on it: {made['editUrl']}")
        run = Following(options["server"], made["run"], made["token"], objects, start)
        polls = options["polls"]
        try:
            while polls is None or polls > 0:
                time.sleep(options["every"])
                polls = None if polls is None else polls - 1
                for line in run.poll(self.objects(where)):
                    self.stdout.write(line)
        except KeyboardInterrupt:
            self.stdout.write(f"{made['url']} stays as it was seen last")

    def objects(self, where: tuple[str, str | None, str | None]) -> list[dict[str, Any]]:
        """The present objects of the cluster."""
        return list(json.loads(clusters.manifests_of(*where))["items"])


def moment_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Following:
    """A run on a server, and the state of its cluster at the last poll."""

    def __init__(self, server: str, run: str, token: str, objects: list[dict[str, Any]], start: str) -> None:
        self.path, self.token = f"{server.rstrip('/')}/api/v1/runs/{run}/inputs", token
        self.before, self.start = cluster_changes.by_key(objects), start

    def poll(self, objects: list[dict[str, Any]]) -> list[str]:
        """Sends the changes since the last poll to the run; returns a line for each input."""
        now, moment = cluster_changes.by_key(objects), moment_now()
        lines = []
        for change in cluster_changes.changes(self.before, now, moment, self.start):
            step = self.give(change)
            count = len(change["document"]["items"])
            lines.append(
                f"{moment}: {count} new or changed, {len(change['objects']) - count} gone: step {step}"
            )
        self.before = now
        return lines

    def give(self, value: dict[str, Any]) -> int:
        """The step after the input. Raises BadInputError when the run refuses it."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        request = Request(self.path, json.dumps({"input": value}).encode(), headers)
        for _ in range(limits.RUN_INPUTS_MAX):
            try:
                with urlopen(request, timeout=SECONDS) as answer:
                    return int(json.load(answer)["head"])
            except HTTPError as error:
                if error.code not in (429, 503):
                    raise arguments.BadInputError(sentence_of(error)) from error
                time.sleep(float(error.headers.get("Retry-After") or 1))
            except (URLError, OSError, ValueError) as error:
                raise arguments.BadInputError(f"{self.path}: {getattr(error, 'reason', error)}") from error
        raise arguments.BadInputError(f"{self.path}: the server has too much to do")
