"""The only code that touches the table of the gallery's names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from playground.gallery.models import Scenario
from playground.gallery.pictures.shapes import Picture
from playground.runs import new_runs, revisions
from playground.runs.models import Run
from playground.runs.retention import lifetimes
from playground.texts.manifests.importer import Imported


def gallery() -> list[Scenario]:
    """All scenarios in the order of the gallery, each with its canonical run."""
    return list(Scenario.objects.select_related("canonical_run"))


def named(slug: str) -> Scenario | None:
    return Scenario.objects.select_related("revision", "canonical_run").filter(slug=slug).first()


@dataclass(frozen=True, slots=True)
class Following:
    """The scenario after another one; `words` is its title in the active language."""

    slug: str
    words: str
    lesson: int | None


def following(slug: str) -> Following | None:
    """The next lesson after a lesson, otherwise the next scenario of the topic. None after the last one and
    for an unknown slug."""
    current = Scenario.objects.filter(slug=slug).first()
    if current is None:
        return None
    if current.lesson:
        after = Scenario.objects.filter(lesson__gt=current.lesson).order_by("lesson").first()
    else:
        of_topic = list(Scenario.objects.filter(topic=current.topic))
        after = next(iter(of_topic[of_topic.index(current) + 1 :]), None)
    return None if after is None else Following(after.slug, gettext(after.title), after.lesson)


def loaded_stamps() -> dict[str, str]:
    """Slug → the stamp (`Scenario.file_digest`) of the file's last load."""
    return dict(Scenario.objects.values_list("slug", "file_digest"))


def put(slug: str, imported: Imported, card: Mapping[str, Any], *, head: int, state: str = "") -> Run:
    """Makes `slug` the name of an import and returns its canonical run, which ends at step `head` in a state
    with the hash `state`. `card` holds columns of `Scenario`."""
    before = Scenario.objects.filter(slug=slug).values_list("canonical_run", flat=True).first()
    with transaction.atomic():
        revision = revisions.store_revision(imported)
        run = new_runs.create_canonical_run(revision, title=card["title"], head=head, state=state)
        columns = {**card, "revision": revision, "canonical_run": run}
        Scenario.objects.update_or_create(slug=slug, defaults=columns)
    if before is not None and not lifetimes.was_shared(before):  # nothing shows it any more
        lifetimes.remove(before)
    return run


def pictures_of(topic: str, *, but: str) -> list[Picture]:
    """The pictures on the cards of a topic, except that of scenario `but`."""
    others = Scenario.objects.filter(topic=topic).exclude(slug=but).exclude(drawing={})
    return [Picture.from_json(value) for value in others.values_list("drawing", flat=True)]


def finish(slug: str, *, drawing: Mapping[str, Any], stamp: str) -> None:
    """Stores the card's picture and the stamp; until the stamp changes, the file counts as loaded."""
    Scenario.objects.filter(slug=slug).update(drawing=drawing, file_digest=stamp)


def forget_all_but(slugs: Iterable[str]) -> None:
    removed = Scenario.objects.exclude(slug__in=list(slugs))
    runs = list(removed.exclude(canonical_run=None).values_list("canonical_run", flat=True))
    removed.delete()
    for run in runs:
        if not lifetimes.was_shared(run):
            lifetimes.remove(run)
