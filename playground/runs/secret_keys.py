"""Checks that all servers of a database sign with the same key. With two keys visitors would lose their
runs."""

from __future__ import annotations

from datetime import timedelta

from django.db import Error
from django.utils import timezone
from django.utils.crypto import salted_hmac

from playground.runs.models import SecretKey
from playground.server.telemetry.readiness import Part

ANNOUNCE_SECONDS = 60
"""The least seconds between two reports of a server's key."""
COUNTS_SECONDS = 600
"""Seconds for which a report counts."""


def digest() -> str:
    return salted_hmac("podium.secret-key", "", algorithm="sha256").hexdigest()


def others() -> int:
    """Reports this server's key and returns the number of other keys in use with this database."""
    now, mine = timezone.now(), digest()
    row = SecretKey.objects.filter(pk=mine).first()
    if row is None or abs((now - row.seen).total_seconds()) >= ANNOUNCE_SECONDS:
        SecretKey.objects.update_or_create(pk=mine, defaults={"seen": now})
    return SecretKey.objects.exclude(pk=mine).filter(seen__gt=now - timedelta(seconds=COUNTS_SECONDS)).count()


def part(ready: bool) -> Part:
    """The part of /readyz about the signing key. `ready` says whether the database is available."""
    not_compared = Part("secret key", "not compared: the database is not ready", needed=False)
    if not ready:
        return not_compared
    try:
        different = others()
    except Error:
        return not_compared
    if different:
        says = "another server of this database has another one (PODIUM_SECRET_KEY): visitors lose their runs"
        return Part("secret key", says, ok=False, needed=False)
    return Part("secret key", "that of all servers", needed=False)
