"""The page that says how kubectl reaches a run, and the kubeconfig for who may act on it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.kubeapi.addresses import base_of
from playground.kubeapi.kubeconfig import kubeconfig_text
from playground.kubeapi.rights import token_for
from playground.runs.requests import run_or_404


@require_safe
@never_cache
def kubectl(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/kubectl`: the line to type, and the kubeconfig to download."""
    known = run_or_404(run_id)
    context = {
        "run": known,
        "title": gettext(known.title) if known.title else "",
        "server": request.build_absolute_uri(base_of(known.run)),
        "can_act": known.rights(request.COOKIES).can_act,
    }
    return render(request, "kubeapi/kubectl.html", context)


@require_safe
@never_cache
def kubeconfig(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/kubeconfig`: for who may act on the run with a token, else for reading. With `time=still` the
    run stands still while kubectl waits.
    """
    known = run_or_404(run_id)
    token = token_for(known, request.COOKIES)
    still = request.GET.get("time") == "still"
    # kubectl sends a token over https alone; over http it stands in the address, which kubectl keeps.
    base = base_of(known.run, "" if request.is_secure() else token, still=still)
    server = request.build_absolute_uri(base)
    text = kubeconfig_text(known.run, server, token if request.is_secure() else "")
    response = HttpResponse(text, content_type="application/yaml")
    response.headers["Content-Disposition"] = f'attachment; filename="podium-{known.run}.yaml"'
    return response
