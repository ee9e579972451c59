"""Which pages may open a socket: those of the same scheme, host and port."""

from __future__ import annotations

from typing import Any

import pytest

from playground.server.sockets.origins import origin_of, own_origins


def scope(host: str, scheme: str = "ws", **headers: str) -> dict[str, Any]:
    named = {"host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    listed = [(name.encode(), value.encode()) for name, value in named.items()]
    return {"type": "websocket", "scheme": scheme, "headers": listed}


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("http://localhost:8000", ("http", "localhost", 8000)),
        ("http://localhost", ("http", "localhost", 80)),
        ("https://Podium.example", ("https", "podium.example", 443)),
        ("http://[::1]:8000", ("http", "::1", 8000)),
        ("ws://localhost:8000", ("http", "localhost", 8000)),
        ("null", None),
        ("file://", None),
        ("http://localhost:port", None),
        ("chrome-extension://abc", None),
        ("", None),
    ],
)
def test_an_origin_is_scheme_host_and_port(text: str, origin: Any) -> None:
    assert origin == origin_of(text)


@pytest.mark.parametrize(
    ("question", "origin", "may"),
    [
        (scope("localhost:8000"), "http://localhost:8000", True),
        (scope("localhost:8000"), "http://localhost:9000", False),
        (scope("localhost:8000"), "http://localhost", False),
        (scope("localhost:8000"), "https://localhost:8000", False),
        (scope("localhost:8000"), "http://127.0.0.1:8000", False),
        (scope("localhost"), "http://localhost:80", True),
        (scope("localhost", "wss"), "https://localhost", True),
        (scope("evil.example"), "http://evil.example", False),
        (scope("evil.example, localhost"), "http://localhost", False),
    ],
)
def test_a_page_of_another_server_on_this_machine_is_foreign(
    question: dict[str, Any], origin: str, may: bool
) -> None:
    assert may == (origin_of(origin) in own_origins(question))


def test_behind_a_proxy_the_public_address_counts(settings: Any) -> None:
    settings.PUBLIC_URL = "https://podium.example"
    settings.ALLOWED_HOSTS = ["podium.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    inside = scope("podium.example", x_forwarded_proto="https")

    assert {("https", "podium.example", 443)} == own_origins(inside)
    assert {("https", "podium.example", 443)} == own_origins(scope("backend:8000"))
