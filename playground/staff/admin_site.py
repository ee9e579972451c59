"""Staff pages at /staff/ when PODIUM_ADMIN=1: Django's admin behind its login, which only shows and removes.

A separate page shows the state of the installation and has the switch that closes imports."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.views.decorators.http import require_POST, require_safe

from playground.imports import jobs
from playground.imports import services as imports
from playground.runs.retention import lifetimes
from playground.server.fairness.throttle import buckets, throttled
from playground.staff import services

LOGINS_PER_MINUTE, LOGINS_BURST = 6.0, 10
logins = throttled(buckets("staff", LOGINS_PER_MINUTE / 60, LOGINS_BURST))


class StaffSite(admin.AdminSite):
    site_header = site_title = "podium"
    site_url = "/"
    index_template = "staff/index.html"

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return logins(super().login)(request, extra_context)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        own: list[URLResolver | URLPattern] = [
            path("state", self.admin_view(require_safe(self.state)), name="state"),
            path("imports", self.admin_view(require_POST(self.switch_imports)), name="switch_imports"),
        ]
        return own + super().get_urls()

    def state(self, request: HttpRequest) -> HttpResponse:
        context = {**self.each_context(request), "title": "State", "state": services.state()}
        return TemplateResponse(request, "staff/state.html", context)

    def switch_imports(self, request: HttpRequest) -> HttpResponse:
        """Closes imports on all servers and stops this server's running ones, or opens imports again."""
        closing = request.POST.get("imports") == "close"
        imports.close_imports(closing)
        stopped = jobs.stop_all() if closing else 0
        sentence = f"Imports are closed; {stopped} were stopped here." if closing else "Imports are open."
        messages.success(request, sentence)
        return HttpResponseRedirect(reverse("admin:state", current_app=self.name))


class OnlyShown(admin.ModelAdmin):  # type: ignore[type-arg]
    """An admin page on which nothing can be added or changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class RunAdmin(OnlyShown):
    list_display = ("id", "title", "head", "created", "opened", "shared")
    list_filter = ("shared", "created", "opened")
    search_fields = ("id", "title")
    ordering = ("-created",)
    fields = ("id", "title", "head", "seed", "created", "opened", "shared", "forked_from", "forked_at")
    actions = ("remove_runs",)
    list_per_page = 50
    show_full_result_count = False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {name: item for name, item in super().get_actions(request).items() if name == "remove_runs"}

    @admin.action(description="Remove these runs (a link to one then says that it is gone)")
    def remove_runs(self, request: HttpRequest, queryset: Any) -> None:
        removed = sum(lifetimes.remove(pk) for pk in queryset.values_list("pk", flat=True))
        messages.success(request, f"{removed} runs were removed; others need the rest.")


class RoomAdmin(OnlyShown):
    list_per_page = 50
    show_full_result_count = False


staff = StaffSite(name="staff")
staff.register(apps.get_model("runs", "Run"), RunAdmin)
staff.register(apps.get_model("rooms", "Room"), RoomAdmin)
