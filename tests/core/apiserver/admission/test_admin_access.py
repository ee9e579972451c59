"""Admin access to devices needs a label on the namespace."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.admission.admin_access import LABEL
from scheduler_core.apiserver.storage.results import Ok, Refused
from tests.builders import Manifest, claim_spec, resource_claim, resource_claim_template
from tests.core.cluster import new_server

SPEC = claim_spec("gpu", adminAccess=True)


@pytest.mark.parametrize("made", [resource_claim("c", SPEC), resource_claim_template("c", SPEC)])
def test_without_the_label_the_claim_or_template_is_refused(made: Manifest) -> None:
    refused = new_server().create(made["kind"], made, 0)

    assert isinstance(refused, Refused)
    assert refused.text.endswith(
        "spec.devices.requests[0].adminAccess: Forbidden: admin access to devices requires the "
        "`resource.kubernetes.io/admin-access: true` label on the containing namespace"
    )


def test_with_the_label_it_is_created() -> None:
    api = new_server()
    api.create("Namespace", {"metadata": {"name": "ops", "labels": {LABEL: "true"}}}, 0)

    made = api.create("ResourceClaim", resource_claim("c", SPEC, metadata={"namespace": "ops"}), 0)

    assert isinstance(made, Ok)


def test_other_claims_and_kinds_need_no_label() -> None:
    api = new_server()

    results = [
        api.create("ResourceClaim", resource_claim("c", claim_spec("gpu", adminAccess=False)), 0),
        api.create("DeviceClass", {"metadata": {"name": "c"}}, 0),
    ]

    assert all(isinstance(result, Ok) for result in results)
