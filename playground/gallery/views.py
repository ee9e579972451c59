"""The pages of the gallery: all scenarios, those of a topic, and one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from playground.gallery import search, services, topics, toy
from playground.runs import access
from playground.runs import services as runs
from playground.runs.http.requests import owner_for, requested_step
from playground.runs.http.views import board_context, go_to, other_release
from playground.server.fairness.throttle import costly
from playground.texts import messages

HERO_SLUG = "gap-and-reservation"
FIRST_SLUG = "queue-by-priority"
SHOWN_OF_A_TOPIC = 4


@dataclass(frozen=True, slots=True)
class Section:
    """Scenarios of one topic. `slug` is "" when the topic has no page of its own. `more` is the number of
    scenarios that `cards` leaves out."""

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
    """`/`: what podium is, a toy, a form for the visitor's own cluster, the lessons, and the scenarios by
    topic. With `?q=` or a filter (`topic`, `mechanism`, `difficulty`) the matching scenarios
    replace lessons and topics. A query that is too long is refused with status 422."""
    scenarios = services.gallery()
    query = request.GET.get("q", "").strip()
    problem = search.problem_of(query)
    chosen = _chosen(request, scenarios)
    matches = search.search(scenarios, query) if query else scenarios if chosen else []
    hero = next(
        (scenario for scenario in scenarios if scenario.slug == HERO_SLUG and scenario.canonical_run), None
    )
    first = next((scenario for scenario in scenarios if scenario.slug == FIRST_SLUG), None)
    context: dict[str, Any] = {
        "query": query,
        "searches": bool(query or chosen),
        "matching": search.narrowed(matches, chosen),
        "refusal": messages.say(messages.message_of(problem)) if problem else "",
        "is_event_text": problem is None and search.is_event_text(query),
        "filters": _filters(scenarios, chosen),
        "lessons": sorted(
            (scenario for scenario in scenarios if scenario.lesson), key=lambda scenario: scenario.lesson
        ),
        "sections": [] if query or chosen else _sections(scenarios),
        "hero": hero,
        "first": first,
        "toy": {"nodes": toy.nodes(), "sizes": toy.SIZES, "throws": toy.throws()},
        "count": len(scenarios),
    }
    return render(request, "gallery/gallery.html", context, status=422 if problem else 200)


@require_POST
@costly
def toy_run(request: HttpRequest) -> HttpResponse:
    """`POST /toy`: a run of the toy's cluster at step 0, for the first throw. The visitor owns it."""
    owner = owner_for(request)
    response = go_to(request, toy.create_run(owner))
    access.remember_owner(response, owner)
    return response


@dataclass(frozen=True, slots=True)
class Filter:
    """A list to choose from. `options` are pairs of a value and its text in the active language."""

    name: str
    label: str
    chosen: str
    options: list[tuple[str, str]]


def _filters(scenarios: list[Any], chosen: search.Chosen) -> list[Filter]:
    words = {
        search.LESSON: _("The lessons"),
        search.SINGLE: _("One mechanism"),
        search.SEVERAL: _("Several mechanisms"),
    }
    shown = [topic for topic in topics.TOPICS if any(scenario.topic == topic for scenario in scenarios)]
    named = [(name, name) for name in search.mechanisms(scenarios)]
    return [
        Filter("topic", _("Topic"), chosen.topic, [(topic, topics.title(topic)) for topic in shown]),
        Filter("mechanism", _("Mechanism"), chosen.mechanism, named),
        Filter("difficulty", _("Difficulty"), chosen.difficulty, list(words.items())),
    ]


def _chosen(request: HttpRequest, scenarios: list[Any]) -> search.Chosen:
    """The filters in the address; unknown values are ignored."""
    filters = {}
    for choice in _filters(scenarios, search.Chosen()):
        value = request.GET.get(choice.name, "")
        filters[choice.name] = value if value in dict(choice.options) else ""
    return search.Chosen(**filters)


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
    cards = [scenario for scenario in services.gallery() if scenario.topic == topic]
    if topic not in topics.TOPICS or not cards:
        raise Http404("topic")
    return render(request, "gallery/topic.html", {"section": _section(topic, cards, len(cards))})


def _named(slug: str) -> Any:
    scenario = services.named(slug)
    if scenario is None:
        raise Http404("scenario")
    return scenario


@require_safe
@never_cache
def scenario_page(request: HttpRequest, slug: str) -> HttpResponse:
    """`/s/<slug>`: the canonical run of the newest revision, from its start. Creates nothing."""
    scenario = _named(slug)
    standing = runs.standing(scenario.canonical_run_id or "")
    if standing is None:
        raise Http404("run")
    if other := other_release(request, standing):
        return other
    at = requested_step(request, standing, default=0)
    return render(request, "runs/board.html", board_context(request, standing, at))


@require_safe
def scenario_source(request: HttpRequest, slug: str) -> HttpResponse:
    """`/s/<slug>.yaml`: the scenario as a file."""
    response = HttpResponse(_named(slug).revision.source, content_type="text/yaml; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{slug}.yaml"'
    return response
