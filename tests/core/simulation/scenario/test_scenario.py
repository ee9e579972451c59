"""A scenario and its canonical form."""

from __future__ import annotations

import pytest

from scheduler_core import Scenario
from tests.core.play import SLUGS, gallery, scenario_from


@pytest.mark.parametrize("slug", SLUGS)
def test_the_canonical_form_is_the_scenario(slug: str) -> None:
    scenario = scenario_from(gallery(slug))

    again = Scenario.from_canonical(scenario.canonical())

    assert scenario == again
    assert scenario.digest == again.digest
    assert slug == scenario.name


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="not a canonical scenario of format 1: podium=2"):
        Scenario.from_canonical({"podium": 2})
