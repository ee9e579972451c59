"""The policies of dynamic resource allocation.

Names of drivers, attributes and expressions decide together, so they stay as they are; parameters for
drivers go. Of a field behind a feature gate only that it is there stays.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.documents.kept.common import (
    AMOUNTS,
    CLAIM_METADATA,
    CONDITIONS,
    NODE_SELECTOR,
    TIME,
    kept,
    named,
    whole,
)
from scheduler_core.apiserver.documents.kept.policy import KEPT, NAME, Fields, ListOf, MapOf, Policy

_NOTHING = Fields({})
_SELECTORS = ListOf(Fields({"cel": Fields(kept("expression"))}))
_CONFIG = Fields(
    {
        "source": KEPT,
        "requests": ListOf(NAME),
        "opaque": Fields(kept("driver")),
    }
)
_ASKED: Mapping[str, Policy] = {
    "deviceClassName": NAME,
    "selectors": _SELECTORS,
    **kept("allocationMode", "count", "adminAccess"),
    "tolerations": ListOf(_NOTHING),
    "capacity": Fields({"requests": AMOUNTS}),
}
_REQUEST = Fields(
    {
        "name": NAME,
        "exactly": Fields(_ASKED),
        "firstAvailable": ListOf(Fields({"name": NAME, **_ASKED})),
    }
)
CLAIM_SPEC = Fields(
    {
        "devices": Fields(
            {
                "requests": ListOf(_REQUEST),
                "constraints": ListOf(
                    Fields(
                        {
                            "requests": ListOf(NAME),
                            **kept("matchAttribute", "distinctAttribute"),
                        }
                    )
                ),
                "config": ListOf(_CONFIG),
            }
        )
    }
)
_RESULT = Fields(
    {
        "request": NAME,
        **kept("driver", "device", "adminAccess", "shareID"),
        "pool": NAME,
        "tolerations": ListOf(_NOTHING),
    }
)
_CLAIM_STATUS = Fields(
    {
        "allocation": Fields(
            {
                "devices": Fields({"results": ListOf(_RESULT), "config": ListOf(_CONFIG)}),
                "nodeSelector": NODE_SELECTOR,
                "allocationTimestamp": TIME,
            }
        ),
        "reservedFor": ListOf(Fields({**kept("apiGroup", "resource", "uid"), **named("name")})),
        "devices": ListOf(Fields({**kept("driver", "device"), "pool": NAME, "conditions": CONDITIONS})),
    }
)
_DEVICE = Fields(
    {
        "name": KEPT,
        "attributes": MapOf(Fields(kept("bool", "int", "string", "version"))),
        "capacity": MapOf(Fields({"value": KEPT, "requestPolicy": _NOTHING})),
        "consumesCounters": ListOf(_NOTHING),
        "taints": ListOf(_NOTHING),
        "nodeName": NAME,
        "nodeSelector": NODE_SELECTOR,
        **kept("allNodes", "allowMultipleAllocations", "bindsToNode"),
        **dict.fromkeys(("bindingConditions", "bindingFailureConditions"), ListOf(KEPT)),
    }
)
DEVICE_POLICIES: Mapping[str, Policy] = {
    "DeviceClass": whole(
        Fields({"selectors": _SELECTORS, "config": ListOf(_CONFIG), "extendedResourceName": KEPT})
    ),
    "ResourceSlice": whole(
        Fields(
            {
                "driver": KEPT,
                "pool": Fields({"name": NAME, **kept("generation", "resourceSliceCount")}),
                "nodeName": NAME,
                "nodeSelector": NODE_SELECTOR,
                **kept("allNodes", "perDeviceNodeSelection"),
                "devices": ListOf(_DEVICE),
                "sharedCounters": ListOf(_NOTHING),
            }
        )
    ),
    "ResourceClaimTemplate": whole(Fields({"metadata": CLAIM_METADATA, "spec": CLAIM_SPEC})),
    "ResourceClaim": whole(CLAIM_SPEC, _CLAIM_STATUS),
}
