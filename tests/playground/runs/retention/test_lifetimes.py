"""How long runs are kept, what goes, and what a link to it says."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client as Browser
from django.utils import timezone

from playground import limits
from playground.gallery.models import Scenario
from playground.runs import access, edit_links, new_runs, services
from playground.runs.models import GoneRun, Run, RunInput, ScenarioRevision
from playground.runs.retention import lifetimes
from tests.playground.conftest import OWNER, Connect, owner_cookies
from tests.playground.small_gallery import load_some

pytestmark = pytest.mark.django_db(transaction=True)

CORDON = json.dumps({"kind": "cordon", "node": "n1"})


def aged(run: Run, days: int, **fields: Any) -> Run:
    then = timezone.now() - timedelta(days=days)
    Run.objects.filter(pk=run.pk).update(opened=then, created=then, **fields)
    return run


def browser(owner: str = OWNER) -> Browser:
    made = Browser()
    made.cookies.load(owner_cookies(owner))
    return made


def test_a_run_that_nobody_opened_goes_and_a_shared_one_stays_longer(
    run: Run, revision: ScenarioRevision, settings: Any
) -> None:
    settings.KEEP_DAYS, settings.KEEP_SHARED_DAYS = 90, 365
    fresh = aged(new_runs.create_run(revision, owner=OWNER), 80)
    shared = aged(new_runs.create_run(revision, owner=OWNER), 100, shared=True)
    forgotten = aged(new_runs.create_run(revision, owner=OWNER), 400, shared=True)
    aged(run, 100)

    went = lifetimes.sweep()

    assert (2, {fresh.pk, shared.pk}) == (went, set(Run.objects.values_list("pk", flat=True)))
    assert {run.pk, forgotten.pk} == set(GoneRun.objects.values_list("pk", flat=True))


def test_a_pass_is_bounded_and_takes_the_oldest_first(revision: ScenarioRevision, settings: Any) -> None:
    settings.KEEP_DAYS = 90
    runs = [aged(new_runs.create_run(revision, owner=OWNER), 100 + n) for n in range(5)]

    assert 2 == lifetimes.sweep(2)
    assert {run.pk for run in runs[:3]} == set(Run.objects.values_list("pk", flat=True))


def test_with_no_days_nothing_goes(run: Run, settings: Any) -> None:
    settings.KEEP_DAYS = 0
    aged(run, 9_999)

    assert 0 == lifetimes.sweep()


def test_inputs_and_the_scenario_go_with_the_last_run_of_it(
    run: Run, revision: ScenarioRevision, settings: Any
) -> None:
    settings.KEEP_DAYS = 90
    services.record_input(run.pk, ordinal=0, seq=0, value=CORDON, state="")
    aged(run, 100)

    lifetimes.sweep()

    assert [0, 0, 0] == [item.objects.count() for item in (Run, RunInput, ScenarioRevision)]


def test_a_fork_has_all_of_its_past_when_the_run_that_it_came_from_goes(run: Run, settings: Any) -> None:
    settings.KEEP_DAYS = 90
    services.record_input(run.pk, ordinal=0, seq=0, value=CORDON, state="")
    made = new_runs.fork(run.pk, at=1, owner="somebody-else")
    assert isinstance(made, services.Standing)
    before = services.recipe(made)
    aged(run, 100)

    assert 1 == lifetimes.sweep()
    assert before == services.recipe(made)


def test_the_run_of_an_older_version_of_a_scenario_goes_at_once(transactional_db: None) -> None:
    load_some(("basic-preemption",))
    before = Scenario.objects.get(slug="basic-preemption").canonical_run_id
    Scenario.objects.update(file_digest="of an older version")

    load_some(("basic-preemption",))

    after = Scenario.objects.get(slug="basic-preemption").canonical_run_id
    assert [after] == list(Run.objects.values_list("pk", flat=True))
    assert 410 == Browser().get(f"/r/{before}").status_code


@pytest.mark.parametrize(
    "part", ["", "/film.json", "/nodes", "/pods/default/p0/why", "/report", "/edit-link"]
)
def test_a_link_to_a_run_that_went_says_so(run: Run, part: str) -> None:
    lifetimes.remove(run.pk)

    answer = Browser().get(f"/r/{run.pk}{part}")

    assert 410 == answer.status_code
    assert "This run is gone" in answer.content.decode()


def test_an_edit_link_of_a_run_that_went_says_so_and_a_guessed_one_does_not(run: Run) -> None:
    token = access.edit_token(run.pk)
    lifetimes.remove(run.pk)

    answers = [Browser().get(f"/e/{item}").status_code for item in (token, "a" * 32)]

    assert [410, 404] == answers


async def test_a_socket_to_a_run_that_went_is_closed(run: Run, connect: Connect) -> None:
    from asgiref.sync import sync_to_async

    await sync_to_async(lifetimes.remove)(run.pk)
    client = await connect(run)

    assert 4004 == await client.closed_with()


def test_opening_is_noted_once_a_day_and_sharing_when_somebody_else_comes(run: Run) -> None:
    aged(run, 3)
    browser().get(f"/r/{run.pk}")
    run.refresh_from_db()
    assert (True, False) == (timezone.now() - run.opened < timedelta(minutes=1), run.shared)

    before = run.opened
    Browser().get(f"/r/{run.pk}")

    run.refresh_from_db()
    assert (before, True) == (run.opened, run.shared)


def test_an_owner_has_so_many_runs_and_no_more(
    run: Run, revision: ScenarioRevision, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OWNER_RUNS", 1)
    form = {"at": "0"}

    page = browser().post(f"/r/{run.pk}/fork", form)
    answer = browser().post(f"/r/{run.pk}/fork", form, headers={"Accept": "application/json"})
    other = browser("somebody-else").post(f"/r/{run.pk}/fork", form)

    assert [409, 409, 303] == [page.status_code, answer.status_code, other.status_code]
    assert "1" in page.content.decode()
    assert {"id": "run.too_many", "args": {"limit": 1}} == answer.json()["message"]
    assert 2 == Run.objects.count()


def test_an_owner_removes_a_run_and_nobody_else_does(run: Run) -> None:
    address = f"/r/{run.pk}/remove"

    answers = [
        Browser().post(address, {"do": "remove"}).status_code,
        browser().post(address, {}).status_code,
        browser().post(address, {"do": "remove"}).status_code,
        browser().get(f"/r/{run.pk}").status_code,
    ]

    assert [403, 400, 303, 410] == answers


def test_an_edit_link_is_renewed_and_taken_back(run: Run) -> None:
    mine, editor = browser(), Browser()
    first = mine.get(f"/r/{run.pk}/edit-link").context["edit_url"]
    editor.get(first)

    def acts() -> bool:
        return bool(editor.get(f"/r/{run.pk}").context["can_act"])

    before = acts()
    mine.post(f"/r/{run.pk}/edit-link", {"do": "renew"})
    second = mine.get(f"/r/{run.pk}/edit-link").context["edit_url"]
    renewed = acts()
    old = Browser().get(first).status_code
    editor.get(second)
    again = acts()
    mine.post(f"/r/{run.pk}/edit-link", {"do": "revoke"})

    assert (True, False, 404, True) == (before, renewed, old, again)
    assert (False, 404) == (acts(), Browser().get(second).status_code)
    assert "" == mine.get(f"/r/{run.pk}").context["edit_url"]
    assert "" == mine.get(f"/r/{run.pk}/edit-link").context["edit_url"]


async def test_who_acts_by_a_link_that_is_taken_back_may_not_go_on(run: Run, connect: Connect) -> None:
    """Also on a socket that is open already."""
    from asgiref.sync import sync_to_async

    editor = Browser()
    await sync_to_async(editor.get)(f"/e/{access.edit_token(run.pk)}")
    client = await connect(run, cookies={name: item.value for name, item in editor.cookies.items()})
    message = await client.hello()
    await client.ask("step", **{"from": 0, "size": "act"})
    await sync_to_async(edit_links.revoke)(run.pk)

    refused = await client.ask("input", **{"from": 1, "input": {"kind": "cordon", "node": "n1"}})
    stepped = await client.ask("step", **{"from": 1, "size": "act"})

    assert message["run"]["canAct"]
    assert "run.not_allowed" == refused["code"]
    assert (1, True) == (stepped["to"], stepped["end"])
