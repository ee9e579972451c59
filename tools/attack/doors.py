"""Every door that takes texts from outside, and what it has to answer to values that are none: a refusal in
its own form, never 500 and never that the server is busy.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, quote_from_bytes

from playground.runs.protocol import PROTOCOL
from tools.attack.no_texts import CHARACTERS, KINDS, NESTING, NUMBERS, Odd
from tools.attack.oracle import FAILURES, Oracle
from tools.attack.target import Target
from tools.attack.visitor import FORM, Answer, Visitor

MANIFESTS = """\
{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"}, "status": {"allocatable": {"cpu": "4"}}}
---
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [{"name": "c"}]}}
"""
JSON = "application/json"
PATIENCE = 30.0


@dataclass
class OwnRun:
    """A run of one's own, with the tokens that change it."""

    visitor: Visitor
    run: str = ""
    token: str = ""
    kube: str = ""

    async def learn(self) -> OwnRun:
        await self.visitor.arrive()
        body = json.dumps({"manifest": MANIFESTS}).encode()
        made = await self.visitor.request("POST", "/api/v1/runs", body, [("Content-Type", JSON)])
        reply = json.loads(made.body)
        self.run, self.token = reply["run"], reply["token"]
        await self.visitor.get(f"/e/{self.token}")
        page = await self.visitor.get(f"/r/{self.run}/kubeconfig")
        match = re.search(r"/as/([0-9a-f]{40})|token: ([0-9a-f]{40})", page.text)
        assert match is not None, page.text[:300]
        self.kube = match[1] or match[2]
        return self


@dataclass(frozen=True, slots=True)
class Sent:
    """One request. `refused` says that the answer has to be a refusal."""

    method: str
    path: str
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()
    refused: bool = True


Judge = Callable[[Answer], str]
"""What is wrong with the form of a refusal; "" for a good one."""
MakeRequest = Callable[["OwnRun", Odd], Sent | None]
"""The request with a value; None where the value cannot stand in it."""


def never(answer: Answer) -> bool:
    return False


def page(answer: Answer) -> str:
    html = answer.header("content-type").startswith("text/html") and b"<h1" in answer.body
    return "" if html else "no page"


def _member(answer: Answer, *names: str) -> str:
    try:
        reply = json.loads(answer.body)
    except ValueError:
        return "no JSON"
    return "" if isinstance(reply, dict) and set(names) <= reply.keys() else f"JSON without {names}"


def script(answer: Answer) -> str:
    return _member(answer, "message")


def api(answer: Answer) -> str:
    return _member(answer, "code", "message", "path", "line")


def status(answer: Answer) -> str:
    wrong = _member(answer, "kind", "status", "message", "code")
    if wrong or json.loads(answer.body)["kind"] != "Status":
        return wrong or "no Status"
    return "" if json.loads(answer.body)["code"] == answer.status else "a Status of another code"


@dataclass(frozen=True)
class Door:
    """`form` judges a 4xx; `good` says which other answers are refusals, by their content."""

    name: str
    request: MakeRequest
    form: Judge
    good: Callable[[Answer], bool] = never


def _json(data: bytes, **more: str) -> tuple[tuple[str, str], ...]:
    return (("Content-Type", JSON), *((name.replace("_", "-"), value) for name, value in more.items()))


def _api_door(path: str, template: bytes) -> MakeRequest:
    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        headers = _json(b"", Authorization=f"Bearer {own_run.token}")
        body = template.replace(b"ODD", odd.json)
        return Sent("POST", f"/api/v1{path}".replace("RUN", own_run.run), body, headers, odd.no_json)

    return request


def _kube_door(
    method: str, path: str, template: bytes, kind: str = JSON, *, always: bool = False
) -> MakeRequest:
    yaml = "yaml" in kind

    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        body = template.replace(b"ODD", odd.as_yaml if yaml else odd.json)
        refused = odd.no_yaml if yaml else odd.no_json
        return Sent(
            method, f"/r/{own_run.run}/k8s/as/{own_run.kube}{path}", body, (("Content-Type", kind),), refused
        )

    return request


def _query_door(
    path: str, *headers: tuple[str, str], method: str = "GET", body: bytes | None = None
) -> MakeRequest:
    """An address with the value in it: only NUL is no text there, all else is read with U+FFFD."""

    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        if not odd.percent:
            return None
        filled = path.replace("RUN", own_run.run).replace("TOKEN", own_run.kube).replace("ODD", odd.percent)
        return Sent(method, filled, body, headers, "%00" in odd.percent)

    return request


def _json_in_address(path: str) -> MakeRequest:
    """An address with the value in it as JSON, where it is short enough."""

    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        if not odd.json.isascii() or len(odd.json) > 900:
            return None
        filled = path.replace("RUN", own_run.run).replace("ODD", quote_from_bytes(odd.json, ""))
        return Sent("GET", filled, None, (("Accept", JSON),), odd.no_json)

    return request


def _line_door(line: bytes, text: bytes = b"") -> MakeRequest:
    """A line of the console with the value in it, or in the text behind it."""

    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        value = odd.as_yaml
        if not text and (len(value) > 1500 or b"'" in value):
            return None
        filled = [quote_from_bytes(part.replace(b"ODD", value)) for part in (line, text)]
        body = f"line={filled[0]}&text={filled[1]}".encode()
        headers = (("Content-Type", FORM), ("Accept", JSON))
        refused = odd.no_yaml and value.isascii() and value != b"quotes"
        return Sent("POST", f"/r/{own_run.run}/console/play", body, headers, refused)

    return request


def _form_door(
    path: str, template: str, *headers: tuple[str, str], json_field: bool = False, yaml: bool = False
) -> MakeRequest:
    """A form with the value in a field, as text or as JSON."""

    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        data = odd.as_yaml if yaml else odd.json if json_field else b""
        value = quote_from_bytes(data, "") if data else odd.percent
        if not value:
            return None
        refused = (odd.no_yaml if yaml else odd.no_json) and data.isascii() if data else "%00" in value
        body = template.replace("ODD", value).replace("RUN", own_run.run).encode()
        return Sent(
            "POST", path.replace("RUN", own_run.run), body, (("Content-Type", FORM), *headers), refused
        )

    return request


def _text_door(path: str, template: bytes) -> MakeRequest:
    """A body that is a manifest, as YAML."""

    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        body = template.replace(b"ODD", odd.as_yaml)
        return Sent(
            "POST", path.replace("RUN", own_run.run), body, (("Content-Type", "text/plain"),), odd.no_yaml
        )

    return request


def _file_door(path: str, template: bytes, fields: str = "") -> MakeRequest:
    """A file that is uploaded, as YAML."""

    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        mark = b"a-file-ends-here"
        head = b'\r\nContent-Disposition: form-data; name="files"; filename="a.yaml"\r\n\r\n'
        body = b"--" + mark + head + template.replace(b"ODD", odd.as_yaml) + b"\r\n--" + mark + b"--\r\n"
        kind = ("Content-Type", f"multipart/form-data; boundary={mark.decode()}")
        return Sent("POST", path, body, (kind,), odd.no_yaml)

    return request


def _header_door(name: str) -> MakeRequest:
    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        value = odd.json.replace(b"\0", b"").decode("utf-8", "surrogateescape")[:3000]
        path = f"/r/{own_run.run}/k8s/as/{own_run.kube}{_MAPS}"
        body = b'{"metadata": {"name": "c"}}'
        return Sent("POST", path, body, (("Content-Type", JSON), (name, value)), False)

    return request


def _page_header_door(name: str, template: str = "ODD") -> MakeRequest:
    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        value = odd.json.replace(b"\0", rb"\000").decode("utf-8", "surrogateescape")[:3000]
        return Sent("GET", "/runs", None, ((name, template.replace("ODD", value)),), False)

    return request


_EVENT = (
    b'{"apiVersion": "v1", "kind": "Event", "metadata": {"name": "e"}, '
    b'"involvedObject": {"kind": "Pod", "name": "p"}, '
)
_POD = (
    b'{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "q", "annotations": {"a": ODD}}, '
    b'"spec": {"containers": [{"name": "c"}]}}'
)
_PATCH_LINE = b"""kubectl patch pod p --type merge -p '{"metadata": {"annotations": {"a": ODD}}}'"""
_INPUT_OF_LINK = '{"v": 1, "doc": "kind: Scenario", "at": 0, "in": [[0, ODD]]}'
_STEP_OF_LINK = '{"v": 1, "doc": "a", "at": ODD}'
_LESSON = '{"apiVersion": "podium/v1", "kind": "Lesson", "spec": {"title": ODD, "steps": [{"text": ODD}]}}'
_MAPS = "/api/v1/namespaces/default/configmaps?dryRun=All"
_PODS = "/api/v1/namespaces/default/pods"
_EVENTS = "/api/v1/namespaces/default/events"
_APPLY = b'{"kind": "apply", "documents": [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": ODD}}]}'


def _fields(
    prefix: str, make: Callable[[bytes], MakeRequest], form: Judge, good: Callable[[Answer], bool] = never
) -> list[Door]:
    """Doors for each of the fields that say what an object is."""
    objects = {
        "kind": b'{"apiVersion": "v1", "kind": ODD, "metadata": {"name": "q"}}',
        "apiVersion": b'{"apiVersion": ODD, "kind": "Pod", "metadata": {"name": "q"}}',
        "metadata": b'{"apiVersion": "v1", "kind": "Pod", "metadata": ODD}',
        "name": b'{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": ODD}}',
        "labels": b'{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "q", "labels": ODD}}',
        "spec": b'{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "q"}, "spec": ODD}',
        "the whole": b"ODD",
    }
    return [Door(f"{prefix}, {name}", make(template), form, good) for name, template in objects.items()]


def _problems(answer: Answer) -> bool:
    """Whether an answer of `/lint` or of a changed document names a problem with its line."""
    try:
        reply = json.loads(answer.body)["problems"]
    except (ValueError, KeyError):
        return False
    return bool(reply) and all(problem["line"] >= 1 for problem in reply)


def _refused_draft(answer: Answer) -> bool:
    """Whether the page of a draft lists problems."""
    return b"<h3>What is missing</h3>" in answer.body


def _failed_line(answer: Answer) -> bool:
    return bool(json.loads(answer.body)["code"])


def _protobuf(own_run: OwnRun, odd: Odd) -> Sent:
    """A Namespace as kubectl sends it, with the value as its name."""

    def part(number: int, data: bytes) -> bytes:
        size, length = b"", len(data)
        while length > 0x7F:
            size, length = size + bytes([length & 0x7F | 0x80]), length >> 7
        return bytes([number << 3 | 2]) + size + bytes([length]) + data

    value = odd.json.strip(b'"').replace(rb"\u0000", b"\0").replace(rb"\ud800", b"\xed\xa0\x80")
    kind = part(1, part(1, b"v1") + part(2, b"Namespace"))
    data = b"k8s\0" + kind + part(2, part(1, part(1, value)))
    path = f"/r/{own_run.run}/k8s/as/{own_run.kube}/api/v1/namespaces?dryRun=All"
    headers = (("Content-Type", "application/vnd.kubernetes.protobuf"),)
    return Sent("POST", path, data, headers, b"\0" in value)


def _charset_door(charset: str) -> MakeRequest:
    """A form in another encoding, some of which make surrogates of ASCII."""

    def request(own_run: OwnRun, odd: Odd) -> Sent | None:
        if not odd.json.isascii():
            return None
        head = b'--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n'
        body = head + odd.json + b"\r\n--b--\r\n"
        kind = ("Content-Type", f"multipart/form-data; boundary=b; charset={charset}")
        return Sent("POST", f"/r/{own_run.run}/rename?a=1", body, (kind, HTML), False)

    return request


CHARSETS = (
    "unicode_escape",
    "raw_unicode_escape",
    "utf-7",
    "utf-16",
    "hex",
    "rot13",
    "idna",
    "punycode",
    "nothing",
)
HTML = ("Accept", "text/html")
DOORS: tuple[Door, ...] = (
    *_fields(
        "api: inputs",
        lambda made: _api_door(
            "/runs/RUN/inputs", b'{"from": 0, "input": {"kind": "apply", "documents": [' + made + b"]}}"
        ),
        api,
    ),
    Door(
        "api: an input",
        _api_door("/runs/RUN/inputs", b'{"from": 0, "input": {"kind": "cordon", "node": ODD}}'),
        api,
    ),
    Door(
        "api: from",
        _api_door("/runs/RUN/inputs", b'{"from": ODD, "input": {"kind": "cordon", "node": "n1"}}'),
        api,
    ),
    Door("api: steps", _api_door("/runs/RUN/steps", b'{"from": 0, "size": ODD}'), api),
    Door("api: judge", _api_door("/runs/RUN/judge", b'{"conditions": [ODD]}'), api),
    Door("api: until", _api_door("/runs/RUN/until", b'{"from": 0, "condition": ODD}'), api),
    Door("api: manifest", _api_door("/runs", b'{"manifest": ODD, "addNodes": true}'), api),
    Door("api: address", _query_door("/api/v1/runs/RUN/why?at=0&pod=ODD"), api),
    Door("api: step in the address", _query_door("/api/v1/runs/RUN/snapshot?at=ODD"), api),
    Door("api: path", _query_door("/api/v1/runs/ODD"), api),
    *_fields("kube: POST", lambda made: _kube_door("POST", _PODS, made), status),
    Door("kube: an annotation", _kube_door("POST", f"{_PODS}?dryRun=All", _POD), status),
    Door("kube: an Event", _kube_door("POST", _EVENTS, _EVENT + b'"message": ODD}'), status),
    Door(
        "kube: an Event's object",
        _kube_door("POST", _EVENTS, _EVENT[:-2] + b', "source": ODD, "reason": ODD}'),
        status,
    ),
    Door(
        "kube: a merge patch",
        _kube_door(
            "PATCH",
            f"{_PODS}/p",
            b'{"metadata": {"annotations": {"a": ODD}}}',
            "application/merge-patch+json",
        ),
        status,
    ),
    Door(
        "kube: a strategic patch",
        _kube_door(
            "PATCH", f"{_PODS}/p", b'{"metadata": {"labels": ODD}}', "application/strategic-merge-patch+json"
        ),
        status,
    ),
    Door(
        "kube: a JSON patch",
        _kube_door(
            "PATCH",
            f"{_PODS}/p",
            b'[{"op": "add", "path": "/metadata/annotations", "value": {"a": ODD}}]',
            "application/json-patch+json",
        ),
        status,
    ),
    Door(
        "kube: the path of a JSON patch",
        _kube_door(
            "PATCH", f"{_PODS}/p", b'[{"op": "add", "path": ODD, "value": 1}]', "application/json-patch+json"
        ),
        status,
    ),
    Door(
        "kube: an unknown field",
        _kube_door("PATCH", f"{_PODS}/p", b'{"spec": {"other": ODD}}', "application/merge-patch+json"),
        status,
    ),
    Door("kube: YAML", _kube_door("POST", f"{_PODS}?dryRun=All", _POD, "application/yaml"), status),
    Door(
        "kube: apply",
        _kube_door(
            "PATCH",
            f"{_PODS}/q?fieldManager=m&dryRun=All",
            _POD.replace(b'{"api', b'---\n{"api', 1),
            "application/apply-patch+yaml",
        ),
        status,
    ),
    Door(
        "kube: delete",
        _kube_door("DELETE", f"{_PODS}/nobody", b'{"kind": "DeleteOptions", "gracePeriodSeconds": ODD}'),
        status,
    ),
    Door(
        "kube: delete in the address",
        _query_door(f"/r/RUN/k8s/as/TOKEN{_PODS}/nobody?gracePeriodSeconds=ODD", method="DELETE"),
        status,
    ),
    Door("kube: protobuf", _protobuf, status),
    Door(
        "kube: field manager",
        _query_door(
            f"/r/RUN/k8s/as/TOKEN{_MAPS}&fieldManager=ODD",
            ("Content-Type", JSON),
            method="POST",
            body=b'{"metadata": {"name": "c"}}',
        ),
        status,
    ),
    Door(
        "kube: selector",
        _query_door(f"/r/RUN/k8s{_PODS}?labelSelector=a%3DODD&fieldSelector=metadata.name%3DODD"),
        status,
    ),
    Door("kube: limit", _query_door(f"/r/RUN/k8s{_PODS}?limit=ODD"), status),
    Door("kube: continue", _query_door(f"/r/RUN/k8s{_PODS}?limit=1&continue=ODD"), status),
    Door("kube: name", _query_door(f"/r/RUN/k8s{_PODS}/ODD"), status),
    Door("kube: run", _query_door(f"/r/ODD/k8s{_PODS}"), status),
    Door("kube: token", _query_door(f"/r/RUN/k8s/as/ODD{_PODS}"), status),
    Door(
        "kube: watch",
        _query_door(f"/r/RUN/k8s@0{_PODS}?watch=1&resourceVersion=ODD&timeoutSeconds=ODD"),
        status,
    ),
    *(
        Door(f"kube: {name}", _header_door(name), status)
        for name in ("User-Agent", "Accept", "Impersonate-User", "Authorization", "X-Odd")
    ),
    Door("page: step", _query_door("/r/RUN?at=ODD", HTML), page),
    Door("page: pod", _query_door("/r/RUN/take?pod=ODD", HTML), page),
    Door("page: run", _query_door("/r/ODD", HTML), page),
    Door("page: gallery", _query_door("/?q=ODD", HTML), page),
    Door("page: room", _query_door("/join?code=ODD", HTML), page),
    Door("page: import job", _query_door("/import/jobs/ODD", HTML), page),
    Door("page: nodes", _query_door("/r/RUN/nodes?q=ODD&page=ODD", HTML), page),
    Door("script: search", _query_door("/r/RUN/find?q=ODD", ("Accept", JSON)), script),
    Door("script: figure", _query_door("/r/RUN/figure?f=ODD", ("Accept", JSON)), script),
    Door(
        "script: weights",
        _query_door("/r/RUN/what-if?at=0&pod=default/p&weights=a:ODD&seed=ODD", ("Accept", JSON)),
        script,
    ),
    Door("script: consequences", _json_in_address("/r/RUN/consequences?at=0&input=ODD"), script),
    Door("form: fork", _form_door("/r/RUN/fork", "at=ODD", HTML), page),
    Door(
        "form: inputs of a fork",
        _form_door("/r/RUN/fork", "at=0&inputs=ODD", ("Accept", JSON), json_field=True),
        script,
    ),
    Door("form: name of a run", _form_door("/r/RUN/rename", "title=ODD", HTML), page),
    Door("form: language", _form_door("/language", "language=ODD&next=ODD", HTML), page),
    Door("form: a name in a room", _form_door("/join/abcdef", "name=ODD", HTML), page),
    Door(
        "form: draft of a lesson",
        _form_door("/learn/build/RUN", f"do=step&text={quote(_LESSON)}", HTML, yaml=True),
        page,
        _refused_draft,
    ),
    Door("form: copy for a lesson", _form_door("/learn/build", "run=ODD", HTML), page),
    Door(
        "console: line",
        _form_door("/r/RUN/console/play", "line=get+pods+ODD", ("Accept", JSON)),
        script,
        _failed_line,
    ),
    Door(
        "console: filter",
        _form_door("/r/RUN/console/play", "line=get+pods+-l+a%3DODD+--sort-by+ODD", ("Accept", JSON)),
        script,
        _failed_line,
    ),
    Door("console: patch", _line_door(_PATCH_LINE), script, _failed_line),
    Door("console: text", _line_door(b"kubectl apply -f -", _POD), script, _failed_line),
    Door(
        "console: complete",
        _query_door("/r/RUN/console/complete?line=get+ODD&namespace=ODD", ("Accept", JSON)),
        script,
    ),
    *_fields("lint", lambda made: _text_door("/lint", made), script, _problems),
    Door("lint: an annotation", _text_door("/lint", _POD), script, _problems),
    Door("import", _file_door("/import", _POD), page),
    Door(
        "import: a scenario",
        _file_door(
            "/import",
            b'{"apiVersion": "podium/v1alpha1", "kind": "Scenario", "metadata": {"name": "s"}, '
            b'"spec": {"title": ODD, "inputs": [ODD], "seed": ODD}}',
        ),
        page,
    ),
    Door(
        "lesson",
        _file_door(
            "/learn/open",
            b'{"apiVersion": "podium/v1alpha1", "kind": "Lesson", "title": ODD, "steps": [{"text": ODD}]}',
        ),
        page,
    ),
    Door(
        "lesson: answers",
        lambda own_run, odd: Sent(
            "POST",
            "/learn/mistakes",
            b'[{"lesson": "a", "step": ' + odd.json + b"}]",
            _json(b""),
            odd.no_json,
        ),
        script,
    ),
    Door("change", _text_door("/r/RUN/change/play", _POD), script, _problems),
    Door(
        "link",
        _form_door(
            "/open",
            f"full={quote(_INPUT_OF_LINK)}",
            HTML,
            json_field=True,
        ),
        page,
    ),
    Door(
        "link: the step",
        _form_door("/open", f"full={quote(_STEP_OF_LINK)}", HTML, json_field=True),
        page,
    ),
    *(
        Door(f"page: {name}", _page_header_door(name, template), page)
        for name, template in (
            ("Accept-Language", "ODD"),
            ("Cookie", "podium_owner=ODD; podium_edit=ODD; podium_language=ODD; podium_theme=ODD"),
            ("Cookie", 'podium_owner="a\\000b"; podium_language="\\000"'),
            ("Referer", "ODD"),
            ("Content-Type", "text/plain; charset=ODD"),
        )
    ),
    *(Door(f"form: charset {charset}", _charset_door(charset), page) for charset in CHARSETS),
)


def wrong_answer(door: Door, sent: Sent, answer: Answer) -> str:
    """What is wrong with an answer; "" for a good one."""
    if answer.status >= 500 and not (answer.status == 504 and b"Too large resource version" in answer.body):
        return f"was answered {answer.status}"
    if answer.status >= 400:
        return door.form(answer)
    if not sent.refused or door.good(answer):
        return ""
    return f"took it: {answer.status}"


async def knock(own_run: OwnRun, door: Door, odd: Odd) -> tuple[Sent, Answer] | None:
    sent = door.request(own_run, odd)
    if sent is None:
        return None
    answer = own_run.visitor.request(sent.method, sent.path, sent.body, sent.headers, patience=PATIENCE)
    return sent, await answer


async def knock_in_time(own_run: OwnRun, door: Door, odd: Odd) -> tuple[Sent, Answer] | None:
    """Asks again after the time that a limit names; None where even then there were too many requests."""
    for _ in range(3):
        met = await knock(own_run, door, odd)
        if met is None or met[1].status != 429:
            return met
        await asyncio.sleep(min(5.0, float(met[1].header("Retry-After") or 1)))
    return None


MESSAGES: Mapping[str, bytes] = {
    "cordon": b'{"id": 7, "do": "input", "from": 0, "input": {"kind": "cordon", "node": ODD}}',
    "documents": b'{"id": 7, "do": "input", "from": 0, "input": ' + _APPLY + b"}",
    "kind": b'{"id": 7, "do": "input", "from": 0, "input": '
    b'{"kind": "apply", "documents": [{"apiVersion": "v1", "kind": ODD, "metadata": {"name": "q"}}]}}',
    "kind of the input": b'{"id": 7, "do": "input", "from": 0, "input": {"kind": ODD}}',
    "yaml": b'{"id": 7, "do": "input", "from": 0, "input": {"kind": "apply", "yaml": ODD}}',
    "from": b'{"id": 7, "do": "step", "from": ODD, "size": "act"}',
    "size": b'{"id": 7, "do": "step", "from": 0, "size": ODD}',
    "seek": b'{"id": 7, "do": "seek", "to": ODD}',
    "pace": b'{"id": 7, "do": "pace", "speed": ODD}',
    "have": b'{"id": 7, "do": "hello", "protocol": 3, "have": {"seq": ODD, "hash": ODD}}',
    "id": b'{"id": ODD, "do": "ping"}',
    "do": b'{"id": 7, "do": ODD}',
    "a field": b'{"id": 7, "do": "ping", "other": ODD}',
}


def message(template: bytes, odd: Odd) -> str | None:
    """The message as text; None where it would be none, which a client cannot send."""
    try:
        return template.replace(b"ODD", odd.json).decode("utf-8")
    except UnicodeDecodeError:
        return None


def wrong_word(odd: Odd, reply: Mapping[str, Any]) -> str:
    """What is wrong with what a socket said; "" for a good answer."""
    code = reply.get("code")
    if code in FAILURES:
        return f"was answered {code}"
    if odd.no_json and reply["type"] != "error":
        return f"took it: {reply['type']}"
    return "" if reply["type"] != "error" or reply["message"]["id"] else "an error without a message"


def some(seed: int, share: float) -> tuple[Odd, ...]:
    """A share of the values, of each kind at least one."""
    chance = random.Random(seed)
    kinds = (CHARACTERS, NUMBERS, NESTING, KINDS)
    return tuple(odd for kind in kinds for odd in chance.sample(kind, max(1, round(share * len(kind)))))


async def at_all(target: Target, oracle: Oracle, seed: int, share: float, until: float) -> None:
    """Values at every door of a real server: at each door another `share` (up to 1) of them."""
    own_run = await OwnRun(Visitor(target.url, target.address(0))).learn()
    for number, door in enumerate(DOORS):
        own_run.visitor.address = target.address(number)  # limits count by address
        for odd in some(seed + number, min(1.0, share)):
            if time.monotonic() > until:
                return
            if (met := await knock_in_time(own_run, door, odd)) is None:
                continue
            request = met[0].body or met[0].path
            oracle.counts[str(met[1].status)] += 1
            oracle.took(met[1].seconds, f"{door.name}: {odd.name}", request)
            if wrong := wrong_answer(door, *met):
                oracle.fault(f"{door.name}: {odd.name} {wrong}", request)
    await _on_sockets(own_run, oracle, some(seed, min(1.0, share)))


async def _on_sockets(own_run: OwnRun, oracle: Oracle, odds: tuple[Odd, ...]) -> None:
    for name, template in MESSAGES.items():
        async with own_run.visitor.socket(own_run.run) as socket:
            await socket.send(json.dumps({"id": 1, "do": "hello", "protocol": PROTOCOL}))
            await socket.recv()
            for odd in odds:
                text = message(template, odd)
                if text is None:
                    continue
                await asyncio.sleep(0.05)  # 20 messages a second
                await socket.send(text)
                reply = oracle.judged(
                    await asyncio.wait_for(socket.recv(), PATIENCE), 0.0, f"socket: {name}", text
                )
                if wrong := wrong_word(odd, reply):
                    oracle.fault(f"socket: {name}: {odd.name} {wrong}", text)
