"""Bodies are cut at the door of the application, under any server."""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from playground import limits
from playground.server.http.body_limit import limited_bodies
from tests.playground.conftest import PATIENCE

FORM = (b"content-type", b"application/x-www-form-urlencoded")


@pytest.fixture
def site(db: None) -> Any:
    from playground.asgi import application

    return application


async def answer_of(application: Any, path: str, *parts: bytes, headers: Any = ()) -> tuple[int, bytes]:
    """The status and the body of the answer to a POST whose body comes in parts."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost"), FORM, *headers],
        "client": ("127.0.0.1", 1),
        "scheme": "http",
    }
    request = ApplicationCommunicator(application, scope)
    for number, part in enumerate(parts):
        await request.send_input({"type": "http.request", "body": part, "more_body": number + 1 < len(parts)})
    start = await request.receive_output(PATIENCE)
    body = b""
    while (message := await request.receive_output(PATIENCE)).get("more_body"):
        body += message["body"]
    await request.wait(PATIENCE)
    return start["status"], body + message.get("body", b"")


@pytest.mark.django_db(transaction=True)
async def test_a_body_that_grew_too_long_in_chunks_is_answered_before_its_end(site: Any) -> None:
    piece = b"x" * (limits.PAGE_BODY_BYTES // 2 + 1)
    status, message = await answer_of(site, "/theme", piece, piece, piece, piece)

    assert 413 == status
    assert b"1 MB" in message


@pytest.mark.django_db(transaction=True)
async def test_a_body_that_announces_too_much_is_answered_before_anything_came(site: Any) -> None:
    length = (b"content-length", str(limits.PAGE_BODY_BYTES + 1).encode())
    status, _ = await answer_of(site, "/theme", headers=(length,))

    assert 413 == status


async def test_what_comes_after_the_cut_is_thrown_away_and_the_end_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "PAGE_BODY_BYTES", 10)
    messages: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        messages.extend([await receive(), await receive(), await receive()])

    parts = [{"type": "http.request", "body": b"12345678", "more_body": True} for _ in range(4)]
    come = iter([*parts, {"type": "http.disconnect"}])

    async def receive() -> dict[str, Any]:
        return next(come)

    scope: dict[str, Any] = {"type": "http", "path": "/any", "headers": [FORM]}
    await limited_bodies(application)(scope, receive, None)

    assert [(b"12345678", True), (b"", False)] == [(item["body"], item["more_body"]) for item in messages[:2]]
    assert "http.disconnect" == messages[2]["type"]
