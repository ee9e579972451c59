"""A06: in v1.34 the number and the policy are read; older releases ignore one or both."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery, in_version

SLUG = "feature-history"


def test_the_words_name_every_version_of_the_page() -> None:
    summary = gallery(SLUG)[0]["spec"]["summary"]

    assert all(version in summary for version in ("1.8", "1.10", "1.11", "1.14", "1.15", "v1.34"))


def test_in_v1_34_the_class_becomes_a_number_and_never_is_obeyed() -> None:
    play = Play(gallery(SLUG))
    last = play.until(20)

    assert 1000000 == play.manifest(last, "old")["spec"]["priority"]
    new = play.manifest(last, "new")["spec"]
    assert (2000000, "Never") == (new["priority"], new["preemptionPolicy"])
    assert play.untouched(last, "old")
    assert play.text(last, "new").endswith("preemption: not eligible due to preemptionPolicy=Never.")


FITS_NOWHERE = "0/1 nodes are available: 1 Insufficient cpu."


@pytest.mark.parametrize("version", ["1.8", "1.10"])
def test_before_1_11_an_old_pod_keeps_a_number_that_nothing_reads(version: str) -> None:
    play = Play(in_version(SLUG, version))
    last = play.until(20)

    assert 1000000 == play.manifest(last, "old")["spec"]["priority"]
    new = play.manifest(last, "new")["spec"]
    assert not {"priority", "priorityClassName", "preemptionPolicy"} & set(new)
    assert play.untouched(last, "old")
    assert FITS_NOWHERE == play.text(last, "new")


@pytest.mark.parametrize("version", ["1.11", "1.14", "1.15", "1.18"])
def test_from_1_11_on_the_number_is_read_and_never_is_not(version: str) -> None:
    play = Play(in_version(SLUG, version))
    last = play.until(20)

    new = play.manifest(last, "new")["spec"]
    assert (2000000, "PreemptLowerPriority") == (new["priority"], new["preemptionPolicy"])
    assert not play.untouched(last, "old")


def test_before_1_11_the_queue_takes_pods_in_the_order_of_their_arrival() -> None:
    first = {"metadata": {"name": "first"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
    second = {**first, "metadata": {"name": "second"}, "spec": {**first["spec"], "priority": 9}}
    waiting = [{"apiVersion": "v1", "kind": "Pod", **each} for each in (first, second)]

    def order(version: str) -> list[str]:
        documents = [*in_version(SLUG, version), *waiting]
        documents[0]["spec"]["inputs"] = []
        play = Play(documents)
        play.until(20)
        return sorted(("first", "second"), key=lambda name: play.decision(name)["cycle"])

    assert ["first", "second"] == order("1.10")
    assert ["second", "first"] == order("1.11")
