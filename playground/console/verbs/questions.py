"""`why` and `podium`: questions that kubectl lacks, the same as those of the plugin kubectl-podium."""

from __future__ import annotations

import json

from playground.console.api import Api
from playground.console.line import Arguments
from playground.console.output import LineError, Output
from playground.inspector.why import as_text
from playground.runs import questions


def why(api: Api, args: Arguments, text: str, output: Output) -> None:
    if not args.words:
        raise LineError("error: why needs a pod: why pod/NAME")
    word = args.words[-1]
    kind, _, name = word.rpartition("/")
    kind = kind or (args.words[0] if len(args.words) > 1 else "pod")
    if api.kind_named(kind).kind != "Pod":
        raise LineError("error: why answers for pods: why pod/NAME")
    key = f"{api.namespace}/{name}"
    seq = api.standing.head if api.step is None else api.step
    value = questions.value(api.standing, "why", seq, pod=key)
    if value is None:
        raise LineError(f'Error from server (NotFound): pods "{name}" not found', 2)
    waits = value["pod"] is not None and not value["pod"]["node"]
    advice = (questions.value(api.standing, "advice", seq, pod=key) if waits else None) or []
    near = questions.value(api.standing, "nearest", seq, pod=key) if waits else None
    if args.text("output") == "json":
        output.text(
            json.dumps({"why": value, "advice": advice, "nearest": near}, ensure_ascii=False, indent=2)
        )
    else:
        for line in as_text.lines(key, value, advice, near):
            output.say(line)
    output.code = 1 if value["pod"] is None or waits else 0


def podium(api: Api, args: Arguments, text: str, output: Output) -> None:
    what = args.words[:1]
    args.words = args.words[1:]
    if what == ["why"]:
        why(api, args, text, output)
    elif what == ["step"]:
        shown = api.standing.head if api.step is None else api.step
        output.say(f"step {shown} of {api.standing.head}")
    else:
        raise LineError("error: podium what? why POD, or step")
