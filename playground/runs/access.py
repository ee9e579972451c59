"""Rights: a run may be changed by its owner (a cookie, no login) and by everyone who has opened its edit link
(another cookie).

Cookies are signed; the database keeps only digests. An edit token is derived from the secret key, so the
owner can see the link again although it is not stored."""

import base64
import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from django.conf import settings
from django.core import signing
from django.http import HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from playground.server.fairness.gate import Scope, address_of, headers_of

OWNER_COOKIE = f"{settings.COOKIE_PREFIX}podium_owner"
EDIT_COOKIE = f"{settings.COOKIE_PREFIX}podium_edit"
YEAR_SECONDS = 365 * 24 * 3600
GRANTS_KEPT = 40

_owner_signer = signing.Signer(salt="podium.owner")


def _grant_signer(cookie: str) -> signing.Signer:
    return signing.Signer(salt=cookie.replace("_", "."))


def digest(value: str) -> str:
    return hashlib.sha256(value.encode()).hexdigest()


def new_owner() -> str:
    return secrets.token_urlsafe(24)


def owner_of(cookies: Mapping[str, str]) -> str:
    """The visitor's owner name, or "" when there is no cookie or its signature is wrong."""
    try:
        return _owner_signer.unsign(cookies.get(OWNER_COOKIE, ""))
    except signing.BadSignature:
        return ""


def asker_of(scope: Scope) -> str:
    """The owner name of a request's cookie, else the address that it comes from."""
    try:
        cookies = SimpleCookie(headers_of(scope, b"cookie"))
    except CookieError:
        cookies = SimpleCookie()
    morsel = cookies.get(OWNER_COOKIE)
    owner = owner_of({OWNER_COOKIE: morsel.value}) if morsel else ""
    return f"owner {digest(owner)[:32]}" if owner else f"address {address_of(scope)}"


def grants_of(cookies: Mapping[str, str], cookie: str = EDIT_COOKIE) -> dict[str, str]:
    """Run id → digest of the edit token that this visitor has; for another `cookie`, the grants in that
    one."""
    try:
        text = _grant_signer(cookie).unsign(cookies.get(cookie, ""))
        grants = json.loads(base64.urlsafe_b64decode(text))
    except (signing.BadSignature, ValueError):
        return {}
    return {str(run): str(token) for run, token in grants.items()} if isinstance(grants, dict) else {}


def may_have_runs(cookies: Mapping[str, str]) -> bool:
    """Whether this visitor ever made a run or followed an edit link."""
    return bool(owner_of(cookies) or grants_of(cookies))


def edit_token(run_id: str, generation: int = 0) -> str:
    """The token of an edit link; each `generation` has a different one."""
    named = f"{run_id}.{generation}" if generation else run_id
    mac = salted_hmac("podium.edit-link", named, algorithm="sha256").digest()
    return base64.b32encode(mac).decode("ascii").lower().rstrip("=")[:32]


@dataclass(frozen=True)
class Rights:
    owner: bool = False
    can_act: bool = False


def rights(run_id: str, owner_digest: str, edit_token_digest: str, cookies: Mapping[str, str]) -> Rights:
    """What a visitor with these cookies may do. Nobody may change a run that has no owner."""
    if not owner_digest:
        return Rights()
    owner = owner_of(cookies)
    if owner and constant_time_compare(digest(owner), owner_digest):
        return Rights(owner=True, can_act=True)
    granted = grants_of(cookies).get(run_id, "")
    if granted and edit_token_digest and constant_time_compare(granted, edit_token_digest[:32]):
        return Rights(can_act=True)
    return Rights()


def _set(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=YEAR_SECONDS,
        secure=settings.OWNER_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def sign_owner(owner: str) -> str:
    """The value of the owner's cookie."""
    return _owner_signer.sign(owner)


def remember_owner(response: HttpResponse, owner: str) -> None:
    _set(response, OWNER_COOKIE, sign_owner(owner))


def remember_grant(
    response: HttpResponse,
    cookies: Mapping[str, str],
    run_id: str,
    token_digest: str,
    cookie: str = EDIT_COOKIE,
) -> None:
    """Adds the right to act on a run to the visitor's cookie. A cookie holds 4 kB, so beyond `GRANTS_KEPT`
    the oldest right is dropped."""
    grants = grants_of(cookies, cookie)
    grants.pop(run_id, None)
    grants[run_id] = token_digest[:32]
    newest = dict(list(grants.items())[-GRANTS_KEPT:])
    text = base64.urlsafe_b64encode(json.dumps(newest, separators=(",", ":")).encode()).decode("ascii")
    _set(response, cookie, _grant_signer(cookie).sign(text))
