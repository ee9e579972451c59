"""A09: important pods are put back first, one after another."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery, named

SLUG = "reprieve-is-greedy"


@pytest.mark.parametrize(
    ("cpu", "victims"), [("1", ["c"]), ("2", ["b", "c"]), ("3", ["a", "c"])], ids=["1 cpu", "2 cpu", "3 cpu"]
)
def test_the_victims_are_the_pods_that_do_not_fit_back(cpu: str, victims: list[str]) -> None:
    documents = gallery(SLUG)
    named(documents, "p")["spec"]["containers"][0]["resources"]["requests"]["cpu"] = cpu
    play = Play(documents)
    last = play.until_quiet()

    assert {"n1": (victims, 0)} == play.candidates("p")
    assert victims == [name for name in "abc" if not play.exists(last, name)]
    assert "n1" == play.node(last, "p")
    assert play.bound_at("p") == pytest.approx(30, abs=3)


def test_the_file_asks_for_2_cpu() -> None:
    assert "2" == named(gallery(SLUG), "p")["spec"]["containers"][0]["resources"]["requests"]["cpu"]
