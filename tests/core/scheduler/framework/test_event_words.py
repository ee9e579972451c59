"""Readable names of cluster events."""

from __future__ import annotations

import pytest

from scheduler_core import TEMPLATES
from scheduler_core.scheduler.framework.event_words import WORDS, event_words
from scheduler_core.scheduler.framework.events import (
    ACTION_NAMES,
    ClusterEvent,
    Resource,
    force_activate,
    unschedulable_timeout,
)
from tests.core.scheduler.builders import pod


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("AssignedPodDelete", "a pod on a node is gone"),
        ("resource.k8s.io/ResourceClaimUpdate", "an object that the pod depends on changed"),
    ],
)
def test_an_event_is_told_in_words(name: str, words: str) -> None:
    assert words == TEMPLATES[event_words(name).id]


def test_words_belong_to_events_that_exist() -> None:
    made = {ClusterEvent(resource, action).name for resource in Resource for action in ACTION_NAMES}
    own = {unschedulable_timeout().name, force_activate(pod("p")).name}

    assert set() == set(WORDS) - made - own
