"""Publishes metrics on a separate port, or at /metrics with a token; by default nowhere."""

from __future__ import annotations

import functools
import hmac
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, start_http_server

from playground.server.fairness.shared_buckets import client_of
from playground.server.lifecycle import state
from playground.server.telemetry import metrics


@require_safe
@never_cache
def exposed(request: HttpRequest) -> HttpResponse:
    """`/metrics`, for requests with $PODIUM_METRICS_TOKEN as bearer token; 404 for others."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        raise Http404("metrics")
    return HttpResponse(metrics.exposition(), content_type=CONTENT_TYPE_LATEST)


def _pool() -> metrics.Samples:
    """The connections of this process to PostgreSQL; empty with SQLite, which has no pool."""
    pools: dict[str, Any] = getattr(connection, "_connection_pools", {})
    stats = pools["default"].get_stats() if "default" in pools else {}
    names = {"pool_size": "open", "pool_available": "idle", "requests_waiting": "waiting"}
    return {label: float(stats.get(name, 0)) for name, label in names.items() if stats}


def _redis_answers() -> metrics.Samples:
    if not settings.REDIS:
        return {}
    try:
        return {"": float(bool(_redis().ping()))}
    except Exception:  # whatever the error is, Redis does not answer
        return {"": 0.0}


@functools.cache
def _redis() -> Any:
    return client_of(settings.REDIS)


metrics.look(
    "podium_database_connections", "Connections of this server's pool to PostgreSQL.", _pool, "state"
)
metrics.look("podium_redis_up", "Whether Redis answers this server.", _redis_answers)
metrics.look("podium_draining", "Whether this server says goodbye.", lambda: {"": float(state.draining)})


def listen() -> None:
    """Opens the port of PODIUM_METRICS, if there is one."""
    if settings.METRICS_ADDRESS is None:
        return
    host, port = settings.METRICS_ADDRESS
    try:
        start_http_server(port, host, registry=metrics.REGISTRY)
    except OSError as error:
        raise SystemExit(f"podium: PODIUM_METRICS: cannot listen on {host}:{port}: {error}") from None
