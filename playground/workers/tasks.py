"""The tasks of a worker by name. Each takes a recording and arguments, and gives an answer."""

from collections.abc import Callable

from playground.workers import judging, looking_back, playing, questions
from playground.workers.answers import Answer
from playground.workers.document_tasks import DOCUMENT_TASKS
from playground.workers.kube_tasks import KUBE_TASKS

TASKS: dict[str, Callable[..., Answer]] = {
    "frames": playing.frames,
    "union": playing.union,
    "step": playing.step,
    "play": playing.play,
    "input": playing.give_input,
    "snapshot": playing.snapshot,
    "hash": playing.state_hash,
    "script": playing.script,
    "acts": playing.acts,
    "as_it_was": playing.as_it_was,
    "decision": questions.decision,
    "why": questions.why,
    "why_next": questions.why_next,
    "why_node": questions.why_node,
    "why_service": questions.why_service,
    "obstacles": questions.obstacles,
    "advice": questions.advice,
    "room": questions.room,
    "cures": questions.cures,
    "node_table": questions.node_table,
    "search": questions.search,
    "what_if": questions.what_if,
    "consequences": questions.consequences,
    "faults": questions.faults,
    "verbs": questions.verbs,
    "things": questions.things,
    "describe": questions.describe,
    "events": questions.events,
    "manifest": questions.manifest,
    "applicable": questions.applicable,
    "judge": judging.judge,
    "given": questions.given,
    "until": judging.until,
    "watch": judging.watch,
    "history": looking_back.history,
    "find_steps": looking_back.find_steps,
    "until_found": looking_back.until_found,
    "figure": looking_back.figure,
    "diff": looking_back.diff,
    "objects": looking_back.objects,
    **KUBE_TASKS,
    **DOCUMENT_TASKS,
}

#: The argument that names the step to which the run is played before the task; "seq" for all others.
STARTS_FROM = {
    "frames": "end",
    "union": "end",
    "step": "start",
    "play": "start",
    "until": "start",
    "until_found": "start",
    "input": "at",
    "kube_write": "at",
}

#: Tasks that may end early; they take the time at which they are to end.
SLICED = frozenset({"as_it_was"} | {"step", "play", "until", "watch", "find_steps", "until_found", "figure"})
