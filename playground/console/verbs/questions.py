"""`why` and `podium`: questions that kubectl has not, the same as the plugin kubectl-podium asks."""

from __future__ import annotations

import json

from playground.console.api import Api, kind_named
from playground.console.line import Given
from playground.console.output import Output, SaidError
from playground.inspector.why import as_text
from playground.runs import questions


def why(api: Api, given: Given, text: str, output: Output) -> None:
    if not given.words:
        raise SaidError("error: why needs a pod: why pod/NAME")
    said = given.words[-1]
    kind, _, name = said.rpartition("/")
    kind = kind or (given.words[0] if len(given.words) > 1 else "pod")
    if kind_named(kind).kind != "Pod":
        raise SaidError("error: why answers for pods: why pod/NAME")
    key = f"{api.namespace}/{name}"
    seq = api.standing.head if api.step is None else api.step
    value = questions.value(api.standing, "why", seq, pod=key)
    if value is None:
        raise SaidError(f'Error from server (NotFound): pods "{name}" not found', 2)
    waits = value["pod"] is not None and not value["pod"]["node"]
    advice = (questions.value(api.standing, "advice", seq, pod=key) if waits else None) or []
    if given.text("output") == "json":
        output.text(json.dumps({"why": value, "advice": advice}, ensure_ascii=False, indent=2))
    else:
        for line in as_text.lines(key, value, advice):
            output.say(line)
    output.code = 1 if value["pod"] is None or waits else 0


def podium(api: Api, given: Given, text: str, output: Output) -> None:
    what = given.words[:1]
    given.words = given.words[1:]
    if what == ["why"]:
        why(api, given, text, output)
    elif what == ["step"]:
        shown = api.standing.head if api.step is None else api.step
        output.say(f"step {shown} of {api.standing.head}")
    else:
        raise SaidError("error: podium what? why POD, or step")
