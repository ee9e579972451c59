"""The runs that belong to one browser, and others' runs on which it may act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext

from playground.runs import access
from playground.runs.models import Run

RUNS_LISTED = 200


@dataclass(frozen=True, slots=True)
class Listed:
    """A run in a visitor's list. `forked_at` is the step of the other run, None without one. `shared`:
    another browser owns the run, and this one has opened its edit link."""

    run: str
    title: str
    head: int
    created: datetime
    forked_at: int | None
    shared: bool


ORDERS = {"made": "-created", "title": "title", "head": "-head"}
"""The orders of a visitor's runs, and the database field of each."""


def rename(run_id: str, title: str) -> None:
    """Sets the title of a run; "" removes it."""
    Run.objects.filter(pk=run_id).update(title=" ".join(title.split())[:200])


def runs_of(cookies: Mapping[str, str], order: str = "made") -> list[Listed]:
    """The runs on which a visitor with these cookies may act, sorted by one of ORDERS; at most
    `RUNS_LISTED`."""
    owner = access.owner_of(cookies)
    owned = Q(owner_digest=access.digest(owner)) if owner else Q(pk__in=())
    rows = Run.objects.filter(owned | Q(pk__in=list(access.grants_of(cookies))))
    listed = []
    for run in rows.order_by(ORDERS[order], "-created")[:RUNS_LISTED]:
        rights = access.rights(run.pk, run.owner_digest, run.edit_token_digest, cookies)
        if rights.can_act:
            title = gettext(run.title) if run.title else ""
            shared = not rights.owner
            listed.append(Listed(run.pk, title, run.head, run.created, run.forked_at, shared))
    return listed
