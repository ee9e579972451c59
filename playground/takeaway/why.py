"""The Why of a pod as lines, for accounts and pictures."""

from __future__ import annotations

from playground.inspector.why import as_text
from playground.runs import questions, revisions
from playground.runs.services import Standing


def why_lines(standing: Standing, at: int, pod: str) -> tuple[str, ...]:
    """Why a pod is where it is, and what would make it fit; empty for a pod that does not exist."""
    text = questions.value(standing, "why", at, pod=pod) if pod else None
    if text is None:
        return ()
    advice = questions.value(standing, "advice", at, pod=pod) or []
    return tuple(as_text.lines(pod, text, advice))


def pod_of(standing: Standing, chosen: str) -> str:
    """The key of the pod to explain: the chosen one, else the scenario's focus; "" without either."""
    return chosen or str(revisions.scenario_words(standing.revision)["focus"].pod)
