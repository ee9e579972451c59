"""What the group of a pod lacks: its seats, who was tried where, and which pod was the one too many; and
between which placements it chose, and what it preempted as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from playground.inspector.why import nodes
from playground.inspector.why.names import short
from playground.texts import messages

MOST_STEPS = 12
"""The most trials that are listed."""
MOST_ROWS = 6
"""The most nodes that are listed of the pod that found no place."""
MOST_PLACEMENTS = 12
MOST_UNITS = 8


@dataclass(frozen=True, slots=True)
class Lack:
    """What a node lacks for the pod that found no place; `beside` says which pods of the group are tried
    there before it."""

    node: str
    texts: tuple[str, ...]
    beside: str


@dataclass(frozen=True, slots=True)
class Placements:
    """The placements that were tried, a column for each: `names` with whether the group goes there, how many
    of its pods fit with whether they are enough, and the scores, (plugin, score in each column). `sums` is
    empty where nothing was compared."""

    names: tuple[tuple[str, bool], ...]
    fits: tuple[tuple[str, bool], ...]
    scores: tuple[tuple[str, tuple[str, ...]], ...]
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupWhy:
    """`seats` and `says` are sentences, `condition` is what Kubernetes writes into the status of the group.
    `steps` are the trials of its cycle. `refused` names the pod that found no place, and `lacks` say why, the
    nodes first that other pods of the group take. `units` are sentences about what it preempts as one."""

    name: str
    seats: str
    says: str
    condition: str
    steps: tuple[str, ...]
    refused: str
    lacks: tuple[Lack, ...]
    placements: Placements | None
    units: tuple[str, ...]


def group(value: Mapping[str, Any] | None, own: Mapping[str, Any] | None = None) -> GroupWhy | None:
    """Made from the part `group` of the question `why`; None for a pod without a group. `own` is the decision
    about the pod itself."""
    if value is None:
        return None
    view, refused = value["view"], value["refused"]
    condition, cycle = view["condition"], view["cycle"] or {}
    decision = None if refused is None else refused["decision"] or own
    placements = cycle.get("placements") or ()
    return GroupWhy(
        name=view["name"],
        seats=messages.say(view["seats"]["words"]) if view["seats"] else "",
        says=messages.say(view["says"]) if view["says"] else "",
        condition=": ".join(condition[part] for part in ("reason", "message") if condition[part])
        if condition
        else "",
        steps=tuple(_steps(view)),
        refused="" if refused is None else _refused(short(refused["pod"])),
        lacks=() if decision is None else tuple(_lacks(decision, view, refused["pod"]))[:MOST_ROWS],
        placements=_placements(placements[:MOST_PLACEMENTS]) if placements else None,
        units=tuple(_units(cycle)),
    )


def _trials(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(view["trial"] or (view["cycle"] or {}).get("steps") or ())


def _steps(view: Mapping[str, Any]) -> Iterator[str]:
    for step in _trials(view)[:MOST_STEPS]:
        args = {"pod": short(step["pod"]), "group": view["name"]}
        args |= {"number": str(step["number"]), "count": str(step["count"]), "node": step["node"] or ""}
        which = "scheduler.group_place" if step["node"] else "scheduler.group_no_place"
        if step["node"] and step.get("preempts"):
            which = "scheduler.group_preempts"
        yield messages.say({"id": which, "args": args})


def _refused(pod: str) -> str:
    return messages.fill(_("{pod} is the first pod of the group that found no place:"), {"pod": pod})


def _lacks(decision: Mapping[str, Any], view: Mapping[str, Any], refused: str) -> Iterator[Lack]:
    """The nodes of the decision that refused the pod, those first on which pods before it are tried."""
    before: dict[str, list[str]] = {}
    for step in _trials(view):
        if step["pod"] == refused:
            break
        if step["node"]:
            before.setdefault(step["node"], []).append(short(step["pod"]))
    rows = [row for row in nodes.rows(decision) if not row.fits]
    for row in sorted(rows, key=lambda row: row.node not in before):
        reasons = row.reasons or (row.shared.reasons if row.shared else "")
        skews = [
            f"{skew.prefix}{skew.name} {skew.sum}" if skew.sum else skew.no_key for skew in row.missing.skews
        ]
        texts = (*row.missing.resources, *skews, *row.missing.notes, *row.missing.devices) or (reasons,)
        pods = before.get(row.node, ())
        beside = _("{pods} of the same group is tried there before it")
        yield Lack(row.node, texts, messages.fill(beside, {"pods": messages.listed(pods)}) if pods else "")


def _placements(rows: Sequence[Mapping[str, Any]]) -> Placements:
    plugins = next((tuple(row["scores"]) for row in rows if row["scores"]), ())
    return Placements(
        tuple((row["name"], row["chosen"]) for row in rows),
        tuple((str(row["placed"]), row["feasible"]) for row in rows),
        tuple((plugin, tuple(str(row["scores"].get(plugin, "")) for row in rows)) for plugin in plugins),
        tuple(str(sum(row["scores"].values())) if row["scores"] else "" for row in rows) if plugins else (),
    )


def _units(cycle: Mapping[str, Any]) -> Iterator[str]:
    """What the group preempts as one: a pod or a whole group in each sentence; and what may stay."""
    words = {
        "victims": (_("Preempted: pod {pods}"), _("Preempted as a unit: group {group} with {pods}")),
        "givenBack": (_("May stay: pod {pods}"), _("May stay as a unit: group {group} with {pods}")),
    }
    for part, (single, whole) in words.items():
        for unit in (cycle.get(part) or ())[:MOST_UNITS]:
            args = {"group": short(unit["group"] or ""), "pods": messages.listed(map(short, unit["pods"]))}
            yield messages.fill(whole if unit["group"] else single, args)
