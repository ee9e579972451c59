"""The inspector of one pod, node or Service at one step. Each tab is a page and a fragment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.inspector import advice_pages, advice_view, history, room, turned, what_if
from playground.inspector.why import cursor, service
from playground.inspector.why import view as why
from playground.runs import questions
from playground.runs.http.requests import requested_step, run_or_404, value_or_404
from playground.runs.services import Standing
from playground.texts.manifests import yaml_text
from playground.texts.terms import links

TABS = {
    "why": gettext_noop("Why"),
    "describe": gettext_noop("Describe"),
    "events": gettext_noop("Events"),
    "yaml": gettext_noop("YAML"),
    "history": gettext_noop("History"),
    "room": gettext_noop("Room"),
}
OF_PODS = frozenset({"room"})
"""Tabs that only pods have."""
ADVICE_AT_ONCE = 50
"""With more nodes the page comes without advice, which is then loaded on request."""
CURES_AT_ONCE = 12
"""With more nodes the Why on the board searches for helpful changes only on request."""
CURES_SHOWN = 3
BOARD_PANEL = "inspector-body"
"""The board's element for fragments; there the full advice is loaded only on request."""


@dataclass(frozen=True, slots=True)
class Tab:
    name: str
    words: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Subject:
    """The inspected object: its kind, its key, and the addresses of its pages."""

    kind: str
    key: str
    name: str

    def url(self, run_id: str, tab: str, at: int) -> str:
        if self.kind == "Node":
            path = reverse("inspector:node_tab", args=[run_id, self.name, tab])
        else:
            namespace, _, name = self.key.partition("/")
            page = "service_tab" if self.kind == "Service" else "pod_tab"
            path = reverse(f"inspector:{page}", args=[run_id, namespace, name, tab])
        return f"{path}?at={at}"

    def tabs(self, run_id: str, chosen: str, at: int) -> Iterator[Tab]:
        for tab, words in TABS.items():
            if tab in OF_PODS and self.kind != "Pod":
                continue
            yield Tab(tab, words, self.url(run_id, tab, at), tab == chosen)


@require_safe
@never_cache
def pod_tab(request: HttpRequest, run_id: str, namespace: str, name: str, tab: str) -> HttpResponse:
    return _tab(request, run_id, Subject("Pod", f"{namespace}/{name}", name), tab)


def pod_why(request: HttpRequest, run_id: str, namespace: str, name: str) -> HttpResponse:
    return pod_tab(request, run_id, namespace, name, "why")


@require_safe
@never_cache
def node_tab(request: HttpRequest, run_id: str, name: str, tab: str) -> HttpResponse:
    return _tab(request, run_id, Subject("Node", name, name), tab)


@require_safe
@never_cache
def service_tab(request: HttpRequest, run_id: str, namespace: str, name: str, tab: str) -> HttpResponse:
    return _tab(request, run_id, Subject("Service", f"{namespace}/{name}", name), tab)


def _tab(request: HttpRequest, run_id: str, subject: Subject, tab: str) -> HttpResponse:
    if tab not in TABS or (tab in OF_PODS and subject.kind != "Pod"):
        raise Http404("tab")
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    context: dict[str, Any] = {
        "run": standing,
        "at": at,
        "subject": subject,
        "tab": tab,
        "tabs": list(subject.tabs(standing.run, tab, at)),
        "board_url": _board_url(standing, subject, tab, at),
        "page_url": request.get_full_path(),
        **_content(request, standing, subject, tab, at),
    }
    fragment = bool(getattr(request, "htmx", False))
    response = render(request, "inspector/fragment.html" if fragment else "inspector/page.html", context)
    response.headers["Vary"] = "HX-Request, HX-Target"
    return response


def _content(request: HttpRequest, standing: Standing, subject: Subject, tab: str, at: int) -> dict[str, Any]:
    if tab == "why" and subject.kind == "Node":
        return _why_of_node(request, standing, subject, at)
    if tab == "why" and subject.kind == "Service":
        return _why_of_service(standing, subject, at)
    if tab == "why" and "point" in request.GET:
        return _why_inside(request, standing, subject, at)
    if tab == "why":
        return _why_of_pod(request, standing, subject, at)
    if tab == "room":
        return _room_of_pod(standing, subject, at)
    if tab == "history":
        tab_url = subject.url(standing.run, tab, at)
        return history.content(request, standing, subject.kind, subject.key, at, tab_url)
    if tab == "describe":
        text = value_or_404(standing, "describe", at, kind=subject.kind, key=subject.key)
        fields = questions.value(standing, "handles", at, kind=subject.kind, key=subject.key)
        rows = fields["fields"] if fields else ()
        return {"describe": turned.described(text, rows, linked=links.linker(every=True))}
    manifest = value_or_404(standing, "manifest", at, kind=subject.kind, key=subject.key)
    if tab == "yaml":
        text = yaml_text.dump(manifest, sort_keys=True)
        fields = questions.value(standing, "handles", at, kind=subject.kind, key=subject.key)
        return {"yaml": turned.turned(text, fields["fields"] if fields else ())}
    return {"events": value_or_404(standing, "events", at, key=subject.key)}


def _why_of_pod(request: HttpRequest, standing: Standing, subject: Subject, at: int) -> dict[str, Any]:
    value = value_or_404(standing, "why", at, pod=subject.key)
    namespace, _, name = subject.key.partition("/")
    address = reverse("inspector:pod_advice", args=[standing.run, namespace, name])
    on_board = _is_on_board(request)
    shown: dict[str, Any] = {
        "why": why.of_pod(subject.key, value, on_board=on_board),
        "why_template": "inspector/why/pod.html",
        "advice_url": f"{address}?at={at}",
    }
    if value["decidedAt"] is not None:
        shown["what_if_url"] = what_if.address(standing.run, value["decidedAt"] - 1, subject.key)
    decision = value["decision"] or {}
    nodes = len(decision.get("nodes") or ())
    held = bool(value["pod"] and value["pod"].get("permit"))
    failed = decision.get("result") == "unschedulable" or (value["group"] is not None and not decision)
    waits = value["pod"] and ((value["pod"]["lane"] and failed) or held)
    if value["pod"] and nodes <= ADVICE_AT_ONCE and not on_board:
        shown.update(advice_pages.context_of(standing, namespace, name, at), advice_now=True)
    elif waits and nodes <= CURES_AT_ONCE:
        cures = value_or_404(standing, "cures", at, pod=subject.key)
        shown["cures"] = advice_view.advices(
            [entry for entry in cures["advice"] if entry["inputs"]][:CURES_SHOWN], name
        )
        shown["cures_spoil"] = cures["spoils"]
        shown["try_url"] = reverse("inspector:try_advice", args=[standing.run, namespace, name])
    return shown


def _why_inside(request: HttpRequest, standing: Standing, subject: Subject, at: int) -> dict[str, Any]:
    """The Why at a stop within the next decision: `point=Filter&node=n1`,
    `point=Score&plugin=TaintToleration`."""
    if at >= standing.head:
        raise Http404("step")
    value = value_or_404(standing, "why_next", at, pod=subject.key)
    point, node, plugin = (request.GET.get(name, "") for name in ("point", "node", "plugin"))
    stop = cursor.stop_of(point, node, plugin, value["decision"])
    if stop is None:
        raise Http404("stop")
    return {
        "inside": why.inside(value, stop, on_board=_is_on_board(request)),
        "what_if_url": what_if.address(standing.run, at, subject.key),
        "pod_name": subject.name,
        "why_template": "inspector/why/inside.html",
    }


def _why_of_node(request: HttpRequest, standing: Standing, subject: Subject, at: int) -> dict[str, Any]:
    def url(key: str) -> str:
        return Subject("Pod", key, key.partition("/")[2]).url(standing.run, "why", at)

    nodes = value_or_404(standing, "why_node", at, node=subject.key)
    shown = why.of_node(nodes, url, on_board=_is_on_board(request))
    return {"why": shown, "why_template": "inspector/why/node.html"}


def _why_of_service(standing: Standing, subject: Subject, at: int) -> dict[str, Any]:
    def url(key: str) -> str:
        return Subject("Pod", key, key.partition("/")[2]).url(standing.run, "why", at)

    shown = service.of_service(value_or_404(standing, "why_service", at, service=subject.key), url)
    return {"why": shown, "why_template": "inspector/why/service.html"}


def _room_of_pod(standing: Standing, subject: Subject, at: int) -> dict[str, Any]:
    def url(name: str) -> str:
        return Subject("Node", name, name).url(standing.run, "why", at)

    return {"room": room.of_pod(value_or_404(standing, "room", at, pod=subject.key), url)}


def _is_on_board(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Target") == BOARD_PANEL)


def _board_url(standing: Standing, subject: Subject, tab: str, at: int) -> str:
    field = {"Pod": "pod", "Service": "service"}.get(subject.kind)
    chosen = f"&{field}={subject.key}" if field else ""
    return f"{reverse('runs:board', args=[standing.run])}?at={at}{chosen}&tab={tab}"
