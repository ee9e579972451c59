"""Staff pages: absent by default; with the flag behind a login, under the same policy, with a switch for imports."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client

from tests.harness.server import ROOT

PAGES = ["/staff/", "/staff/login/", "/staff/state", "/staff/runs/run/", "/admin/"]


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was answered, see `staff_story`."""
    own = {"PODIUM_ADMIN": "1", "PODIUM_DATA": str(tmp_path_factory.mktemp("staff")), "PYTHONPATH": str(ROOT)}
    own |= {"PODIUM_WORKERS": "0", "PODIUM_ALLOWED_HOSTS": "testserver", "PODIUM_DATABASE_URL": ""}
    done = subprocess.run(
        [sys.executable, "-m", "tests.playground.staff.staff_story"],
        env=os.environ | own | {"DJANGO_SETTINGS_MODULE": "playground.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert 0 == done.returncode, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.django_db
def test_without_the_flag_there_are_no_staff_pages(client: Client) -> None:
    assert [404] * len(PAGES) == [client.get(page).status_code for page in PAGES]


def test_only_staff_sees_staff_pages(story: dict[str, Any]) -> None:
    assert ([302] * 4, [302] * 4, [200] * 4) == (story["stranger"], story["not staff"], story["staff"])


def test_staff_pages_keep_the_policy_and_need_nothing_that_it_blocks(story: dict[str, Any]) -> None:
    assert 1 == len(story["policies"])  # that of a page for visitors, too
    assert [] == story["blocked"]


def test_staff_can_change_no_run_and_names_are_escaped(story: dict[str, Any]) -> None:
    assert ([403, 403], True) == (story["cannot add or change"], story["escaped"])


def test_staff_removes_a_run(story: dict[str, Any]) -> None:
    assert story["removed"] is False


def test_the_switch_closes_imports_for_everybody_and_opens_them_again(story: dict[str, Any]) -> None:
    assert (303, 503, True, 303) == (
        story["open"],
        story["closed"][0],
        story["closed said"],
        story["open again"],
    )


def test_only_staff_turns_the_switch(story: dict[str, Any]) -> None:
    assert 302 == story["switch of a stranger"]


def test_passwords_can_be_guessed_a_few_times_only(story: dict[str, Any]) -> None:
    assert [200, 429] == story["guesses"]
