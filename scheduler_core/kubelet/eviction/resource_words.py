"""How a sentence names the resource that a node is short of."""

from __future__ import annotations

from scheduler_core.actor import Message, message


def resource_word(resource: str) -> Message | str:
    """Memory has a word in every language; the names of other resources are Kubernetes' own."""
    return message("resource.memory") if resource == "memory" else resource
