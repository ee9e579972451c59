"""A run that is followed at high speed: the clock goes on, and the line carries little in each second."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext

from scheduler_core.bench.storm import BEGINS_S, storm_documents
from tests.harness.board import import_file

NODES, PODS = 10, 80
UNTIL_S = 30
MOST_BYTES = 60_000
"""The most bytes a second, deflated as the server does it."""
SECONDS = 3
"""The span over which bytes are counted: a browser that was busy receives what two seconds sent in one."""
LEAST_SPEED = 1
"""Virtual seconds that a real second plays at least, also on a machine that has other work."""


def test_a_storm_followed_at_sixteen_times_stays_within_the_line(
    context: BrowserContext, tmp_path: Path
) -> None:
    """Times are those at which the browser received a message, so a test that is slow itself changes nothing."""
    storm = tmp_path / "storm.yaml"
    storm.write_text("\n---\n".join(json.dumps(document) for document in storm_documents(NODES, PODS)))
    board = import_file(context, storm)
    page = board.page
    imported = board.run
    board.open(f"/r/{imported}?at=0")
    page.get_by_role(
        "button", name="Fork", exact=True
    ).click()  # an import has been played to its first decision
    page.wait_for_url(lambda url: "/r/" in url and imported not in url)
    board.settle()
    received: list[tuple[float, str]] = []
    session = context.new_cdp_session(page)
    session.on("Network.webSocketFrameReceived", lambda event: received.append(message_of(event)))
    session.send("Network.enable")
    page.get_by_label("speed").select_option("16")

    board.button("play").click()
    page.wait_for_function("(t) => podium.player.state.model.t >= t", arg=UNTIL_S, timeout=120_000)
    board.button("pause").click()
    board.settle()
    wire = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    sizes = [(at, len(wire.compress(text.encode()) + wire.flush(zlib.Z_SYNC_FLUSH))) for at, text in received]
    messages = [(at, json.loads(text)) for at, text in received]
    unions = [(at, message) for at, message in messages if message["type"] == "union"]
    began, begins = max(
        ((at, BEGINS_S) for at, message in unions if message["t"] < BEGINS_S),
        default=(unions[0][0], unions[0][1]["t"]),
    )
    last, end = unions[-1]

    spans = [sum(size for at, size in sizes if 0 <= at - since < SECONDS) for since, _ in sizes]
    assert max(spans) <= SECONDS * MOST_BYTES
    assert max(sum(0 <= at - since < 1 for at, _ in unions) for since, _ in unions) <= 10
    assert end["t"] - begins >= LEAST_SPEED * (last - began)
    assert board.here == (end["to"], end["hash"])


def message_of(event: dict[str, Any]) -> tuple[float, str]:
    """When the browser received a message (s), and its text."""
    return float(event["timestamp"]), str(event["response"]["payloadData"])
