"""One field of one object with another value: the run then and now, without its document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import scheduler_core as core
from playground import limits
from playground.runs import new_runs, questions
from playground.runs.http.requests import own_run_at, owner_for, requested_step, run_or_404
from playground.runs.services import Standing
from playground.server.fairness.throttle import checks, costly
from playground.texts.manifests import words, yaml_text
from playground.texts.messages import say
from playground.whatif.chips import Carried, carried, carried_by, edited, line_of, sentence_of, shown
from playground.whatif.sides import title_of
from playground.whatif.views import refused_chips

STATES = {
    "patch": gettext_noop("kubectl patches it at step %(step)s"),
    "start": gettext_noop("changed in the start of the run"),
    "off": gettext_noop("off"),
    "overridden": gettext_noop("a later change of this field counts"),
    "refused": gettext_noop("refused"),
}
MAIN = (
    "resources.",
    "replicas",
    "priority",
    "allocatable.",
    "unschedulable",
    "value",
    "nodeSelector",
    "maxSkew",
    "taints[",
)
"""Parts of the paths of the fields that are shown first."""
ON_BOARD = (
    re.compile(r"spec\.containers\[\d+]\.resources\.requests\.(?P<word>cpu|memory)"),
    re.compile(r"status\.allocatable\.(?P<word>cpu|memory|pods)"),
    re.compile(r"spec\.(?P<word>unschedulable|priority|terminationGracePeriodSeconds|replicas)"),
    re.compile(r"spec\.(?P<word>taints\[\d+](?:\.(?:key|value|effect))?)"),
    re.compile(r"spec\.(?P<word>nodeSelector\b.+)"),
    re.compile(r"metadata\.(?P<word>labels\b.+)"),
)
"""Paths of the fields that stand beside the object on the board, in this order; `word` is their name."""
MOST_ON_BOARD = 12
NOT_TURNED = ("labels['kubernetes.io/hostname']", "labels.pod-template-hash")
"""Labels that are the object's name in other words."""
_STRIP = 240


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@checks
def page(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/scalpel?at=&kind=Pod&key=ns/name&chips=`: the fields of an object, each with a control, and
    what becomes of the run. A POST with an edit leads to the page with its chips."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    fields = request.POST if request.method == "POST" else request.GET
    kind, key = fields.get("kind", "")[:63], fields.get("key", "")[: limits.API_FIELD_CHARACTERS]
    held = carried(request)
    if request.method == "POST":
        held = edited(_edit_of(standing, at, request.POST), held)
        if not held.wrong:
            query = {"at": str(at), "kind": kind, "key": key, "chips": held.link}
            return HttpResponseRedirect(f"{request.path}?{urlencode(query)}")
    shown_subjects = subjects(standing, at, kind, key) if kind and key else []
    missing = core.Problem("", "scalpel.no_object", {"kind": kind, "key": key})
    context = {
        **shown_result(standing, at, held, key if kind == "Pod" else ""),
        "title": title_of(standing),
        "missing": sentence_of(missing) if kind and not shown_subjects else "",
        "kind": kind,
        "key": key,
        "subjects": shown_subjects,
    }
    return render(request, "whatif/scalpel.html", context, status=422 if held.wrong else 200)


def _edit_of(standing: Standing, at: int, form: Mapping[str, str]) -> Mapping[str, str]:
    """The edit of a form without scripts: `path` names the field, whose value stands beside it."""
    path, kind, key = (form.get(name, "") for name in ("path", "kind", "key"))
    if not path:
        return form
    answer = questions.value(standing, "handles", at, kind=kind, key=key)
    rows = () if answer is None else answer["fields"]
    field = next((row for row in rows if row["path"] == path), {"type": "text", "value": None})
    value = _typed(form.get(f"value:{path}", ""), str(field["type"]))
    change = {"at": at, "kind": kind, "key": key, "path": path, "from": field["value"], "to": value}
    return {"change": json.dumps(change)}


def _typed(text: str, type_: str) -> Any:
    """A value of a form as JSON. What does not fit its type stays a text, which the core refuses."""
    if text == "":
        return None
    if type_ == "flag" and text in ("true", "false"):
        return text == "true"
    if type_ in ("number", "number or text") and text.removeprefix("-").isdecimal() and len(text) < 19:
        return int(text)
    return text


def subjects(standing: Standing, at: int, kind: str, key: str) -> list[dict[str, Any]]:
    """The object and the workload that makes it, with their fields; the most used fields first. Empty where
    there is no such object."""
    first = questions.value(standing, "handles", at, kind=kind, key=key)
    if first is None:
        return []
    rows = [_subject(kind, key, at, first)]
    owner = first["owner"]
    if owner is not None:
        of_owner = questions.value(standing, "handles", at, kind=owner["kind"], key=owner["key"])
        if of_owner is not None:
            rows.append(_subject(owner["kind"], owner["key"], at, of_owner))
    return rows


def _subject(kind: str, key: str, at: int, answer: Mapping[str, Any]) -> dict[str, Any]:
    fields = [
        {**field, "shown": shown(field["value"]), "json": json.dumps(field["value"])}
        for field in answer["fields"]
    ]
    main = [field for field in fields if _is_main(field["path"])]
    others = [field for field in fields if not _is_main(field["path"])]
    return {
        "kind": kind,
        "key": key,
        "name": key.rpartition("/")[2],
        "at": at,
        "main": main,
        "others": others,
        "board": list(_on_board(fields)),
        "more": answer["more"],
    }


def _on_board(fields: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The fields that stand beside the object on the board, each with its short name there as `word`."""
    rows = [
        {**field, "word": match["word"]}
        for pattern in ON_BOARD
        for field in fields
        if (match := pattern.fullmatch(field["path"])) and match["word"] not in NOT_TURNED
    ]
    words = [row["word"] for row in rows]
    for row in rows:
        if words.count(row["word"]) > 1:  # of several containers or taints
            row["word"] = row["path"].removeprefix("spec.").replace(".resources.requests.", ".")
    return rows[:MOST_ON_BOARD]


def _is_main(path: str) -> bool:
    return not path.startswith("metadata.") and any(part in f"{path}." for part in MAIN)


@require_POST
@never_cache
@checks
def play(request: HttpRequest, run_id: str) -> HttpResponse:
    """The chips of a form after one edit (`chips.edited`), what becomes of the run, and their text for a
    link: a fragment. 422 where an edit cannot be read; the chips before it stay."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    held = edited(request.POST, carried(request))
    context = shown_result(standing, at, held, request.POST.get("focus", "")[: limits.API_FIELD_CHARACTERS])
    return render(request, "whatif/scalpel_result.html", context, status=422 if held.wrong else 200)


@require_safe
@never_cache
def handles(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/scalpel/fields?at=&kind=&key=`: the fields of an object as controls: a fragment."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    kind, key = request.GET.get("kind", "")[:63], request.GET.get("key", "")[: limits.API_FIELD_CHARACTERS]
    rows = subjects(standing, at, kind, key)
    if not rows:
        raise Http404("object")
    context = {"run": standing, "at": at, "subjects": rows, "on_board": True}
    return render(request, "whatif/scalpel_fields.html", context)


def shown_result(standing: Standing, at: int, held: Carried, focus: str) -> dict[str, Any]:
    """What a page shows of chips: each of them, and the run then and now."""
    context: dict[str, Any] = {
        "run": standing,
        "at": at,
        "wrong": held.wrong,
        "link": held.link,
        "chips": [],
        "most": core.MOST_CHIPS,
    }
    if not held.chips:
        return context
    # Chips may name any step of the run, so its newest one is asked about.
    answer = questions.value(standing, "patches", standing.head, chips=held.values, focus=focus)
    if isinstance(answer, core.Problem):
        return {**context, "wrong": sentence_of(answer)}
    context["chips"] = [_chip(number, row) for number, row in enumerate(answer["chips"])]
    query = {"at": str(at), "kind": context["chips"][0]["kind"], "key": context["chips"][0]["key"]}
    context["here"] = (
        f"{reverse('whatif:scalpel', args=[standing.run])}?{urlencode({**query, **held.fields})}"
    )
    context["links"] = _links(standing, at, held.link)
    if answer["comparison"] is not None:
        context["result"] = _result(answer)
    return context


def _chip(number: int, row: Mapping[str, Any]) -> dict[str, Any]:
    chip = core.parse_chips(
        [{name: row[name] for name in ("at", "kind", "key", "path", "from", "to", "off")}]
    )
    assert not isinstance(chip, core.Problem)
    state, problem, instead = STATES[row["state"]], row["problem"], row["instead"]
    return {
        **row,
        "number": number,
        "to_json": json.dumps(row["to"]),
        "line": line_of(chip[0]),
        "kubectl": row["line"],
        "yaml": yaml_text.dump(row["patch"]) if row["patch"] else "",
        "says": gettext(state) % {"step": row["at"]},
        "problem": None if problem is None else words.say(problem["code"], problem["args"]),
        "words": None if row["words"] is None else say(row["words"]),
        "instead": None if instead is None else json.dumps(instead),
        "instead_line": None if instead is None else f"{instead['kind']} {instead['key']} {instead['path']}",
    }


def _result(answer: Mapping[str, Any]) -> dict[str, Any]:
    comparison = answer["comparison"]
    begin, end = float(answer["from"]), float(comparison["upto"])
    first = answer["first"]
    return {
        "says": say(comparison["says"]),
        "from": core.clock_text(begin),
        "upto": core.clock_text(end),
        "whole": comparison["whole"],
        "more": answer["more"],
        "steps": answer["steps"],
        "first": None
        if first is None
        else {side: first[side] and say(first[side]) for side in ("then", "now")},
        "first_at": None if first is None else core.clock_text(first["t"]),
        "pods": [_pod(row, begin, end) for row in comparison["changed"]],
    }


def _pod(row: Mapping[str, Any], begin: float, end: float) -> dict[str, Any]:
    """A pod that fares otherwise, with its states as bars: then above, now below."""
    last = max(end, begin + 1.0)
    return {
        "name": row["name"],
        "facts": [
            {"what": say(fact["what"]), "was": fact["was"], "now": fact["now"]} for fact in row["facts"][:3]
        ],
        "bars": [*_bars(row["was"], begin, last, 0), *_bars(row["now"], begin, last, 9)],
    }


def _bars(side: Mapping[str, Any] | None, begin: float, end: float, y: int) -> Iterator[dict[str, Any]]:
    for stretch in side["stretches"] if side else ():
        since = (float(stretch["from"]) - begin) / (end - begin) * _STRIP
        until = ((end if stretch["to"] is None else float(stretch["to"])) - begin) / (end - begin) * _STRIP
        yield {
            "kind": stretch["kind"],
            "x": round(max(0.0, since), 1),
            "y": y,
            "width": round(max(1.0, until - since), 1),
        }


def _links(standing: Standing, at: int, link: str) -> list[tuple[str, str]]:
    """Pages that take the chips along."""
    rows: tuple[tuple[str, str, dict[str, str]], ...] = (
        ("whatif:beside", gettext("Side by side"), {}),
        ("whatif:seeds", gettext("A hundred seeds"), {}),
        ("whatif:sweep", gettext("Sweep a parameter"), {}),
        ("whatif:upkeep", gettext("Drain, upgrade, lose a zone"), {"at": str(at)}),
        ("whatif:upgrade", gettext("What an upgrade changes"), {"at": str(at)}),
    )
    return [
        (f"{reverse(name, args=[standing.run])}?{urlencode({**query, 'chips': link})}", title)
        for name, title, query in rows
    ]


@require_POST
@costly
def keep(request: HttpRequest, run_id: str) -> HttpResponse:
    """Makes a run with the chips for the visitor and goes to its board."""
    standing = run_or_404(run_id)
    held = carried_by(request, standing)
    answer = (
        core.Problem("chips", "scalpel.unreadable")
        if held.wrong or not held.chips
        else questions.value(standing, "with_chips", standing.head, chips=held.values)
    )
    if isinstance(answer, core.Problem):
        return refused_chips(request, standing, replace(held, wrong=held.wrong or sentence_of(answer)))
    owner = owner_for(request)
    run = new_runs.keep_changed(
        standing,
        answer["canonical"],
        owner=owner,
        title=standing.title,
        seed=answer["seed"],
        head=0,
        state="",
    )
    return own_run_at(f"{reverse('runs:board', args=[run.pk])}?at=0", owner)
