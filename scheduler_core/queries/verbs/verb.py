"""A verb: something that a person can do to one thing of the board.

`{"id", "group", "level", "args", "kubectl", "inputs", "fields", "danger"}`. `id` names its words, `args` are
their arguments. `group` is `kubectl`, or for podium's own faults that of `possible_faults`. `level` is
`bad`, `ok` or empty. `kubectl` is the line that does the same, "" where kubectl cannot. `inputs` are given
one after the other; a text such as `{replicas}` in them and in the line stands for the field of that name.
Where such a text is all there is, the value keeps its type. `fields` are `{"name", "type", "value", "min",
"max", "choices"}` with the types `number`, `text`, `choice`, `flag`. `danger` names what has to be confirmed
first: `force_delete`, `delete_node`, or "".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json

Verb = dict[str, Json]
Field = dict[str, Json]


def verb(
    name: str,
    kubectl: str,
    inputs: Sequence[Mapping[str, Json]],
    *fields: Field,
    level: str = "",
    danger: str = "",
    args: Mapping[str, Json] | None = None,
) -> Verb:
    return {
        "id": name,
        "group": "kubectl",
        "level": level,
        "args": dict(args or {}),
        "kubectl": kubectl,
        "inputs": [dict(entry) for entry in inputs],
        "fields": list(fields),
        "danger": danger,
    }


def number(name: str, value: int, low: int, high: int) -> Field:
    return {"name": name, "type": "number", "value": value, "min": low, "max": high}


def text(name: str, value: str = "", *, optional: bool = False) -> Field:
    return {"name": name, "type": "text", "value": value, "optional": optional}


def choice(name: str, choices: Sequence[str], value: str = "") -> Field:
    return {"name": name, "type": "choice", "choices": list(choices), "value": value or choices[0]}


def flag(name: str, value: bool) -> Field:
    return {"name": name, "type": "flag", "value": value}


def reference(kind: str, key: str) -> ObjectRef:
    """The reference to an object of a kind by its key."""
    namespace, _, name = key.rpartition("/")
    return ObjectRef(kind, namespace if KINDS[kind].namespaced else "", name)


def in_namespace(target: ObjectRef) -> str:
    """The flag of a kubectl line for an object that is in another namespace than `default`."""
    return f" -n {target.namespace}" if target.namespace not in ("", "default") else ""


def named(target: ObjectRef) -> str:
    """An object as kubectl takes it: `deployment web -n shop`."""
    return f"{target.kind.lower()} {target.name}{in_namespace(target)}"


def slashed(target: ObjectRef) -> str:
    """The same for verbs of kubectl that take the kind with a slash: `deployment/web -n shop`."""
    return f"{target.kind.lower()}/{target.name}{in_namespace(target)}"
