"""The page about kubectl (its command, how time passes while it waits), and the kubeconfig."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from playground.kubeapi.addresses import base_of
from playground.kubeapi.kubeconfig import kubeconfig_text
from playground.kubeapi.rights import token_for
from playground.runs import time_policy
from playground.runs.http.requests import run_or_404
from playground.server.http.see_other import see_other


@require_safe
@never_cache
def kubectl(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/kubectl`: the command to type, and the kubeconfig to download."""
    standing = run_or_404(run_id)
    context = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "server": request.build_absolute_uri(base_of(standing.run)),
        "can_act": standing.rights(request.COOKIES).can_act,
    }
    return render(request, "kubeapi/kubectl.html", context)


POLICIES = {"goes": False, "stands": True}
"""Value of the form of the time policy → whether time stands still."""


@require_POST
@never_cache
def time(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/kubectl/time`: sets by `policy` ("goes" or "stands") how time passes while kubectl waits."""
    standing = run_or_404(run_id)
    if not standing.rights(request.COOKIES).can_act:
        return render(request, "errors/403.html", {"not_owner": True}, status=403)
    policy = request.POST.get("policy", "")
    if policy not in POLICIES:
        return render(request, "errors/400.html", status=400)
    time_policy.choose(standing.run, still=POLICIES[policy])
    return see_other(reverse("kubeapi:kubectl", args=[standing.run]))


@require_safe
@never_cache
def kubeconfig(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/kubeconfig`: with a token for visitors who may act on the run, else for reading. With
    `time=still` the run stands still while kubectl waits."""
    standing = run_or_404(run_id)
    token = token_for(standing, request.COOKIES)
    still = request.GET.get("time") == "still"
    # kubectl sends a token only over https; over http it is part of the address, which kubectl keeps.
    base = base_of(standing.run, "" if request.is_secure() else token, still=still)
    server = request.build_absolute_uri(base)
    text = kubeconfig_text(standing.run, server, token if request.is_secure() else "")
    response = HttpResponse(text, content_type="application/yaml")
    response.headers["Content-Disposition"] = f'attachment; filename="podium-{standing.run}.yaml"'
    return response
