"""Values that are no text, no number or no object of their kind, at every door: refused in that door's own form.

The table of doors and values is that of the attack; here they are knocked at inside of this process.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from channels.testing import HttpCommunicator

from playground.asgi import application
from playground.runs.models import Run
from playground.server.fairness.buckets import Buckets, TokenBucket
from tests.harness.series import EVERY, sampled
from tests.playground.conftest import PATIENCE, Connect
from tools.attack import doors
from tools.attack.doors import DOORS, MESSAGES, Door, OwnRun
from tools.attack.no_texts import ALL
from tools.attack.visitor import Answer, Headers, Visitor


class Inside(Visitor):
    """A visitor whose requests go to the application in this process."""

    async def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Headers = (),
        *,
        patience: float = PATIENCE,
    ) -> Answer:
        place, _, query = path.partition("?")
        message = self.written(method, path, body, headers).split(b"\r\n\r\n", 1)[0].split(b"\r\n")[1:]
        pairs = [(name.lower(), value) for name, value in (line.split(b": ", 1) for line in message)]
        client = HttpCommunicator(application, method, "/", body or b"", pairs)
        client.scope |= {
            "path": unquote_to_bytes(place).decode("utf-8", "replace"),
            "query_string": query.encode(),
        }
        got = await client.get_response(timeout=patience)
        await client.wait(timeout=patience)
        named = [(name.decode("latin1"), value.decode("latin1")) for name, value in got["headers"]]
        answer = Answer(got["status"], named, got["body"], 0.0)
        self._remember(answer)
        return answer


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "take", lambda *_, **__: 0)
    monkeypatch.setattr(TokenBucket, "take", lambda *_, **__: 0)


@pytest.fixture
async def own_run(transactional_db: None, unhurried: None) -> OwnRun:
    return await OwnRun(Inside("http://localhost")).learn()


@pytest.mark.parametrize("door", sampled(DOORS, 2 * EVERY), ids=lambda door: door.name)
async def test_what_is_no_text_is_refused_in_the_form_of_its_door(door: Door, own_run: OwnRun) -> None:
    wrong: dict[str, Any] = {}
    for odd in ALL:
        met = await doors.knock(own_run, door, odd)
        if met is not None and (result := doors.wrong_answer(door, *met)):
            wrong[odd.name] = result, met[1].body[:300]

    assert {} == wrong


@pytest.mark.parametrize("name", MESSAGES)
async def test_a_socket_refuses_what_is_no_text(
    run: Run, connect: Connect, unhurried: None, name: str
) -> None:
    client, wrong = await connect(run), {}
    await client.hello()
    for odd in ALL:
        if (text := doors.message(MESSAGES[name], odd)) is not None:
            await client.socket.send_to(text)
            message = await client.hear()
            if result := doors.wrong_word(odd, message):
                wrong[odd.name] = result, str(message)[:300]

    assert {} == wrong
