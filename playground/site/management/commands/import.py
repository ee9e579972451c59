"""`podium import`: opens manifests, or a real cluster, as a run on a server, and prints its address."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from playground import limits
from playground.commandline import arguments, clusters
from playground.commandline.opened_run import opened

MOST_BYTES = limits.FORM_TEXT_BYTES * 9 // 10
"""The most bytes of a text that are sent; as JSON it is longer."""


class Command(arguments.Command):
    help = "Open manifests or a real cluster as a run on a server, and print its address."
    examples = """\
  {command} | podium import -
  podium import --context production --namespace shop
  podium import dump.yaml --server https://podium.example
  podium import must-gather.tar.gz"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", help=arguments.FILE_HELP)
        clusters.add_cluster(parser)
        parser.add_argument(
            "--server", metavar="URL", default="http://127.0.0.1:8000", help="where podium runs (%(default)s)"
        )
        parser.add_argument("--title", metavar="TEXT", default="", help="the name of the run")
        arguments.add_release(parser)
        parser.add_argument("-o", "--output", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["file"] is None) == (options["context"] is None):
            raise arguments.BadInputError("one of FILE and --context is needed; - reads stdin")
        arguments.chosen_release(options)  # what is wrong with it needs no server
        if options["file"] is not None:
            data = arguments.read_file(options["file"])
            if arguments.is_gathered(data) or len(data) > MOST_BYTES:
                data = arguments.reduced(options["file"], data)
            if len(data) > MOST_BYTES:
                raise arguments.BadInputError(
                    f"{options['file']}: {len(data)} bytes of manifests remain, and {MOST_BYTES} can be "
                    f"sent. Choose the file at {options['server'].rstrip('/')}/import, or ask podium why here"
                )
        else:
            data = clusters.manifests_of(options["context"], options["namespace"], options["kubeconfig"])
        run = opened(options["server"], data, options)
        for problem in run.get("problems", ()):
            where = (str(problem.get("line") or ""), problem.get("path") or "", problem["message"])
            self.stderr.write(": ".join(part for part in where if part))
        if run.get("doubt"):
            self.stderr.write(run["doubt"])
        if options["output"] == "json":
            self.stdout.write(json.dumps(run, ensure_ascii=False))
        else:
            self.stdout.write(run["url"])
            self.stdout.write(f"to act on it: {run['editUrl']}")
