"""What an act of a kubelet says: the kind of its frame, and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.actor import Message
from scheduler_core.objects.pod import Pod

PodAct: TypeAlias = tuple[str, Message]
"""Frame kind and sentence of an act about the pod of one worker."""


@dataclass(frozen=True, slots=True)
class NodeAct:
    """An act for the sake of the node: frame kind, sentence, and the pods it is about."""

    kind: str
    message: Message
    pods: tuple[Pod, ...] = ()
