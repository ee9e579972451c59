"""Manifests in a text that also holds other things: commands of a shell, Markdown around fences, sentences of
a mail, messages of kubectl, tables and descriptions.

What is left out is replaced by empty lines or `---`, and an object that a description stands for by one line
of JSON, so every line keeps its number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.texts.manifests import layout, tables
from playground.texts.manifests.described.descriptions import CLUSTER, Descriptions, described
from playground.texts.manifests.object_reports import ObjectReport, Remark
from scheduler_core import Position, Problem, read_events

_FENCE = re.compile(
    r"[ \t>]{0,20}(?:```|~~~|\{(?:code|noformat)(?::[^}]{0,80})?\}\s*\Z|</?(?:pre|code)>\s*\Z)", re.IGNORECASE
)
"""Marks around a block of code: Markdown, Jira, HTML."""
_COMMAND = re.compile(
    r"(?:(?:\S{1,60}[ \t])?\S{0,60}[$#%>❯➜][ \t]+|[$%❯➜][ \t]*|PS [^>\n]{0,80}>[ \t]*)?"
    r"(?:sudo[ \t]+)?(?:kubectl|oc|k|k3s kubectl|microk8s kubectl|helm|cat)[ \t]+[-\w./]\S*(?:[ \t].*)?\Z"
)
_PROMPT = re.compile(r"[$❯➜](?:[ \t].*)?\Z|[-\w.]{1,40}@[-\w.]{1,60}[:\s][^:\s]{0,80}[$#%](?:[ \t].*)?\Z")
_MESSAGE = re.compile(r"(?:Error from server|No resources found|Warning: |error: )")
_DESCRIPTION = re.compile(r"Name:[ ]{2,}(\S+)\s*\Z")
_DESCRIBED = "ignored.description"
MOST_CHARACTERS = 16_000_000
"""A longer text is no paste: it is read as it is."""
MOST_EXPLAINED = 20_000
"""Number of characters at the start of a text without manifests that are searched for messages."""
_LONGEST = 400
"""Characters of a line that are compared."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """`text` has the same lines, of which only manifests are left; `reports` name what went. `form` is what
    the text is where nothing else is in it: a problem that names the command whose output is needed.
    `remarks` are about the objects at some lines; at the lines `rows` are pods of which the text has only a
    row of a table."""

    text: str
    reports: tuple[ObjectReport, ...]
    form: Problem | None
    remarks: Mapping[int, Remark] = field(default_factory=dict)
    rows: frozenset[int] = frozenset()


def is_strange(value: Any) -> bool:
    """Whether a document that YAML reads is a description, a message or a word: no manifest, but a paste."""
    if isinstance(value, list) and value:
        return all(isinstance(item, dict) and "Name" in item for item in value)
    if isinstance(value, dict):
        return "Name" in value or any(str(key).startswith(("Error from server", "Warning")) for key in value)
    return isinstance(value, str)


def cleaned(text: str) -> Cleaned | None:
    """The manifests of a text; None where nothing is to be left out, and for a text that is too long."""
    if len(text) > MOST_CHARACTERS:
        return None
    pasted = text.split("\n")
    lines = layout.at_the_margin(pasted)
    kept = list(_kept(lines))
    gone: dict[str, list[int]] = {}
    for number, (_line, why) in enumerate(kept, 1):
        if why:
            gone.setdefault(why, []).append(number)
    if not gone and lines == pasted:
        return None
    blocks = list(_blocks(lines, gone.get(_DESCRIBED, [])))
    read = described(blocks)
    unread = [block for block in blocks if block[0][0] in read.commands]
    gone[_DESCRIBED] = [number for block in unread for number, _ in block]
    reports = (
        ObjectReport("ignored", "", "", "", numbers[0], (Remark(code, {"n": len(numbers)}),))
        for code, numbers in gone.items()
        if numbers
    )
    left = [line for line, _ in kept]
    _place(read, blocks, left)
    form = _form(read, lines, gone)
    return Cleaned("\n".join(left), tuple(reports), form, read.remarks, frozenset(read.rows))


def _blocks(lines: list[str], numbers: list[int]) -> Iterator[list[tuple[int, str]]]:
    """The lines of each description, given the numbers of all of their lines."""
    block: list[tuple[int, str]] = []
    for number in numbers:
        line = lines[number - 1]
        if block and _DESCRIPTION.match(line[:_LONGEST]):
            yield block
            block = []
        block.append((number, line))
    if block:
        yield block


def _place(read: Descriptions, blocks: list[list[tuple[int, str]]], left: list[str]) -> None:
    """Writes each object that was read as a document on its line."""
    for line, manifest in read.documents.items():
        left[line - 1] = f"--- {json.dumps(manifest)}"
    for block in blocks:
        last = block[-1][0]
        if last not in read.documents:
            left[last - 1] = "---"


def _form(read: Descriptions, lines: list[str], gone: Mapping[str, list[int]]) -> Problem | None:
    """What the text is, if it holds no object: a description that cannot be read, else a table, else messages
    that /explain knows."""
    for line, command in read.commands.items():
        return Problem("", "text.description", {"command": command}, position=Position(line, 1))
    for line in gone.get("ignored.table", ()):
        header = lines[line - 1][:_LONGEST].rstrip()
        code = "text.messages" if tables.is_of_events(header) else "text.table"
        args: dict[str, Any] = {"command": tables.command(header) or CLUSTER}
        return Problem("", code, args, position=Position(line, 1))
    if {"ignored.message", "ignored.prose"} & gone.keys() and _are_messages("\n".join(lines)):
        return Problem("", "text.messages", {"command": CLUSTER}, position=Position(1, 1))
    return None


def _are_messages(text: str) -> bool:
    """Whether a text has a message in it that a component of Kubernetes or kubectl writes."""
    events = read_events(text[:MOST_EXPLAINED]).events
    return any(part.catalogue_text is not None for event in events for part in event.apart.parts)


def _is_paste(lines: Iterable[str]) -> bool:
    """Whether a text has a command, a description or a table in it."""
    return any(
        _COMMAND.match(line) or _PROMPT.match(line) or _DESCRIPTION.match(line) or tables.is_header(line)
        for line in (whole[:_LONGEST].rstrip() for whole in lines)
    )


def _kept(lines: list[str]) -> Iterator[tuple[str, str]]:
    """For each line what is left of it, and the code of why it went; "" for a line that stays."""
    fenced = any(_FENCE.match(line[:_LONGEST]) for line in lines)
    inside, goes_on, block = False, False, ""
    words = layout.WORDS_IN_A_PASTE if _is_paste(lines) else layout.WORDS_OF_A_SENTENCE
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
        elif layout.is_omission(line):
            yield "", "ignored.omission"
        elif _MESSAGE.match(line):
            yield "", "ignored.message"
        else:
            if _DESCRIPTION.match(line):
                block = _DESCRIBED
            elif tables.is_header(line):
                block = "ignored.table"
            elif line in ("---", "{", "apiVersion: v1") or line.startswith(("apiVersion: ", "kind: ")):
                block = ""
            elif not block and layout.is_prose(line, words):
                yield "---", "ignored.prose"
                continue
            yield ("", block if line else "") if block else (whole, "")
