"""R02: an allocated claim leads every pod that shares it to the node of its device."""

from __future__ import annotations

from tests.core.playing import Play, gallery, named

SLUG = "shared-claim"


def test_the_second_pod_is_refused_by_the_empty_node() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    assert ["n2", "n2"] == [play.node(last, name) for name in ("first", "second")]
    assert ["cannot allocate all claims"] == play.decision("first")["nodes"]["n1"]["reasons"]
    assert ["resourceclaim not available on the node"] == play.decision("second")["nodes"]["n1"]["reasons"]


def test_both_pods_are_named_beside_the_device() -> None:
    play = Play(gallery(SLUG))
    views = play.recording.snapshot(play.until_quiet())["nodes"]
    assert isinstance(views, list)

    (device,) = next(view["devices"] for view in views if view["name"] == "n2")

    assert ("default/big", ["first", "second"]) == (device["claim"], device["pods"])


def test_a_claim_of_its_own_would_let_the_second_pod_go_to_n1() -> None:
    documents = gallery(SLUG)
    named(documents, "second")["spec"]["resourceClaims"][0]["resourceClaimName"] = "other"
    spec = {"devices": {"requests": [{"name": "gpu", "exactly": {"deviceClassName": "gpu.example.com"}}]}}
    documents.append(
        {
            "apiVersion": "resource.k8s.io/v1",
            "kind": "ResourceClaim",
            "metadata": {"name": "other"},
            "spec": spec,
        }
    )
    play = Play(documents)

    assert "n1" == play.node(play.until_quiet(), "second")
