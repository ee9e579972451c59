"""Creates runs: from a scenario, from another run's past, from a changed document; and discards new ones."""

from __future__ import annotations

from django.db import transaction

import scheduler_core as core
from playground import limits
from playground.plugins import own_plugins
from playground.runs import access, revisions, state_marks
from playground.runs.models import InputText, Run, RunInput, ScenarioRevision
from playground.runs.retention import lifetimes
from playground.runs.services import Gone, Lost, Standing, inputs_again, note_played, standing_of


def create_run(
    revision: ScenarioRevision,
    *,
    owner: str,
    title: str = "",
    seed: int | None = None,
    head: int = 0,
    state: str = "",
    forked_from: str | None = None,
) -> Run:
    """Creates a run that was played up to step `head`, where its state has the hash `state` ("" for a run
    that was not played). `owner` "" makes a run that nobody may change. Raises
    `lifetimes.TooManyRunsError`."""
    lifetimes.check_number_of_runs(owner)
    run = Run(
        revision=revision,
        seed=revisions.seed_of(revision) if seed is None else seed,
        title=title[:200],
        owner_digest=access.digest(owner) if owner else "",
        head=head,
        forked_from_id=forked_from,
    )
    if owner:
        run.edit_token_digest = access.digest(access.edit_token(run.pk))
    if state:
        note_played(run, head, state)
    run.save(force_insert=True)
    return run


def play_until_quiet(scenario: core.Scenario) -> tuple[core.Run, int]:
    """The recording of a run without inputs, and its last step: the one after which nothing happens, or
    `CANONICAL_FRAMES_MAX`."""
    recording = core.Run(scenario, plugins=own_plugins())
    head = 0
    while head < limits.CANONICAL_FRAMES_MAX and not recording.quiet(head):
        reached = recording.advance(head, "quiet", limit=limits.CANONICAL_FRAMES_MAX - head)
        if reached == head:
            break
        head = reached
    return recording, head


def create_canonical_run(
    revision: ScenarioRevision, *, title: str, head: int | None = None, state: str = ""
) -> Run:
    """Creates the run without an owner that `/s/<slug>` shows. `head` is its last step from
    `play_until_quiet`, and `state` the hash there; with None the run is played here."""
    scenario = revisions.scenario_of(revision)
    if head is None:
        recording, head = play_until_quiet(scenario)
        state = recording.hash(head)
    return create_run(revision, owner="", title=title, seed=scenario.seed, head=head, state=state)


def fork(run_id: str, *, at: int, owner: str, script: int | None = None) -> Standing | Gone | Lost:
    """Creates a run with the same past up to step `at`. Returns `Lost` when there is no such step.

    `script` limits the fork to that many inputs of the scenario's script: those given up to step `at`. Raises
    `lifetimes.TooManyRunsError`."""
    lifetimes.check_number_of_runs(owner)
    with transaction.atomic():
        source = Run.objects.filter(pk=run_id).first()
        if source is None:
            return Gone()
        if not 0 <= at <= source.head:
            return Lost(source.head, source.inputs.count())
        new_run = Run(
            revision=_with_script(source.revision, script),
            seed=source.seed,
            head=at,
            title=source.title,
            owner_digest=access.digest(owner),
            forked_from=source,
            forked_at=at,
            core=source.core,
            marks=state_marks.up_to(source.marks, at),
            stands_still=source.stands_still,
            speed=source.speed,
        )
        new_run.edit_token_digest = access.digest(access.edit_token(new_run.pk))
        new_run.save(force_insert=True)
        # An input given at step s becomes frame s+1, so one given at `at` does not belong to the past up to
        # `at`.
        past = source.inputs.filter(seq__lt=at).order_by("ordinal")
        RunInput.objects.bulk_create(inputs_again(past, new_run, 0))
        return standing_of(new_run)


def played_again(
    run_id: str, *, at: int, owner: str, inputs: list[tuple[int, str]], head: int, state: str
) -> Standing | Gone | Lost:
    """Creates a run with the past of another one up to step `at` and then other `inputs`, each with the step
    at which it is given and its text. It was played up to step `head`, where its state has the hash `state`.
    Raises `lifetimes.TooManyRunsError`."""
    with transaction.atomic():
        begun = fork(run_id, at=at, owner=owner)
        if not isinstance(begun, Standing):
            return begun
        run = Run.objects.select_for_update().get(pk=begun.run)
        texts = [InputText(pk=access.digest(text), value=text) for _, text in inputs]
        InputText.objects.bulk_create(texts, ignore_conflicts=True)
        first = run.inputs.count()
        RunInput.objects.bulk_create(
            RunInput(run=run, ordinal=first + place, seq=seq, text_id=access.digest(text), size=len(text))
            for place, (seq, text) in enumerate(inputs)
        )
        run.head = head
        note_played(run, head, state)
        run.save()
        return standing_of(run)


def keep_changed(
    standing: Standing, canonical: str, *, owner: str, title: str, seed: int, head: int, state: str
) -> Run:
    """Creates a run from a changed scenario of `standing`, as `create_run` does. The new run refers to that
    run but has none of its steps."""
    with transaction.atomic():
        return create_run(
            revisions.store_canonical(canonical),
            owner=owner,
            title=title,
            seed=seed,
            head=head,
            state=state,
            forked_from=standing.run,
        )


def _with_script(revision: ScenarioRevision, script: int | None) -> ScenarioRevision:
    return revision if script is None else revisions.with_script_up_to(revision, script)


def discard(run_id: str) -> None:
    """Deletes a new run whose name nobody has got yet."""
    with transaction.atomic():
        lifetimes.delete_with_texts(Run.objects.filter(pk=run_id))
