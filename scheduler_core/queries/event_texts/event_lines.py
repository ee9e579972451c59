"""Finds the Events in a pasted text: the output of `kubectl describe`, of `kubectl get events` (a table, YAML
or JSON), lines of `kubectl drain` and of logs, or messages one below the other.

Each row of a table is an Event of its own. A line below a message belongs to it only where the terminal or
the message itself broke the line: the message is not ended, and the line alone is no text of Kubernetes. The
effort grows with the length of the text alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from scheduler_core.objects.manifest import Json
from scheduler_core.queries.event_texts.catalogue import catalogue_texts
from scheduler_core.queries.event_texts.take_apart import Apart, take_apart
from scheduler_core.queries.event_texts.template_match import pieces_of

MOST_EVENTS = 60
"""Different Events that are taken apart, the newest first; the others are counted."""
MOST_LINE = 4_000
"""Characters of a line that are read; the API server cuts messages of Events at 1024."""
MOST_WITH_FIELDS = 2_000
"""Messages of a manifest whose reason and time are looked for."""
MOST_JOINED, MOST_CHARACTERS_JOINED = 40, 1_200
"""Lines in a text of which it is tried whether they go on with the line before, and their length together."""
START = 8
"""A line that begins with so many characters of a known text is a message of its own."""

_AGE = r"(?:<unknown>|<invalid>|(?:\d{1,9}[ywdhms]){1,4}(?: ?\(x\d{1,9} over (?:\d{1,9}[ywdhms]){1,4}\))?)"
_DESCRIBED = re.compile(
    rf"\s*(?P<type>Normal|Warning)\s+(?P<reason>[A-Z]\S*)\s+(?P<seen>{_AGE})\s+"
    r"(?P<source>\S+(?:, \S+)?)\s+(?P<message>\S.*)"
)
_LISTED = re.compile(
    rf"\s*(?:[a-z0-9][-a-z0-9]*\s+)?(?P<seen>{_AGE}|\d{{4}}-\d\d-\d\dT\S+)\s+(?P<type>Normal|Warning)\s+"
    r"(?P<reason>[A-Z]\S*)\s+(?P<object>[A-Za-z][^\s/]*/\S+)\s+(?P<message>\S.*)"
)
_LOGGED = re.compile(r'\b(?:message|err|note)="(?P<message>(?:[^"\\]|\\.)+)"')
_LOGGED_REASON = re.compile(r'\breason="([A-Za-z]+)"')
_HEADER = re.compile(r"\s*(?:Type\s+Reason\s+Age\s+From\s+Message|(?:NAMESPACE\s+)?LAST SEEN\s.*MESSAGE)")
_NO_EVENT = re.compile(r"\s*(?:---[-\s]*$|Events:|No resources found)")
_COMMAND = re.compile(r"\s*(?:```|~~~|\S*[$#>%❯]\s+(?:sudo )?(?:kubectl|oc|k)\s|(?:kubectl|oc)\s+[a-z])")
_NAME = re.compile(r"Name:\s+(\S+)\s*$")
_FIELD = re.compile(r"\s*(Reason|Message):\s+(\S.*)")
_CONDITION = re.compile(
    r"\s+(?P<type>\w{1,40}Pressure|Ready|NetworkUnavailable)\s+(?P<status>True|False|Unknown)\s.*?\s{2}\s*"
    r"(?P<reason>[A-Z][A-Za-z]+)\s{2,}(?P<message>\S.*)"
)
_MANIFEST = re.compile(r"\s*(?:- )?(?:apiVersion|kind|items|involvedObject|lastTimestamp): ?")
_HEAD = re.compile(r"\s*\d{1,9}/\d{1,9} nodes are available:")
_SPACES = re.compile(r"\s{3,}")
_PART_OF_AGE = re.compile(r"(\d+)([ywdhms])")
_UNIT_SECONDS = {"y": 31_536_000, "w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}


@dataclass(frozen=True, slots=True)
class EventText:
    """One message in its parts. `type`, `reason`, `source` and `object` are as the text prints them, `seen`
    is when it was last seen: an age as `2m (x7 over 29m)` or a time; each is "" where the text does not say
    it. `times` counts equal messages in the text, `line` is that of the newest, from 1."""

    apart: Apart
    line: int
    type: str = ""
    reason: str = ""
    source: str = ""
    object: str = ""
    seen: str = ""
    times: int = 1


@dataclass(frozen=True, slots=True)
class EventTexts:
    """The Events of a text: those with an age first, the newest of them first. `left_out` counts the
    different ones beyond `MOST_EVENTS`."""

    events: tuple[EventText, ...]
    left_out: int = 0


@dataclass(slots=True)
class _Row:
    """A message while its lines are read. `in_table` is True for a row of a table, whose further lines can
    only be its own."""

    message: str
    line: int
    fields: Mapping[str, str]
    in_table: bool = False

    def continues(self, text: str) -> bool:
        """Whether the next line may belong to this message, by the message alone."""
        return not self.message.endswith(".") or text.startswith("preemption:")


def read_events(text: str) -> EventTexts:
    """The Events of a text."""
    rows = _json_rows(text) if text.lstrip()[:1] in ("{", "[") else None
    rows = [
        row for row in (_Lines().read(text.splitlines()) if rows is None else rows) if row.message.strip()
    ]
    order = sorted(range(len(rows)), key=lambda place: _newest_first(rows[place], place))
    places: dict[tuple[str, str], list[int]] = {}
    for place in order:
        places.setdefault((rows[place].fields.get("reason", ""), rows[place].message), []).append(place)
    events = tuple(_event_text(rows[equal[0]], len(equal)) for equal in list(places.values())[:MOST_EVENTS])
    return EventTexts(events, max(0, len(places) - MOST_EVENTS))


def _event_text(row: _Row, times: int) -> EventText:
    return EventText(take_apart(row.message), row.line, **row.fields, times=times)


def _newest_first(row: _Row, place: int) -> tuple[int, float, int]:
    """The sort key of a row: by age or time; of equal ones the lower row is newer. Rows without either keep
    their order and come last."""
    when = row.fields.get("seen", "")
    try:
        return 0, -datetime.fromisoformat(when).timestamp(), -place
    except (ValueError, OverflowError):
        parts = _PART_OF_AGE.findall(when.partition("(")[0])
    if not parts:
        return 1, 0, place
    return 0, sum(int(count) * _UNIT_SECONDS[unit] for count, unit in parts), -place


class _Lines:
    """Reads a text line by line. `object` is the object of the description that is read, "" outside of
    one."""

    def __init__(self) -> None:
        self.rows: list[_Row] = []
        self.open: _Row | None = None
        self.table = self.manifest = False
        self.object = self.reason = ""
        self.joined = 0

    def read(self, lines: Sequence[str]) -> list[_Row]:
        for number, line in enumerate(lines):
            row = _SPACES.sub("  ", line[:MOST_LINE])
            text = row.strip()
            if not text or _COMMAND.match(row) or _NO_EVENT.match(row) or _HEADER.match(row):
                self._between(row)
            elif self.manifest or (self.open is None and not self.object and _MANIFEST.match(row)):
                self.manifest = True
                self._manifest_line(lines, number)
            else:
                self._line(row, text, number + 1)
        return self.rows

    def _between(self, line: str) -> None:
        """A line that ends a message: a blank one, a command, the header of a table."""
        self.open = None
        self.table = bool(_HEADER.match(line)) or (self.table and bool(line.strip()))
        if _COMMAND.match(line) or line.startswith("---"):
            self.object, self.manifest = "", False

    def _line(self, line: str, text: str, number: int) -> None:
        typed = "Normal" in line or "Warning" in line
        for pattern in (_DESCRIBED, _LISTED) if typed else ():
            if (match := pattern.match(line)) is not None:
                fields = {name: value for name, value in match.groupdict().items() if name != "message"}
                self._add(match["message"].rstrip(), number, {"object": self.object, **fields}, in_table=True)
                return
        if '="' in line and (logged := _LOGGED.search(line)) is not None:
            reason = _LOGGED_REASON.search(line)
            message = re.sub(r"\\(.)", r"\1", logged["message"])
            self._add(message, number, {"reason": reason[1] if reason else ""}, in_table=True)
            self.open = None
        elif (name := _NAME.match(line)) is not None:
            self.object, self.open = name[1], None
        elif self.open is not None and self.open.in_table and (self.table or self.object):
            self.open.message += f" {text}"
        elif self.object:
            self._described(line, number)
        elif self.open is not None and self._belongs(self.open, text):
            self.open.message += f" {text}"
        else:
            self._add(text, number, {}, in_table=False)

    def _add(self, message: str, number: int, fields: Mapping[str, str], *, in_table: bool) -> None:
        self.open = _Row(message, number, fields, in_table)
        self.rows.append(self.open)

    def _described(self, line: str, number: int) -> None:
        """A line of a description outside of its Events: the reason and message of a state, or a condition of
        a node that is not as it should be."""
        if (field := _FIELD.match(line)) is not None:
            if field[1] == "Message":
                self._status(field[2].strip(), self.reason, number)
            elif field[2].strip() in _short_texts():
                self._status(field[2].strip(), field[2].strip(), number)
            self.reason = field[2].strip() if field[1] == "Reason" else ""
        elif (condition := _CONDITION.match(line)) is not None:
            good = "True" if condition["type"] == "Ready" else "False"
            if condition["status"] != good:
                self._status(condition["message"].strip(), condition["reason"], number)

    def _status(self, message: str, reason: str, number: int) -> None:
        self.rows.append(_Row(message, number, {"reason": reason, "object": self.object}))

    def _belongs(self, row: _Row, text: str) -> bool:
        """Whether a line goes on with the message before it: the message is not ended, the line is none of
        its own, and together they are understood better than alone."""
        if not row.continues(text) or starts_message(text):
            return False
        if _HEAD.match(row.message):
            return True
        self.joined += 1
        if self.joined > MOST_JOINED or len(row.message) + len(text) > MOST_CHARACTERS_JOINED:
            return False
        alone, together = take_apart(row.message), take_apart(f"{row.message} {text}")
        return _unknown_parts(alone) > 0 and _unknown_parts(together) == 0

    # --- manifests --------------------------------------------------------------------------------

    def _manifest_line(self, lines: Sequence[str], number: int) -> None:
        """The `message` of an Event or a condition in YAML, with the fields of the same map."""
        key = _key_of(lines[number])
        if key is None or key[1] not in ("message", "note") or not key[2]:
            return
        column, _name, value = key
        wrapped = lines[number + 1 : number + 20]
        for line in wrapped:
            if _key_of(line) is not None or len(line) - len(line.lstrip()) < column:
                break
            value += f" {line.strip()}"
        beside = len(self.rows) < MOST_WITH_FIELDS
        fields = _fields_beside(lines, number, column) if beside else {}
        when = fields.get("lastTimestamp") or fields.get("eventTime", "")
        about = {name: fields[name] for name in ("type", "reason") if fields.get(name)}
        self.rows.append(_Row(_unquoted(value[:MOST_LINE]), number + 1, {**about, "seen": _plain(when)}))


_KEY = re.compile(r"([ ]*(?:- )*)([a-zA-Z]+):(?: +(\S.*))?$")
_BESIDE = 40


def _key_of(line: str) -> tuple[int, str, str] | None:
    """(column, key, value) of a line of YAML; None for another line."""
    match = _KEY.match(line[:MOST_LINE].rstrip())
    return None if match is None else (len(match[1]), match[2], match[3] or "")


def _fields_beside(lines: Sequence[str], number: int, column: int) -> dict[str, str]:
    """The fields of the map around a line whose key stands at a column."""
    fields: dict[str, str] = {}
    before = range(number - 1, max(-1, number - _BESIDE), -1)
    for places in (before, range(number, min(len(lines), number + _BESIDE))):
        for place in places:
            key = _key_of(lines[place])
            if key is None or key[0] > column:
                continue
            if key[0] < column:
                break
            fields.setdefault(key[1], _plain(key[2]))
            begins = lines[place].lstrip().startswith("- ")
            if begins and (places is before or place > number):
                break
    return fields


def _plain(text: str) -> str:
    return text.strip().strip("\"'")


def _unquoted(text: str) -> str:
    """The value of a YAML scalar on one line."""
    text = text.strip()
    if text[:1] == "'":
        return text.strip("'").replace("''", "'")
    if text[:1] == '"':
        return re.sub(r"\\(.)", r"\1", text[1:].removesuffix('"'))
    return text


_NOT_SPACE = re.compile(r"\S")
_DECODER = json.JSONDecoder()


def _json_rows(text: str) -> list[_Row] | None:
    """The messages of Events and conditions in JSON; None when the text is none."""
    values: list[Json] = []
    at = 0
    try:
        while match := _NOT_SPACE.search(text, at):
            value, at = _DECODER.raw_decode(text, match.start())
            values.append(value)
    except (ValueError, RecursionError):
        return None
    values.reverse()
    rows: list[_Row] = []
    while values:
        value = values.pop()
        if isinstance(value, list):
            values += reversed(value)
        elif isinstance(value, dict):
            values += reversed([inner for inner in value.values() if isinstance(inner, dict | list)])
            message = value.get("message") or value.get("note")
            if isinstance(message, str):
                rows.append(_Row(message[:MOST_LINE], 1, _json_fields(value)))
    return rows


def _json_fields(value: Mapping[str, Json]) -> dict[str, str]:
    about = value.get("involvedObject") or value.get("regarding") or {}
    name = about.get("name") if isinstance(about, dict) else ""
    seen = value.get("lastTimestamp") or value.get("eventTime") or ""
    fields = {"type": value.get("type"), "reason": value.get("reason"), "object": name, "seen": seen}
    return {name: text for name, text in fields.items() if isinstance(text, str)}


# --- known texts ----------------------------------------------------------------------------------


def _unknown_parts(apart: Apart) -> int:
    return sum(part.catalogue_text is None for part in apart.parts)


def starts_message(text: str) -> bool:
    """Whether a line begins as a text of Kubernetes."""
    return bool(_HEAD.match(text)) or text.startswith(_starts()) or text in _short_texts()


@cache
def _starts() -> tuple[str, ...]:
    """How known texts begin, and messages about a node or a pod that begin with a value."""
    return tuple(
        {start for text in catalogue_texts() if len(start := pieces_of(text.template)[0][0]) >= START}
    )


@cache
def _short_texts() -> frozenset[str]:
    return frozenset(text.template for text in catalogue_texts() if "%(" not in text.template)
