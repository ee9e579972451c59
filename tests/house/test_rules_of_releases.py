"""Each behaviour of a release that a page describes is read by a rule, or the page says that it is not."""

from __future__ import annotations

import re
from pathlib import Path

from scheduler_core.objects.releases.changes import CHANGES, WITHOUT_RULE
from scheduler_core.objects.releases.messages import MESSAGES

CORE = Path(__file__).parents[2] / "scheduler_core"
TYPES = CORE / "objects/fields/types.txt"


def test_what_a_page_says_of_a_release_is_read_by_a_rule_or_called_not_modelled() -> None:
    files = (path for path in CORE.rglob("*.py") if not {"releases", "messages"} & set(path.parts))
    text = "\n".join([*(path.read_text("utf-8") for path in files), TYPES.read_text("utf-8")])
    words = set(re.findall(r"\w+", text))
    described = {change.field for change in CHANGES if f"release.{change.field}" in MESSAGES}

    assert set() == described - words - WITHOUT_RULE
