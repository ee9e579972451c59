"""Licences, advisories and the bill of materials of the locked packages."""

import json
from pathlib import Path

import pytest

from tools import supply_chain
from tools.supply_chain import Package, judged, refused, spdx


@pytest.mark.parametrize("lock", supply_chain.LOCKS)
def test_every_locked_package_has_a_licence_that_is_allowed(lock: str) -> None:
    assert [] == list(refused(supply_chain.packages(lock)))


def test_a_package_under_another_licence_is_refused_by_name() -> None:
    results = [Package("a", "1", "AGPL-3.0-only"), Package("b", "2", ""), Package("c", "3", None)]

    assert ["a 1: AGPL-3.0-only is not in ALLOWED", "b 2: no licence is not in ALLOWED"] == list(
        refused(results)
    )


def test_of_several_licences_each_and_of_a_choice_one_has_to_be_allowed() -> None:
    assert ("Apache-2.0 AND MIT", None, "MIT") == (
        spdx("MIT AND Apache-2.0"),
        spdx("MIT AND GPL-3.0-only"),
        spdx("GPL-3.0-only OR MIT"),
    )


def test_a_known_vulnerability_fails_and_names_the_version_that_mends_it() -> None:
    bug = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
    message = {
        "dependencies": [
            {"name": "a", "version": "1.0", "vulns": [bug]},
            {"name": "b", "version": "1", "vulns": []},
        ]
    }

    assert (1, ["known vulnerabilities: 2 packages looked up", "  a 1.0: PYSEC-1, mended in 2.0"]) == judged(
        message
    )


@pytest.mark.parametrize("message", [None, {"dependencies": [{"name": "a", "skip_reason": "not found"}]}])
def test_what_could_not_be_looked_up_is_said_and_is_no_finding(
    message: dict[str, list[dict[str, str]]] | None,
) -> None:
    code, lines = judged(message)

    assert (0, True) == (code, "NOT LOOKED UP" in lines[0])


def test_the_bill_of_materials_names_every_package_of_the_servers_lock(tmp_path: Path) -> None:
    file = tmp_path / "podium.cdx.json"
    code = supply_chain.sbom(file)
    results = {
        (component["name"], component["version"]) for component in json.loads(file.read_text())["components"]
    }

    assert (0, set(supply_chain.pinned("servers"))) == (code, results)
