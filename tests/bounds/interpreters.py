"""Everything of this project that reads a text which somebody gave: how it is called, words of its language, and
texts that once took long or that look as if they could.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any
from zoneinfo import ZoneInfo

from playground.console import jsonpath, printers
from playground.console.line import Arguments, read_line
from playground.console.output import LineError, Output
from playground.lessons import markdown
from scheduler_core import ProtobufError, as_on_wall, from_protobuf, take_apart
from scheduler_core.inputs.conditions.fields import parse_path, values_at
from scheduler_core.kubelet.application import annotations
from scheduler_core.kubelet.application.behaviour import Behaviour
from scheduler_core.kubelet.application.usage import parse_usage
from scheduler_core.objects.cel.selector import Selector, compile_selector
from scheduler_core.objects.cel.values import cel_device, parse_version
from scheduler_core.objects.scalars.cron_schedule import CronError, parse_cron, time_zone
from scheduler_core.objects.scalars.durations import DurationError, parse_duration
from scheduler_core.objects.scalars.quantity import QuantityError, parse_quantity
from scheduler_core.objects.scalars.sleep_commands import slept_ms
from scheduler_core.objects.scalars.times import format_time, parse_time, rfc1123z
from scheduler_core.objects.selection.selectors import is_label_value, parse_int64
from scheduler_core.queries.history.find_steps import parse_step_search
from scheduler_core.queries.overview.search_text import parse_search
from scheduler_core.rest.reads.selectors import SelectorError, label_selector
from tests.bounds.documents import growing

REFUSED = (QuantityError, DurationError, CronError, LineError, SelectorError, ProtobufError)
"""How interpreters say that a text is none of theirs."""
LONG = 2_000
TIMES = (0, 1_735_689_600_000, -62_135_596_800_000, 253_402_300_799_000)
"""Epoch milliseconds: 1970, 2025, and the first and the last moment that RFC 3339 can write."""
DEVICE = cel_device("gpu.example.com", {"model": "a100"}, {"memory": parse_quantity("40Gi")})
POD: dict[str, Any] = {
    "kind": "Pod",
    "metadata": {"name": "p", "labels": {"a": "b"}},
    "spec": {"containers": [{"name": f"c{number}", "x": ["y"] * 10} for number in range(100)]},
}
PODS = {"kind": "List", "items": [POD] * 100}


@dataclass(frozen=True, slots=True)
class Interpreter:
    """`words` are parts of its language, and `hostile` whole texts."""

    read: Callable[[str], object]
    words: tuple[str, ...]
    hostile: tuple[str, ...] = ()


def _cel(text: str) -> object:
    compiled = compile_selector(text)
    return compiled.matches(DEVICE) if isinstance(compiled, Selector) else compiled


def _quantity(text: str) -> object:
    read = parse_quantity(text)
    return (
        str(read),
        read.milli_value,
        read.value,
        str(read + read),
        str(read - read),
        read.rounded_to_milli(),
    )


def _time(text: str) -> object:
    at = parse_time(text)
    return format_time(at or 0), rfc1123z(at)


def _cron(text: str) -> object:
    schedule = parse_cron(text)
    return [schedule.next_after(at, zone) for at in TIMES for zone in (UTC, ZoneInfo("America/New_York"))]


def _usage(text: str) -> object:
    curve = parse_usage(text)
    return curve and (curve.most, [curve.at(at) for at in (0, 1, 10**15)], curve.then(5, 6, 7))


def _behaviour(text: str) -> object:
    by_name = {f"podium/{name}": text for name in annotations.NAMES}
    return annotations.problems(by_name, ["c"]), annotations.annotated(Behaviour(), by_name, "c")


def _path(text: str) -> object:
    path = parse_path(text)
    return path and list(values_at(PODS, path))


def _columns(text: str) -> object:
    output = Output()
    printers.print_value(output, PODS, f"custom-columns={text}", Arguments())
    return output.to_json()


def _protobuf(text: str) -> object:
    return from_protobuf(b"k8s\0" + text.encode("latin-1", "replace"))


INTERPRETERS: Mapping[str, Interpreter] = {
    "CEL": Interpreter(
        _cel,
        ("cel.bind(a, ", "a", " + ", "'x'", "[1]", "{'a': 1}", ")", "(", ", ", ".all(x, ", "x", " in ", " == ",
         ".contains(", ".size()", "9", "1.5", "0x", "device.attributes", "['d']", ".", "!", "-", "?", ":", "||",
         "&&", "quantity(", "semver(", "string(", "int(", "double("),
        (
            growing('"xxxxxxxxxx"', "_ + _", 40, '_ == ""'),
            growing('"\U0001f600xxxxxxxxx"', "_ + _", 19, '_ == ""'),
            growing("[1]", "_ + _", 40, "_ == []"),
            growing("[1]", "[_, _]", 40, "_ == _"),
            growing('{"k": 1}', '{"k": _, "l": _}', 30, "_ == _"),
            growing('"xxxxxxxxxx"', "_ + _", 17, "_.contains(_)"),
            growing('"xxxxxxxxxx"', "_ + _", 18, "_.lowerAscii().upperAscii() == _"),
            growing('"9"', "_ + _", 20, "int(_) == 1 || double(_) == 1.0"),
            growing("[1]", "_ + _", 18, "_.all(x, x == 1)"),
            growing("[1]", "[_, _]", 40, '{"a": 1}[_] == 1'),
            growing("1", "_ + _", 40, "_ * _ == _"),
            growing('quantity("1e999")', "_.add(_)", 40, "_ == _"),
            "[1,2,3,4,5,6,7,8].all(a, " * 20 + "true" + ")" * 20,
            "[" * LONG,
            "!" * LONG,
            "9" * LONG + " == 1",
            '{"a": 1} in {"a": 2}',
        ),
    ),
    "quantity": Interpreter(
        _quantity,
        ("9", "0", ".", "e", "E", "+", "-", "Ki", "Ei", "n", "1"),
        ("1e400000000", "1E999999", "9" * LONG + "Ei", "9" * 64, "1e999", "1e-999", "0." + "0" * 60 + "1"),
    ),
    "duration": Interpreter(
        parse_duration,
        tuple("0123456789.hmsnu+-µ"),
        ("1h" * 1000, "9" * 5_000 + "s", "1." + "9" * 5_000 + "s", "1ns" * 60_000, "." * LONG),
    ),
    "time": Interpreter(
        _time,
        tuple("0123456789-:TZ+. "),
        ("9999-12-31T23:59:59-99:99", "0001-01-01T00:00:00+99:99", " " * LONG + "2020-01-01T00:00:00Z"),
    ),
    "schedule": Interpreter(
        _cron,
        ("*", "/", "-", ",", "0", "59", "31", "2", " ", "@every ", "mon", "feb", "?", "1"),
        (
            "0-59/1 * * * *", "0 0 31 2 *", "0 0 30 2 *", ", * * * *", "* , * * *", "* * , * *", "* * * , *",
            "* * * * ,", ", , , , ,", "0 0 29 2 1,", "@every 1ns", "@every 2562047h", "0," * 990 + " * * * *",
        ),
    ),
    "time zone": Interpreter(
        time_zone,
        ("/", "..", "America", "Etc", "UTC", "\0", "New_York"),
        ("../" * 600 + "etc/passwd", "/etc/passwd", "a" * LONG, "UTC../\0" * 300),
    ),
    "version": Interpreter(parse_version, ("1", ".", "-", "+", "a", "0"), ("1.2.3-" + "a." * 990,)),
    "usage": Interpreter(
        _usage,
        ("steps ", "0", ":", ",", "1", "Ei", "e9", "99", " "),
        ("steps " + "0:1," * 99 + "0:1", "0:1e999,999999999:9e999", "," * LONG, "steps " * 300),
    ),
    "behaviour": Interpreter(
        _behaviour,
        ("1", "h", "-", ",", "fails", "hangs", "0:", "Mi", " ", "ms", "never"),
        ("1h" * 1000, "1-2," * 500, "999999999h" * 200, "-" * LONG, " " * LONG, "5 fails" * 200),
    ),
    "sleep": Interpreter(
        lambda text: slept_ms(["sh", "-c", text]),
        ("sleep ", "9", ".", "infinity", "s", ";", " "),
        ("sleep " + "9" * 400, "sleep 1." + "9" * 1_900, "sleep  " * 330, ";" * LONG, "sleep " + " " * 1_990),
    ),
    "label selector": Interpreter(
        label_selector,
        ("a", "-", ".", "/", "=", "!", " in ", "notin", "(", ")", ",", " ", "=="),
        (
            "a" * 1_999 + "!", "a-" * 999, "a in (" + "b," * 900 + ")", "(" * LONG, "," * LONG,
            " " * 1_999 + "!", "a." * 990 + "/b", "a in (" * 300, "a in (" + "a-" * 900 + ")",
        ),
    ),
    "label": Interpreter(
        lambda text: (is_label_value(text), parse_int64(text)), tuple("a-._9+"), ("9" * LONG, "a-" * 999)
    ),
    "find": Interpreter(
        parse_step_search,
        ("a", ":", '"', " ", "touched:", "kind:", "/"),
        ('"' * LONG, "a:" * 1_000, "a" * 1_999 + ":", 'x"' * 900),
    ),
    "search": Interpreter(
        parse_search,
        ("a", ":", '"', " ", "cpu", ">", "<", "=", "9", "(", ")"),
        ('"' * LONG, "a:" * 1_000, "cpu>" + "9" * 1_990, "a>1 " * 490),
    ),
    "event text": Interpreter(
        take_apart,
        (
            "0/3 nodes are available: ", "1 ", "node(s)", " had ", "taint", "{", "}", ":", ", ", ". ",
            "preemption: ", "Insufficient cpu", "pod", '"', "Back-off ", "(", "\n",
        ),
        (
            "0/3 nodes are available: " + "1 Insufficient cpu, " * 95, "0/3 nodes are available: " * 80,
            "0/" + "9" * 1_900 + " nodes are available: x", "node(s) had untolerated taint {" * 60,
            ". " * 1_000, ", " * 1_000, "Pod a/b" * 280, "preemption: " * 160,
        ),
    ),
    "field path": Interpreter(
        _path,
        ("a", ".", "[", "]", "*", "9", "'", "items", "spec", "containers"),
        ("items[*]" * 200, "a." * 999 + "a", "items" + "[*]" * 600, "a['" + "x" * 1_990),
    ),
    "JSONPath": Interpreter(
        lambda text: jsonpath.render(text, PODS),
        (
            "{", "}", "range ", "end", ".items", "[*]", ".spec", ".containers", ".*", "'", '"', "[?(@", "==",
            ")]", "[", "]", "9", ":", "$", "\\n",
        ),
        (
            "{range .items[*]}" * 100, "{.items[*]}" * 180, "{" * LONG,
            "{range .items[*]}{range $.items[*]}{range $.items[*]}x{end}{end}{end}",
            "{.items[0:" + "9" * 1_900 + "]}", "{range .spec}" * 250, "{.items[" + "9" * 1_900 + "]}",
            "{.items[?(@.a==b)]" + "[?(@.a==b)]" * 150 + "}", "{.items[*].spec.containers[*].x[*]}" * 50,
        ),
    ),
    "custom columns": Interpreter(
        _columns,
        ("A", ":", ".items", ",", "[*]", "{", "}", ".spec", ".metadata"),
        (
            "A:.spec.containers," * 90 + "B:.x", ":" * LONG, "A" * 1_900 + ":.x",
            "A:.spec,B:" + "[*]" * 600, "A:.spec.containers[*].name," * 70 + "A:.x",
        ),
    ),
    "command line": Interpreter(
        read_line, tuple("ab \"'\\|<>&;#-="), ('"' * LONG, "|" * LONG, "\\" * 1_999, "a " * 1_000)
    ),
    "protobuf": Interpreter(
        _protobuf,
        ("\x0a", "\x12", "\x80", "\xff", "\x7f", "\x01", "a"),
        ("\x0a\xff\xff\xff\x7f", "\x80" * LONG, "\x0a" * LONG, "\x12\x80\x10" * 600),
    ),
    "prose": Interpreter(
        markdown.html,
        ("*", "_", "`", "[", "]", "(", ")", "!", "<", ">", "&", "a", "\n", "> ", "- ", "#", "|", "http://"),
        ("*" * LONG, "[" * LONG, "> " * 1_000, "`" * LONG, "![" * 1_000, "_a " * 660, "<a" * 1_000, "- " * 1_000),
    ),
    "clock": Interpreter(
        lambda text: as_on_wall(text, 3_600_000),
        ('"', "creationTimestamp", ":", "2030-01-01T00:00:00Z", ".", "9", ","),
        ('"creationTimestamp":"' * 95, '"creationTimestamp":"9999-12-31T23:59:59Z"'),
    ),
}  # fmt: skip
