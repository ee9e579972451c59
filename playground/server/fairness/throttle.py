"""Rate limits by address for costly requests (a new run, a fork, an import)."""

import functools
from collections.abc import Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from playground import limits
from playground.server.fairness.buckets import Buckets
from playground.server.fairness.shared_buckets import SharedBuckets, client_of


@functools.cache
def _redis() -> Any:
    return client_of(settings.REDIS)


def buckets(name: str, rate: float, burst: float) -> Buckets | SharedBuckets:
    """Buckets of this process; with Redis, buckets shared by all processes."""
    if not settings.REDIS:
        return Buckets(rate, burst)
    return SharedBuckets(f"{settings.INSTALLATION}:{name}", rate, burst, client=_redis())


async def take(of: Buckets | SharedBuckets, key: str) -> int:
    """`of.take(key)` for the event loop; a call of Redis runs in a thread."""
    if isinstance(of, Buckets):
        return of.take(key)
    return await sync_to_async(of.take, thread_sensitive=False)(key)


costly_buckets = buckets("costly", limits.COSTLY_PER_MINUTE / 60, limits.COSTLY_BURST)
import_buckets = buckets("imports", limits.IMPORTS_PER_MINUTE / 60, limits.IMPORTS_BURST)
check_buckets = buckets("checks", limits.CHECKS_PER_MINUTE / 60, limits.CHECKS_BURST)
question_buckets = buckets("questions", limits.QUESTIONS_PER_SECOND, limits.QUESTIONS_BURST)

View = Callable[..., HttpResponse]


def address_of(request: HttpRequest) -> str:
    """The address that a request comes from. Behind a trusted proxy it is the last one in X-Forwarded-For,
    because the client can invent the earlier ones."""
    if settings.TRUST_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        if forwarded:
            return forwarded.rsplit(",", 1)[-1].strip()
    return str(request.META.get("REMOTE_ADDR") or "")


def too_often(request: HttpRequest, seconds: int) -> HttpResponse:
    """The answer 429 with a sentence and Retry-After."""
    response = render(request, "errors/429.html", {"seconds": seconds}, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


def throttled(of: Buckets | SharedBuckets) -> Callable[[View], View]:
    """Decorates a view to answer 429 when an address sends POST more often than the buckets allow."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method == "POST" and (wait_ms := of.take(address_of(request))):
                return too_often(request, -(-wait_ms // 1000))
            return view(request, *args, **kwargs)

        return guarded

    return decorate


costly = throttled(costly_buckets)
imports = throttled(import_buckets)
checks = throttled(check_buckets)
