"""The Why of a pod without a cursor, of a pod with the cursor inside its decision, and of a node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scheduler_core as core
from playground.inspector import not_modelled
from playground.inspector.why import (
    affinity,
    cursor,
    devices,
    nodes,
    preemption,
    scores,
    spread_charts,
    spread_sums,
)
from playground.inspector.why.group import GroupWhy, group
from playground.inspector.why.names import cpu, short
from playground.inspector.why.spread_walk import SpreadWalk, walk
from playground.texts import dump_commands, messages

NAMES_SHOWN = 5
"""The most nodes added by podium that one sentence names."""
PODS_ON_BOARD = 50
"""The most pods of a node on the board, which renders the panel at each step; the page has all."""


@dataclass(frozen=True, slots=True)
class Tag:
    kind: str
    icon: str
    words: str
    means: str = ""
    """An explanation of the words, or empty."""


@dataclass(frozen=True, slots=True)
class Heading:
    """`cycle`: number of the scheduling cycle in words, or empty."""

    name: str
    tag: Tag | None
    cycle: str


@dataclass(frozen=True, slots=True)
class InVain:
    """An event that did not requeue the pod. `words`: what happened. `plugins`: (name, whether the plugin has
    registered for such events)."""

    t: float
    event: str
    words: str
    object: str
    plugins: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A complete decision. Either `rows` or, for many nodes, `groups` have the refusals."""

    heading: Heading
    value: Mapping[str, Any]
    message: str
    prefilter: str
    scores: scores.Scores | None
    only: str
    charts: spread_charts.Charts | None
    affinity: tuple[affinity.Term, ...]
    rows: tuple[nodes.NodeRow, ...]
    preempts: bool
    """Whether the rows have the results of preemption on each node."""
    groups: tuple[nodes.Group, ...]
    refusals: str
    preemption: preemption.Preemption | None
    walk: SpreadWalk | None


@dataclass(frozen=True, slots=True)
class Brief:
    """The newest decision of the run, below another pod's."""

    heading: Heading
    scores: scores.Scores | None
    message: str


@dataclass(frozen=True, slots=True)
class PodWhy:
    """`pod` is None after its deletion, `decided` None before the scheduler's first attempt."""

    name: str
    pod: Mapping[str, Any] | None
    facts: str
    waits: str
    decided: Decided | None
    in_vain: tuple[InVain, ...]
    brief: Brief | None
    untried: str
    """Why no decision is shown; empty when one is shown or the pod is deleted."""
    left_out: tuple[not_modelled.LeftOut, ...]
    """The pod's fields that would matter in a real cluster and have no effect here."""
    added: str
    """A sentence that names the nodes that podium added and that refused the pod; "" without any."""
    end: tuple[str, ...]
    """How a pod ended that is gone, finished or being deleted: when, for whom and by which criterion."""
    hints: tuple[str, ...]
    """What keeps a waiting pod from every node and is mended outside of the objects."""
    doubt: str
    """That the answer may be wrong because of what the text of the run lacks; "" where it lacks nothing."""
    recorded: str
    """What the scheduler of the text says, where it gives other reasons; "" elsewhere."""
    group: GroupWhy | None = None
    """What the PodGroup of the pod lacks; None without one."""

    @property
    def asks_advice(self) -> bool:
        """Whether the pod has no node and its last attempt found none."""
        held = self.pod is not None and self.pod.get("permit")
        bound = self.decided is not None and self.decided.value["result"] == "bound" and not held
        return self.pod is not None and not self.pod["node"] and not bound


@dataclass(frozen=True, slots=True)
class Inside:
    """A decision at the cursor; each extension point has its own parts."""

    heading: Heading
    stop: cursor.Stop
    text: str
    facts: str
    prefilter: str
    skipped: str
    message: str
    on_node: cursor.OnNode | None
    rows: tuple[nodes.NodeRow, ...]
    preempts: bool
    preemption: preemption.Preemption | None
    scores: scores.Scores | None
    only: str
    charts: spread_charts.Charts | None
    walk: SpreadWalk | None


@dataclass(frozen=True, slots=True)
class PodHere:
    key: str
    name: str
    state: str
    cpu: str
    priority: int
    url: str


@dataclass(frozen=True, slots=True)
class NodeWhy:
    """`verdict`: the node's result in the newest cycle; None when it was not examined."""

    heading: Heading
    taints: tuple[str, ...]
    devices: devices.Devices | None
    judged: str
    verdict: nodes.NodeRow | None
    sum: int | None
    pods: tuple[PodHere, ...]
    pod_count: int
    hidden: int
    """The number of pods on the node that `pods` leaves out."""


# --- parts ----------------------------------------------------------------------------------------


def _cycle(decision: Mapping[str, Any]) -> str:
    return messages.fill(_("cycle {number}"), {"number": decision["cycle"]})


def _nominated(node: str) -> Tag:
    means = _(
        "The scheduler preempts pods on this node and keeps their room for the pod. If another node can take "
        "the pod earlier, it runs there."
    )
    return Tag("nom", "slot", messages.fill(_("nominated {node}"), {"node": node}), means)


def _result(decision: Mapping[str, Any], pod: Mapping[str, Any] | None) -> Tag | None:
    """The outcome in a word; a nomination that still holds is more important than a failed attempt."""
    if pod and not pod["node"] and pod["nominated"] and decision["result"] != "bound":
        return _nominated(pod["nominated"])
    result = decision["result"]
    if result == "error" and decision.get("postfilter"):
        # In a cluster without nodes the attempt ends in an error, and the condition says Unschedulable
        # (scheduleOne with ErrNoNodesAvailable, pkg/scheduler/schedule_one.go, v1.34).
        result = "unschedulable"
    match result:
        case "bound" if pod and pod.get("permit"):
            permit = messages.fill(_("waits in Permit, place on {node}"), {"node": decision["node"]})
            return Tag("nom", "clock", permit)
        case "bound":
            bound = messages.say({"id": "changed.what.bound", "args": {"node": decision["node"]}})
            return Tag("ok", "check", bound)
        case "nominated":
            attempt = decision.get("preemption") or {}
            return _nominated(decision.get("node") or attempt.get("chosen") or "")
        case "unschedulable":
            means = _(
                "No node could take the pod in this attempt. It waits until an event may have changed that."
            )
            return Tag("warn", "clock", _("Unschedulable"), means)
        case "gated":
            return Tag("out", "gate", "SchedulingGated")
        case "error":
            return Tag("bad", "cross", _("Error"))
        case _:
            return None


def _heading(decision: Mapping[str, Any], pod: Mapping[str, Any] | None) -> Heading:
    return Heading(short(decision["pod"]), _result(decision, pod), _cycle(decision))


def _facts(pod: Mapping[str, Any] | None, requests: Sequence[Sequence[str]] = ()) -> str:
    """`2 cpu · 4Gi memory · priority 100 · n1`, and the devices of the pod's claims. `requests` are all
    amounts that the pod requests, by resource; without them only that of CPU is known."""
    if pod is None:
        return ""
    priority = messages.fill(_("priority {value}"), {"value": pod["priority"]})
    amounts = [cpu(text) if name == "cpu" else f"{text} {name}" for name, text in requests]
    if not amounts:
        amounts = [cpu(pod["cpuText"]) if pod["cpu"] else _("no request")]
    parts = [*amounts, priority, pod["node"] or ""]
    of_pod = pod.get("devices") or {"claims": ()}
    return " · ".join(part for part in (*parts, *map(_claim, of_pod["claims"])) if part)


def _claim(row: Mapping[str, Any]) -> str:
    """The devices that a resource claim of the pod has."""
    if not row["claim"]:
        return messages.fill(_("no claim was made for {name} yet"), {"name": row["name"]})
    args = {"claim": row["claim"], "devices": messages.listed(row["devices"])}
    words = (
        _("devices {devices} of claim {claim}") if row["devices"] else _("claim {claim} has no devices yet")
    )
    return messages.fill(words, args)


def _prefilter(decision: Mapping[str, Any]) -> str:
    status = decision.get("prefilter") or {"code": "Success"}
    if status["code"] == "Success" or not status.get("reasons"):
        return ""
    return f"{status.get('plugin') or ''}: {', '.join(status['reasons'])}"


def _preempts(decision: Mapping[str, Any]) -> bool:
    status = decision.get("preemption") or {}
    return bool(status.get("candidates") or status.get("statuses"))


def decided(
    decision: Mapping[str, Any],
    pod: Mapping[str, Any] | None,
    columns: Iterable[Mapping[str, Any]],
    *,
    on_board: bool = False,
) -> Decided:
    """`columns`: those of the core's `spread_columns`. `on_board`: limits many rows to the most interesting
    ones."""
    many = nodes.are_many(decision)
    groups = nodes.groups(decision) if many else ()
    return Decided(
        heading=_heading(decision, pod),
        value=decision,
        message=decision.get("message") or "",
        prefilter=_prefilter(decision),
        scores=scores.scores(decision, most=_most_scores(on_board)),
        only=scores.single_node_note(decision),
        charts=spread_charts.charts(decision, list(columns)),
        affinity=affinity.terms(decision, affinity.MOST_DOMAINS if on_board else None),
        rows=() if many else nodes.rows(decision),
        preempts=_preempts(decision),
        groups=groups,
        refusals=nodes.refusals(groups),
        preemption=preemption.preemption(decision),
        walk=walk(decision),
    )


def _most_scores(on_board: bool) -> int | None:
    return scores.ROWS_ON_BOARD if on_board else None


# --- whole pages ----------------------------------------------------------------------------------


def _with_device_details(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The decision, with the sentences about devices at the verdicts of the nodes that they refused."""
    decision, details = value["decision"], value.get("deviceDetails")
    if decision is None or not details:
        return cast("Mapping[str, Any] | None", decision)
    verdicts = {
        name: {**verdict, "details": details.get(name, ())} for name, verdict in decision["nodes"].items()
    }
    return {**decision, "nodes": verdicts}


def of_pod(key: str, value: Mapping[str, Any], *, on_board: bool = False) -> PodWhy:
    """Made from the question `why`."""
    pod, decision, last = value["pod"], _with_device_details(value), value["last"]
    waits = messages.say(pod["why"]) if pod and pod.get("why") else ""
    if pod is None:
        waits = _("The API server no longer has a Pod object of this name.")
    elif not waits and pod.get("leaving"):
        waits = _ends(pod["leaving"], pod.get("term"))
    if decision and decision.get("message") and decision["message"] in waits:
        waits = ""  # the page shows the sentence in its own box
    of_group = group(value.get("group"), decision)
    if of_group is not None and of_group.says and of_group.says in waits:
        waits = ""  # the part about the group begins with it
    return PodWhy(
        name=short(key),
        pod=pod,
        facts=_facts(pod, value.get("requests") or ()),
        waits=waits,
        decided=decided(decision, pod, value["columns"], on_board=on_board) if decision else None,
        in_vain=tuple(_in_vain(value["inVain"])),
        brief=_brief(last) if last else None,
        untried=_untried(pod, value["fromStart"]) if pod and not decision else "",
        left_out=not_modelled.left_out((pod or decision or {}).get("notModelled") or ()),
        end=tuple(_end(value["end"])) if value.get("end") else (),
        hints=tuple(messages.say(hint) for hint in value.get("hints") or ()),
        doubt=dump_commands.warning(value.get("missing") or ()),
        recorded=_recorded(value.get("recorded") or ""),
        added=_added(value["added"]),
        group=of_group,
    )


def _added(names: Sequence[str]) -> str:
    text = ngettext(
        "Refused by {n} node that podium added: {nodes}. The imported text has no nodes, so the node's size"
        " is a guess.",
        "Refused by {n} nodes that podium added: {nodes}. The imported text has no nodes, so their size is"
        " a guess.",
        len(names),
    )
    shown = [*names[:NAMES_SHOWN], *(["…"] if len(names) > NAMES_SHOWN else [])]
    return messages.fill(text, {"n": len(names), "nodes": messages.listed(shown)}) if names else ""


def _recorded(text: str) -> str:
    sentence = _(
        'In the text the scheduler says something else: "{text}" So the text lacks something, or the cluster'
        " has changed since then."
    )
    return messages.fill(sentence, {"text": text}) if text else ""


def _end(end: Mapping[str, Any]) -> Iterable[str]:
    """The steps that ended and removed the pod, Kubernetes' own words about it, and why it was chosen."""
    for step in end["steps"]:
        args = {"t": _moment(step["t"]), "what": messages.say(step["message"])}
        text = _("Second {t}: {what}.") if step["t"] >= 0 else _("{t} before second 0: {what}.")
        yield messages.fill(text, args)
    yield from end["texts"]
    if end["by"]:
        text = _("The pod {pod} preempts it. {node} was the only node where preemption helps.")
        if end["candidates"] > 1:
            text = _(
                "The pod {pod} preempts it. Of {n} nodes where preemption helps, {node} was chosen by this"
                " criterion: {criterion}."
            )
        criterion = messages.say({"id": f"criterion.{end['criterion'] or 'order'}"})
        words = {"pod": end["by"], "node": end["node"], "n": end["candidates"], "criterion": criterion}
        yield messages.fill(text, words)


def _ends(leaving: Mapping[str, Any], term: Mapping[str, Any] | None) -> str:
    """The progress of a pod's deletion: what the API server has set, and what its kubelet is doing."""
    since, grace_s = leaving["since"], leaving["effectiveGraceSeconds"]
    requested = _("The deletion was requested at second {since}, with a grace period of {seconds} s.")
    if since < 0:
        requested = _(
            "The deletion was requested {since} before second 0, with a grace period of {seconds} s."
        )
    sentences = [messages.fill(requested, {"since": _moment(since), "seconds": grace_s})]
    if term:
        began, deadline = term["since"], term["deadline"]
        does = _(
            "The kubelet began to end the pod at second {since} and sends SIGKILL at second {deadline} at the"
            " latest."
        )
        if deadline < 0:
            does = _(
                "The kubelet began to end the pod {since} before second 0. Its grace period was over"
                " {deadline} before second 0, and its processes still run."
            )
        elif began < 0:
            does = _(
                "The kubelet began to end the pod {since} before second 0 and sends SIGKILL at second"
                " {deadline} at the latest."
            )
        sentences.append(messages.fill(does, {"since": _moment(began), "deadline": _moment(deadline)}))
    return " ".join(sentences)


def _moment(seconds: float) -> float | str:
    """A virtual second; for one before second 0 how long before, as kubectl prints ages."""
    return seconds if seconds >= 0 else core.human_duration(round(-seconds * 1000))


def _untried(pod: Mapping[str, Any], from_start: bool) -> str:
    """Why there is no decision about an existing pod."""
    if from_start:
        return _("This pod was already on its node at the start.")
    if pod["node"]:
        return _("This pod named its node when it was created, so the scheduler did not choose one.")
    return _("The scheduler has not tried this pod up to this step.")


def _in_vain(received: Iterable[Mapping[str, Any]]) -> Iterable[InVain]:
    """The events that did not requeue the pod, with the plugins' answers."""
    for message in received:
        plugins = tuple((row["plugin"], row["hint"] != "NotRegistered") for row in message["plugins"])
        yield InVain(
            message["t"], message["event"], messages.say(message["words"]), message["object"] or "", plugins
        )


def _brief(last: Mapping[str, Any]) -> Brief:
    decision = last["decision"]
    return Brief(_heading(decision, last["pod"]), scores.scores(decision), decision.get("message") or "")


def inside(value: Mapping[str, Any], stop: cursor.Stop, *, on_board: bool = False) -> Inside:
    """Made from the question `why_next`: the next decision, at the cursor's position in it."""
    decision, pod = value["decision"], value["pod"]
    point, name = stop.point, short(decision["pod"])
    on_node = cursor.on_node(decision, stop.node, value["nodes"]) if point == "Filter" else None
    if on_node is not None:
        tag = Tag("ok", "check", _("fits")) if on_node.fits else Tag("bad", "cross", on_node.code)
        heading = Heading(on_node.title, tag, _cycle(decision))
    else:
        heading = Heading(name, Tag("acc", "eye", stop.plugin or point), _cycle(decision))
    post, scoring = point == "PostFilter", point in {"Score", "PreScore", "Reserve"}
    spread = stop.plugin in {"", spread_sums.PLUGIN}
    return Inside(
        heading=heading,
        stop=stop,
        text=_of_point(point, {"pod": name, "node": decision.get("node") or ""}),
        facts=_facts(pod) if point == "PreFilter" else "",
        prefilter=_prefilter(decision) if point == "PreFilter" else "",
        skipped=messages.listed(decision.get("filterSkipped") or ()) if point == "PreFilter" else "",
        message=(decision.get("message") or "") if post else "",
        on_node=on_node,
        rows=nodes.rows(decision) if post and not nodes.are_many(decision) else (),
        preempts=_preempts(decision),
        preemption=preemption.preemption(decision) if post else None,
        scores=scores.scores(decision, stop.plugin or None, _most_scores(on_board)) if scoring else None,
        only=scores.single_node_note(decision) if scoring else "",
        charts=spread_charts.charts(decision, value["columns"]),
        walk=walk(decision) if spread else None,
    )


def _of_point(point: str, names: Mapping[str, str]) -> str:
    text = {
        "PreFilter": _("PreFilter checks {pod} itself before any node is checked."),
        "PreScore": _("PreScore prepares the scores of the nodes that fit {pod}."),
        "Reserve": _("{pod} is assumed on {node}, and binding follows."),
    }.get(point, "")
    return messages.fill(text, names)


def of_node(value: Mapping[str, Any], url: Callable[[str], str], *, on_board: bool = False) -> NodeWhy:
    """Made from the question `why_node`; `url` gives the address of a pod's Why."""
    node, decision = value["node"], value["decision"]
    name = node["name"]
    cordoned = Tag("bad", "ban", _("cordoned")) if node["cordoned"] else None
    heading = Heading(messages.fill(_("Node {node}"), {"node": name}), cordoned, "")
    examined = decision is not None and name in (decision.get("nodes") or {})
    pods = value["pods"][:PODS_ON_BOARD] if on_board else value["pods"]
    return NodeWhy(
        heading=heading,
        taints=tuple(_taint(taint) for taint in node["taints"] or ()),
        devices=devices.of_devices(node["devices"], value["devices"]),
        judged=f"{short(decision['pod'])} · {_cycle(decision)}" if examined else "",
        verdict=nodes.row_of(decision, name) if examined else None,
        sum=(decision["totals"] or {}).get(name) if examined and decision["scored"] else None,
        pods=tuple(
            PodHere(
                pod["key"],
                pod["name"],
                pod["term"]["signal"] if pod["term"] else pod["state"],
                cpu(pod["cpuText"]) if pod["cpu"] else "–",
                pod["priority"],
                url(pod["key"]),
            )
            for pod in pods
        ),
        pod_count=len(value["pods"]),
        hidden=len(value["pods"]) - len(pods),
    )


def _taint(taint: Mapping[str, Any]) -> str:
    value = f"={taint['value']}" if taint.get("value") else ""
    return f"{taint['key']}{value}:{taint['effect']}"
