"""A server that a test talks to."""

import asyncio
import http.client
import json
import re
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect

from playground.runs.protocol import PROTOCOL
from tests.harness.server import Server

SLUG = "gap-and-reservation"


class Site:
    """A visitor with cookies, for a server process. `address` is where a proxy says that the visitor is."""

    def __init__(self, server: Server, address: str = "") -> None:
        self.server = server
        self.forwarded = {"X-Forwarded-For": address} if address else {}
        self.cookies: dict[str, str] = {}

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def request(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """(status, body, Location)"""
        connection = http.client.HTTPConnection(urlsplit(self.server.url).netloc, timeout=30)
        headers = {"Cookie": self.cookie, **self.forwarded}
        body = None
        if fields is not None:
            body = urlencode(fields)
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "X-CSRFToken": self.cookies["podium_csrf"],
            }
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";", 1)[0]
        connection.close()
        return answer.status, text, answer.getheader("Location") or ""

    def fork(self) -> str:
        """A run of one's own at the start of a gallery scenario."""
        _, page, _ = self.request("GET", f"/s/{SLUG}")
        result = re.search(r'data-run="([a-z2-7]{12})"', page)
        assert result, page[:500]
        status, _, location = self.request("POST", f"/r/{result[1]}/fork", {"at": "0"})
        assert 303 == status
        return location.removeprefix("/r/")

    def socket(self, run: str, **options: Any) -> connect:
        headers = {"Cookie": self.cookie, **self.forwarded}
        url = self.server.url.replace("http:", "ws:")
        options = {"origin": self.server.url, "max_size": None, "proxy": None} | options
        return connect(f"{url}/ws/r/{run}/", additional_headers=headers, **options)


class Talk:
    """Requests on a socket, and the answers to them."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0

    async def hear(self) -> dict[str, Any]:
        return dict(json.loads(await asyncio.wait_for(self.socket.recv(), 30)))

    async def ask(self, do: str, **args: Any) -> dict[str, Any]:
        self.number += 1
        await self.socket.send(json.dumps({"id": self.number, "do": do, **args}))
        while (message := await self.hear()).get("re") != self.number or message["type"] == "working":
            pass
        return message

    async def hello(self, **args: Any) -> dict[str, Any]:
        return await self.ask("hello", protocol=PROTOCOL, **args)
