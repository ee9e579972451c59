"""The views of `/api/v1`, each named after its operation."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

import scheduler_core as core
from playground import limits
from playground.api.answers import View, WrongError, answer, answer_text, asks, gone, refused, title
from playground.api.openapi import document
from playground.api.operations import OPERATIONS, Operation
from playground.api.requests import (
    body_of,
    count_as_costly,
    editor_of,
    few_frames,
    query_of,
    run_of,
    step_of,
)
from playground.gallery import services as gallery
from playground.imports import jobs, situation
from playground.imports import services as imports
from playground.inspector.until import begun
from playground.runs import access, edit_links, new_runs, own_runs, questions, revisions, stepper
from playground.runs.changes import moves
from playground.runs.changes.input_text import InputText, read_text
from playground.runs.services import Gone, Lost, Standing
from playground.runs.socket.consumer import input_buckets
from playground.server.background import to_its_end
from playground.server.database_threads import wait_without_connection
from playground.server.fairness.gate import let_others_in
from playground.server.http.failures import logged
from playground.texts import releases
from playground.texts.messages import problem, say
from scheduler_core import QUERIES, Problem

VIEWS: dict[str, View] = {}
_NAMED = {operation.name: operation for operation in OPERATIONS}


def operation(view: Callable[..., HttpResponse]) -> View:
    """Makes a function the view of the operation with its name, which becomes its second argument."""
    described = _NAMED[view.__name__]

    def named(request: HttpRequest, **of_path: str) -> HttpResponse:
        return view(request, described, **of_path)

    VIEWS[described.name] = asks(described)(named)
    return VIEWS[described.name]


# --- the API and the gallery -------------------------------------------------------------------------


@operation
def root(request: HttpRequest, _: Operation) -> HttpResponse:
    openapi = request.build_absolute_uri(reverse("api:openapi"))
    return answer({"api": "v1", "kubernetes": f"v{core.NEW_RUNS}", "openapi": openapi})


@operation
def openapi(request: HttpRequest, _: Operation) -> HttpResponse:
    return answer(document(request.build_absolute_uri("/").rstrip("/")))


@operation
def scenarios(request: HttpRequest, _: Operation) -> HttpResponse:
    return answer([_scenario(request, card) for card in gallery.gallery()])


@operation
def scenario(request: HttpRequest, _: Operation, slug: str) -> HttpResponse:
    card = _scenario_named(slug)
    return answer({**_scenario(request, card), "manifest": card.revision.source})


def _scenario_named(slug: str) -> gallery.Scenario:
    card = gallery.named(slug[:80])
    if card is None:
        raise WrongError(404, problem("api.no_scenario", "scenario", got=slug[:80]))
    return card


def _scenario(request: HttpRequest, card: gallery.Scenario) -> dict[str, Any]:
    return {
        "slug": card.slug,
        "title": title(card.title),
        "topic": card.topic,
        "summary": title(card.summary),
        "question": title(card.question),
        "run": card.canonical_run_id,
        "url": request.build_absolute_uri(reverse("gallery:scenario", args=[card.slug])),
    }


# --- runs ---------------------------------------------------------------------------------------------


@operation
def run(request: HttpRequest, _: Operation, run_id: str) -> HttpResponse:
    return answer(_run(request, run_of(run_id)))


def _run(request: HttpRequest, standing: Standing) -> dict[str, Any]:
    return {
        "run": standing.run,
        "title": title(standing.title),
        "head": standing.head,
        "inputs": standing.inputs,
        "seed": standing.seed,
        "scenario": standing.slug,
        "url": request.build_absolute_uri(reverse("runs:board", args=[standing.run])),
    }


def _made(
    request: HttpRequest, standing: Standing, problems: list[dict[str, Any]], doubt: str = ""
) -> HttpResponse:
    token = edit_links.token_of(standing)
    edit = request.build_absolute_uri(reverse("runs:edit", args=[token]))
    return answer(
        {**_run(request, standing), "token": token, "editUrl": edit, "problems": problems, "doubt": doubt},
        201,
    )


@operation
def create_run(request: HttpRequest, described: Operation) -> HttpResponse:
    fields = body_of(request, described)
    if (fields["scenario"] is None) == (fields["manifest"] is None):
        raise WrongError(422, problem("api.scenario_or_manifest", "scenario"))
    count_as_costly(request)
    if fields["manifest"] is not None:
        return _imported(request, fields)
    card = _scenario_named(fields["scenario"])
    name = fields["title"] or str(revisions.scenario_words(card.revision_id)["title"] or "")
    run = new_runs.create_run(
        card.revision, owner=access.new_owner(), title=name[: limits.API_TITLE_CHARACTERS]
    )
    return _made(request, run_of(run.pk), [])


def _imported(request: HttpRequest, fields: dict[str, Any]) -> HttpResponse:
    if imports.imports_closed():
        return refused(503, problem("server.busy"), retry_seconds=limits.BUSY_RETRY_SECONDS)
    data = fields["manifest"].encode("utf-8", "replace")
    add_nodes = fields["addNodes"] is not False
    chosen = releases.chosen({"release": fields["release"] or "", "gates": fields["gates"] or ""})
    if isinstance(chosen, tuple):
        raise WrongError(422, chosen[0])
    owner = access.new_owner()
    job = jobs.begin(data, name="", owner=owner, add_nodes=add_nodes, only_check=False, chosen=chosen)
    if not job.wait(limits.IMPORT_API_SECONDS, let_others_in):
        job.stop()
        return refused(503, problem("server.busy"), retry_seconds=limits.TOO_LONG_RETRY_SECONDS)
    outcome = job.outcome
    if outcome is not None and outcome.reference:
        raise logged(outcome.reference)
    if outcome is None or not outcome.stored:
        return refused(503, problem("server.busy"), retry_seconds=limits.BUSY_RETRY_SECONDS)
    problems = [json.loads(refused(422, problem).content) for problem in outcome.imported.problems]
    if not outcome.run:
        first = problems[0] if problems else {}
        return answer({**first, "problems": problems}, 422)
    if fields["title"]:
        own_runs.rename(outcome.run, fields["title"])
    doubt = situation.doubt(outcome.imported.situation)
    return _made(request, run_of(outcome.run), problems, doubt)


@operation
def forks(request: HttpRequest, described: Operation, run_id: str) -> HttpResponse:
    standing = run_of(run_id)
    at = step_of(standing, body_of(request, described)["at"])
    count_as_costly(request)
    fork = new_runs.fork(standing.run, at=at, owner=access.new_owner())
    if not isinstance(fork, Standing):
        raise Http404("run")
    return _made(request, fork, [])


@operation
def steps(request: HttpRequest, described: Operation, run_id: str) -> HttpResponse:
    standing = editor_of(request, run_id)
    fields = body_of(request, described)
    limit = fields["limit"] or limits.STEP_FRAMES_DEFAULT
    few_frames(0, limit)
    _count_input(standing)
    return _moved(standing, moves.step(fields["size"], fields["until"], limit=limit), fields["from"])


@operation
def inputs(request: HttpRequest, described: Operation, run_id: str) -> HttpResponse:
    standing = editor_of(request, run_id)
    fields = body_of(request, described)
    _count_input(standing)
    read = read_text(fields["input"])
    if not isinstance(read, InputText):
        raise WrongError(422, read)
    return _moved(standing, moves.give(read), fields["from"])


def _count_input(standing: Standing) -> None:
    """Counts an input or step against the owner's limit."""
    if wait_ms := input_buckets.take(standing.owner_digest):
        raise WrongError(429, problem("rate.slow_down", seconds=-(-wait_ms // 1000)))


def _moved(standing: Standing, compute: moves.Compute[Problem], start: int | None) -> HttpResponse:
    """The answer to a move; boards get the move even when the client has disconnected."""
    outcome = wait_without_connection(to_its_end(moves.move))(standing, compute, start=start)
    if isinstance(outcome, Problem):
        raise WrongError(422, outcome)
    if isinstance(outcome, Gone):
        return gone(standing.run)
    if isinstance(outcome, Lost):
        raise WrongError(409, problem("input.lost_race", "from"), head=outcome.head)
    return _frames(outcome.frames, outcome.run.head)


def _frames(frames: stepper.Frames, head: int) -> HttpResponse:
    return answer_text(
        f'{{"from":{frames.start},"to":{frames.end},"head":{head},"frames":{frames.frames or "[]"}}}'
    )


# --- conditions ---------------------------------------------------------------------------------------


@operation
def until(request: HttpRequest, described: Operation, run_id: str) -> HttpResponse:
    standing = run_of(run_id)
    fields = body_of(request, described)
    at = step_of(standing, fields["from"], "from")
    count_as_costly(request)
    condition = questions.read_condition(fields["condition"])
    if isinstance(condition, Problem):
        raise WrongError(422, condition)
    most = min(limits.RUN_FRAMES_MAX, at + (fields["limit"] or limits.RUN_FRAMES_MAX))
    result = questions.value(standing, "until", at, condition=condition, limit=most - at)
    if isinstance(result, Problem):
        raise WrongError(422, result)
    return answer(begun(result))


@operation
def judge(request: HttpRequest, described: Operation, run_id: str) -> HttpResponse:
    standing = run_of(run_id)
    fields = body_of(request, described)
    at = step_of(standing, fields["at"])
    result = questions.value(standing, "judge", at, conditions=fields["conditions"], stop="quiet")
    if isinstance(result, Problem):
        raise WrongError(422, result)
    verdicts = [{"holds": verdict["holds"], "said": say(verdict["said"])} for verdict in result["verdicts"]]
    return answer({"verdicts": verdicts})


# --- answers about a step ----------------------------------------------------------------------------


def _stretch(request: HttpRequest, described: Operation, run_id: str) -> tuple[Standing, stepper.Frames]:
    """The run of a request and its frames from `from` to `to`."""
    standing, fields = run_of(run_id), query_of(request, described)
    start = step_of(standing, fields["from"] or 0, "from")
    to = step_of(
        standing,
        min(standing.head, start + limits.STEP_FRAMES_MAX) if fields["to"] is None else fields["to"],
        "to",
    )
    if to < start:
        raise WrongError(
            400, problem("step.out_of_range", "to", got=to, head=standing.head), head=standing.head
        )
    few_frames(start, to)
    if to == start:
        return standing, stepper.Frames(start, start, "", "[]")
    return standing, stepper.answered(standing, stepper.recorded(start, to))


@operation
def frames(request: HttpRequest, described: Operation, run_id: str) -> HttpResponse:
    standing, stretch = _stretch(request, described, run_id)
    return _frames(stretch, standing.head)


@operation
def story(request: HttpRequest, described: Operation, run_id: str) -> HttpResponse:
    _, stretch = _stretch(request, described, run_id)
    acts: list[dict[str, Any]] = json.loads(stretch.frames)
    return answer(
        [{"seq": act["seq"], "t": act["t"], "who": act["who"], "said": say(act["message"])} for act in acts]
    )


def _of_step(described: Operation) -> None:
    """Makes the view of a question of the core; 404 when the named object does not exist."""

    def view(request: HttpRequest, run_id: str) -> HttpResponse:
        standing, fields = run_of(run_id), query_of(request, described)
        args = {name: value for name, value in fields.items() if name != "at"}
        text = questions.ask(standing, described.name, step_of(standing, fields["at"]), **args)
        if isinstance(text, Problem):
            raise WrongError(422, text)
        if text is None:
            named = next(iter(args), "at")
            raise WrongError(404, problem("api.nothing_there", named, got=str(args.get(named, ""))[:100]))
        return answer_text(text)

    VIEWS[described.name] = asks(described)(view)


for entry in OPERATIONS:
    if entry.name in QUERIES and QUERIES[entry.name].words:
        _of_step(entry)


@csrf_exempt
def nothing(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Answers 404 for every other address below `/api/`."""
    return gone("")
