"""Refusals that the wire makes itself, as `Status` objects."""

from __future__ import annotations

import math
from dataclasses import replace

from playground.workers.kube_tasks import Reply, reply_of
from scheduler_core import failure_status


def refusal(code: int, text: str) -> Reply:
    return reply_of(failure_status(code, text))


def too_many(seconds: float) -> Reply:
    made = refusal(429, "Too many requests: please try again later.")
    return replace(made, headers=(("Retry-After", str(max(1, math.ceil(seconds)))),))
