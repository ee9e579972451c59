"""The answer of the question `upgrade` as a report in words, for the page and the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

import scheduler_core as core
from playground.texts import dump_commands, messages

Answer = Mapping[str, Any]
HEADINGS: Mapping[str, str] = {
    "fits": gettext_noop("Find a node only after the upgrade"),
    "refused": gettext_noop("Find no node any more"),
    "preempts": gettext_noop("Preemption decides otherwise"),
    "moved": gettext_noop("Go to another node"),
    "settled": gettext_noop("Go to one node, where a toss decided before"),
    "drawn": gettext_noop("A toss decides between other nodes"),
}
"""How decisions fall otherwise, the most important first."""
MOST_GROUPS, MOST_PODS = 100, 5
_FEATURES = "didn't match Pod's required features"
_WHAT: Mapping[str, str] = {
    "refused": gettext_noop("refused by the newer API server"),
    "accepted": gettext_noop("accepted now, refused before"),
    "dropped": gettext_noop("dropped by the newer API server"),
    "known": gettext_noop("kept now, dropped before"),
    "defaulted": gettext_noop("set otherwise by the newer API server"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """A row of the table of changes in words: what is different, who notices, and what to do."""

    field: str
    title: str
    who: str
    do: str


@dataclass(slots=True)
class Group:
    """Decisions about the pods of one workload that fall otherwise in the same way, for the same reasons.
    `pods` are the first of them, each with its present node, and where it goes then and now."""

    owner: str
    change: str
    count: int = 0
    pods: list[dict[str, str]] = field(default_factory=list)
    follows: str = ""

    @property
    def why(self) -> str:
        """Why pods whose own decision is the same fare otherwise; "" where it is not."""
        return follows(self.follows) if self.follows else ""


@dataclass(slots=True)
class Section:
    """The groups of one kind of change."""

    change: str
    heading: str
    reasons: tuple[Reason, ...]
    groups: list[Group]
    count: int = 0

    @property
    def more(self) -> int:
        return max(0, len(self.groups) - MOST_GROUPS)

    @property
    def shown(self) -> list[Group]:
        return self.groups[:MOST_GROUPS]


def reason_of(name: str) -> Reason:
    """The sentences of a field of `Release`; a field that has none is named as it is."""
    ids = f"release.{name}", f"release.{name}.who", f"upgrade.do.{name}"
    title, who, do = (messages.say({"id": id_}) if id_ in core.TEMPLATES else "" for id_ in ids)
    return Reason(name, title or name, who, do)


def changes_anything(answer: Answer) -> bool:
    """Whether the upgrade changes anything for the objects of the run. Gates alone concern no object."""
    return any(
        answer.get(name) for name in ("decisions", "concerns", "fields", "versions", "settings")
    ) or any(row["tooOld"] for row in answer.get("kubelets", ()))


def sections(answer: Answer) -> list[Section]:
    """The decisions that fall otherwise, by kind and by the reasons, the most important first. Those that
    differ in the message alone are in `text_changes`."""
    by_kind: dict[tuple[str, tuple[str, ...]], dict[tuple[str, str], Group]] = {}
    for row in answer["decisions"]:
        if row["change"] == "text":
            continue
        groups = by_kind.setdefault((row["change"], tuple(row["rows"])), {})
        owner, follows = row["owner"] or f"Pod {row['pod']}", row["follows"] or ""
        group = groups.setdefault((owner, follows), Group(owner, row["change"], follows=follows))
        group.count += 1
        if len(group.pods) < MOST_PODS:
            group.pods.append(_pod(row))
    order = list(HEADINGS)
    rows = [
        Section(
            change,
            gettext(HEADINGS[change]),
            tuple(map(reason_of, names)),
            _sorted(groups),
            sum(group.count for group in groups.values()),
        )
        for (change, names), groups in by_kind.items()
    ]
    return sorted(rows, key=lambda section: (order.index(section.change), -section.count))


def _sorted(groups: Mapping[tuple[str, str], Group]) -> list[Group]:
    return sorted(groups.values(), key=lambda group: -group.count)


def _pod(row: Answer) -> dict[str, str]:
    namespace, _, name = row["pod"].partition("/")
    sides = {"then": _side(row["then"]), "now": _side(row["now"])}
    return {"pod": row["pod"], "namespace": namespace, "name": name, "at": row["at"] or "", **sides}


def _side(side: Answer) -> str:
    """Where a pod goes, in words."""
    if side["result"] == "pending":
        return gettext("stays pending")
    names = messages.listed(side["nodes"])
    if side["count"] > 1:
        if side["count"] > len(side["nodes"]):
            names = messages.listed([*side["nodes"], "…"])
        return gettext("one of %(n)s by lot: %(nodes)s") % {"n": side["count"], "nodes": names}
    if side["result"] == "nominated":
        victims = messages.listed(side["victims"])
        return gettext("%(node)s, after preempting %(pods)s") % {"node": names, "pods": victims}
    return names


@dataclass(slots=True)
class TextChange:
    """A message that differs, with the pods that have it."""

    then: str
    now: str
    pods: list[str] = field(default_factory=list)
    reasons: tuple[Reason, ...] = ()

    @property
    def named(self) -> list[str]:
        """The first of the pods."""
        return self.pods[:MOST_PODS]


def text_changes(answer: Answer) -> list[TextChange]:
    """The messages of FailedScheduling that differ: alerts or scripts may match them."""
    changes: dict[tuple[str, str], TextChange] = {}
    for row in answer["decisions"]:
        then, now = row["then"]["text"], row["now"]["text"]
        if then and now and then != now:
            change = changes.setdefault((then, now), TextChange(then, now))
            change.pods.append(row["pod"])
            change.reasons = change.reasons or tuple(map(reason_of, row["rows"]))
    return sorted(changes.values(), key=lambda change: -len(change.pods))


def rejected(answer: Answer) -> list[str]:
    """The pods that nodes refuse because they do not declare a feature that the pod needs."""
    return [row["pod"] for row in answer["decisions"] if _FEATURES in row["now"]["text"]]


def concerns(answer: Answer) -> list[dict[str, Any]]:
    """The changes that concern objects, in words. Changes that the table has no sentence for are left out."""
    rows = [{**row, "reason": reason_of(row["field"])} for row in answer.get("concerns", ())]
    return [row for row in rows if row["reason"].title != row["field"]]


def fields(answer: Answer) -> list[dict[str, Any]]:
    """What API servers make differently of objects, in words."""
    return [{**row, "words": gettext(_WHAT[row["what"]])} for row in answer.get("fields", ())]


def gates(answer: Answer) -> list[dict[str, Any]]:
    """The gates that differ, each side in words."""
    return [
        {"gate": row["gate"], "then": _gate(row["then"]), "now": _gate(row["now"]), "set": row["set"]}
        for row in answer.get("gates", ())
    ]


def _gate(side: Answer | None) -> str:
    if side is None:
        return gettext("unknown")
    state = gettext("on") if side["on"] else gettext("off")
    locked = f", {gettext('locked')}" if side["locked"] else ""
    return f"{state} ({side['stage']}{locked})"


def headline(answer: Answer) -> str:
    """The report in one sentence."""
    count = sum(row["change"] != "text" for row in answer["decisions"])
    if not changes_anything(answer):
        return gettext("Nothing changes for the objects of this run.")
    if not count:
        return gettext("All pods are scheduled as before; what else changes is listed below.")
    return ngettext(
        "The decision about %(n)s pod falls otherwise.",
        "The decisions about %(n)s pods fall otherwise.",
        count,
    ) % {"n": count}


def objects(row: Answer) -> str:
    """The names of the objects of a row, and how many more there are."""
    names = messages.listed(row["objects"])
    more = row["count"] - len(row["objects"])
    return f"{names} {gettext('and %(n)s more') % {'n': more}}" if more > 0 else names


def doubt(answer: Answer) -> str:
    """That the report may be wrong because of what the text lacks; "" where it lacks nothing."""
    return dump_commands.warning(answer.get("missing", ()))


def lines(answer: Answer) -> Iterator[str]:
    """The report as plain text, one line a fact."""
    yield f"Kubernetes {answer['from']} → {answer['to']}: {headline(answer)}"
    if doubt(answer):
        yield "  " + doubt(answer)
    for kubelet in answer.get("kubelets", ()):
        if kubelet["tooOld"]:
            yield "  " + too_old(kubelet, answer["to"])
    for section in sections(answer):
        yield ""
        yield f"{section.heading} ({section.count})"
        yield from _reasons(section.reasons)
        for group in section.groups:
            yield f"  {group.owner} × {group.count}"
            for pod in group.pods:
                yield f"    {pod['pod']}: {pod['then']} → {pod['now']}"
            if group.why:
                yield f"    {group.why}"
    changes = text_changes(answer)
    if changes:
        yield ""
        yield gettext("Messages that alerts or scripts may match")
    for change in changes:
        yield from _reasons(change.reasons)
        yield f"  {len(change.pods)} × {change.then}"
        yield f"    → {change.now}"
    if rejected(answer):
        yield ""
        yield gettext("Rejected because nodes do not declare a feature")
        yield f"  {messages.listed(rejected(answer))}"
    yield from _tables(answer)


def _reasons(reasons: Sequence[Reason]) -> Iterator[str]:
    for reason in reasons:
        yield f"  {reason.title}"
        if reason.do:
            yield f"  {gettext('What to do')}: {reason.do}"


def _tables(answer: Answer) -> Iterator[str]:
    if answer.get("versions"):
        yield ""
        yield gettext("API versions that are not served")
    for row in answer.get("versions", ()):
        instead = f" {gettext('Use %(version)s.') % {'version': row['instead']}}" if row["instead"] else ""
        yield f"  {row['text']}: {objects(row)}.{instead}"
    if answer.get("fields"):
        yield ""
        yield gettext("Fields")
    for row in fields(answer):
        parts = (row["path"], row["words"], f"({row['gate']})" if row["gate"] else "", row["text"])
        yield f"  {' '.join(part for part in parts if part)}: {objects(row)}"
    if concerns(answer):
        yield ""
        yield gettext("Changes that concern objects of this run")
    for row in concerns(answer):
        yield f"  {row['reason'].title}"
        yield f"    {objects(row)}"
        if row["reason"].do:
            yield f"    {gettext('What to do')}: {row['reason'].do}"
    if answer.get("gates"):
        yield ""
        yield gettext("Feature gates that change")
    for row in gates(answer):
        yield f"  {row['gate']}: {row['then']} → {row['now']}"
    yield from (f"  {text}" for text in answer.get("settings", ()))


def follows(pod: str) -> str:
    """Why a pod whose own decision is the same fares otherwise."""
    return gettext("Alone it would be placed as before; %(pod)s is placed otherwise before it.") % {
        "pod": pod
    }


def too_old(kubelet: Answer, to: str) -> str:
    """What is wrong with kubelets of a version."""
    return ngettext(
        "%(n)s node has a kubelet %(version)s, which is too old for a control plane of %(to)s.",
        "%(n)s nodes have kubelets %(version)s, which are too old for a control plane of %(to)s.",
        kubelet["count"],
    ) % {"n": kubelet["count"], "version": kubelet["version"], "to": to}
