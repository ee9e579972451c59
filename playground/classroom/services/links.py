"""Presenter's links: secret addresses that give the right to present and can be revoked."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import F, Max
from django.http import HttpResponse

from playground import limits
from playground.classroom.models import PresenterLink
from playground.runs import access

COOKIE = f"{settings.COOKIE_PREFIX}podium_present"


@dataclass(frozen=True, slots=True)
class Link:
    room: str
    number: int
    label: str
    digest: str


def _link(row: PresenterLink) -> Link:
    return Link(row.room_id, row.number, row.label, row.token_digest)


def new_link(room_id: str, label: str) -> tuple[int, str] | tuple[None, str]:
    """Creates a link and returns its number and token; None and "" when the room has `ROOM_LINKS` links
    already."""
    last = PresenterLink.objects.filter(room_id=room_id).aggregate(last=Max("number"))["last"] or 0
    if last >= limits.ROOM_LINKS:
        return None, ""
    token = secrets.token_urlsafe(18)
    PresenterLink.objects.create(
        room_id=room_id, number=last + 1, label=label[:40], token_digest=access.digest(token)
    )
    return last + 1, token


def of_token(room_id: str, token: str) -> Link | None:
    row = PresenterLink.objects.filter(room_id=room_id, token_digest=access.digest(token)).first()
    return None if row is None or row.revoked else _link(row)


def of_cookies(room_id: str, cookies: Mapping[str, str]) -> Link | None:
    """The link through which a visitor with these cookies presents the room; None for other visitors."""
    granted = access.grants_of(cookies, COOKIE).get(room_id, "")
    if len(granted) < 32:
        return None
    row = PresenterLink.objects.filter(room_id=room_id, token_digest__startswith=granted).first()
    return None if row is None or row.revoked else _link(row)


def follow(response: HttpResponse, cookies: Mapping[str, str], link: Link) -> None:
    """Adds the link to the visitor's cookie, so that the visitor presents from now on."""
    PresenterLink.objects.filter(room_id=link.room, number=link.number).update(opened=F("opened") + 1)
    access.remember_grant(response, cookies, link.room, link.digest, COOKIE)


def revoke(room_id: str, number: int) -> bool:
    """Revokes a link. False when there is no such link."""
    return bool(PresenterLink.objects.filter(room_id=room_id, number=number).update(revoked=True))


def listed(room_id: str) -> list[dict[str, Any]]:
    """The links of a room for its presenters, without their tokens."""
    rows = PresenterLink.objects.filter(room_id=room_id).order_by("number")
    return [
        {"link": row.number, "label": row.label, "opened": row.opened, "revoked": row.revoked} for row in rows
    ]
