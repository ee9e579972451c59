"""Manifests in a text that also holds other things: commands of a shell, Markdown around fences, messages of
kubectl, tables and descriptions.

What is left out is replaced by empty lines or `---`, so every line keeps its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playground.texts.manifests.object_reports import ObjectReport, Remark
from scheduler_core import Position, Problem

_FENCE = re.compile(r"[ \t>]{0,20}(?:```|~~~)")
_COMMAND = re.compile(
    r"(?:(?:\S{1,60}[ \t])?\S{0,60}[$#%>❯➜][ \t]+|[$%❯➜][ \t]*|PS [^>\n]{0,80}>[ \t]*)?"
    r"(?:sudo[ \t]+)?(?:kubectl|oc|k|k3s kubectl|microk8s kubectl|helm|cat)[ \t]+[-\w./]\S*(?:[ \t].*)?\Z"
)
_PROMPT = re.compile(r"[$❯➜](?:[ \t].*)?\Z|[-\w.]{1,40}@[-\w.]{1,60}[:\s][^:\s]{0,80}[$#%](?:[ \t].*)?\Z")
_MESSAGE = re.compile(r"(?:Error from server|No resources found|Warning: |error: )")
_DESCRIPTION = re.compile(r"Name:[ ]{2,}(\S+)\s*\Z")
_NAMESPACE = re.compile(r"Namespace:[ ]{2,}(\S+)\s*\Z")
_TABLE = re.compile(
    r"(?:NAMESPACE[ ]+)?NAME[ ]{2,}(?:READY|STATUS|TYPE|PROVISIONER|VALUE|CPU)\b|LAST SEEN[ ]+TYPE\b"
)
MOST_CHARACTERS = 16_000_000
"""A longer text is no paste: it is read as it is."""
_LONGEST = 400
"""Characters of a line that are compared."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """`text` has the same lines, of which only manifests are left; `reports` name what went. `form` is what
    the text is where nothing else is in it: a problem that names the command whose output is needed."""

    text: str
    reports: tuple[ObjectReport, ...]
    form: Problem | None


def is_strange(value: Any) -> bool:
    """Whether a document that YAML reads is a description, a message or a word: no manifest, but a paste."""
    if isinstance(value, dict):
        return "Name" in value or any(str(key).startswith(("Error from server", "Warning")) for key in value)
    return isinstance(value, str)


def cleaned(text: str) -> Cleaned | None:
    """The manifests of a text; None where nothing is to be left out, and for a text that is too long."""
    if len(text) > MOST_CHARACTERS:
        return None
    lines = text.split("\n")
    kept = list(_kept(lines))
    form = None
    gone: dict[str, list[int]] = {}
    for number, (_line, why) in enumerate(kept, 1):
        if why:
            gone.setdefault(why, []).append(number)
        if form is None and why == "ignored.description" and _DESCRIPTION.match(lines[number - 1][:_LONGEST]):
            form = _of_description(lines, number)
        if form is None and why == "ignored.table":
            form = Problem("", "text.table", position=Position(number, 1))
    if not gone:
        return None
    reports = (
        ObjectReport("ignored", "", "", "", numbers[0], (Remark(code, {"n": len(numbers)}),))
        for code, numbers in gone.items()
    )
    return Cleaned("\n".join(line for line, _ in kept), tuple(reports), form)


def _kept(lines: list[str]) -> Iterator[tuple[str, str]]:
    """For each line what is left of it, and the code of why it went; "" for a line that stays."""
    fenced = any(_FENCE.match(line[:_LONGEST]) for line in lines)
    inside, goes_on, block = False, False, ""
    for whole in lines:
        line = whole[:_LONGEST].rstrip()
        if _FENCE.match(line):
            inside, block = not inside, ""
            yield "---", "ignored.markdown"
        elif fenced and not inside:
            yield "", "ignored.markdown" if line else ""
        elif goes_on or _COMMAND.match(line) or _PROMPT.match(line):
            goes_on, block = line.endswith("\\"), ""
            yield "---", "ignored.command"
        elif _MESSAGE.match(line):
            yield "", "ignored.message"
        else:
            if _DESCRIPTION.match(line):
                block = "ignored.description"
            elif _TABLE.match(line):
                block = "ignored.table"
            elif line in ("---", "{", "apiVersion: v1") or line.startswith(("apiVersion: ", "kind: ")):
                block = ""
            yield ("", block if line else "") if block else (whole, "")


def _of_description(lines: list[str], number: int) -> Problem:
    """The problem of a description: what to print in its place."""
    name = _DESCRIPTION.match(lines[number - 1][:_LONGEST])
    following = (_NAMESPACE.match(line[:_LONGEST]) for line in lines[number : number + 3])
    namespace = next((match[1] for match in following if match is not None), "")
    args: dict[str, Any] = {
        "command": f"kubectl get pod {name[1]} -n {namespace} -o yaml" if name and namespace else _CLUSTER
    }
    return Problem("", "text.description", args, position=Position(number, 1))


_CLUSTER = "kubectl get nodes,pods -A -o yaml"
