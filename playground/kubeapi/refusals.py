"""Refusals by this server itself, as `Status` objects."""

from __future__ import annotations

import math
from dataclasses import replace

from playground import limits
from playground.kubeapi.addresses import address_of
from playground.runs.stepper import StopsError
from playground.texts.messages import message_of, say
from playground.workers.kube_tasks import Reply, reply_of
from scheduler_core import failure_status


def refusal(code: int, text: str) -> Reply:
    return reply_of(failure_status(code, text))


def of_kubernetes(path: str, status: int, sentence: str) -> tuple[str, bytes] | None:
    """A refusal at an address of the Kubernetes API (`server/http/refusal_forms.py`)."""
    if address_of(path) is None:
        return None
    reply = refusal(status, sentence)
    return reply.media_type, reply.body.encode()


def stopped(error: StopsError) -> Reply:
    """A run does not reach the step of the request."""
    return refusal(409, say(message_of(error.problem)))


def too_many(seconds: float) -> Reply:
    reply = refusal(429, "Too many requests: please try again later.")
    return replace(reply, headers=(("Retry-After", str(max(1, math.ceil(seconds)))),))


def unavailable(text: str, seconds: float = limits.BUSY_RETRY_SECONDS) -> Reply:
    """503 with the time of the next attempt, in the header and in the Status, because a watch gets only the
    latter.

    Source: apimachinery api/errors (`SuggestsClientDelay`), v0.34."""
    wait = max(1, math.ceil(seconds))
    reply = reply_of(failure_status(503, text, details={"retryAfterSeconds": wait}))
    return replace(reply, headers=(("Retry-After", str(wait)),))
