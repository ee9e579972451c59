"""The resource claim controller: claims from templates, and what becomes of a claim when its pods are done."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.controllers.resource_claim import ResourceClaimController
from scheduler_core.objects.devices import FINALIZER, POD_CLAIM_ANNOTATION, ResourceClaim
from scheduler_core.objects.manifest import Json, find, text
from tests.builders import DRIVER, claim_spec, claiming, pod, resource_claim, resource_claim_template
from tests.core.cluster import Cluster
from tests.core.controllers.builders import apply, cluster, events, finish, status
from tests.core.kubectl_writes import label

TEMPLATE = resource_claim_template("one-gpu", claim_spec("gpu"), labels={"team": "a"})
RESULT = {"request": "device", "driver": DRIVER, "pool": "n1", "device": "gpu-0"}


def playing(*documents: dict[str, Any]) -> Cluster:
    play = cluster(ResourceClaimController())
    for document in documents:
        apply(play, document)
    play.play(1000)
    return play


def claims(play: Cluster) -> list[ResourceClaim]:
    return [item for item in play.api.objects("ResourceClaim").values() if isinstance(item, ResourceClaim)]


def allocated(play: Cluster, name: str, *users: str, **metadata: Json) -> None:
    """Puts an allocated claim that is reserved for these pods."""
    uids = {item.name: item.uid for item in play.api.pods.values()}
    reserved = [{"resource": "pods", "name": user, "uid": uids[user]} for user in users]
    state = {"allocation": {"devices": {"results": [RESULT]}}, "reservedFor": reserved}
    document = resource_claim(
        name, claim_spec("gpu"), metadata={"finalizers": [FINALIZER], **metadata}, status=state
    )
    play.do(lambda api, now: api.load("ResourceClaim", with_defaults("ResourceClaim", document), now))


def test_a_claim_is_made_from_the_template_and_the_pod_names_it() -> None:
    play = playing(TEMPLATE, pod("p", **claiming(gpu="template:one-gpu")))

    (made,) = claims(play)
    owner = made.meta.controller

    assert made.meta.name.startswith("p-gpu-")
    assert ({"team": "a"}, {POD_CLAIM_ANNOTATION: "gpu"}) == (made.meta.labels, made.meta.annotations)
    assert ("Pod", play.api.pods["default/p"].uid) == (owner and owner.kind, owner and owner.uid)
    assert "gpu" == made.requests[0].options[0].device_class
    assert ([{"name": "gpu", "resourceClaimName": made.meta.name}],) == status(
        play, "Pod", "p", "resourceClaimStatuses"
    )


def test_every_pod_and_every_entry_gets_its_own_claim_once() -> None:
    both = claiming(a="template:one-gpu", b="template:one-gpu")
    play = playing(TEMPLATE, pod("p", **both), pod("q", **both))

    play.play(5000)

    assert [("p", "a"), ("p", "b"), ("q", "a"), ("q", "b")] == sorted(
        (claim.meta.controller.name, claim.meta.annotations[POD_CLAIM_ANNOTATION])
        for claim in claims(play)
        if claim.meta.controller is not None
    )


def test_a_missing_template_is_told_once_and_a_new_one_is_used() -> None:
    play = playing(pod("p", **claiming(gpu="template:one-gpu")))
    before = events(play, "Pod", "p")

    apply(play, TEMPLATE)
    play.play(1000)

    assert [
        (
            "FailedResourceClaimCreation",
            'PodResourceClaim gpu: resource claim template "one-gpu": resourceclaimtemplate.resource.k8s.io '
            '"one-gpu" not found',
            1,
        )
    ] == before
    assert 1 == len(claims(play))


def test_devices_are_free_when_the_last_pod_of_a_claim_is_done() -> None:
    play = playing(pod("p"), pod("q"))
    allocated(play, "c", "p", "q")

    finish(play, "p", "Succeeded")
    apply(play, pod("other"))
    play.do(lambda api, now: api.patch_pod_status("default/p", {}, now))
    left = _after_touch(play, "c")
    finish(play, "q", "Failed")
    gone = _after_touch(play, "c")

    assert (["q"], True, True) == left
    assert ([], False, False) == gone


def _after_touch(play: Cluster, name: str) -> tuple[list[str], bool, bool]:
    """The users of a claim, whether it is allocated, and whether the finalizer holds it, a second after a label of
    the claim changed."""
    labels = {"touched": str(play.now_ms)}
    play.do(lambda api, now: label(api, "ResourceClaim", f"default/{name}", labels))
    play.play(1000)
    result = play.api.get("ResourceClaim", f"default/{name}")
    assert isinstance(result, ResourceClaim)
    users = [item.name for item in result.reserved_for]
    return users, result.allocation is not None, FINALIZER in result.meta.finalizers


def test_a_pod_that_uses_a_claim_by_name_frees_it_at_its_end() -> None:
    play = playing(pod("p", **claiming(gpu="c")))
    allocated(play, "c", "p")

    finish(play, "p", "Succeeded")
    play.play(1000)

    assert [([], None)] == [(list(claim.reserved_for), claim.allocation) for claim in claims(play)]


def test_the_claim_of_a_template_goes_when_its_pod_is_done() -> None:
    play = playing(TEMPLATE, pod("p", **claiming(gpu="template:one-gpu")))
    before = len(claims(play))

    finish(play, "p", "Succeeded")
    play.play(1000)

    assert (1, 0) == (before, len(claims(play)))


def test_a_deleted_claim_stays_while_a_pod_uses_it() -> None:
    play = playing(pod("p", **claiming(gpu="c")))
    allocated(play, "c", "p")

    play.do(lambda api, now: api.delete("ResourceClaim", "default/c", DeleteOptions(), now))
    play.play(1000)
    held = len(claims(play))
    finish(play, "p", "Succeeded")
    play.play(1000)

    assert (1, 0) == (held, len(claims(play)))


def test_a_claim_is_reserved_for_a_pod_that_was_bound_without_the_scheduler() -> None:
    play = cluster(ResourceClaimController())
    allocated(play, "c")
    apply(play, pod("p", on="n1", **claiming(gpu="c")))
    play.play(1000)

    (result,) = claims(play)

    assert ["p"] == [item.name for item in result.reserved_for]


def test_a_copy_goes_on_as_the_original() -> None:
    play = playing(pod("p", **claiming(gpu="template:one-gpu")))
    controller = next(actor for actor in play.actors if isinstance(actor, ResourceClaimController))

    twin = controller.copy()

    assert controller.fingerprint() == twin.fingerprint()
    assert "default/p" in text(find(twin.fingerprint(), 1, 0))
