"""A report on a stretch of a run, for paper, for Markdown and for a terminal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground import limits
from playground.pictures import film
from playground.pictures.board import clock_of
from playground.runs import questions, stepper
from playground.runs.services import Standing
from playground.takeaway.pseudonyms import Rename, document
from playground.takeaway.why import why_lines
from playground.texts import messages
from playground.texts.manifests import yaml_text

MOST_LINES = 200
"""The most lines of a report. A longer one leaves out the earlier steps and says so."""
_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|"})


@dataclass(frozen=True, slots=True)
class Line:
    """A step: its virtual time as text and in seconds, the actor, and the sentence about it."""

    seq: int
    clock: str
    t: float
    who: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Account:
    """`left_out` is the number of steps before the first line. `pod` is a key, or "" for no pod; `why` are
    the lines about it, `places` the pods at the end as (name, node or "", state)."""

    title: str
    start: int
    at: int
    left_out: int
    lines: tuple[Line, ...]
    pod: str
    why: tuple[str, ...]
    places: tuple[tuple[str, str, str], ...]


def account(standing: Standing, start: int, at: int, pod: str, rename: Rename, title: str) -> Account:
    """The report on the steps after `start` up to `at`."""
    first = max(start, at - MOST_LINES)
    frames: list[dict[str, Any]] = []
    if at > first:
        frames = json.loads(stepper.answered(standing, stepper.recorded(first, at)).frames)
    lines = tuple(_line(frame, rename) for frame in frames)
    snapshot = questions.value(standing, "snapshot", at)
    places = tuple(
        (rename(row["name"]), rename(row["node"] or ""), rename(_state(row))) for row in snapshot["pods"]
    )
    why = tuple(map(rename, why_lines(standing, at, pod)))
    return Account(rename(title), start, at, first - start, lines, rename(pod), why, places)


def _line(frame: dict[str, Any], rename: Rename) -> Line:
    sentence = rename(messages.say(frame["message"]))
    who = rename(messages.actor(frame["who"]))
    return Line(frame["seq"], clock_of(frame["t"]), frame["t"], who, sentence)


def _state(pod: dict[str, Any]) -> str:
    return messages.say(pod["why"]) if pod["why"] else str(pod["phase"])


# --- formats ------------------------------------------------------------------------------------


def markdown(story: Account, link: str, picture: str) -> str:
    """The report for a post-mortem: a table of times, the picture of the moment, and the Why of a pod."""
    heads = (_("Step"), _("Time"), _("Actor"), _("What happened"))
    rows = [(str(line.seq), line.clock, line.who, line.sentence) for line in story.lines]
    parts = [
        f"# {_marked(story.title)}",
        f"[{_('The moment on the board')}]({link})",
        f"![{_marked(story.title)}]({picture})",
        f"## {_('What happened')}",
        *([left_out(story)] if story.left_out else []),
        _table(heads, rows),
    ]
    if story.why:
        parts += [f"## {_('Why')}: {_marked(story.pod)}", "```text\n" + "\n".join(story.why) + "\n```"]
    places = (_("Pod"), _("Node"), _("State"))
    parts += [f"## {_('The pods at the end')}", _table(places, story.places)]
    return "\n\n".join(parts) + "\n"


def left_out(story: Account) -> str:
    n = story.left_out
    return messages.fill(
        ngettext("{n} earlier step is left out.", "{n} earlier steps are left out.", n), {"n": n}
    )


def _table(heads: tuple[str, ...], rows: Any) -> str:
    lines = [heads, ("---",) * len(heads), *(tuple(_marked(cell) for cell in row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _marked(text: str) -> str:
    """The text with all Markdown and HTML escaped."""
    return text.replace("\n", " ").translate(_MARKS)


def cast(story: Account) -> str:
    """An asciicast 2 recording for asciinema: each line stays for as long as reading it takes."""
    width = max([60, *(len(_spoken(line)) for line in story.lines)])
    head = {"version": 2, "width": min(width, 200), "height": 24, "title": story.title}
    rows = [json.dumps(head, ensure_ascii=False)]
    t = 0.0
    for line in story.lines:
        text = _spoken(line)
        rows.append(json.dumps([round(t, 3), "o", text.replace("\x1b", "") + "\r\n"], ensure_ascii=False))
        t += film.reading_seconds(text)
    return "\n".join(rows) + "\n"


def _spoken(line: Line) -> str:
    return f"{line.clock:>8}  {line.who:<24} {line.sentence}"


def manifests(standing: Standing, at: int, rename: Rename) -> str:
    """The objects of a step as YAML for `kubectl apply -f`."""
    objects = questions.value(standing, "applicable", at)
    return yaml_text.dump_documents([document(value, rename) for value in objects])


assert MOST_LINES <= limits.STEP_FRAMES_MAX
