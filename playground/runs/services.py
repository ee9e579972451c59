"""Reads and writes the tables of existing runs for views, sockets and commands. `new_runs` makes new runs.

An input is stored before its frames are sent, and the head before a step is acknowledged. Both are written
under the run's row lock, after a check that no other input was added meanwhile."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Sum

import scheduler_core as core
from playground.runs import access, newest_heads, revisions, state_marks
from playground.runs.models import InputText, Run, RunInput, ScenarioRevision
from playground.runs.retention import lifetimes
from playground.workers.answers import Recipe


@dataclass(frozen=True)
class Standing:
    """A run as stored at one moment."""

    run: str
    head: int
    inputs: int
    input_characters: int
    title: str
    slug: str | None
    revision: str
    seed: int
    owner_digest: str
    edit_token_digest: str
    edit_generation: int
    edit_revoked: bool
    forked_from: str | None
    forked_at: int | None
    opened: datetime
    shared: bool
    core: str
    marks: str
    stands_still: bool
    speed: float

    def moved_to(self, head: int, inputs: int | None = None) -> Standing:
        """The same run with another head, and with another number of inputs when `inputs` is given."""
        return replace(self, head=head, inputs=self.inputs if inputs is None else inputs)

    def rights(self, cookies: Mapping[str, str]) -> access.Rights:
        return access.rights(self.run, self.owner_digest, self.edit_token_digest, cookies)


@dataclass(frozen=True)
class Moved:
    """The change is stored; `head` and `inputs` are those of the run after it."""

    head: int
    inputs: int


@dataclass(frozen=True)
class Lost:
    """Another writer was first and nothing was changed; `head` and `inputs` are the stored ones."""

    head: int
    inputs: int


@dataclass(frozen=True)
class Gone:
    """There is no such run."""


def standing(run_id: str) -> Standing | None:
    """The run as stored now; None when it does not exist."""
    run = None if "\0" in run_id else Run.objects.filter(pk=run_id).first()
    return None if run is None else standing_of(run)


def standing_of(run: Run) -> Standing:
    """The run of a row. `slug` comes through the gallery's relations to runs and revisions."""
    revision = ScenarioRevision(pk=run.revision_id)  # the revision's text, which may be long, is not read
    named = run.canonical_of.order_by("order").first() or revision.scenarios.order_by("order").first()
    totals = run.inputs.aggregate(count=Count("pk"), size=Sum("size", default=0))
    return Standing(
        run=run.pk,
        head=run.head,
        inputs=totals["count"],
        input_characters=totals["size"],
        title=run.title,
        slug=named.slug if named else None,
        revision=run.revision_id,
        seed=run.seed,
        owner_digest=run.owner_digest,
        edit_token_digest=run.edit_token_digest,
        edit_generation=run.edit_generation,
        edit_revoked=run.edit_revoked,
        forked_from=run.forked_from_id,
        forked_at=run.forked_at,
        opened=run.opened,
        shared=run.shared,
        core=run.core,
        marks=run.marks,
        stands_still=run.stands_still,
        speed=run.speed,
    )


FRESH = ("head", "given", "owner_digest", "edit_token_digest", "size", "stands_still", "speed")


def refresh(before: Standing) -> Standing | None:
    """The run with its newest head, number of inputs, owner, edit link and time policy from one short query;
    None when it is gone."""
    columns = Run.objects.annotate(given=Count("inputs"), size=Sum("inputs__size", default=0))
    row = columns.filter(pk=before.run).values_list(*FRESH).first()
    if row is None:
        return None
    head, inputs, owner, digest, size, stands_still, speed = row
    return replace(
        before.moved_to(head, inputs),
        owner_digest=owner,
        edit_token_digest=digest,
        input_characters=size,
        stands_still=stands_still,
        speed=speed,
    )


def heads(run_ids: Iterable[str]) -> dict[str, int]:
    """Run id → head, for those of the runs that exist."""
    return dict(Run.objects.filter(pk__in=list(run_ids)).values_list("pk", "head"))


def recipe(run: Standing) -> Recipe:
    """Everything that a worker needs to replay a run up to `run.inputs` inputs."""
    rows = RunInput.objects.filter(run_id=run.run, ordinal__lt=run.inputs).order_by("ordinal")
    return Recipe(
        revisions.canonical_of(run.revision), run.seed, tuple(rows.values_list("seq", "text__value"))
    )


def inputs_of(run: Standing) -> list[tuple[int, dict[str, Any]]]:
    """The step and the JSON object of each input, up to the first one that cannot be read."""
    inputs: list[tuple[int, dict[str, Any]]] = []
    for seq, text in recipe(run).inputs:
        if isinstance(core.read_input_text(text), core.Problem):
            break
        inputs.append((seq, json.loads(text)))
    return inputs


PLAYED = ("core", "marks")
"""Columns that name the version of the core that played a run."""


def note_played(run: Run, seq: int, state: str) -> None:
    """Notes that this version of the core played the run to a step, and the state's hash there when it is
    known. Marks of another version are deleted."""
    marks = state_marks.read(run.marks) if run.core == state_marks.core() else []
    if state:
        marks = state_marks.with_mark(marks, seq, state)
    run.core, run.marks = state_marks.core(), state_marks.written(marks)


def note_as_it_was(run: Standing) -> None:
    """Notes that this version of the core plays the run exactly as the last version did."""
    Run.objects.filter(pk=run.run, core=run.core).update(core=state_marks.core())


def note_marks(run_id: str, core_name: str, marks: state_marks.Marks) -> None:
    """Notes how another version of the core played an imported run."""
    Run.objects.filter(pk=run_id).update(core=core_name, marks=state_marks.written(marks))


def inputs_again(rows: Iterable[RunInput], run: Run, first: int) -> list[RunInput]:
    """Copies inputs for another run, from ordinal `first` on. The copies refer to the same texts."""
    return [
        RunInput(run=run, ordinal=first + place, seq=row.seq, text_id=row.text_id, size=row.size)
        for place, row in enumerate(rows)
    ]


def catch_up(run_id: str, leader_id: str, to: int, *, state: str) -> Moved | Gone:
    """Moves the head of a run to step `to` of a leader, where the state has the hash `state`. The run's past
    is the beginning of the leader's past; the leader's inputs up to `to` are copied."""
    with transaction.atomic():
        run = Run.objects.select_for_update().filter(pk=run_id).first()
        if run is None:
            return Gone()
        count = run.inputs.count()
        if to > run.head:
            way = RunInput.objects.filter(run_id=leader_id, seq__gte=run.head, seq__lt=to).order_by("ordinal")
            copies = inputs_again(way, run, count)
            RunInput.objects.bulk_create(copies)
            count += len(copies)
            run.head = to
            note_played(run, to, state)
            run.save(update_fields=["head", *PLAYED])
    newest_heads.note(run_id, run.head, count)
    return Moved(run.head, count)


def note_opened(run: Standing, *, by_owner: bool) -> None:
    """Notes that somebody opened a run that has an owner."""
    if run.owner_digest:
        lifetimes.note_opened(run.run, run.opened, run.shared, by_owner=by_owner)


def record_input(run_id: str, *, ordinal: int, seq: int, value: str, state: str) -> Moved | Lost | Gone:
    """Stores an input and moves the head to its frame, whose state has the hash `state`. Of two writers of
    one ordinal only one succeeds."""
    try:
        with transaction.atomic():
            run = Run.objects.select_for_update().filter(pk=run_id).first()
            if run is None:
                return Gone()
            if run.head != seq:
                return Lost(run.head, run.inputs.count())
            text = InputText(pk=access.digest(value), value=value)
            InputText.objects.bulk_create([text], ignore_conflicts=True)
            RunInput.objects.create(run=run, ordinal=ordinal, seq=seq, text_id=text.pk, size=len(value))
            run.head = seq + 1
            note_played(run, run.head, state)
            run.save(update_fields=["head", *PLAYED])
        newest_heads.note(run_id, seq + 1, ordinal + 1)
        return Moved(seq + 1, ordinal + 1)
    except IntegrityError:
        run = Run.objects.filter(pk=run_id).first()
        return Lost(run.head, run.inputs.count()) if run else Gone()


def maintains(run_id: str) -> bool:
    """Whether a maintenance of nodes was begun in a run."""
    begun = '"kind":"maintenance"'
    return RunInput.objects.filter(run_id=run_id, text__value__contains=begun).exists()


def input_stands(run_id: str, *, ordinal: int, seq: int, value: str) -> bool:
    """Whether the run has this very input in this place; used when it is unknown whether it was stored."""
    rows = RunInput.objects.filter(run_id=run_id, ordinal=ordinal, seq=seq)
    return rows.filter(text_id=access.digest(value)).exists()


def advance_head(run_id: str, *, inputs: int, to: int, state: str) -> Moved | Lost | Gone:
    """Stores that the run was stepped to `to`, where its state has the hash `state`. The head never goes
    back.

    Returns `Lost` when inputs were added after the frames up to `to` were computed from `inputs` inputs."""
    with transaction.atomic():
        run = Run.objects.select_for_update().filter(pk=run_id).first()
        if run is None:
            return Gone()
        now = run.inputs.count()
        if now != inputs:
            return Lost(run.head, now)
        if to > run.head:
            run.head = to
            note_played(run, to, state)
            run.save(update_fields=["head", *PLAYED])
    newest_heads.note(run_id, run.head, now)
    return Moved(run.head, now)
