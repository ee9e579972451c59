"""Links last: a run says by which code it was played, and a moment that was shared stays as it was seen."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from channels.db import database_sync_to_async as db
from django.test import Client as Browser

from playground import limits
from playground.imports.services import store_run
from playground.runs import new_runs, questions, services, state_marks, stepper
from playground.runs.changes import fork_inputs
from playground.runs.models import KeptMoment, Run
from playground.runs.retention import lifetimes
from playground.runs.services import Standing
from playground.runs.versions import comparison, kept_moments
from playground.runs.versions.comparison import Otherwise
from playground.takeaway import full_link
from playground.takeaway.full_link import Full
from playground.texts.manifests.importer import import_text
from playground.whatif import views as whatif
from tests.playground.conftest import Connect
from tests.playground.given import give
from tests.playground.runs.builders import owner, play, standing
from tests.playground.takeaway.builders import unpacked

OLD = "0ld0ld0l"
"""The name of an earlier core."""


def by_an_earlier_core(run: Run, other_from: int) -> Standing:
    """As if an earlier core had played the run, with other states from a step on."""
    run_state = standing(run)
    marks = [(seq, was if seq < other_from else "0" * 16) for seq, was in state_marks.read(run_state.marks)]
    Run.objects.filter(pk=run.pk).update(core=OLD, marks=state_marks.written(marks))
    was_otherwise = KeptMoment.objects.filter(run=run, seq__gte=other_from)
    was_otherwise.update(hash="0" * 64)
    KeptMoment.objects.filter(run=run).update(core=OLD)
    return standing(run)


def document(run: Run) -> str:
    """The YAML text of a run."""
    return str(questions.value(standing(run), "document", 0)["text"])


def states(run_state: Standing, *steps: int) -> list[tuple[int, str]]:
    return [(seq, str(questions.text(run_state, "hash", seq))[: state_marks.HASH_DIGITS]) for seq in steps]


def test_marks_stay_few_and_keep_the_first_and_the_newest() -> None:
    marks: state_marks.Marks = []
    for seq in range(1, 1_001):
        marks = state_marks.with_mark(marks, seq, f"{seq:064}")

    assert len(marks) <= state_marks.MARKS
    assert [1, 1_000] == [marks[0][0], marks[-1][0]]
    assert sorted(marks) == marks == state_marks.read(state_marks.written(marks))


def test_a_run_knows_its_core_and_the_hash_of_each_head(run: Run) -> None:
    run_state = play(run, 3, 7)
    give(run.pk, 7, json.dumps({"kind": "cordon", "node": "n2"}))
    run_state = standing(run)

    assert state_marks.core() == run_state.core
    assert states(run_state, 3, 7, 8) == state_marks.read(run_state.marks)


async def test_what_is_done_on_a_socket_is_marked_too(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "quiet", "limit": 5})
    await client.ask("input", **{"from": 5, "input": {"kind": "cordon", "node": "n2"}})
    run_state = await db(services.standing)(run.pk)
    assert run_state is not None

    assert await db(states)(run_state, 5, 6) == state_marks.read(run_state.marks)


def test_the_step_at_which_a_pod_is_bound_is_marked(run: Run) -> None:
    run_state, node = fork_inputs.play_until_bound(standing(run), "default/p1")

    assert node
    assert states(run_state, run_state.head) == state_marks.read(standing(run).marks)


def test_what_was_imported_is_marked_at_the_step_of_the_first_decision(run: Run) -> None:
    cluster = import_text(document(run), play=True, with_source=True)
    run_state = standing(store_run(cluster, owner="somebody"))

    assert 0 < run_state.head
    assert (state_marks.core(), states(run_state, run_state.head)) == (
        run_state.core,
        state_marks.read(run_state.marks),
    )


def test_what_was_changed_is_marked_at_its_last_step(run: Run) -> None:
    kept = whatif.kept(standing(run), document(run), 0.0)
    run_state = services.standing(whatif.store(standing(run), kept, "somebody", "Another"))
    assert run_state is not None

    assert (run.pk, kept["steps"]) == (run_state.forked_from, run_state.head)
    assert (state_marks.core(), states(run_state, run_state.head)) == (
        run_state.core,
        state_marks.read(run_state.marks),
    )


def test_a_run_that_catches_up_with_its_leader_is_marked(run: Run) -> None:
    leader = play(run, 3, 7)
    behind = new_runs.fork(run.pk, at=3, owner="somebody")
    assert isinstance(behind, Standing)
    services.catch_up(behind.run, leader.run, 7, state=states(leader, 7)[0][1])
    run_state = services.standing(behind.run)
    assert run_state is not None

    assert states(leader, 3, 7) == state_marks.read(run_state.marks)


def test_a_fork_has_the_marks_of_its_past(run: Run) -> None:
    run_state = play(run, 3, 7, 9)
    fork = new_runs.fork(run.pk, at=8, owner="somebody")
    assert isinstance(fork, Standing)

    assert (run_state.core, states(run_state, 3, 7)) == (fork.core, state_marks.read(fork.marks))


def test_a_run_that_todays_core_plays_as_it_was_is_of_todays_core_from_then_on(run: Run) -> None:
    play(run, 3, 7)
    run_state = by_an_earlier_core(run, other_from=100)

    assert comparison.otherwise(run_state) is None
    assert state_marks.core() == standing(run).core


@pytest.mark.parametrize(
    ("other_from", "otherwise", "message"),
    [
        (7, Otherwise(OLD, 3, 7), "the same up to step 3; by step 7 it shows something else"),
        (0, Otherwise(OLD, None, 3), "By step 3 today&#x27;s version shows something else"),
    ],
)
def test_the_board_says_from_which_step_on_a_run_differs(
    run: Run, other_from: int, otherwise: Otherwise, message: str
) -> None:
    play(run, 3, 7)
    run_state = by_an_earlier_core(run, other_from)
    page = owner().get(f"/r/{run.pk}").content.decode()

    assert otherwise == comparison.otherwise(run_state)
    assert message.replace("&#x27;", "'") in page.replace("&#x27;", "'")


def test_who_goes_on_with_a_run_makes_it_one_of_todays_core(run: Run) -> None:
    play(run, 3, 7)
    by_an_earlier_core(run, other_from=0)
    run_state = play(run, 9)

    assert (state_marks.core(), states(run_state, 9)) == (run_state.core, state_marks.read(run_state.marks))
    assert comparison.otherwise(run_state) is None


def refused_today(run: Run) -> Standing:
    """A run with an input that an earlier core took, and today's refuses."""
    play(run, 3)
    give(run.pk, 3, json.dumps({"kind": "cordon", "node": "n2"}))
    row = run.inputs.get()
    row.text.value = row.text.value.replace("n2", "n9")
    row.text.save()
    by_an_earlier_core(run, other_from=100)
    stepper.workers.pool().forget(run.pk)
    return standing(run)


def test_a_run_whose_input_is_refused_today_says_where_it_ends_and_can_be_forked_there(run: Run) -> None:
    refused_today(run)
    browser = owner()
    page = browser.get(f"/r/{run.pk}")
    script = browser.get(f"/r/{run.pk}/film.json", headers={"Accept": "application/json"})
    fork = browser.post(f"/r/{run.pk}/fork", {"at": 3}, headers={"Accept": "application/json"}).json()

    assert [409, 409] == [page.status_code, script.status_code]
    assert "ends at step 3" in page.content.decode()
    assert {"id": "run.stops", "args": {"step": 3}} == script.json()["message"]
    assert 200 == browser.get(f"/r/{fork['run']}").status_code


async def test_a_socket_on_a_run_that_ends_earlier_says_so(run: Run, connect: Connect) -> None:
    await db(refused_today)(run)
    client = await connect(run)
    hello, message = await client.hello(), await client.hear()

    assert (3, False) == (hello["run"]["head"], hello["run"]["canAct"])
    assert ("error", "run.stops", {"step": 3}) == (
        message["type"],
        message["code"],
        message["message"]["args"],
    )


def shared(run: Run, at: int) -> dict[str, Any]:
    return dict(owner().post(f"/r/{run.pk}/share", {"at": at}).json())


def test_a_shared_moment_is_shown_as_it_was_and_offers_to_play_it_today(run: Run) -> None:
    play(run, 3, 7)
    result = shared(run, 7)
    by_an_earlier_core(run, other_from=5)
    observed = questions.value(standing(run), "snapshot", 7)
    page = Browser().get(f"/r/{run.pk}?at=7&core={OLD}").content.decode()
    board = re.search(r'<script id="snapshot" type="application/json">(.*?)</script>', page)
    today = re.search(r'href="([^"]*)">Play it', page)
    assert today is not None
    assert board is not None

    assert observed == json.loads(board[1])
    assert {"kept": True, "core": state_marks.core()} == result
    assert f'data-hash="{"0" * 64}"' in page
    assert 'id="board"' in Browser().get(today[1].replace("&amp;", "&")).content.decode()


def test_a_shared_moment_that_is_still_the_same_opens_as_the_board(run: Run) -> None:
    play(run, 3, 7)
    shared(run, 3)
    by_an_earlier_core(run, other_from=5)
    page = Browser().get(f"/r/{run.pk}?at=3&core={OLD}").content.decode()

    assert 'id="board"' in page


def test_an_old_link_without_a_core_shows_what_was_kept_until_the_run_goes_on(run: Run) -> None:
    play(run, 3, 7)
    shared(run, 7)
    by_an_earlier_core(run, other_from=5)
    before = Browser().get(f"/r/{run.pk}?at=7").content.decode()
    play(run, 9)
    after = [Browser().get(f"/r/{run.pk}?at=7{more}").content.decode() for more in ("", f"&core={OLD}")]

    assert 'id="kept"' in before
    assert [False, True] == ['id="kept"' in page for page in after]


def test_pictures_and_frames_of_a_shared_moment_are_those_that_were_kept(run: Run) -> None:
    play(run, 3, 7)
    frame = Browser().get(f"/r/{run.pk}/embed?at=7&core={state_marks.core()}").content.decode()
    snapshot = questions.value(standing(run), "snapshot", 7)
    by_an_earlier_core(run, other_from=5)
    kept = kept_moments.shown(standing(run), 7, OLD)
    was = Browser().get(f"/r/{run.pk}/embed?at=7&from=3&core={OLD}").content.decode()
    picture = Browser().get(f"/r/{run.pk}/picture.svg?at=7&core={OLD}")
    assert kept is not None

    assert "picture.svg" in frame
    assert "picture.svg" in was
    assert snapshot == json.loads(kept.snapshot)
    assert b"<svg" in picture.content


def test_a_run_keeps_a_bounded_number_of_moments(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT_MOMENTS", 2)
    run_state = play(run, 7)

    assert [True, True, False, True] == [kept_moments.keep(run_state, at) for at in (1, 2, 3, 1)]
    assert 2 == KeptMoment.objects.count()


def test_a_moment_that_is_too_large_is_not_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT_MOMENT_BYTES", 10)

    assert kept_moments.keep(standing(run), 0) is False


def test_moments_go_with_their_run_and_do_not_keep_it(run: Run) -> None:
    kept_moments.keep(standing(run), 0)

    assert lifetimes.remove(run.pk)
    assert 0 == KeptMoment.objects.count()


def test_a_full_link_says_on_its_board_that_todays_core_plays_it_otherwise(run: Run) -> None:
    run_state = play(run, 3, 7, 9)
    result = json.loads(unpacked(full_link.fragment(run_state, 9, "", "")))
    same = full_link.read(json.dumps(result | {"core": OLD}))
    other = full_link.read(
        json.dumps(result | {"core": OLD, "marks": [*result["marks"][:-1], [9, "00000000"]]})
    )
    assert isinstance(same, Full)
    assert isinstance(other, Full)
    opened = [full_link.opened(item, "somebody") for item in (same, other)]
    results = [comparison.otherwise(item) for item in opened if isinstance(item, Standing)]

    assert state_marks.core() == result["core"]
    assert [(seq, was[:8]) for seq, was in states(run_state, 3, 7, 9)] == [
        tuple(mark) for mark in result["marks"]
    ]
    assert [None, Otherwise(OLD, 7, 9)] == results
