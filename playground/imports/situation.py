"""What a dump shows as it came in: second 0, what is stuck and what lets it go, and what the text lacks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground import limits
from playground.texts import dump_commands
from playground.texts.manifests import words

MOST_LINES, MOST_NAMES, MOST_ODD = 60, 8, 3


@dataclass(frozen=True, slots=True)
class Line:
    """Objects that are stuck for one reason. `inputs` is the JSON text of those that let them go on, "" where
    none does; `more` is the number of objects beyond the named ones."""

    sentence: str
    names: tuple[str, ...]
    more: int
    since: str
    inputs: str
    button: str


def lines(value: Mapping[str, Any] | None) -> list[Line]:
    """One line for each group of stuck objects, in the active language; at most `MOST_LINES`."""
    return [_line(group) for group in ((value or {}).get("troubles") or ())[:MOST_LINES]]


def _line(group: Mapping[str, Any]) -> Line:
    names, inputs, args = tuple(group["names"]), group["inputs"], dict(group["args"])
    if group["cause"] == "readiness_gates":
        args["command"] = _opening(names[0], args["names"])
    return Line(
        words.say(f"stuck.{group['cause']}", args),
        names,
        group["count"] - len(names),
        group["since"],
        json.dumps(inputs) if inputs else "",
        words.say(f"cure.{group['cause']}", group["args"]) if inputs else "",
    )


def _opening(pod: str, gates: Sequence[str]) -> str:
    """The line of kubectl that makes the conditions of readiness gates True."""
    namespace, _, name = pod.partition("/")
    conditions = [{"type": gate, "status": "True"} for gate in gates]
    patch = json.dumps({"status": {"conditions": conditions}}, separators=(",", ":"))
    return f"kubectl patch pod {name} -n {namespace} --subresource=status -p '{patch}'"


def doubt(value: Mapping[str, Any] | None) -> str:
    """That answers may be wrong because the text was cut, holds two things in one, or lacks something; ""
    where nothing is wrong with it."""
    missing = dump_commands.warning((value or {}).get("missing") or ())
    return " ".join(filter(None, (*doubts_of_text(value), missing)))


def doubts_of_text(value: Mapping[str, Any] | None) -> list[str]:
    """Why answers may be wrong beside what the text lacks, a sentence each."""
    stored = value or {}
    cut = [dump_commands.cut_warning()] if stored.get("cut") else []
    return cut + [words.say(code, args) for code, args in (stored.get("odd") or ())[:MOST_ODD]]


def grouped(troubles: Iterable[Any]) -> list[dict[str, Any]]:
    """Troubles with the same cause and arguments together; the first names and inputs of each group."""
    groups: dict[str, dict[str, Any]] = {}
    for trouble in troubles:
        args = dict(trouble.args)
        key = json.dumps([trouble.cause, args], sort_keys=True)
        group = groups.setdefault(
            key,
            {
                "cause": trouble.cause,
                "args": args,
                "names": [],
                "count": 0,
                "since": trouble.since,
                "inputs": [],
            },
        )
        group["count"] += 1
        group["since"] = min(filter(None, (group["since"], trouble.since)), default="")
        if len(group["names"]) < MOST_NAMES:
            group["names"].append(trouble.key)
        if trouble.input is not None and len(group["inputs"]) < limits.FORK_INPUTS_MAX:
            group["inputs"].append(dict(trouble.input))
    return list(groups.values())
