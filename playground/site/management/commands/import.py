"""`podium import`: opens manifests, or a real cluster, as a run on a server, and prints its address."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from playground.commandline import clusters, reading

SECONDS = 120


class Command(reading.Command):
    help = "Open manifests or a real cluster as a run on a server, and print its address."
    examples = """\
  kubectl get nodes,pods,pvc,pv,pdb,priorityclasses -A -o yaml | podium import -
  podium import --context production --namespace shop
  podium import dump.yaml --server https://podium.example"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", nargs="?", help="manifests as YAML or JSON; - reads stdin"
        )
        clusters.add_cluster(parser)
        parser.add_argument(
            "--server", metavar="URL", default="http://127.0.0.1:8000", help="where podium runs (%(default)s)"
        )
        parser.add_argument("--title", metavar="TEXT", default="", help="the name of the run")
        parser.add_argument("-o", "--output", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["file"] is None) == (options["context"] is None):
            raise reading.BadInputError("one of FILE and --context is needed; - reads stdin")
        if options["file"] is not None:
            data = reading.read_file(options["file"])
        else:
            data = clusters.manifests_of(options["context"], options["namespace"], options["kubeconfig"])
        made = opened(options["server"], data, options["title"])
        for problem in made.get("problems", ()):
            self.stderr.write(f"{problem.get('path') or ''}: {problem.get('said', '')}".lstrip(": "))
        if options["output"] == "json":
            self.stdout.write(json.dumps(made, ensure_ascii=False))
        else:
            self.stdout.write(made["url"])
            self.stdout.write(f"to act on it: {made['editUrl']}")


def opened(server: str, data: bytes, title: str) -> dict[str, Any]:
    """What the server answers. BadInputError: it refuses the text or is not there."""
    body = {"manifest": data.decode("utf-8-sig", "replace"), "addNodes": False}
    if title:
        body["title"] = title
    request = Request(
        f"{server.rstrip('/')}/api/v1/runs",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Accept": "application/json"},
    )
    if not request.full_url.startswith(("http://", "https://")):
        raise reading.BadInputError(f"{server}: no address of a server")
    try:
        with urlopen(request, timeout=SECONDS) as answer:
            made: dict[str, Any] = json.load(answer)
    except HTTPError as error:
        raise reading.BadInputError(_said(error)) from error
    except (URLError, OSError, ValueError) as error:
        raise reading.BadInputError(f"{server}: {getattr(error, 'reason', error)}") from error
    return made


def _said(error: HTTPError) -> str:
    try:
        told = json.loads(error.read())
    except ValueError:
        return f"{error.code} {error.reason}"
    where = ": ".join(str(each) for each in (told.get("line"), told.get("path")) if each)
    said = told.get("said") or f"{error.code} {error.reason}"
    return f"{where}: {said}" if where else str(said)
