"""Maintenance of nodes: which ones, a run in which it is played, and the report on it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import scheduler_core as core
from playground import limits
from playground.runs import questions
from playground.runs.changes import fork_inputs, moves
from playground.runs.http.requests import own_run_at, owner_for, requested_step, run_or_404
from playground.runs.services import Gone, Lost, Standing
from playground.server.fairness.throttle import costly
from playground.server.refusals import BusyError, TooOftenError
from playground.texts import messages
from playground.texts.manifests import words
from playground.texts.messages import message_of
from playground.whatif import surge
from playground.whatif.chips import Carried, carried_by
from playground.whatif.views import refused_chips
from playground.workers import pool as workers

WORDS = {
    "drain": gettext_noop("Drain nodes (kubectl drain)"),
    "upgrade": gettext_noop("Upgrade nodes one after another: drain, then uncordon"),
    "lose": gettext_noop("Lose nodes: their machines are switched off"),
}
FIRST_STEPS = {
    "replicas": gettext_noop(
        "Raise %(workload)s to %(replicas)s replicas: %(budget)s then allows one eviction."
    ),
    "budget": gettext_noop("Let %(budget)s allow a disruption."),
    "unmanaged": gettext_noop(
        "%(pods)s: no controller makes such pods again. Delete them, or drain with --force."
    ),
    "capacity": gettext_noop("Add capacity: %(number)s pods find no other node (%(pods)s)."),
}
FIELDS = ("zone", "pool", "label")
"""Fields of an address that choose nodes, besides `node`."""


@dataclass(frozen=True, slots=True)
class How:
    """How a maintenance is done: so many nodes at a time, with extra nodes, by force. `wrong` says what is
    wrong with the form."""

    at_once: int = 1
    extra: int = 0
    force: bool = False
    wrong: str = ""

    @staticmethod
    def of(fields: QueryDict) -> How:
        """The fields `surge`, `extra` and `force`."""
        at_once, extra = fields.get("surge", "1"), fields.get("extra", "0")
        force = "force" in fields
        if not at_once.isdecimal() or not 1 <= int(at_once[:4]) <= limits.MAINTENANCE_NODES:
            sentence = gettext("Between 1 and %(most)s nodes can be upgraded at a time.")
            return How(force=force, wrong=sentence % {"most": limits.MAINTENANCE_NODES})
        if not extra.isdecimal() or int(extra[:4]) > limits.MAINTENANCE_EXTRA:
            sentence = gettext("At most %(most)s extra nodes can be added for a maintenance.")
            return How(int(at_once[:4]), force=force, wrong=sentence % {"most": limits.MAINTENANCE_EXTRA})
        return How(int(at_once[:4]), int(extra[:4]), force)


@dataclass(frozen=True, slots=True)
class Selection:
    """The nodes that an address chooses, in the order of the run, and what is wrong with it."""

    nodes: tuple[str, ...]
    chosen: Mapping[str, tuple[str, ...]]
    wrong: str = ""

    @property
    def any(self) -> bool:
        return any(self.chosen.values())


@require_safe
@never_cache
def upkeep(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/upkeep?at=&plan=drain&zone=&pool=&label=&node=`: the nodes of a maintenance, and the report
    on them. All fields that choose nodes may be repeated; what they choose is joined. Without any of them, or
    with `choose`, the page shows only the choice. A report that is not ready is asked
    for again; it is worked out meanwhile."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    groups = questions.value(standing, "node_groups", at)
    plan = request.GET.get("plan", "drain")
    selection = _selection(request.GET, groups)
    how = How.of(request.GET)
    wrong = wrong_in(plan, selection) or how.wrong
    held = carried_by(request, standing)
    if held.wrong:
        return refused_chips(request, standing, held)
    answer, waits = None, None
    if selection.nodes and not wrong and "choose" not in request.GET:
        args = {"plan": plan, "nodes": list(selection.nodes), "most": limits.UPKEEP_STEPS}
        args |= {"atOnce": how.at_once, "force": how.force}
        try:
            extra = _extra_nodes(standing, at, selection.nodes, how.extra, groups)
            answer = questions.value(standing, "upkeep", at, **args, extra=extra, **held.argument)
        except (BusyError, TooOftenError) as error:
            waits = _waiting(standing, error)
        if isinstance(answer, core.Problem):
            wrong, answer = words.say(answer.code, answer.args), None
    more: dict[str, Any] = {"wrong": wrong, "held": held, "waits": waits, "answer": answer}
    return _page(request, standing, at, groups, plan, selection, how, **more)


def _page(
    request: HttpRequest,
    standing: Standing,
    at: int,
    groups: Mapping[str, Any],
    plan: str,
    selection: Selection,
    how: How,
    *,
    wrong: str,
    held: Carried,
    waits: dict[str, Any] | None = None,
    answer: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The choice of nodes, with a report below it when there is one."""
    context = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "at": at,
        "plan": plan,
        "plans": [(name, text, name == plan) for name, text in WORDS.items()],
        "groups": _chips(groups, selection),
        "nodes": sorted(
            ((row["name"], row["name"] in selection.chosen["node"]) for row in groups["nodes"]),
            key=lambda node: not node[1],
        ),
        "named": len(selection.chosen["node"]),
        "count": len(selection.nodes),
        "wrong": wrong,
        "waits": waits,
        "again_url": request.get_full_path(),
        "board_url": f"{reverse('runs:board', args=[standing.run])}?at={at}",
        "held": held,
        "how": how,
        "most": limits.MAINTENANCE_NODES,
        "most_extra": limits.MAINTENANCE_EXTRA,
        "report": report(answer) if answer is not None else None,
    }
    return render(request, "whatif/upkeep.html", context, status=400 if wrong else 200)


def _selection(fields: QueryDict, groups: Mapping[str, Any]) -> Selection:
    """The nodes that a form chooses."""
    return selection_of({name: fields.getlist(name) for name in (*FIELDS, "node")}, groups)


def selection_of(fields: Mapping[str, Sequence[str]], groups: Mapping[str, Any]) -> Selection:
    """The nodes that the fields `zone`, `pool`, `label` and `node` choose together."""
    chosen = {name: tuple(filter(None, values)) for name, values in fields.items()}
    names = set(chosen["node"])
    rows = groups["nodes"]
    missing = sorted(names - {row["name"] for row in rows})
    if missing:
        return Selection(
            (), chosen, gettext("There is no node %(name)s at this step.") % {"name": missing[0][:100]}
        )
    labels = set(chosen["label"])
    nodes = tuple(
        row["name"]
        for row in rows
        if row["name"] in names
        or row["zone"] in chosen["zone"]
        or row["pool"] in chosen["pool"]
        or labels.intersection(row["labels"])
    )
    if not nodes and any(chosen.values()):
        empty = gettext("No node is in this zone.") if chosen["zone"] else gettext("This chooses no node.")
        return Selection((), chosen, empty)
    return Selection(nodes, chosen)


def wrong_in(plan: str, selection: Selection) -> str:
    """The problem of the request as a sentence; "" when it has none."""
    if plan not in core.PLANS:
        return gettext("Unknown plan. Known plans: %(supported)s.") % {
            "supported": messages.listed(core.PLANS)
        }
    if len(selection.nodes) > limits.MAINTENANCE_NODES:
        sentence = gettext("At most %(most)s nodes can be asked about at once, got %(n)s.")
        return sentence % {"most": limits.MAINTENANCE_NODES, "n": len(selection.nodes)}
    return selection.wrong


def _chips(groups: Mapping[str, Any], selection: Selection) -> list[dict[str, Any]]:
    """Zones, pools and labels as rows of chips, each with its number of nodes."""
    titles = {"zone": gettext("Zone"), "pool": gettext("Pool"), "label": gettext("Label")}
    return [
        {
            "name": name,
            "title": titles[name],
            "chips": [
                (row["name"], row["nodes"], row["name"] in selection.chosen[name]) for row in groups[name]
            ],
        }
        for name in FIELDS
        if groups[name]
    ]


def _waiting(standing: Standing, error: BusyError | TooOftenError) -> dict[str, Any]:
    """What a page says while its answer is worked out or has not got its turn: the place in the line."""
    before = workers.pool().before(standing.run) if isinstance(error, BusyError) else None
    return {"place": None if before is None else before + 1, "seconds": max(1, round(error.seconds))}


@require_POST
@costly
def play(request: HttpRequest, run_id: str) -> HttpResponse:
    """Makes a run of the visitor's in which the maintenance is played from step `at` on, and goes to its
    board, which plays. 400 for a selection that is wrong, with the page of the choice."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    groups = questions.value(standing, "node_groups", at)
    selection = _selection(request.POST, groups)
    plan = request.POST.get("plan", "drain")
    how = How.of(request.POST)
    wrong = wrong_in(plan, selection) or how.wrong
    wrong = wrong or ("" if selection.nodes else gettext("Choose nodes, or a zone."))
    if wrong:
        return _page(request, standing, at, groups, plan, selection, how, wrong=wrong, held=Carried())
    added = _extra_nodes(standing, at, selection.nodes, how.extra, groups)
    inputs = core.maintenance_inputs(plan, selection.nodes, how.at_once, force=how.force, extra=added)
    owner = owner_for(request)
    run = fork_inputs.fork_and_give(run_id, at=at, owner=owner, inputs=[*map(json.dumps, inputs)])
    if isinstance(run, Gone):
        raise Http404("run")
    if isinstance(run, Lost | core.Problem):
        problem = str(message_of(run)) if isinstance(run, core.Problem) else gettext("There is no such step.")
        return _page(request, standing, at, groups, plan, selection, how, wrong=problem, held=Carried())
    return own_run_at(f"{reverse('runs:board', args=[run.run])}?at={run.head}#play", owner)


def _extra_nodes(
    standing: Standing, at: int, nodes: Sequence[str], extra: int, groups: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The extra nodes that are added before a maintenance begins, as manifests."""
    examples = [questions.value(standing, "manifest", at, kind="Node", key=name) for name in nodes[:extra]]
    taken = {row["name"] for row in groups["nodes"]}
    return surge.extra_nodes(examples, extra, taken)


@require_safe
@never_cache
def progress(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/upkeep/report`: the report on the maintenance of this run, as far as the run has been played.
    An owner's page plays it on until it is over; `stop` shows it without."""
    standing = run_or_404(run_id)
    return _progress(request, standing, stopped="stop" in request.GET)


@require_safe
@never_cache
def begun(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/upkeep/begun?at=`: the newest maintenance of the run as JSON, for the colours of a board:
    `{"plan", "nodes", "since"}`; `{}` without one."""
    standing = run_or_404(run_id)
    return JsonResponse(questions.value(standing, "begun", requested_step(request, standing)) or {})


@require_POST
@never_cache
def on(request: HttpRequest, run_id: str) -> HttpResponse:
    """Plays the run of a maintenance some steps further, and answers with the report up to there. A server
    that is busy answers with the place in its line, and the page asks again."""
    standing = run_or_404(run_id)
    if not standing.rights(request.COOKIES).can_act:
        return HttpResponse(status=403)
    waits = None
    so_far = questions.value(standing, "maintained", standing.head)
    if so_far is None:
        raise Http404("maintenance")
    if not so_far["over"]:
        try:
            moved = moves.move_and_wait(
                standing, moves.step("quiet", limit=limits.MAINTENANCE_AT_ONCE), start=standing.head
            )
            standing = moved.run if isinstance(moved, moves.Move) else run_or_404(run_id)
        except (BusyError, TooOftenError) as error:
            waits = _waiting(standing, error)
    return _progress(request, standing, waits=waits)


def _progress(
    request: HttpRequest, standing: Standing, *, stopped: bool = False, waits: dict[str, Any] | None = None
) -> HttpResponse:
    answer = None
    try:
        answer = questions.value(standing, "maintained", standing.head)
        if answer is None:
            raise Http404("maintenance")
    except (BusyError, TooOftenError) as error:
        waits = _waiting(standing, error)
    can_act = standing.rights(request.COOKIES).can_act
    over = answer is not None and (answer["over"] or standing.head >= limits.RUN_FRAMES_MAX)
    board = reverse("runs:board", args=[standing.run])
    own = reverse("whatif:upkeep_report", args=[standing.run])
    plan = answer["plan"] if answer else ""
    context = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "waits": waits,
        "over": over,
        "can_act": can_act,
        "going_on": can_act and not over and not stopped,
        "stopped": can_act and not over and stopped,
        "own_url": own,
        "stop_url": f"{own}?stop=1",
        "board_url": f"{board}?at={standing.head}",
        "first_url": f"{board}?at={answer['first'] or answer['since']}#play" if answer else board,
        "report": report(answer) if answer else None,
        "total": len(answer["nodes"]) if answer else 0,
        "plan_words": gettext(WORDS[plan]) if plan else "",
    }
    by_htmx = bool(request.headers.get("HX-Request"))
    template = "whatif/upkeep_progress.html" if by_htmx else "whatif/upkeep_report.html"
    return render(request, template, context)


def report(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The core's answer in groups: pods that found a new node, that are pending, that stay, that are gone."""
    begin = float(answer["from"])
    rows = [_row(row, begin) for row in answer["rows"]]
    blocked = {row["pod"]: row for row in answer["held"]}
    for row in rows:
        row["held"] = blocked.get(row["pod"])
    return {
        "moved": [row for row in rows if row["next"] and row["next"]["node"]],
        "waiting": [row for row in rows if row["next"] and not row["next"]["node"]],
        "staying": [row for row in rows if not row["next"] and row["ended"] is None],
        "gone": [row for row in rows if not row["next"] and row["ended"] is not None],
        "held": answer["held"],
        "errors": answer["errors"],
        "commands": answer["commands"],
        "drained": [{**row, "after": _after(row["at"], begin)} for row in answer["drained"]],
        "removed": [{**row, "after": _after(row["at"], begin)} for row in answer["removed"]],
        "took": _after(answer["end"], begin),
        "whole": answer["whole"],
        "stuck": answer["stuck"],
        "pods": len(rows),
        "before": _before(answer["first_steps"]),
    }


def lines(answer: Mapping[str, Any]) -> list[str]:
    """The report as lines of text, for the command line."""
    parts = report(answer)
    counts = {name: len(parts[name]) for name in ("moved", "waiting", "staying", "gone")}
    text = [
        gettext(
            "Of %(all)s pods on these nodes %(moved)s run elsewhere, %(waiting)s wait for a node, "
            "%(staying)s stay where they are and %(gone)s have gone for good."
        )
        % {"all": parts["pods"], **counts},
        gettext("The drain does not come to an end.")
        if parts["stuck"]
        else gettext("Nothing more changes after %(took)s.") % {"took": parts["took"]},
        *(f"  {row['pod']}  {row['why']}" for row in parts["held"]),
        *parts["errors"],
        *(f"  {row['pod']}  {row['next']['why']}" for row in parts["waiting"]),
    ]
    if parts["before"]:
        text.append(gettext("What to do first"))
        text += [
            f"  {step['words']}{'  ' + step['line'] if step['line'] else ''}" for step in parts["before"]
        ]
    return [*text, *parts["commands"]]


def _before(steps: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """What to do before, in words, with its line of kubectl."""
    rows = []
    for step in steps:
        args = {
            name: messages.listed(value) if isinstance(value, list) else value
            for name, value in step["args"].items()
        }
        sentence = FIRST_STEPS[step["what"]]
        rows.append({"words": gettext(sentence) % args, "line": step["line"]})
    return rows


def _row(row: Mapping[str, Any], begin: float) -> dict[str, Any]:
    """A pod's row with its times relative to the begin."""
    after = row["next"] and {
        **row["next"],
        "bound": _after(row["next"]["bound"], begin),
        "ready": _after(row["next"]["ready"], begin),
    }
    return {**row, "ended": _after(row["ended"], begin), "next": after}


def _after(second: float | None, begin: float) -> str | None:
    """A second of the run as the time since the begin."""
    return None if second is None else core.clock_text(float(second) - begin)
