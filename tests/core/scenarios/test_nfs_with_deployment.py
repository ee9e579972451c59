"""D12: ReadWriteOnce is kept by an attachment, and a share has none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.pets import node_view, said, steps
from tests.core.playing import NO_VICTIMS, Documents, Play, fs, gallery, named, tail

SLUG, OLD = "nfs-with-deployment", "app-5c9f7d8b6-2bq4x"


def writers(play: Play, seq: int) -> list[str]:
    """The nodes on which somebody may write to the volume."""
    return [
        name
        for name in ("n1", "n2")
        if any(each["writers"] for each in node_view(play, seq, name)["volumes"])
    ]


def two_writers(play: Play) -> list[float]:
    """The moments at which two nodes write."""
    return [float(play.recording.time(seq)) for seq in steps(play) if len(writers(play, seq)) == 2]


def new_pod(play: Play) -> str:
    made = play.first(lambda frame: frame["message"]["id"] == "replicaset.created_pod")
    return str(made["focus"]["pods"][0]).removeprefix("default/")


def living(play: Play) -> int:
    """The most processes at any moment."""
    return max(sum(len(keys) for keys in play.processes(seq).values()) for seq in steps(play))


def backed_by(source: dict[str, Any]) -> Documents:
    documents = gallery(SLUG)
    spec = named(documents, "share")["spec"]
    del spec["nfs"]
    spec.update(source)
    return documents


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def corrupts(play: Play) -> None:
    name = new_pod(play)
    assert ("n2", {"n1": 595, "n2": 597}) == (play.decision(name)["node"], play.decision(name)["totals"])
    assert play.frames(kind="ready", pod=name)[0]["t"] == pytest.approx(2, abs=3)
    asked = play.first(lambda frame: frame["message"]["id"] == "replicaset.deleted_pod")
    assert asked["t"] == pytest.approx(2, abs=3)
    shared = two_writers(play)
    assert shared[0] == pytest.approx(2, abs=3)
    alone = next(
        float(play.recording.time(seq))
        for seq in steps(play)
        if play.recording.time(seq) > shared[0] and ["n2"] == writers(play, seq)
    )
    assert alone == pytest.approx(32, abs=3)


def test_on_a_share_two_nodes_write_for_30_seconds(play: Play) -> None:
    corrupts(play)


@pytest.mark.parametrize(
    "source",
    [
        {"iscsi": {"targetPortal": "10.0.0.7:3260", "iqn": "iqn.2030-01.example.com:x", "lun": 0}},
        {"fc": {"targetWWNs": ["50060e801049cfd1"], "lun": 0}},
    ],
    ids=["iscsi", "fc"],
)
def test_plain_iscsi_and_fibre_channel_are_alike(source: dict[str, Any]) -> None:
    play = Play(backed_by(source))
    play.until_quiet()

    corrupts(play)


@pytest.mark.parametrize(
    "source",
    [
        {"awsElasticBlockStore": {"volumeID": "vol-1"}},
        {"csi": {"driver": "ebs.csi.aws.com", "volumeHandle": "vol-1"}},
        {"gcePersistentDisk": {"pdName": "disk-1"}},
        {"cinder": {"volumeID": "vol-1"}},
        {"rbd": {"monitors": ["10.0.0.9:6789"], "image": "disk-1"}},
    ],
    ids=["ebs", "ebs-csi", "gce", "cinder", "rbd"],
)
def test_a_disk_that_is_attached_stops_the_roll_out_and_saves_the_data(source: dict[str, Any]) -> None:
    play = Play(backed_by(source))
    play.until(900)
    last, name = play.recording.head_seq, new_pod(play)
    view = play.view(last, name)

    assert "n2" == play.node(last, name)
    assert view is not None
    assert "ContainerCreating" == view["state"]
    assert [f'Multi-Attach error for volume "share" Volume is already used by pod(s) {OLD}'] == [
        each["message"] for each in play.events(last, name, "FailedAttachVolume")
    ]
    assert play.untouched(last, OLD)
    assert [] == two_writers(play)
    stuck: Any = play.questions.manifest(last, "Deployment", "default/app")
    progressing = next(each for each in stuck["status"]["conditions"] if each["type"] == "Progressing")
    assert ("False", "ProgressDeadlineExceeded") == (progressing["status"], progressing["reason"])


def test_read_write_once_pod_is_kept_by_the_scheduler() -> None:
    documents = gallery(SLUG)
    for name in ("share", "data"):
        named(documents, name)["spec"]["accessModes"] = ["ReadWriteOncePod"]
    play = Play(documents)
    seq = play.until(100)
    name = new_pod(play)
    in_use = (
        "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use"
    )

    assert fs(2, f"2 {in_use} by another pod.") + tail(2, f"2 {NO_VICTIMS}") == play.text(seq, name)
    assert "" == play.node(seq, name)
    assert play.untouched(seq, OLD)


def test_recreate_waits_for_the_end_of_the_old_one() -> None:
    documents = gallery(SLUG)
    applied = documents[0]["spec"]["inputs"][0]["documents"]
    for each in (*documents[1:], *applied):
        if each["kind"] == "Deployment":
            each["spec"]["strategy"] = {"type": "Recreate"}
    play = Play(documents)
    play.until_quiet()

    assert play.gone_at(OLD) == pytest.approx(30, abs=3)
    assert said(play, "replicaset.created_pod")[0] >= play.gone_at(OLD)
    assert [] == two_writers(play)
    assert 1 == living(play)


def test_the_disk_of_the_gallery_is_the_same_deployment_with_an_attachment() -> None:
    play = Play(gallery("disk-with-deployment"))
    play.until(900)
    last, name = play.recording.head_seq, new_pod(play)

    assert [f'Multi-Attach error for volume "disk" Volume is already used by pod(s) {OLD}'] == [
        each["message"] for each in play.events(last, name, "FailedAttachVolume")
    ]
    assert play.untouched(last, OLD)
    assert [] == two_writers(play)
