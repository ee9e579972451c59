"""Pages of runs: board, film, fork, edit link and new run; and the health checks of the server."""

import json
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

import scheduler_core as core
from playground import limits
from playground.runs import (
    access,
    edit_links,
    new_runs,
    own_runs,
    questions,
    revisions,
    services,
    state_marks,
    stepper,
)
from playground.runs.changes import fork_inputs
from playground.runs.http.requests import (
    NoSuchStepError,
    owner_for,
    requested_core,
    requested_step,
    run_or_404,
    step_number,
)
from playground.runs.retention import lifetimes
from playground.runs.services import Gone, Lost, Standing
from playground.runs.versions import comparison, kept_moments
from playground.runs.versions.kept_moments import StoredLesson
from playground.server.fairness.throttle import costly
from playground.server.http.see_other import see_other
from playground.server.telemetry import readiness
from playground.texts import releases
from playground.texts.messages import message_of, say
from playground.workers import pool as workers
from scheduler_core import Problem

FILM_FRAMES = 200


def board_context(request: HttpRequest, standing: Standing, at: int) -> dict[str, Any]:
    """The values of `templates/runs/board.html` for run `standing` at step `at`."""
    rights = standing.rights(request.COOKIES)
    words = revisions.scenario_words(standing.revision)
    return {
        "run": standing,
        "run_id": standing.run,
        "title": gettext(standing.title) if standing.title else "",
        "slug": standing.slug,
        "head": standing.head,
        "at": at,
        "can_act": rights.can_act,
        "owner": rights.owner,
        "opening": "" if (share := workers.pool().opening(standing.run)) is None else f"{share:.2f}",
        "into": step_number(request.GET.get("into", "")),
        "pod": request.GET.get("pod", "")[:600],
        "tab": request.GET.get("tab", "")[:20],
        "words": words,
        "release": release_of(standing, words),
        # For owners the choice of versions would take the place of their tools.
        "other_versions": [] if rights.owner else revisions.other_versions(words),
        "socket_path": f"/ws/r/{standing.run}/",
        "board_url": reverse("runs:board", args=[standing.run]),
        "fork_url": reverse("runs:fork", args=[standing.run]),
        "origin": origin(standing),
        "core": state_marks.core(),
        "otherwise": comparison.otherwise(standing),
        "maintenance_url": reverse("whatif:upkeep_report", args=[standing.run])
        if standing.forked_from and services.maintains(standing.run)
        else "",
        "script_left": _script(standing, standing.head)["left"]
        if rights.owner and standing.forked_from
        else 0,
        "edit_url": _edit_url(request, standing) if rights.owner else "",
        "limits": limits.LIMITS_OF_CLIENTS,
    }


def release_of(standing: Standing, words: dict[str, Any]) -> dict[str, Any]:
    """The release of a run, as its board shows it: in short, in full with its gates, and the others that may
    stand beside it. `asked` is how an address names it.
    """
    version, gates = words["version"], words["gates"]
    shown = version if version == "proposal" else f"v{version}"
    beside = reverse("whatif:beside", args=[standing.run])
    also = (*words["versions"], *((revisions.OLD,) if words["topic"] == "exit" else ()))
    return {
        "shown": shown,
        "asked": f"{version},{gates}" if gates else version,
        "gates": gates.replace(",", ", "),
        "old": not revisions.is_offered(version),
        "minor": ".".join(map(str, core.parse_minor(version))) if revisions.is_offered(version) else "",
        "others": [
            (name, label, f"{beside}?{urlencode({'with': f'version:{name}'})}")
            for name, label in releases.offered(also, without=version)
        ],
    }


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a fork: the step of the other run, and the address of that moment. A run with a changed
    document has no such step; its address shows both runs side by side."""

    at: int | None
    url: str
    title: str


def origin(standing: Standing) -> Origin | None:
    """The origin of run `standing`; None when it is no fork or its origin was removed."""
    source = services.standing(standing.forked_from) if standing.forked_from else None
    if source is None:
        return None
    if standing.forked_at is None:
        beside = f"{reverse('whatif:page', args=[source.run])}?with={standing.run}"
        return Origin(None, beside, gettext(source.title) if source.title else "")
    path = f"/s/{source.slug}" if source.slug else reverse("runs:board", args=[source.run])
    title = gettext(source.title) if source.title else ""
    return Origin(standing.forked_at, f"{path}?at={standing.forked_at}", title)


def _script(standing: Standing, at: int) -> dict[str, int]:
    """`given` and `left`: the number of the scenario script's inputs up to step `at` and after it."""
    script = questions.value(standing, "script", at)
    return {"given": script["given"], "left": script["of"] - script["given"]}


@require_GET
@never_cache
def board(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>?at=<step>`: a moment of a run; without `at` the newest step. With `core`, as links have it
    that are shared, a moment that today's core plays otherwise is shown as it was. With `release` the run
    stands beside itself in that release, unless it is its own.
    """
    standing = run_or_404(run_id)
    if other := other_release(request, standing):
        return other
    at = requested_step(request, standing)
    moment = kept_moments.shown(standing, at, requested_core(request)) if "at" in request.GET else None
    if moment is not None:
        return _as_it_was(request, standing, moment)
    context = board_context(request, standing, at)
    services.note_opened(standing, by_owner=context["owner"])
    return render(request, "runs/board.html", context)


def other_release(request: HttpRequest, standing: Standing) -> HttpResponse | None:
    """The run beside itself in the release that the address names (`release=1.36`, with gates behind a
    comma); None where it names none, or the one that the run has. Raises Http404 for what is no release.
    """
    release = request.GET.get("release", "")[: releases.GATES_CHARACTERS]
    words = revisions.scenario_words(standing.revision)
    version, _, gates = release.partition(",")
    chosen = core.chosen_release(version, gates)
    if isinstance(chosen, tuple):
        raise Http404("release")
    same = core.git_version(chosen.version) == core.git_version(words["version"])
    if not chosen.version or (same and core.settings_text(chosen.gates or {}) == words["gates"]):
        return None
    query = urlencode({"with": f"version:{release}"})
    return HttpResponseRedirect(f"{reverse('whatif:beside', args=[standing.run])}?{query}")


def _as_it_was(request: HttpRequest, standing: Standing, moment: StoredLesson) -> HttpResponse:
    """The page of a stored moment."""
    snapshot = json.loads(moment.snapshot)
    frame = snapshot.get("frame") or {}
    query: dict[str, Any] = {"at": moment.seq, "core": moment.core}
    picture = reverse("takeaway:picture", args=[standing.run, "svg"])
    today = urlencode(query | {"core": state_marks.core()})
    context = {
        "title": gettext(standing.title) if standing.title else gettext("Your cluster"),
        "at": moment.seq,
        "kept": moment,
        "snapshot": snapshot,
        "narration": say(frame["message"]) if frame.get("message") else "",
        "picture_url": f"{picture}?{urlencode(query)}",
        "today_url": f"{reverse('runs:board', args=[standing.run])}?{today}",
    }
    return render(request, "runs/kept.html", context)


@require_POST
@costly
def share(request: HttpRequest, run_id: str) -> JsonResponse:
    """`/r/<id>/share` `at=`: stores a moment because its link is about to be shared."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    return JsonResponse({"kept": kept_moments.keep(standing, at), "core": state_marks.core()})


def go_to(request: HttpRequest, run_id: str, *, status: int = 303, at: int | None = None) -> HttpResponse:
    """Leads to a run's board, for a form, for htmx, or for a script that asked for JSON."""
    url = reverse("runs:board", args=[run_id]) + ("" if at is None else f"?at={at}")
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"run": run_id, "url": url}, status=201)
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    response = HttpResponseRedirect(url)
    response.status_code = status
    return response


@require_POST
@costly
def fork(request: HttpRequest, run_id: str) -> HttpResponse:
    """Forks a run at step `at` (default: its newest step); the visitor owns the fork.

    `inputs`, a JSON list, are applied one after another; if one fails, there is no fork and the answer is a
    422 that names it. With `script` "drop" the scenario's script gives no inputs after step `at`."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing) if request.POST.get("at") else standing.head
    inputs = fork_inputs.read_inputs(request.POST.get("inputs", ""))
    if isinstance(inputs, Problem):
        return _wrong(inputs)
    owner = owner_for(request)
    script = _script(standing, at)["given"] if request.POST.get("script") == "drop" else None
    new_run = fork_inputs.fork_and_give(run_id, at=at, owner=owner, inputs=inputs, script=script)
    if isinstance(new_run, Problem):
        return _wrong(new_run)
    if isinstance(new_run, Gone):
        raise Http404("run")
    if isinstance(new_run, Lost):
        raise NoSuchStepError(standing, str(at))
    response = go_to(request, new_run.run, at=new_run.head if inputs else None)
    access.remember_owner(response, owner)
    return response


def _wrong(wrong: Problem) -> JsonResponse:
    line = wrong.position.line if wrong.position else None
    return JsonResponse({"message": message_of(wrong), "path": wrong.path, "line": line}, status=422)


@require_POST
@costly
def new(request: HttpRequest) -> HttpResponse:
    """Creates a run of a stored revision, at step 0; `version` chooses the Kubernetes version."""
    revision = revisions.revision_named(request.POST.get("revision", "")[:64])
    if revision is None:
        raise Http404("revision")
    chosen = core.chosen_release(request.POST.get("version", "")[:40])
    if isinstance(chosen, tuple):
        raise Http404("version")
    if chosen.version:
        changed = revisions.in_release(revision, chosen)
        assert not isinstance(changed, tuple)  # without settings of its own nothing is refused
        revision = changed
    owner = owner_for(request)
    title = request.POST.get("title") or str(revisions.scenario_words(revision.pk)["title"] or "")
    response = go_to(request, new_runs.create_run(revision, owner=owner, title=title).pk)
    access.remember_owner(response, owner)
    return response


@require_safe
@never_cache
def yours(request: HttpRequest) -> HttpResponse:
    """`/runs?sort=`: the runs that this browser owns or whose edit link it has opened, sorted by age (newest
    first), title or newest step."""
    sort = request.GET.get("sort", "")
    sort = sort if sort in own_runs.ORDERS else "made"
    rows = own_runs.runs_of(request.COOKIES, sort)
    context = {"runs": rows, "sort": sort, "most": own_runs.RUNS_LISTED, "keep_days": settings.KEEP_DAYS}
    return render(request, "runs/yours.html", context)


@require_GET
@never_cache
def edit(request: HttpRequest, token: str) -> HttpResponse:
    """The edit link: gives this browser the right to act on the run."""
    run = edit_links.run_of(token)
    if run is None:
        raise Http404("edit link")
    response = go_to(request, run.pk, status=302)
    access.remember_grant(response, request.COOKIES, run.pk, run.edit_token_digest)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_link(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/edit-link`: the owner's page of the edit link. POST `do` "renew" replaces the link, "revoke"
    removes it; both take the right to act from everyone who opened the old one."""
    standing = run_or_404(run_id)
    change = {"renew": edit_links.renew, "revoke": edit_links.revoke}
    if refused := _refused(request, standing, *change):
        return refused
    if request.method == "POST":
        change[request.POST["do"]](run_id)
        return see_other(reverse("runs:edit_link", args=[run_id]))
    title = gettext(standing.title) if standing.title else ""
    context = {"run": standing, "title": title, "edit_url": _edit_url(request, standing)}
    return render(request, "runs/edit_link.html", context)


@require_POST
@never_cache
def rename(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/rename`: the owner gives a run a new `title` (`do` "rename")."""
    if refused := _refused(request, run_or_404(run_id), "rename"):
        return refused
    own_runs.rename(run_id, request.POST.get("title", ""))
    return see_other(reverse("runs:yours"))


@require_POST
@never_cache
def remove(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/remove`: the owner removes a run (`do` "remove"). Links to it then answer that it was
    removed."""
    if refused := _refused(request, run_or_404(run_id), "remove"):
        return refused
    lifetimes.remove(run_id)
    return see_other(reverse("runs:yours"))


def _refused(request: HttpRequest, standing: Standing, *acts: str) -> HttpResponse | None:
    """The error page for a visitor who does not own the run, or a POST whose `do` is not in `acts`; else
    None."""
    if not standing.rights(request.COOKIES).owner:
        return render(request, "errors/403.html", {"not_owner": True}, status=403)
    if request.method == "POST" and request.POST.get("do") not in acts:
        return render(request, "errors/400.html", status=400)
    return None


def _edit_url(request: HttpRequest, standing: Standing) -> str:
    """The address of the edit link; "" when the owner has revoked it."""
    token = edit_links.token_of(standing)
    return request.build_absolute_uri(reverse("runs:edit", args=[token])) if token else ""


@require_safe
def film(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/film.json`: the first snapshot of a run and its first frames, in the form of the socket."""
    standing = run_or_404(run_id)
    to = min(standing.head, FILM_FRAMES)
    start = questions.text(standing, "snapshot", 0)
    frames = stepper.answered(standing, stepper.recorded(0, to)).frames if to else "[]"
    response = HttpResponse(f'{{"snapshot":{start},"frames":{frames}}}', content_type="application/json")
    # Everybody may see a run without an owner, such as those of the gallery. Others need the link.
    cached = "private, no-store" if standing.owner_digest else "public, max-age=300"
    response.headers["Cache-Control"] = cached
    return response


@require_GET
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Liveness: answers 200 while the process runs."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_GET
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Readiness: 200 unless the server is shutting down or has no database with its schema.

    The answer has a line for each dependency; the line of an unhealthy one begins with `!`."""
    parts = readiness.parts()
    ready = all(part.ok for part in parts if part.needed)
    lines = ["ready" if ready else "not ready"]
    lines += [f"{'' if part.ok else '! '}{part.name}: {part.says}" for part in parts]
    return HttpResponse("\n".join(lines) + "\n", status=200 if ready else 503, content_type="text/plain")
