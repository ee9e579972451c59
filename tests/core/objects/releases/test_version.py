"""Versions of Kubernetes, as texts and as values."""

from __future__ import annotations

import pytest

from scheduler_core.objects.releases.version import NEW_RUNS, OFFERED, git_version, is_version, parse_version


@pytest.mark.parametrize(
    ("version", "git"),
    [
        ("1.36", "v1.36.2"),
        ("v1.36.1", "v1.36.1"),
        ("1.34", "v1.34.1"),
        ("1.37", "v1.37.0"),
        ("1.23", "v1.23.17"),
        ("proposal", "v1.34.1"),
    ],
)
def test_a_minor_release_is_called_by_its_newest_patch(version: str, git: str) -> None:
    assert git == git_version(version)


def test_every_offered_release_is_one_and_the_newest_is_first() -> None:
    assert all(is_version(version) for version in OFFERED)
    assert list(OFFERED) == sorted(OFFERED, key=parse_version, reverse=True)
    assert NEW_RUNS in OFFERED
