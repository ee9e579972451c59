"""The answer about one pod as values: its reasons with counts, the nearest node, the smallest change that
works, and what the answer lacks to be sure. Pages, pictures and Markdown show these and no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scheduler_core as core
from playground.inspector import advice_view
from playground.inspector.advice_view import Advice
from playground.inspector.not_modelled import LeftOut
from playground.inspector.why import nearest as nearest_view
from playground.inspector.why import view
from playground.inspector.why.nearest import Nearest
from playground.texts import dump_commands, messages
from playground.texts.terms.cards import MEANINGS

MOST_REASONS = 12
MOST_CHANGES = 3
NODES_COMMAND = "kubectl get nodes -o yaml"


@dataclass(frozen=True, slots=True)
class Reason:
    """`count` nodes refuse the pod with a text of Kubernetes; `percent` is their share of all refusals, for a
    bar. `meaning` explains the text, `plugin` wrote it. `count` is 0 for a reason that concerns the pod as a
    whole."""

    text: str
    count: int
    percent: str
    plugin: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """What the answer lacks to be sure, and the command whose output would tell it; "" where none does."""

    sentence: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """`headline` is the answer in one sentence. `changes` is None while the changes have not been tried,
    `tried` the sentence about them where none helps. `decided_at` is the step of the pod's decision."""

    key: str
    namespace: str
    name: str
    tag: view.Tag | None
    facts: str
    headline: str
    message: str
    reasons: tuple[Reason, ...]
    more_reasons: str
    notes: tuple[str, ...]
    nearest: Nearest | None
    changes: tuple[Advice, ...] | None
    tried: str
    remarks: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    left_out: tuple[LeftOut, ...]
    decided_at: int | None
    waits: bool

    @property
    def change(self) -> Advice | None:
        """The smallest change that was tried and works."""
        return self.changes[0] if self.changes else None


def card(
    key: str,
    value: Mapping[str, Any],
    near: Mapping[str, Any] | None,
    advice: Sequence[Mapping[str, Any]] | None,
    *,
    of_text: Sequence[str] = (),
) -> Card:
    """Made from the questions `why`, `nearest` and `advice` (None: not asked yet). `of_text`: why
    answers about the text of the run may be wrong."""
    why = view.of_pod(key, value)
    namespace, _slash, name = key.rpartition("/")
    decision = value["decision"] or {}
    waits = value["pod"] is not None and not value["pod"]["node"]
    nodeless = (
        waits
        and bool(decision)
        and not (decision.get("nodes") or decision.get("groups"))
        and (decision.get("nodeCount") == 0)
    )
    recorded = value.get("recorded") or ""
    reasons = _recorded_reasons(recorded) if nodeless and recorded else _reasons(why)
    changes = None if advice is None else tuple(c for c in advice_view.advices(advice, name) if c.helps)
    remarks = () if advice is None else tuple(c for c in advice_view.advices(advice, name) if not c.helps)
    if nodeless:
        changes, remarks = (), ()
    shown = reasons[:MOST_REASONS]
    hidden = len(reasons) - len(shown)
    return Card(
        key=key,
        namespace=namespace,
        name=name,
        tag=why.decided.heading.tag if why.decided else None,
        facts=why.facts,
        headline=_headline(name, value, waits=waits, nodeless=nodeless),
        message=recorded if nodeless else why.decided.message if why.decided else "",
        reasons=tuple(shown),
        more_reasons=_more(hidden),
        notes=tuple(filter(None, ("" if nodeless else why.waits, *why.end, why.untried, *why.hints))),
        nearest=nearest_view.nearest(near) if waits else None,
        changes=changes[:MOST_CHANGES] if changes is not None else None,
        tried=_tried(value, changes, waits=waits, nodeless=nodeless),
        remarks=tuple(step for remark in remarks for step in remark.steps),
        doubts=tuple(_doubts(why, value, nodeless=nodeless, of_text=of_text)),
        left_out=why.left_out,
        decided_at=value["decidedAt"],
        waits=waits,
    )


def _more(hidden: int) -> str:
    text = ngettext("{n} more reason", "{n} more reasons", hidden)
    return messages.fill(text, {"n": hidden}) if hidden else ""


def _headline(name: str, value: Mapping[str, Any], *, waits: bool, nodeless: bool) -> str:
    pod, decision = value["pod"], value["decision"] or {}
    if pod is None:
        return messages.fill(_("{pod} no longer exists."), {"pod": name})
    if not waits:
        return messages.fill(_("{pod} is not pending: it is on {node}."), {"pod": name, "node": pod["node"]})
    if nodeless:
        return messages.fill(_("The text has no nodes, so no node could be tried for {pod}."), {"pod": name})
    if pod["nominated"]:
        words = {"pod": name, "node": pod["nominated"]}
        return messages.fill(_("{pod} waits until the pods that it preempts on {node} have ended."), words)
    if pod.get("lane") == "gated":
        text = _("{pod} has scheduling gates, so the scheduler does not try it.")
        return messages.fill(text, {"pod": name})
    match decision.get("result"):
        case "unschedulable" | "nominated" | "error":
            n = decision.get("nodeCount") or 0
            text = ngettext("{pod} does not fit on the only node.", "{pod} fits on none of {n} nodes.", n)
            return messages.fill(text, {"pod": name, "n": n})
        case "bound":
            words = {"pod": name, "node": decision.get("node") or ""}
            return messages.fill(_("{pod} fits: the scheduler binds it to {node}."), words)
        case _:
            return messages.fill(_("The scheduler has not tried {pod} yet."), {"pod": name})


def _reasons(why: view.PodWhy) -> list[Reason]:
    if why.decided is None:
        return []
    made = []
    for group in view.nodes.groups(why.decided.value):
        text = group.reason or group.code
        made.append(Reason(text, group.count, group.percent, group.plugin, _meaning(text)))
    if not made and why.decided.prefilter:
        plugin, _colon, text = why.decided.prefilter.partition(": ")
        made.append(Reason(text, 0, "100%", plugin, _meaning(text)))
    return made


def _recorded_reasons(message: str) -> list[Reason]:
    """The reasons of the scheduler that wrote the text."""
    parts = [
        part for part in core.take_apart(message).parts if part.nodes is not None and not part.preemption
    ]
    total = sum(part.nodes or 0 for part in parts) or 1
    made = []
    for part in sorted(parts, key=lambda part: -(part.nodes or 0)):
        field = part.catalogue_text
        plugin = field.plugin if field is not None else ""
        percent = f"{100 * (part.nodes or 0) / total:.2f}%"
        made.append(Reason(part.text, part.nodes or 0, percent, plugin, _meaning(part.text)))
    return made


def _meaning(text: str) -> str:
    """What a reason means, in the active language; "" for one that nobody knows."""
    parts = [part.catalogue_text for part in core.take_apart(text).parts]
    field = parts[0] if len(parts) == 1 else None
    return _(MEANINGS[field.meaning]) if field is not None else ""


def _tried(value: Mapping[str, Any], changes: Sequence[Advice] | None, *, waits: bool, nodeless: bool) -> str:
    if nodeless:
        return _("With the nodes in the text, podium tries changes and names the smallest one that works.")
    if changes or changes is None or not waits:
        return ""
    if value["pod"]["nominated"]:
        text = _(
            "Its victims on %(nominated)s are terminating. The pod is bound there without further changes."
        )
        return text % {"nominated": value["pod"]["nominated"]}
    if (value["decision"] or {}).get("result") in ("unschedulable", "error", "nominated"):
        return _(
            "No small change helps: neither lower requests, nor removing one pod, nor adding a node like the"
            " existing ones."
        )
    return ""


def _doubts(
    why: view.PodWhy, value: Mapping[str, Any], *, nodeless: bool, of_text: Sequence[str]
) -> Iterator[Doubt]:
    missing = value.get("missing") or ()
    if nodeless:
        text = _("Paste the nodes below the pod: the answer needs their sizes, labels and taints.")
        yield Doubt(text, dump_commands.command(missing) if missing else NODES_COMMAND)
    yield from map(Doubt, of_text)
    if why.added:
        yield Doubt(why.added, NODES_COMMAND)
    if why.recorded and not nodeless:
        yield Doubt(why.recorded)
    if missing and not nodeless:
        command = dump_commands.command(missing)
        yield Doubt(why.doubt.removesuffix(command).rstrip(), command)
