"""The browser, the page of the protocol and the core name the same views of a snapshot."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.builders import node, pod
from tests.core.browser_frames import LISTS
from tests.core.builders import recorded

ROOT = Path(__file__).parents[2]
SINGLE = {"scheduler", "network", "safety", "trouble"}
#: What a snapshot has beside its views.
OTHERS = {"seq", "t", "hash", "rules", "frame", "last", "decisions"}


def test_the_browser_keeps_a_table_for_each_list_of_views() -> None:
    text = (ROOT / "static/js/net/frames.js").read_text(encoding="utf-8")
    tables = dict(re.findall(r'^  (\w+): \["(\w+)",', text, re.MULTILINE))

    assert LISTS == tables
    single = re.search(r"^const SINGLE = (\[.*\]);", text, re.MULTILINE)
    assert single is not None
    assert SINGLE == set(json.loads(single[1]))


def test_a_snapshot_has_these_views_and_its_page_shows_them() -> None:
    recording: Any = recorded(node("n"), pod("p"))
    views = {*LISTS.values(), *SINGLE}
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    shown = json.loads(re.findall(r"```json\n(\{.*?\})\n```", page.split("## Snapshots")[1], re.DOTALL)[0])

    assert views == recording.snapshot(recording.head_seq).keys() - OTHERS
    assert views == shown.keys() - OTHERS
