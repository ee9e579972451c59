"""What the English text of a step says of the board: objects that it names, and numbers in common forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import Any

_CODE = re.compile(r"`([^`\n]+)`")
_WORD = re.compile(r"[A-Za-z0-9][-A-Za-z0-9]+")
_NAME = r"`(?P<name>[^`\n]+)`"
_NUMBER = r"\**(?P<number>\d+)\**"
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = rf"\b(?P<number>\d+|{'|'.join(_COUNTS)})"

_NODE_CPU = re.compile(rf"{_NAME} (?:has|is a node with) {_NUMBER} CPU\b(?! free)")
_POD_CPU = re.compile(rf"{_NAME} (?:also )?(?:requests|asks for) {_NUMBER} CPU\b")
_PRIORITY = re.compile(rf"{_NAME} (?:has|with) priority {_NUMBER}(?!\d)")
_WAITING = re.compile(rf"{_COUNT} pods wait\b", re.IGNORECASE)
_RUNNING = re.compile(rf"{_COUNT} pods run on {_NAME}", re.IGNORECASE)
_IN_EACH_ZONE = re.compile(rf"each zone has {_COUNT} matching pods?\b")


def names_in(text: str, objects: Set[str]) -> list[str]:
    """The names of `objects` that a Markdown text has as code, in the order of the text."""
    return [name for name in dict.fromkeys(_CODE.findall(text)) if name in objects]


def names_in_plain(text: str, objects: Set[str]) -> list[str]:
    """The names of `objects` that a plain text has as words. A single letter may be a word of English."""
    return [name for name in dict.fromkeys(_WORD.findall(text)) if name in objects]


def wrong_numbers(text: str, snapshot: Any) -> Iterator[tuple[str, str]]:
    """`(the words of the text, the number on the board)` where the two differ.

    The forms that are compared: "`n1` has 2 CPU", "`p` requests 1 CPU", "`p` has priority 10", "three pods
    wait", "two pods run on `n1`" and "each zone has 2 matching pods". An object that is not on the board is
    not judged here."""
    nodes = {node["name"]: node for node in snapshot["nodes"]}
    pods = {pod["name"]: pod for pod in snapshot["pods"]}
    for match in _NODE_CPU.finditer(text):
        if match["name"] in nodes:
            yield from _differs(match, nodes[match["name"]]["cpu"] / 1000)
    for match in _POD_CPU.finditer(text):
        if match["name"] in pods:
            yield from _differs(match, pods[match["name"]]["cpu"] / 1000)
    for match in _PRIORITY.finditer(text):
        if match["name"] in pods:
            yield from _differs(match, pods[match["name"]]["priority"])
    for match in _WAITING.finditer(text):
        yield from _differs(match, sum(_waits(pod) for pod in pods.values()))
    for match in _RUNNING.finditer(text):
        if match["name"] in nodes:
            yield from _differs(match, sum(pod["node"] == match["name"] for pod in pods.values()))
    for match in _IN_EACH_ZONE.finditer(text):
        for tally in snapshot["tallies"]:
            for _zone, count in tally["zones"]:
                yield from _differs(match, count)


def _waits(pod: Any) -> bool:
    return pod["phase"] == "Pending" and not pod["node"]


def _differs(match: re.Match[str], shown: float) -> Iterator[tuple[str, str]]:
    number = match["number"].lower()
    if (_COUNTS.get(number) or float(number)) != shown:
        yield match[0], f"{shown:g}"
