"""How often an address may ask for something costly (a new run, a fork, an import)."""

import functools
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from playground import limits
from playground.web.buckets import Buckets

costly_buckets = Buckets(limits.COSTLY_PER_MINUTE / 60, limits.COSTLY_BURST)
import_buckets = Buckets(limits.IMPORTS_PER_MINUTE / 60, limits.IMPORTS_BURST)
check_buckets = Buckets(limits.CHECKS_PER_MINUTE / 60, limits.CHECKS_BURST)

View = Callable[..., HttpResponse]


def address_of(request: HttpRequest) -> str:
    """The address from which a request comes. Behind a trusted proxy it is the last one in X-Forwarded-For;
    the client can invent those before it.
    """
    if settings.TRUST_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        if forwarded:
            return forwarded.rsplit(",", 1)[-1].strip()
    return str(request.META.get("REMOTE_ADDR") or "")


def throttled(buckets: Buckets) -> Callable[[View], View]:
    """Answers 429 with words and Retry-After when an address POSTs more often than `buckets` allow."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method == "POST" and (wait_ms := buckets.take(address_of(request))):
                seconds = -(-wait_ms // 1000)
                response = render(request, "errors/429.html", {"seconds": seconds}, status=429)
                response.headers["Retry-After"] = str(seconds)
                return response
            return view(request, *args, **kwargs)

        return guarded

    return decorate


costly = throttled(costly_buckets)
imports = throttled(import_buckets)
checks = throttled(check_buckets)
