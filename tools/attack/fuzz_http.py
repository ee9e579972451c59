"""Requests to every address, with whatever may stand in one: methods, queries, headers and bodies."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from tools.attack import material
from tools.attack.crowd import send_all
from tools.attack.oracle import Oracle
from tools.attack.routes import Route, parameters, routes
from tools.attack.target import Target
from tools.attack.values import changed, odd, written
from tools.attack.visitor import FORM, SilentError, Talk, Visitor

METHODS = (*["GET"] * 14, *["POST"] * 10, "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "FOO")
TYPES = (
    FORM,
    "multipart/form-data; boundary=b",
    "multipart/form-data",
    "multipart/form-data; boundary=" + "b" * 300,
    "application/json",
    "text/plain; charset=utf-16",
    "application/x-www-form-urlencoded; charset=nothing",
    "\x00",
    "",
)
HEADERS = (
    ("Accept-Language", "uk,en;q=0.5"),
    ("Accept-Language", "x" * 5000),
    ("Accept", "application/json"),
    ("Accept-Encoding", "br, gzip"),
    ("HX-Request", "true"),
    ("HX-Target", "inspector-body"),
    ("HX-Current-URL", "http://[::1"),
    ("Host", "evil.example"),
    ("Host", "a b"),
    ("Origin", "null"),
    ("Referer", "http://[/"),
    ("Range", "bytes=5-1"),
    ("Range", "bytes=" + "0-1," * 500),
    ("If-Modified-Since", "yesterday"),
    ("If-None-Match", '"' + "x" * 2000),
    ("Cookie", "podium_owner=a:b; podium_edit=e30:x; podium_theme=%00; podium_language=../x"),
    ("Cookie", "podium_csrf=" + "x" * 5000),
    ("X-Forwarded-For", "not an address"),
    ("Content-Encoding", "gzip"),
    ("Expect", "100-continue"),
    ("Content-Length", "-1"),
    ("Content-Length", "99999999999999999999"),
    ("Transfer-Encoding", "chunked"),
    ("Upgrade", "websocket"),
)
NAMES = ("NodeResourcesFit", "basic-preemption", "web")
AT_ONCE = 3
PATIENCE = 20.0
RENEWED = 200
"""Requests after which a visitor comes from elsewhere, with another run."""


@dataclass
class OwnRun:
    """What a visitor knows that fits into an address."""

    visitor: Visitor
    run: str = ""
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pods: tuple[str, ...] = ("default/p",)

    async def learn(self) -> None:
        await self.visitor.arrive()
        self.run = await self.visitor.fork()
        async with self.visitor.socket(self.run) as socket:
            reply = await Talk(socket).hello()
        names = material.Names.of(reply["snapshot"])
        self.pods = names.pods
        self.values = {
            "run_id": (self.run,),
            "namespace": ("default",),
            "name": (*names.nodes, *(pod.split("/")[1] for pod in names.pods), *NAMES),
            "slug": material.SLUGS,
            "tab": ("why", "yaml", "describe", "events", "room"),
            "number": ("1", "2"),
            "topic": ("preemption",),
            "part": ("preemption",),
            "language": ("uk", "zh-hans"),
            "code": ("uk", "en"),
            "digest": ("0",),
        }


def some_path(chance: random.Random, own_run: OwnRun, route: Route) -> str:
    def part(name: str) -> str:
        if chance.random() < 0.75:
            return chance.choice(own_run.values.get(name, ("1",)))
        return quote(str(odd(chance))[:2000].encode("utf-8", "replace"), safe=chance.choice(("", "/")))

    path = route.path.format(**{name: part(name) for name in route.parts})
    if chance.random() < 0.05:
        path += chance.choice(("/", "//", "%2e%2e/", "%00", "\x7f", "%ff%fe", "?", ";x=1"))
    return path


def some_fields(chance: random.Random, own_run: OwnRun) -> dict[str, str]:
    """Fields as forms and queries have them, with values that fit seldom."""
    names = [chance.choice(parameters()) for _ in range(chance.randrange(1, 5))]
    if chance.random() < 0.5:
        names.append("at")
    return {name: some_value(chance, own_run, name) for name in names}


def some_value(chance: random.Random, own_run: OwnRun, name: str) -> str:
    good: dict[str, Callable[[], str]] = {
        "at": lambda: str(chance.randrange(3)),
        "pod": lambda: chance.choice(own_run.pods),
        "run": lambda: own_run.run,
        "input": lambda: json.dumps(material.some_input(chance, material.NO_NAMES)),
        "inputs": lambda: json.dumps([material.some_input(chance, material.NO_NAMES)]),
        "c": lambda: json.dumps(chance.choice(({"pod": {"name": "p", "bound": True}}, {"quiet": True}))),
        "text": lambda: chance.choice(material.texts())[:3000],
        "weights": lambda: "NodeResourcesFit:3,TaintToleration:0",
        "do": lambda: chance.choice(("check", "draw", "try", "download", "task", "step")),
    }
    if name in good and chance.random() < 0.6:
        text = good[name]()
        return spoilt(chance, text) if chance.random() < 0.4 else text
    value = odd(chance)
    text = value if isinstance(value, str) else written(value)
    return text.encode("utf-8", "replace").decode()


def spoilt(chance: random.Random, text: str) -> str:
    """A text that had a meaning, and may have another one now."""
    if text[:1] in "[{" and chance.random() < 0.7:
        try:
            return written(changed(chance, json.loads(text)))
        except ValueError:
            pass
    at = chance.randrange(len(text) + 1)
    return chance.choice(
        (text[:at], text[:at] + chance.choice("\0\"'{}[]:,&*!|%@\u2028") + text[at:], text * 2)
    )


def some_body(chance: random.Random, own_run: OwnRun) -> bytes:
    match chance.randrange(6):
        case 0:
            return b""
        case 1:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(400)))
        case 2:
            return written(odd(chance)).encode()
        case 3:
            fields = some_fields(chance, own_run)
            parts = [
                f'--b\r\nContent-Disposition: form-data; name="{name}"'
                + chance.choice(("", '; filename="a.yaml"', '; filename="../../a\0"', "; filename*=x''%ff"))
                + f"\r\n\r\n{value}\r\n"
                for name, value in fields.items()
            ]
            return ("".join(parts) + chance.choice(("--b--\r\n", "--b", ""))).encode("utf-8", "replace")
        case _:
            return urlencode(some_fields(chance, own_run)).encode()


TAKEN: dict[str, tuple[str, ...]] = {}
"""The methods that an address takes, by its route, once one was refused there."""


def some_request(chance: random.Random, own_run: OwnRun) -> tuple[Route, bytes]:
    route = chance.choice(routes())
    methods = TAKEN.get(route.name, METHODS) if chance.random() < 0.9 else METHODS
    method = chance.choice(methods)
    path = some_path(chance, own_run, route)
    if chance.random() < 0.6 and "?" not in path:
        path += "?" + urlencode(some_fields(chance, own_run))
    headers = [chance.choice(HEADERS) for _ in range(chance.choice((0, 0, 0, 0, 0, 1, 2)))]
    body = None
    if method not in {"GET", "HEAD"} or chance.random() < 0.02:
        body = some_body(chance, own_run)
        headers.append(("Content-Type", chance.choice((*[FORM] * 12, *TYPES))))
    return route, own_run.visitor.written(method, path[:6000], body, headers)


async def fuzz(target: Target, oracle: Oracle, requests: int, seed: int, until: float) -> None:
    """Sends so many requests, or as many as there is time for until a second of the monotonic clock."""

    async def send(number: int, chance: random.Random, count: int) -> bool:
        own_run = OwnRun(Visitor(target.url, target.address(number)))
        try:
            await own_run.learn()
        except SilentError:
            return False
        for _ in range(count):
            await judge(oracle, own_run, *some_request(chance, own_run))
        return True

    await send_all(send, requests, RENEWED, AT_ONCE, seed, until)


def unfinished(sent: bytes) -> bool:
    """Whether a request announces more than it has, or what none may have. To that silence is an answer."""
    lower = sent.lower()
    odd_length = b"content-length: -1" in lower or b"content-length: 9999" in lower
    return odd_length or b"transfer-encoding" in lower or b"upgrade:" in lower or b"expect:" in lower


async def judge(oracle: Oracle, own_run: OwnRun, route: Route, sent: bytes) -> None:
    what = " ".join(sent.split(b"\r\n")[0].decode("latin-1").split("?")[0].split("/")[:2])
    before = dict(own_run.visitor.cookies)
    try:
        answer = await own_run.visitor.raw(sent, patience=1.0 if unfinished(sent) else PATIENCE)
        oracle.answered(answer, what, sent)
        if answer.status == 405 and answer.header("Allow"):
            TAKEN[route.name] = tuple(answer.header("Allow").split(", "))
    except SilentError as error:
        if unfinished(sent):
            oracle.counts["no answer to half a request"] += 1
        else:
            oracle.fault(f"{what}: {error}", sent)
    own_run.visitor.cookies = before
