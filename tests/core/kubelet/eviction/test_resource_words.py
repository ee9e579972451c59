"""Sentences name memory in their language, and other resources as Kubernetes does."""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.kubelet.eviction.resource_words import resource_word


def test_memory_has_a_word_and_other_resources_keep_their_names() -> None:
    assert message("resource.memory") == resource_word("memory")
    assert "ephemeral-storage" == resource_word("ephemeral-storage")
