"""The outcome of an input: an act of the person, or a refusal in Kubernetes' words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.actor import Act, Message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.problem import Problem

INPUT = "input"
"""The path of a whole input."""
YOU = "you"
"""The person at the board, as the author of an act."""
SCRIPT = "script"
"""The scenario's script, as the author of an act: its inputs are not given by a person."""
AUTHORS = frozenset({YOU, SCRIPT})


@dataclass(frozen=True, slots=True)
class Done:
    """The input was carried out; `api` is the API server from now on (a copy after an apply)."""

    api: ApiServer
    act: Act


Outcome: TypeAlias = Done | Refused | Problem

STORE_IS_SILENT = Refused(500, "", "etcdserver: request timed out", path=INPUT)
"""The answer of the API server while it cannot reach its store."""


def you(kind: str, sentence: Message, *, pods: tuple[str, ...] = (), nodes: tuple[str, ...] = ()) -> Act:
    """An act of the person at the board."""
    return Act(YOU, YOU, f"input-{kind}", sentence, focus_pods=pods, focus_nodes=nodes)
