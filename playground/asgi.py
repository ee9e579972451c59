"""The ASGI application: pages over HTTP, runs over WebSockets; sockets only for pages of this origin."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "playground.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import path, re_path

pages = get_asgi_application()

from playground.classroom.http.held_runs import HeldRuns, held_api  # noqa: E402
from playground.classroom.socket.consumer import RoomConsumer  # noqa: E402  (needs the app registry)
from playground.kubeapi.app import kubernetes_or  # noqa: E402
from playground.kubeapi.refusals import of_kubernetes  # noqa: E402
from playground.runs.access import asker_of  # noqa: E402
from playground.runs.socket.socket import NoSuchSocket  # noqa: E402
from playground.server.fairness.gate import door  # noqa: E402
from playground.server.http import refusal_forms  # noqa: E402
from playground.server.http.abandoned_requests import ended_with_client  # noqa: E402
from playground.server.http.body_limit import limited_bodies  # noqa: E402
from playground.server.sockets.origins import ExactOrigins  # noqa: E402
from playground.server.sockets.socket_gate import counted  # noqa: E402
from playground.server.telemetry.access_log import measured  # noqa: E402
from playground.server.telemetry.traces import traced  # noqa: E402

sockets = URLRouter(
    [
        path("ws/room/<str:room_id>/", RoomConsumer.as_asgi()),
        path("ws/r/<str:run_id>/", HeldRuns.as_asgi()),
        re_path(r".*", NoSuchSocket.as_asgi()),
    ]
)

routes = ProtocolTypeRouter(
    {
        "http": held_api(kubernetes_or(limited_bodies(ended_with_client(pages)))),
        "websocket": ExactOrigins(CookieMiddleware(sockets)),
    }
)
refusal_forms.forms.append(of_kubernetes)
application = measured(door(counted(routes), asker_of))
if settings.TRACES:
    application = traced(application)
