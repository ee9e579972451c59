"""The live manifest: the document of a run, the course of the run when it is changed, and a run made from
it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import scheduler_core as core
from playground import limits
from playground.runs import access, new_runs, questions, revisions
from playground.runs.http.requests import owner_for, requested_step, run_or_404, step_number
from playground.runs.services import Standing
from playground.server.fairness.throttle import checks, costly
from playground.server.http.see_other import see_other
from playground.texts.manifests import words, yaml_text
from playground.texts.manifests.yaml_source import decode
from playground.texts.terms.cards import CARDS, NAMES, rule_of
from playground.whatif.chips import Carried, carried_by, sentence_of

Answer = dict[str, Any]


@require_safe
@never_cache
def page(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/change?at=<step>`: the run with its document beside it. `with` names another run, whose
    document is the changed one: the page shows both runs side by side."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    other = run_or_404(request.GET["with"]) if request.GET.get("with") else None
    text = document_of(standing)
    if not text:
        # A long document is not edited; single fields of it are.
        return HttpResponseRedirect(
            f"{reverse('whatif:scalpel', args=[standing.run])}?{_chosen(request, at)}"
        )
    held = carried_by(request, standing)
    if held.wrong:
        return refused_chips(request, standing, held)
    changed = document_of(other) if other else _changed(text, request.GET)
    if held.chips:
        document = questions.value(standing, "chips_document", standing.head, chips=held.values)
        if isinstance(document, core.Problem):
            return refused_chips(request, standing, Carried((), sentence_of(document)))
        changed = document["text"]
    context = {
        "run": standing,
        "run_id": standing.run,
        "title": gettext(standing.title) if standing.title else "",
        "at": at,
        "second": json.dumps(_second(standing, at)),
        "text": text,
        "changed": changed,
        "other": other,
        "too_long": not text or changed == "",
        "limit": limits.CHANGED_CHARACTERS,
        "too_long_said": too_long()["message"],
    }
    return render(request, "whatif/page.html", context)


def _chosen(request: HttpRequest, at: int) -> str:
    """The query of the page of single fields, with what is chosen."""
    query = {"at": str(at)}
    if request.GET.get("pod"):
        query |= {"kind": "Pod", "key": request.GET["pod"]}
    elif request.GET.get("node"):
        query |= {"kind": "Node", "key": request.GET["node"]}
    if request.GET.get("chips"):
        query["chips"] = request.GET["chips"]
    return urlencode(query)


def document_of(standing: Standing) -> str:
    """The document of a run; "" when it is too long to be changed here. One that is much too long is not even
    written, which takes seconds."""
    if revisions.characters_of(standing.revision) > 4 * limits.CHANGED_CHARACTERS:
        return ""
    text: str = questions.value(standing, "document", 0)["text"]
    return text


def _changed(text: str, fields: Mapping[str, str]) -> str | None:
    """The document with another `seed` or in another `release`; None where neither is asked for."""
    seed, release = fields.get("seed", ""), core.chosen_release(fields.get("release", "")[:40])
    version = release.version if isinstance(release, core.ChosenRelease) else ""
    if step_number(seed) is not None:
        text = re.sub(r"(?m)^  seed: -?[0-9]+$", f"  seed: {seed}", text, count=1)
    elif not version:
        return None
    return re.sub(r"(?m)^  version: .*$", f"  version: '{version}'", text, count=1) if version else text


def _second(standing: Standing, at: int) -> float:
    """The virtual second at a step."""
    acts = questions.value(standing, "acts", at, newest=1)
    return float(acts[-1][1]) if acts else 0.0


@require_POST
@never_cache
@checks
def play(request: HttpRequest, run_id: str) -> HttpResponse:
    """Plays the document in the body. The answer is JSON: `problems`, and when the document is valid
    `comparison` and `now`; with `?whole=1` also `was`, the unchanged run."""
    standing = run_or_404(run_id)
    text = _read(request)
    if not isinstance(text, str):
        return JsonResponse({"problems": [too_long() if text is None else placed(text)]})
    whole = request.GET.get("whole") == "1"
    answer = questions.text(standing, "changed", 0, text=text, whole=whole)
    return HttpResponse(with_words(answer or ""), content_type="application/json")


def _read(request: HttpRequest) -> str | core.Problem | None:
    """The body as text; None when it is too long, a problem with its position when it is not text."""
    data = request.read(limits.CHANGED_CHARACTERS * 4 + 1)
    if len(data) > limits.CHANGED_CHARACTERS * 4:
        return None
    text, problem = decode(data)
    if problem is not None:
        return problem
    return None if len(text) > limits.CHANGED_CHARACTERS else text


def placed(problem: core.Problem) -> Answer:
    """A problem as a row for the editor."""
    at = problem.position or core.Position(1, 1)
    members = {"line": at.line, "col": at.column, "severity": problem.severity, "path": problem.path}
    return {**members, "code": problem.code, "message": words.say(problem.code, problem.args)}


def with_words(answer: str) -> str:
    """The answer of a worker with sentences in its problems. They come first, and the rest may be long."""
    problems, end = json.JSONDecoder().raw_decode(answer, len('{"problems":'))
    return f'{{"problems":{json.dumps([worded(problem) for problem in problems])}{answer[end:]}'


def worded(problem: Answer) -> Answer:
    return {**problem, "message": words.say(problem["code"], problem["args"])}


def refused_chips(request: HttpRequest, standing: Standing, held: Carried) -> HttpResponse:
    """The page of a report whose chips cannot be read or made, with the way back to them."""
    context = {"run": standing, "wrong": held.wrong, "chips": held.link}
    return render(request, "whatif/refused_chips.html", context, status=422)


def too_long() -> Answer:
    sentence = words.say("text.too_long_to_change", {"limit": limits.CHANGED_CHARACTERS})
    return {
        "line": 1,
        "col": 1,
        "severity": "error",
        "path": "",
        "code": "text.too_long",
        "message": sentence,
    }


@require_POST
@costly
def keep(request: HttpRequest, run_id: str) -> HttpResponse:
    """Makes a run of a changed document for the visitor and redirects to it at second `t`. The original run
    and links to it stay the same. A script gets JSON: `{run, url, compare}`, or 422."""
    standing = run_or_404(run_id)
    by_script = "application/json" in request.headers.get("Accept", "")
    text = request.POST.get("text", "").replace("\r\n", "\n")
    second = _number(request.POST.get("t", ""))
    answer = kept(standing, text, second)
    if "problems" in answer:
        problems = answer["problems"]
        if by_script:
            return JsonResponse({"problems": problems}, status=422)
        return render(request, "whatif/refused.html", {"run": standing, "problems": problems}, status=422)
    owner = owner_for(request)
    run = store(standing, answer, owner, standing.title)
    url = f"{reverse('runs:board', args=[run])}?at={answer['at']}"
    response: HttpResponse
    if by_script:
        compare = f"{reverse('whatif:page', args=[standing.run])}?with={run}"
        response = JsonResponse({"run": run, "url": url, "compare": compare}, status=201)
    else:
        response = see_other(url)
    access.remember_owner(response, owner)
    return response


def kept(standing: Standing, text: str, second: float) -> Answer:
    """The values to store for a changed document (`changing.kept`), or its `problems` as sentences."""
    if len(text) > limits.CHANGED_CHARACTERS:
        return {"problems": [too_long()]}
    answer: Answer = questions.value(standing, "kept", 0, text=text, second=second)
    if "problems" in answer:
        return {
            "problems": [worded(problem) if "args" in problem else problem for problem in answer["problems"]]
        }
    return answer


def store(standing: Standing, answer: Answer, owner: str, title: str) -> str:
    """Stores the answer of `kept` as a new run of `owner` and returns its name."""
    played = {"seed": answer["seed"], "head": answer["steps"], "state": answer["state"]}
    run = new_runs.keep_changed(standing, answer["canonical"], owner=owner, title=title, **played)
    return str(run.pk)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if 0 <= number < 1e9 else 0.0


def _certain(outcomes: list[Answer], rows: list[Any]) -> bool:
    """Whether no toss chose a node in any of the runs, and every pod had the same node in all of them."""
    places = (place for outcome in outcomes for place in outcome["pods"].values())
    tossed = any(place and place["among"] for place in places)
    return not tossed and all(len(row["ways"]) == 1 and row["of"] == len(outcomes) for row in rows)


@require_safe
@never_cache
def seeds(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/seeds?n=100`: how often each pod lands on each node, with the seeds 1 to `n`. Each visit plays
    some more seeds, and the page asks for the rest until all are played, or until it turns out that chance
    decides nothing. `upto` is the number shown; `stop` ends the asking."""
    standing = run_or_404(run_id)
    most = min(limits.SEEDS_MAX, max(1, step_number(request.GET.get("n", "")) or limits.SEEDS_MAX))
    upto = min(most, max(1, step_number(request.GET.get("upto", "")) or limits.SEEDS_AT_ONCE))
    outcomes: list[Answer] = []
    held = carried_by(request, standing)
    if held.wrong:
        return refused_chips(request, standing, held)
    for first in range(1, upto + 1, limits.SEEDS_AT_ONCE):
        count = min(limits.SEEDS_AT_ONCE, upto + 1 - first)
        args = {"first": first, "count": count, "most": limits.CHANGED_FRAMES}
        outcomes += questions.value(
            standing, "seeds", held.step_of_question(standing.head), **args, **held.argument
        )
    stopped = "stop" in request.GET
    rows = core.tally(outcomes)
    certain = bool(rows) and upto >= min(most, limits.SEEDS_AT_ONCE) and _certain(outcomes, rows)
    going_on = upto < most and not stopped and not certain
    context = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "rows": rows,
        "certain": certain,
        "n": most,
        "upto": upto,
        "going_on": going_on,
        "stopped": stopped and upto < most and not certain,
        "held": held,
        "more": min(most, upto + limits.SEEDS_AT_ONCE),
    }
    return render(request, "whatif/seeds.html", context)


@require_safe
def fields(request: HttpRequest) -> JsonResponse:
    """`/change/fields.json`: the data of the manifest editor. `kinds` are the fields of each kind, `values`
    the values of fields that have few, `flags` the boolean fields, `words` the explanation of a field or kind
    in the visitor's language; `profile` is the scheduler's default profile as a document."""
    profile = core.default_profile()
    trees = {"Scenario": core.scenario_fields(), "KubeSchedulerConfiguration": core.profile_fields()}
    schema = {
        "kinds": {**core.known_fields(), **trees},
        "profile": yaml_text.dump_documents([profile]),
        "plugins": {
            default_plugin["name"]: default_plugin.get("weight") for default_plugin in core.default_plugins()
        },
        "values": dict(core.FIELD_VALUES),
        "flags": sorted(core.FIELD_FLAGS),
        "words": {
            spelled: rule_of(name)
            for spelled, name in NAMES.items()
            if CARDS[name].kind in ("field", "kind", "plugin")
        },
    }
    response = JsonResponse(schema)
    response.headers["Cache-Control"] = "private, max-age=300"
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response
