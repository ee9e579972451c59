"""All addresses, one include for each app."""

from django.conf import settings
from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("language", set_language, name="set_language"),
    path("", include("playground.runs.urls")),
    path("", include("playground.kubeapi.urls")),
    path("", include("playground.console.urls")),
    path("", include("playground.imports.urls")),
    path("", include("playground.gallery.urls")),
    path("", include("playground.inspector.urls")),
    path("", include("playground.whatif.urls")),
    path("", include("playground.grace.urls")),
    path("", include("playground.takeaway.urls")),
    path("", include("playground.why.urls")),
    path("", include("playground.explain.urls")),
    path("", include("playground.exercises.urls")),
    path("", include("playground.lessons.path.urls")),
    path("", include("playground.lessons.urls")),
    path("", include("playground.classroom.urls")),
    path("", include("playground.api.urls")),
    path("", include("playground.site.urls")),
]

if settings.ADMIN:
    from playground.staff.admin_site import staff

    urlpatterns.append(path("staff/", staff.urls))

handler400 = "playground.api.errors.bad_request"
handler403 = "playground.server.http.error_pages.forbidden"
handler404 = "playground.runs.http.error_pages.not_found"
handler500 = "playground.api.errors.server_error"
