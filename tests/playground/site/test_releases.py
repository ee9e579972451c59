"""The pages about releases say what the table of changes says."""

from __future__ import annotations

import re

import pytest
from django.test import Client

import scheduler_core as core
from playground.site import releases

pytestmark = pytest.mark.django_db


def test_every_release_that_can_be_chosen_has_its_page(client: Client) -> None:
    page = client.get("/releases/").content.decode()

    assert [f"/releases/{minor}" for minor in core.OFFERED] == re.findall(r'href="(/releases/1[^"]+)"', page)
    for minor in core.OFFERED:
        assert 200 == client.get(f"/releases/{minor}").status_code
    for other in ("1.23", "1.99", "x"):
        assert 404 == client.get(f"/releases/{other}").status_code


def test_a_change_has_its_sentences_its_source_and_when_it_holds(client: Client) -> None:
    rows = {row.name: row for row in releases.page_of("1.35").changes}
    taint, replaced = rows["taint_message_names_taint"], rows["statefulset_max_unavailable"]

    assert ("from v1.35.0",) == taint.since
    assert ("from v1.35.0", "no longer from v1.35.4") == replaced.since
    assert "MaxUnavailableStatefulSet: beta, off" == replaced.gate
    assert "https://github.com/kubernetes/kubernetes/pull/134740" == taint.source_url
    assert "https://github.com/kubernetes/enhancements/issues/961" == replaced.source_url
    page = client.get("/releases/1.35").content.decode()
    assert taint.title in page
    assert taint.who in page


def test_a_change_that_an_old_gate_takes_back_is_one_of_its_release() -> None:
    assert "resets_ready_on_restart" in {row.name for row in releases.page_of("1.35").changes}
    assert "resets_ready_on_restart" not in {row.name for row in releases.page_of("1.36").changes}


def test_what_a_gate_switches_on_stands_apart() -> None:
    page = releases.page_of("1.36")
    behind = {row.name: row for row in page.behind_gates}

    assert "TaintTolerationComparisonOperators: alpha, off" == behind["toleration_comparison"].gate
    assert behind["generic_workload"].modelled
    assert not set(behind) & {row.name for row in page.changes}


def test_gates_that_move_name_what_they_need() -> None:
    gates = {row.name: row for row in releases.page_of("1.36").gates}

    assert ("alpha, off", "beta, on") == (gates["DRADeviceTaints"].before, gates["DRADeviceTaints"].after)
    assert ("DynamicResourceAllocation",) == gates["DRADeviceTaints"].needs
    assert "–" == gates["WorkloadWithJob"].before


def test_a_release_that_was_not_held_says_so(client: Client) -> None:
    assert "not held against the original yet" in client.get("/releases/1.37").content.decode()
    assert "Held against the original v1.34.1" in client.get("/releases/1.34").content.decode()
