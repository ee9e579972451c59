"""A run that a command opens on a server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from playground.commandline import arguments
from playground.texts.manifests import words
from playground.texts.manifests.yaml_source import decode

SECONDS = 120


def opened(server: str, data: bytes, options: Mapping[str, Any]) -> dict[str, Any]:
    """What the server answers; `options` are the title and the release of the run. BadInputError: it refuses
    the text or is not there.
    """
    text, problem = decode(data)
    if problem is not None:
        line = f"line {problem.position.line}: " if problem.position else ""
        raise arguments.BadInputError(f"{line}{words.say(problem.code, problem.args)}")
    more = {"title": options["title"], "release": options["release"], "gates": options["feature_gates"]}
    body = {"manifest": text, "addNodes": False, **{name: value for name, value in more.items() if value}}
    request = Request(
        f"{server.rstrip('/')}/api/v1/runs",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Accept": "application/json"},
    )
    if not request.full_url.startswith(("http://", "https://")):
        raise arguments.BadInputError(f"{server}: no address of a server")
    try:
        with urlopen(request, timeout=SECONDS) as answer:
            run: dict[str, Any] = json.load(answer)
    except HTTPError as error:
        raise arguments.BadInputError(sentence_of(error)) from error
    except (URLError, OSError, ValueError) as error:
        raise arguments.BadInputError(f"{server}: {getattr(error, 'reason', error)}") from error
    return run


def sentence_of(error: HTTPError) -> str:
    """The server's error as a sentence, with its line and path."""
    try:
        answer = json.loads(error.read())
    except ValueError:
        return f"{error.code} {error.reason}"
    where = ": ".join(str(part) for part in (answer.get("line"), answer.get("path")) if part)
    words = answer.get("said") or answer.get("message") or f"{error.code} {error.reason}"
    return f"{where}: {words}" if where else str(words)
