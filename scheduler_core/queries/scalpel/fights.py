"""Which controller undoes a patch, or makes its next pods without it."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.queries.scalpel.chip import Chip
from scheduler_core.queries.scalpel.paths import Place, place_of


@dataclass(frozen=True, slots=True)
class Owner:
    """An object that controls others."""

    kind: str
    stored: Object

    @property
    def named(self) -> str:
        return f"{self.kind} {self.stored.meta.name}"


def owner_of(api: ApiServer, stored: Object) -> Owner | None:
    """The object that controls this one, if it is there."""
    reference = stored.meta.controller
    if reference is None or reference.kind not in KINDS:
        return None
    namespace = f"{stored.meta.namespace}/" if KINDS[reference.kind].namespaced else ""
    owner = api.get(reference.kind, f"{namespace}{reference.name}")
    return None if owner is None else Owner(reference.kind, owner)


def top_of(api: ApiServer, stored: Object) -> Owner | None:
    """The object whose template makes this one in the end: of a pod of a Deployment, the Deployment."""
    top = owner_of(api, stored)
    while top is not None and (above := owner_of(api, top.stored)) is not None:
        top = above
    return top


def fight(api: ApiServer, chip: Chip, place: Place) -> tuple[Message | None, Chip | None]:
    """What a controller does about a patch, and the patch to make instead; None for what there is not."""
    stored = api.get(chip.kind, chip.key)
    owner = None if stored is None else owner_of(api, stored)
    top = None if stored is None else top_of(api, stored)
    if owner is None or top is None:
        return None, None
    if chip.kind == "Pod":
        words = message("scalpel.made_again", owner=owner.named, top=top.named)
        template = "spec.jobTemplate.spec.template" if top.kind == "CronJob" else "spec.template"
        return words, _of_owner(chip, top, f"{template}.{chip.path}")
    if KINDS[chip.kind].has_template and place.steps[0] == "spec":
        return message("scalpel.set_back", owner=owner.named), _of_owner(chip, owner, chip.path)
    return None, None


def _of_owner(chip: Chip, owner: Owner, path: str) -> Chip | None:
    """The same change in a field of the owner, if it has one."""
    if isinstance(place_of(owner.kind, path), Place):
        return Chip(chip.at, owner.kind, owner.stored.meta.key, path, chip.was, chip.now)
    return None
