"""The claims of a pod, and the words when one cannot be used."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.pod_resources.pod_claims import ClaimName, claim_name, pod_claims
from tests.builders import claiming
from tests.core.scheduler.builders import pod
from tests.core.scheduler.plugins.dynamic_resources.devices import claim, parsed

STATUSES = {"resourceClaimStatuses": [{"name": "gpu", "resourceClaimName": "p-gpu-x"}, {"name": "none"}]}
OWNED = {
    "ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "uid-p", "controller": True}]
}


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"name": "gpu", "resourceClaimName": "shared"}, ClaimName("shared")),
        ({"name": "gpu", "resourceClaimTemplateName": "t"}, ClaimName("p-gpu-x", generated=True)),
        ({"name": "none", "resourceClaimTemplateName": "t"}, ClaimName(None, generated=True)),
        (
            {"name": "net", "resourceClaimTemplateName": "t"},
            ClaimName(None, error='pod "default/p": ResourceClaim not created yet'),
        ),
        (
            {"name": "net"},
            ClaimName(
                None, error='pod "default/p", spec.resourceClaim "net": none of the supported fields are set'
            ),
        ),
    ],
)
def test_the_name_comes_from_the_spec_or_from_the_pod_s_status(
    entry: dict[str, str], expected: ClaimName
) -> None:
    assert expected == claim_name(pod("p", status=STATUSES).pod, entry)


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ([], 'could not find ResourceClaim "default/p-gpu-x"'),
        (
            [claim("p-gpu-x")],
            "ResourceClaim default/p-gpu-x was not created for pod default/p (pod is not owner)",
        ),
        (
            [claim("p-gpu-x", metadata={"deletionTimestamp": "2030-01-01T00:00:00Z", **OWNED})],
            'resourceclaim "p-gpu-x" is being deleted',
        ),
    ],
)
def test_a_claim_that_cannot_be_used_is_said_in_upstream_s_words(
    claims: list[dict[str, Any]], words: str
) -> None:
    waiting = pod("p", status=STATUSES, **claiming(gpu="template:t")).pod
    by_name = {result.meta.key: result for result in map(parsed, claims)}

    assert words == pod_claims(waiting, by_name)


def test_claims_come_in_the_order_of_the_spec_without_those_not_needed() -> None:
    waiting = pod("p", status=STATUSES, **claiming(b="two", none="template:t", gpu="template:t", a="one")).pod
    by_name = {
        result.meta.key: result
        for result in map(parsed, [claim("one"), claim("two"), claim("p-gpu-x", metadata=OWNED)])
    }

    claims = pod_claims(waiting, by_name)

    assert not isinstance(claims, str)
    assert ["two", "p-gpu-x", "one"] == [result.meta.name for result in claims]
