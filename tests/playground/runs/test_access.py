"""Who may act on a run, who may watch, and how a copy becomes one's own."""

import pytest
from django.test import Client as Browser

from playground.runs import access, edit_links, new_runs, services
from playground.runs.models import Run, RunInput, ScenarioRevision
from playground.runs.services import Standing
from tests.playground.conftest import OWNER, Connect, owner_cookies

pytestmark = pytest.mark.django_db(transaction=True)

CORDON = {"kind": "cordon", "node": "n1"}


async def played(run: Run, connect: Connect, frames: int) -> str:
    """Steps a run on as its owner; returns the hash there."""
    client = await connect(run)
    await client.hello()
    return str((await client.ask("step", **{"from": 0, "size": "quiet", "limit": frames}))["hash"])


async def test_a_visitor_may_watch_but_not_act(run: Run, connect: Connect) -> None:
    await played(run, connect, 3)
    visitor = await connect(run, owner=False)
    message = await visitor.hello(at=0)

    assert (False, False) == (message["run"]["canAct"], message["run"]["owner"])
    replayed = await visitor.ask("step", **{"from": 0, "size": "quiet"})
    assert (3, True) == (replayed["to"], replayed["end"])
    at_the_end = await visitor.ask("step", **{"from": 3, "size": "act"})
    assert (3, [], True, 3) == tuple(at_the_end[name] for name in ("to", "frames", "end", "head"))
    refused = await visitor.ask("input", **{"from": 3, "input": CORDON})
    assert "run.not_allowed" == refused["code"]
    await run.arefresh_from_db()
    assert 3 == run.head


@pytest.mark.parametrize("cookie", ["", "nonsense", "the-owner-of-all-test-runs", "x:y"])
async def test_a_cookie_that_was_not_signed_here_gives_nothing(
    run: Run, connect: Connect, cookie: str
) -> None:
    client = await connect(run, cookies={access.OWNER_COOKIE: cookie, access.EDIT_COOKIE: cookie})

    assert False is (await client.hello())["run"]["canAct"]


async def test_a_run_without_an_owner_is_nobodys_to_write_to(
    revision: ScenarioRevision, connect: Connect
) -> None:
    from channels.db import database_sync_to_async as db

    canonical = await db(new_runs.create_canonical_run)(revision, title="Shown to all")
    client = await connect(canonical)
    message = await client.hello(at=0)

    assert False is message["run"]["canAct"]
    assert message["run"]["head"] > 0
    assert "run.not_allowed" == (await client.ask("input", **{"from": 0, "input": CORDON}))["code"]
    end = await client.ask("step", **{"from": message["run"]["head"], "size": "act"})
    assert (True, True, []) == (end["end"], end["quiet"], end["frames"])


def test_the_edit_link_gives_the_right_to_act_in_this_browser(run: Run) -> None:
    run_state = services.standing(run.pk)
    assert run_state is not None
    browser = Browser()

    answer = browser.get(f"/e/{edit_links.token_of(run_state)}")

    assert (302, f"/r/{run.pk}") == (answer.status_code, answer.headers["Location"])
    cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
    assert access.Rights(owner=False, can_act=True) == run_state.rights(cookies)
    cookie = browser.cookies[access.EDIT_COOKIE]
    assert (True, "Lax") == (cookie["httponly"], cookie["samesite"])


def test_many_edit_links_are_remembered_up_to_a_number(revision: ScenarioRevision) -> None:
    browser = Browser()
    runs = [new_runs.create_run(revision, owner=OWNER) for _ in range(access.GRANTS_KEPT + 2)]
    for run in runs:
        browser.get(f"/e/{access.edit_token(run.pk)}")
    cookies = {name: morsel.value for name, morsel in browser.cookies.items()}

    assert access.GRANTS_KEPT == len(access.grants_of(cookies))
    assert len(cookies[access.EDIT_COOKIE]) < 4000
    newest = services.standing(runs[-1].pk)
    oldest = services.standing(runs[0].pk)
    assert newest is not None
    assert oldest is not None
    assert (True, False) == (newest.rights(cookies).can_act, oldest.rights(cookies).can_act)


def test_an_edit_link_of_another_secret_key_is_dead(run: Run) -> None:
    assert 404 == Browser().get("/e/abcdefghijklmnop").status_code


async def test_a_fork_has_the_same_past_and_belongs_to_the_visitor_that_made_it(
    run: Run, connect: Connect
) -> None:
    from channels.db import database_sync_to_async as db

    owner = await connect(run)
    await owner.hello()
    await owner.ask("input", **{"from": 0, "input": CORDON})
    there = await owner.ask("step", **{"from": 1, "size": "act"})
    await owner.ask("input", **{"from": 2, "input": {"kind": "uncordon", "node": "n1"}})

    made = await db(new_runs.fork)(run.pk, at=2, owner="somebody")

    assert isinstance(made, Standing)
    assert (2, run.pk, 2) == (made.head, made.forked_from, made.forked_at)
    assert 1 == await RunInput.objects.filter(run_id=made.run).acount()
    client = await connect(made.run, cookies=owner_cookies("somebody"))
    message = await client.hello()
    assert (True, there["hash"]) == (message["run"]["canAct"], message["snapshot"]["hash"])
    other = await client.ask("input", **{"from": 2, "input": {"kind": "cordon", "node": "n2"}})
    assert 3 == other["head"]
    assert "error" != (await owner.ask("seek", to=3))["type"]


def test_a_visitor_forks_over_http_and_owns_the_copy(run: Run) -> None:
    browser = Browser()

    answer = browser.post(f"/r/{run.pk}/fork", {"at": "0"})

    assert 303 == answer.status_code
    made = services.standing(answer.headers["Location"].removeprefix("/r/"))
    assert made is not None
    cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
    assert access.Rights(owner=True, can_act=True) == made.rights(cookies)
    cookie = browser.cookies[access.OWNER_COOKIE]
    assert (True, "Lax") == (cookie["httponly"], cookie["samesite"])


def test_a_new_run_starts_at_step_0_and_keeps_the_visitor(revision: ScenarioRevision) -> None:
    browser = Browser()

    first = browser.post("/runs/new", {"revision": revision.pk, "title": "Mine"})
    one = browser.cookies[access.OWNER_COOKIE].value
    second = browser.post("/runs/new", {"revision": revision.pk}, headers={"Accept": "application/json"})
    two = browser.cookies[access.OWNER_COOKIE].value

    assert (303, 201) == (first.status_code, second.status_code)
    assert access.owner_of({access.OWNER_COOKIE: one}) == access.owner_of({access.OWNER_COOKIE: two}) != ""
    run_state = services.standing(second.json()["run"])
    assert run_state is not None
    assert 0 == run_state.head


def test_of_a_fork_beyond_the_head_there_is_none(run: Run) -> None:
    before = Run.objects.count()

    answers = [
        Browser().post(f"/r/{run.pk}/fork", {"at": at}).status_code for at in ("1", "-1", "x", "9" * 5000)
    ]

    assert [404] * 4 == answers
    assert before == Run.objects.count()
