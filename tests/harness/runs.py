"""Runs that are made and played without a browser, through `/api/v1`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen


def played(url: str, path: Path) -> str:
    """A run of the cluster in a file, played on the server at `url` until nothing happens by itself any more. No
    visitor of a test may change it.
    """
    made = _answer(f"{url}/api/v1/runs", {"manifest": path.read_text()})
    head, end = -1, 0
    while head != end:
        head = end
        steps = {"size": "quiet"}
        end = int(_answer(f"{url}/api/v1/runs/{made['run']}/steps", steps, made["token"])["head"])
    return str(made["run"])


def _answer(address: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(address, json.dumps(body).encode(), headers)) as answer:
        result: dict[str, Any] = json.load(answer)
    return result
