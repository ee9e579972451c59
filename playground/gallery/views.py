"""Gallery, scenario, catalogue, theme and the page about exactness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from playground import catalogues
from playground.gallery import queries, topics
from playground.runs import services as runs
from playground.runs import stepper
from playground.runs.views import board_context, no_such_step, run_or_404, step_number
from playground.site import exactness
from playground.workers import pool as workers

HERO_SLUG = "gap-and-reservation"
FIRST_SLUG = "queue-by-priority"
FILM_FRAMES = 200
YEAR_SECONDS = 365 * 24 * 3600


SHOWN_OF_A_TOPIC = 4


@dataclass(frozen=True, slots=True)
class Section:
    """Scenarios of one topic. `slug` is "" where they have no page of their own; `more` is how many `cards`
    leaves out."""

    slug: str
    title: str
    words: str
    cards: list[Any]
    total: int

    @property
    def more(self) -> int:
        return self.total - len(self.cards)


@require_safe
@never_cache
def gallery(request: HttpRequest) -> HttpResponse:
    """`/`: what this is, a living board, a way in for one's own cluster, and the scenarios by topic."""
    scenarios = queries.gallery()
    hero = next((each for each in scenarios if each.slug == HERO_SLUG and each.canonical_run), None)
    first = next((each for each in scenarios if each.slug == FIRST_SLUG), None)
    context: dict[str, Any] = {
        "sections": _sections(scenarios),
        "hero": hero,
        "first": first,
        "count": len(scenarios),
    }
    return render(request, "gallery/gallery.html", context)


def _sections(scenarios: list[Any]) -> list[Section]:
    by_topic: dict[str, list[Any]] = {}
    for scenario in scenarios:
        by_topic.setdefault(scenario.topic if scenario.topic in topics.TOPICS else "", []).append(scenario)
    ordered = [*topics.TOPICS, ""]
    sections = []
    for topic in sorted(by_topic, key=ordered.index):
        cards = by_topic[topic]
        sections.append(_section(topic, cards[:SHOWN_OF_A_TOPIC] if topic else cards, len(cards)))
    return sections


def _section(topic: str, cards: list[Any], total: int) -> Section:
    title, words = topics.TOPICS.get(topic, topics.OTHER)
    return Section(topic, _(title), _(words) if words else "", cards, total)


@require_safe
@never_cache
def topic_page(request: HttpRequest, topic: str) -> HttpResponse:
    """`/topics/<slug>`: every scenario of one topic, lessons first."""
    cards = [scenario for scenario in queries.gallery() if scenario.topic == topic]
    if topic not in topics.TOPICS or not cards:
        raise Http404("topic")
    return render(request, "gallery/topic.html", {"section": _section(topic, cards, len(cards))})


def _named(slug: str) -> Any:
    scenario = queries.named(slug)
    if scenario is None:
        raise Http404("scenario")
    return scenario


@require_safe
@never_cache
def scenario_page(request: HttpRequest, slug: str) -> HttpResponse:
    """`/s/<slug>`: the canonical run of the newest revision, from its start. Creates nothing."""
    scenario = _named(slug)
    known = runs.standing(scenario.canonical_run_id or "")
    if known is None:
        raise Http404("run")
    asked = request.GET.get("at")
    at = 0 if asked is None else step_number(asked)
    if at is None or at > known.head:
        return no_such_step(request, known, asked or "")
    return render(request, "runs/board.html", board_context(request, known, at))


@require_safe
def scenario_source(request: HttpRequest, slug: str) -> HttpResponse:
    """`/s/<slug>.yaml`: the scenario as a file."""
    response = HttpResponse(_named(slug).revision.source, content_type="text/yaml; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{slug}.yaml"'
    return response


@require_safe
def film(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/film.json`: the start of a run and its first acts, as the wire has them. They never change."""
    known = run_or_404(run_id)
    to = min(known.head, FILM_FRAMES)
    budget = workers.pool().budget
    start = stepper.inspect(known, 0, "snapshot")
    frames = stepper.ask_blocking(known, stepper.recorded(0, to, budget)).frames if to else "[]"
    response = HttpResponse(f'{{"snapshot":{start},"frames":{frames}}}', content_type="application/json")
    response.headers["Cache-Control"] = "public, max-age=300"
    return response


@require_safe
def catalogue(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    """`/i18n/<language>.<digest>.json`: the browser's words. An address never changes its content."""
    if language != "en" and language not in catalogues.LANGUAGES:
        raise Http404("language")
    found = catalogues.browser_catalogue(language)
    response = HttpResponse(found.body, content_type="application/json")
    fresh = digest == found.digest
    response.headers["Cache-Control"] = f"public, max-age={YEAR_SECONDS}, immutable" if fresh else "no-cache"
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Sets `theme` (or the next one), and goes back to where it was asked."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = reverse("scenarios:gallery")
    following = {"auto": "light", "light": "dark", "dark": "auto"}
    chosen = request.POST.get("theme") or following.get(request.COOKIES.get("podium_theme", "auto"))
    response: HttpResponse = HttpResponseRedirect(back)
    response.status_code = 303
    if chosen in following:
        response.set_cookie(
            "podium_theme", chosen, max_age=YEAR_SECONDS, samesite="Lax", secure=request.is_secure()
        )
    return response


@require_safe
def exact(request: HttpRequest) -> HttpResponse:
    """`/exact`: what is compared with the original, and what is not."""
    return render(request, "site/exact.html", {"figures": exactness.figures()})


@require_safe
def exact_figures(request: HttpRequest) -> HttpResponse:
    """`/exact.json`: the result file as it is in the repository."""
    return HttpResponse(exactness.FILE.read_bytes(), content_type="application/json")
