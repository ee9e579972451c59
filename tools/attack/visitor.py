"""A visitor of a podium server: requests exactly as written, cookies, and sockets that speak the protocol.

Where the server is on this machine, a visitor may have an address of its own (127.0.0.2, …), as limits count
by address.
"""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect

from playground.runs.protocol import PROTOCOL

Headers = Iterable[tuple[str, str]]

SLUG = "gap-and-reservation"
FORM = "application/x-www-form-urlencoded"
PATIENCE_SECONDS = 130.0
"""More than the server's own limit of a request."""
_RUN = re.compile(r"/r/([a-z2-7]{12})")


class SilentError(Exception):
    """The server did not answer in time, or ended the connection without a word."""


@dataclass
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes
    seconds: float

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


@dataclass
class Visitor:
    """`url` is that of the server, `address` the visitor's own, "" for any. `trust` says whom it trusts where
    the server speaks https; None: whom this machine trusts.
    """

    url: str
    address: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    trust: ssl.SSLContext | None = None

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        self.secure = parts.scheme == "https"
        self.host, self.port = parts.hostname or "", parts.port or (443 if self.secure else 80)
        self.netloc = parts.netloc

    @property
    def _from(self) -> tuple[str, int] | None:
        return (self.address, 0) if self.address else None

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    @property
    def csrf(self) -> str:
        """The token of forms. Over https its cookie has a prefix that keeps other servers of the host from
        setting it."""
        return next((value for name, value in self.cookies.items() if name.endswith("podium_csrf")), "")

    # --- requests ---------------------------------------------------------------------------------

    async def raw(self, data: bytes, *, patience: float = PATIENCE_SECONDS) -> Answer:
        """Sends bytes on a connection of its own, and reads the answer to its end."""
        begin = time.monotonic()
        try:
            async with asyncio.timeout(patience):
                head, body = await self._exchange(data)
        except TimeoutError:
            raise SilentError(f"no answer within {patience:.0f} s") from None
        except OSError as error:
            raise SilentError(f"the connection ended: {error!r}") from None
        answer = _parsed(head, body, time.monotonic() - begin)
        self._remember(answer)
        return answer

    async def _exchange(self, data: bytes) -> tuple[bytes, bytes]:
        context = (self.trust or ssl.create_default_context()) if self.secure else None
        reader, writer = await asyncio.open_connection(
            self.host, self.port, ssl=context, local_addr=self._from
        )

        async def send() -> None:
            try:
                for start in range(0, len(data), 65536):
                    writer.write(data[start : start + 65536])
                    await writer.drain()
            except OSError:
                pass  # a server that refuses does not read to the end

        sending = asyncio.ensure_future(send())
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            return head, await _body(reader, head, headless=data.startswith(b"HEAD "))
        except asyncio.IncompleteReadError as error:
            raise SilentError(f"the connection ended after {len(error.partial)} bytes") from None
        finally:
            sending.cancel()
            writer.close()

    async def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Headers = (),
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> Answer:
        return await self.raw(self.written(method, path, body, headers), patience=patience)

    def written(self, method: str, path: str, body: bytes | None = None, headers: Headers = ()) -> bytes:
        """A request as bytes, with the cookies and, if it may change something, the token of a form."""
        lines = [("Host", self.netloc), ("Connection", "close"), *headers]
        if self.cookies:
            lines.append(("Cookie", self.cookie))
        if method not in {"GET", "HEAD"}:
            lines.append(("X-CSRFToken", self.csrf))
            lines.append(("Origin", self.url))
        if body is not None:
            lines.append(("Content-Length", str(len(body))))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines)
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogateescape") + (body or b"")

    async def get(self, path: str, headers: Headers = (), *, patience: float = PATIENCE_SECONDS) -> Answer:
        return await self.request("GET", path, headers=headers, patience=patience)

    async def post(
        self,
        path: str,
        fields: Mapping[str, str],
        headers: Headers = (),
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> Answer:
        kind = ("Content-Type", FORM)
        return await self.request(
            "POST", path, urlencode(fields).encode(), [kind, *headers], patience=patience
        )

    def _remember(self, answer: Answer) -> None:
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";", 1)[0]

    # --- runs -------------------------------------------------------------------------------------

    async def arrive(self) -> Visitor:
        """Opens the first page, and so has the token of forms."""
        await self.get("/import")
        return self

    async def fork(self, run: str = "", at: int = 0) -> str:
        """A run of one's own, forked from `run`, or from a scenario of the gallery."""
        page = await self.get(f"/r/{run}" if run else f"/s/{SLUG}")
        match = re.search(r'data-run="([a-z2-7]{12})"', page.text)
        if not match:
            raise SilentError(f"no board at run {run!r}: status {page.status}")
        return made(await self.post(f"/r/{match[1]}/fork", {"at": str(at)}))

    async def bring(self, text: str | bytes, *, patience: float = PATIENCE_SECONDS) -> str:
        """A run of one's own, of manifests that were uploaded as a file, at the end of the import."""
        return made(await self.to_the_end(await self.upload("/import", text, patience=patience), patience))

    async def to_the_end(self, answer: Answer, patience: float) -> Answer:
        """Of an import that goes on as a job, what is answered at its end."""
        until = time.monotonic() + patience
        page = answer.header("Location")
        while answer.status in {200, 303} and page.startswith("/import/jobs/") and time.monotonic() < until:
            if answer.status == 303 and not answer.header("Location").startswith("/import/jobs/"):
                break
            await asyncio.sleep(0.5)
            answer = await self.get(page, patience=patience)
        return answer

    async def upload(
        self, path: str, text: str | bytes, fields: Mapping[str, str] | None = None, *, patience: float
    ) -> Answer:
        mark = "podium-file-ends-here"
        data = text.encode() if isinstance(text, str) else text
        parts = [
            f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in (fields or {}).items()
        ]
        parts.append(
            f'--{mark}\r\nContent-Disposition: form-data; name="files"; filename="a.yaml"\r\n'
            "Content-Type: application/yaml\r\n\r\n".encode()
        )
        body = b"".join(parts) + data + f"\r\n--{mark}--\r\n".encode()
        kind = ("Content-Type", f"multipart/form-data; boundary={mark}")
        answer = await self.request("POST", path, body, [kind], patience=patience)
        return await self._of_job(answer, patience)

    async def _of_job(self, answer: Answer, patience: float) -> Answer:
        """What became of an import that goes on as a job; an answer that leads to no job as it is."""
        job, until = answer.header("Location"), time.monotonic() + patience
        while job.startswith("/import/jobs/") and time.monotonic() < until:
            answer = await self.get(job)
            if not answer.header("Refresh"):
                return answer
            await asyncio.sleep(1.0)
        return answer

    # --- sockets ----------------------------------------------------------------------------------

    def socket(self, run: str, path: str = "", **options: Any) -> connect:
        """`async with visitor.socket(run) as socket`: that of a run, or the one at `path`."""
        base = self.url.replace("http", "ws", 1)
        named: dict[str, Any] = {"local_addr": self._from} if self._from else {}
        named |= {"origin": self.url, "max_size": None, "proxy": None, "compression": None}
        named |= {"ssl": self.trust} if self.trust else {}
        return connect(
            base + (path or f"/ws/r/{run}/"), additional_headers={"Cookie": self.cookie}, **(named | options)
        )


def made(answer: Answer) -> str:
    """The run that a form made."""
    match = _RUN.search(answer.header("Location"))
    if match is None:
        raise SilentError(f"no run was made: status {answer.status}: {answer.text[:300]}")
    return match[1]


async def _body(reader: asyncio.StreamReader, head: bytes, *, headless: bool) -> bytes:
    lower = head.lower()
    status = head[9:12]
    if headless or status in {b"204", b"304"}:
        return b""
    if length := re.search(rb"\r\ncontent-length: *(\d+)", lower):
        return await reader.readexactly(int(length[1]))
    if b"\r\ntransfer-encoding: chunked" not in lower:
        return await reader.read()
    parts = []
    while size := int((await reader.readline()).split(b";")[0] or b"0", 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
    return b"".join(parts)


def _parsed(head: bytes, body: bytes, seconds: float) -> Answer:
    first, *rest = head.decode("latin-1").split("\r\n")
    pairs = [(name, value.strip()) for name, _, value in (line.partition(":") for line in rest if line)]
    return Answer(int(first.split(" ")[1]), pairs, body, seconds)


class Talk:
    """Requests on a socket, and the answers to them. `patience` is the time (s) that an answer may take."""

    def __init__(self, socket: ClientConnection, *, patience: float = PATIENCE_SECONDS) -> None:
        self.socket, self.patience = socket, patience
        self.number = 0
        self.head = 0

    async def hear(self) -> dict[str, Any]:
        try:
            text = await asyncio.wait_for(self.socket.recv(), self.patience)
        except TimeoutError:
            raise SilentError(f"no word within {self.patience:.0f} s") from None
        reply = dict(json.loads(text))
        head = reply.get("head") or (reply.get("run") or {}).get("head")
        self.head = max(self.head, head or 0)
        return reply

    async def ask(self, do: str, **args: Any) -> dict[str, Any]:
        self.number += 1
        await self.socket.send(json.dumps({"id": self.number, "do": do, **args}))
        while (reply := await self.hear()).get("re") != self.number or reply["type"] == "working":
            pass
        return reply

    async def hello(self, **args: Any) -> dict[str, Any]:
        return await self.ask("hello", protocol=PROTOCOL, **args)

    async def step(self, size: str = "act", **args: Any) -> dict[str, Any]:
        return await self.ask("step", **{"from": self.head, "size": size, **args})

    async def give(self, value: dict[str, Any]) -> dict[str, Any]:
        return await self.ask("input", **{"from": self.head, "input": value})
