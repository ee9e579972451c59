"""Pages of one prediction: a moment of a scenario, a question, and the true answer after the visitor's."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from playground.exercises import services
from playground.exercises.services import ExercisePage
from playground.gallery import topics
from playground.texts.terms.links import linked

MOST_WORDS = 2_000
"""The most characters of an answer in words."""


@require_safe
@never_cache
def any_exercise(request: HttpRequest) -> HttpResponse:
    """`/try`: the page picks one at random that this browser has not tried yet."""
    return _choose(request, "random")


@require_safe
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    """`/try/today`: the page picks by the visitor's date, so that everybody gets the same one on a day."""
    return _choose(request, "today")


def _choose(request: HttpRequest, way: str) -> HttpResponse:
    slugs = services.slugs()
    if not slugs:
        raise Http404("exercises")
    return render(request, "exercises/choose.html", {"way": way, "slugs": slugs})


@require_safe
@never_cache
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """`/try/<slug>`: the moment and the question. It hides the answer and the title, which may give it
    away."""
    exercise = _page_or_404(slug)
    question = {
        "slug": slug,
        "film": reverse("exercises:start", args=[slug]),
        "at": exercise.exercise.at,
        "question": escape(_question(exercise)),
        "choices": _choices(exercise),
        "boards": [{"nodes": [choice] if choice else [], "pods": []} for choice in exercise.exercise.choices],
        "second": None,
        "answer": reverse("exercises:answer", args=[slug]),
    }
    context = {"questions": [question], "topic": topics.title(exercise.topic), "slug": slug}
    return render(request, "exercises/exercise.html", context)


def _page_or_404(slug: str) -> ExercisePage:
    exercise = services.exercise_page(slug)
    if exercise is None:
        raise Http404("exercise")
    return exercise


def _question(page: ExercisePage) -> str:
    if not page.exercise.choices:
        return _(page.question)
    return _("Where is pod {pod} when nothing happens any more?").format(pod=page.exercise.pod.split("/")[-1])


def _choices(page: ExercisePage) -> list[str]:
    return [escape(choice) or _("It stays pending") for choice in page.exercise.choices]


@require_safe
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """`/try/<slug>/start.json`: the moment as a film that consists of one step."""
    response = HttpResponse(_page_or_404(slug).exercise.film, content_type="application/json")
    response.headers["Cache-Control"] = "public, max-age=300"
    return response


@require_POST
@never_cache
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Answers with the truth; the request has `choice`, an index in the list, or `words`."""
    page = _page_or_404(slug)
    choices = page.exercise.choices
    choice = request.POST.get("choice", "")
    if choices and not (
        choice.isascii() and choice.isdecimal() and len(choice) < 3 and int(choice) < len(choices)
    ):
        return JsonResponse({"message": _("Choose an answer first.")}, status=422)
    words = request.POST.get("words", "").strip()
    if not choices and not 0 < len(words) <= MOST_WORDS:
        return JsonResponse({"message": _("Write your answer first.")}, status=422)
    return JsonResponse(_truth(page, int(choice) if choices else None, slug))


def _truth(page: ExercisePage, choice: int | None, slug: str) -> dict[str, Any]:
    """The answer's JSON. `given` is the index of the visitor's choice; None for an answer in words."""
    exercise = page.exercise
    return {
        "right": None if choice is None else choice == exercise.truth,
        "truth": [] if exercise.truth is None else [exercise.truth],
        "misconception": "",
        "title": _(page.title),
        "question": _(page.question) if exercise.choices else "",
        "answer": _(page.answer),
        "because": linked(_(page.because)) if page.because else "",
        "film": reverse("runs:film", args=[page.run]),
        "at": exercise.at,
        "decided": exercise.decided,
        "board": f"{reverse('gallery:scenario', args=[slug])}?at={exercise.at}",
    }
