"""`/grace`: the grace calculator, a page and its fragment."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.grace import sheet as grace_view


@require_safe
@never_cache
def grace(request: HttpRequest) -> HttpResponse:
    """`/grace?kept=&deletion=&override=&spec=`: the whole page, or (htmx) only its result."""
    fragment = bool(getattr(request, "htmx", False))
    template = "grace/grace_result.html" if fragment else "grace/grace.html"
    response = render(request, template, {"sheet": grace_view.sheet(request.GET.dict())})
    response.headers["Vary"] = "HX-Request"
    return response
