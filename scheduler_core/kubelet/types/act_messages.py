"""The kind and the sentence of a kubelet's act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.actor import Message
from scheduler_core.objects.pod import Pod

PodAct: TypeAlias = tuple[str, Message]
"""Frame kind and sentence of an act about the pod of one worker."""


@dataclass(frozen=True, slots=True)
class NodeAct:
    """An act to protect the node: frame kind, sentence, and the pods concerned."""

    kind: str
    message: Message
    pods: tuple[Pod, ...] = ()
