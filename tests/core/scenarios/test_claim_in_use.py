"""D18: a claim that is deleted while a pod uses it stays Terminating, and the pod keeps its disk."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import Play, fs, gallery

SLUG = "claim-in-use"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def claim(play: Play, seconds: float) -> dict[str, Any] | None:
    found: Any = play.questions.manifest(play.until(seconds), "PersistentVolumeClaim", "default/data")
    return found


def volume(play: Play, seq: int) -> dict[str, Any]:
    found: Any = play.questions.manifest(seq, "PersistentVolume", "disk")
    return dict(found)


def attached(play: Play, seq: int) -> list[str]:
    node: Any = play.questions.manifest(seq, "Node", "n1")
    return [each["name"] for each in node["status"].get("volumesAttached", ())]


def test_the_deleted_claim_stays_with_its_finalizer_while_the_writer_is_there() -> None:
    play = Play(gallery(SLUG))
    found = claim(play, 29)

    assert found is not None
    assert "deletionTimestamp" in found["metadata"]
    assert ["kubernetes.io/pvc-protection"] == found["metadata"]["finalizers"]


def test_the_writer_keeps_its_process_and_its_disk() -> None:
    play = Play(gallery(SLUG))
    seq = play.until(29)

    assert ["default/writer"] == play.processes(seq)["n1"]
    assert ["kubernetes.io/csi/ebs.csi.aws.com^vol-1"] == attached(play, seq)


def test_a_pod_that_asks_for_the_claim_now_is_refused_by_the_scheduler(play: Play) -> None:
    refused = fs(1, 'persistentvolumeclaim "data" is being deleted. not found')

    assert refused == play.decisions("reader")[0]["message"]


def test_the_claim_goes_when_the_writer_is_gone_and_the_volume_is_released_then_detached(play: Play) -> None:
    said = ("protection.claim_unused", "volume.released", "attach.detached")
    found = {f["message"]["id"]: f["t"] for f in play.frames() if f["message"]["id"] in said}

    assert set(said) == set(found)
    assert all(at > play.gone_at("writer") for at in found.values())
    assert claim(play, 3600) is None
    assert "Released" == volume(play, play.recording.head_seq)["status"]["phase"]


def test_a_claim_that_no_pod_uses_goes_at_once() -> None:
    documents = gallery(SLUG)
    writer = next(each for each in documents if each["metadata"].get("name") == "writer")
    play = Play([each for each in documents if each is not writer], documents[0]["spec"]["inputs"][:1])
    play.until_quiet()

    assert claim(play, 6) is None
