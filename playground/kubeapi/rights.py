"""The right to write: a token of the owner, or one of the current edit link.

A token is derived from the secret key and the stored digest of the owner or the edit link, so it is not
stored, and a token of the edit link ends with the link."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.crypto import constant_time_compare, salted_hmac

from playground.runs.services import Standing


def _token(run: str, digest: str) -> str:
    return salted_hmac("podium.kubeapi", f"{run}/{digest}", algorithm="sha256").hexdigest()[:40]


def token_for(standing: Standing, cookies: Mapping[str, str]) -> str:
    """The token for a visitor with these cookies; "" for one who may only read."""
    rights = standing.rights(cookies)
    if rights.owner:
        return _token(standing.run, standing.owner_digest)
    return _token(standing.run, standing.edit_token_digest) if rights.can_act else ""


def may_write(standing: Standing, token: str) -> bool:
    digests = (standing.owner_digest, standing.edit_token_digest)
    return any(constant_time_compare(token, _token(standing.run, digest)) for digest in digests if digest)


def bearer(authorization: str) -> str:
    """The token of an Authorization header; "" without one."""
    kind, _, token = authorization.strip().partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
