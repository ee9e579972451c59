"""The edit link of a run: everyone who has opened it may act on the run. The owner renews or revokes it."""

from __future__ import annotations

from django.db import transaction

from playground.runs import access
from playground.runs.models import Run
from playground.runs.services import Standing


def token_of(standing: Standing) -> str:
    """The token of a run's edit link, for its owner; "" for a run without a link. A new secret key changes
    the tokens, so the stored digest is renewed."""
    if standing.edit_revoked:
        return ""
    token = access.edit_token(standing.run, standing.edit_generation)
    if access.digest(token) != standing.edit_token_digest:
        Run.objects.filter(
            pk=standing.run, edit_revoked=False, edit_generation=standing.edit_generation
        ).update(edit_token_digest=access.digest(token))
    return token


def renew(run_id: str) -> None:
    """Replaces the edit link. People who opened an old one lose the right to act on the run."""
    with transaction.atomic():
        run = Run.objects.select_for_update().get(pk=run_id)
        run.edit_generation += 1
        run.edit_revoked = False
        run.edit_token_digest = access.digest(access.edit_token(run.pk, run.edit_generation))
        run.save(update_fields=["edit_generation", "edit_revoked", "edit_token_digest"])


def revoke(run_id: str) -> None:
    """Revokes the edit link and the rights of everyone who has opened it."""
    Run.objects.filter(pk=run_id).update(edit_revoked=True, edit_token_digest="")


def run_of(token: str) -> Run | None:
    digest = access.digest(token)
    return Run.objects.filter(edit_token_digest=digest, edit_revoked=False).exclude(owner_digest="").first()
