"""The sentences of what changed between releases."""

from __future__ import annotations

from scheduler_core.objects.releases.changes import CHANGES
from scheduler_core.objects.releases.messages import MESSAGES


def test_the_sentences_are_of_fields_that_some_release_changes() -> None:
    named = {message_id.split(".")[1] for message_id in MESSAGES}
    assert set() == named - {change.field for change in CHANGES}
