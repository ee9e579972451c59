"""The disk is full: what was acknowledged stays, what cannot be stored is refused in words, and then it goes on."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async as db
from django.db import connection
from django.db.backends.signals import connection_created
from django.test import Client as Browser

from playground import limits
from playground.runs.models import Run, RunInput
from tests.playground.conftest import Connect, owner_cookies

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="a full disk of PostgreSQL is PostgreSQL's"),
]
MOST = 400


class Disk:
    """Lets SQLite's file grow no further while it is `full`; SQLite then says SQLITE_FULL, as on a full disk."""

    full = False

    def become(self, full: bool) -> None:
        """From now on, for this thread and for all new connections."""
        self.full = full
        self.on_connection(None, connection)

    def on_connection(self, sender: Any, connection: Any, **others: Any) -> None:
        with connection.cursor() as cursor:
            (pages,) = cursor.execute("PRAGMA page_count").fetchone()
            cursor.execute(f"PRAGMA max_page_count = {pages if self.full else 1_000_000}")


@pytest.fixture
def disk() -> Iterator[Disk]:
    made = Disk()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # what other tests left is no room for these
    connection_created.connect(made.on_connection)
    connection.close()
    yield made
    made.full = False
    connection_created.disconnect(made.on_connection)
    connection.close()


async def test_inputs_that_were_acknowledged_stay_and_one_that_cannot_be_stored_is_refused(
    run: Run, connect: Connect, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SOCKET_BURST", 10_000)
    monkeypatch.setattr("playground.runs.socket.consumer.input_buckets.burst", 10_000)
    client = await connect(run)
    await client.hello()
    await db(disk.become)(True)
    at = 0
    while at < MOST:
        kind = "cordon" if at % 2 == 0 else "uncordon"
        answer = await client.ask("input", **{"from": at, "input": {"kind": kind, "node": "n1"}})
        if answer["type"] != "frames":
            break
        at = answer["to"]
    await db(disk.become)(False)
    kind = "cordon" if at % 2 == 0 else "uncordon"
    again = await client.ask("input", **{"from": at, "input": {"kind": kind, "node": "n1"}})

    assert ("error", "server.busy") == (answer["type"], answer["code"])
    assert ("frames", at + 1) == (again["type"], again["to"])
    assert list(range(at + 1)) == await db(list)(
        RunInput.objects.filter(run=run).order_by("ordinal").values_list("seq", flat=True)
    )


def test_a_run_that_cannot_be_made_is_a_503_in_words(
    run: Run, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.server.fairness.throttle.costly_buckets.burst", 10_000)
    browser = Browser()
    browser.cookies.load(owner_cookies())
    disk.become(True)
    codes = []
    while len(codes) < MOST and codes[-1:] in ([], [303]):
        answer = browser.post(f"/r/{run.pk}/fork")
        codes.append(answer.status_code)
    disk.become(False)

    assert {303, 503} >= set(codes)
    assert 503 == codes[-1]
    assert "no run has changed" in answer.content.decode()
    assert Run.objects.count() == len(codes)
    assert 200 == browser.get(f"/r/{run.pk}").status_code


@pytest.mark.parametrize(
    ("free", "line"), [(10_000_000_000, "\ndisk: 10000 MB"), (1_000_000, "\n! disk: 1 MB")]
)
def test_readiness_says_how_much_room_there_is(free: int, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free))
    answer = Browser().get("/readyz")

    assert 200 == answer.status_code
    assert f"{line} free\n" in answer.content.decode()
