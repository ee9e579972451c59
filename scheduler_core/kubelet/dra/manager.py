"""The devices of a pod's claims are prepared by their drivers before the pod's sandbox is created, and
unprepared when its containers have ended.

Source: pkg/kubelet/cm/dra/manager.go `PrepareResources`, `UnprepareResources`, and
pkg/kubelet/cm/dra/plugin `GetPlugin` (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.kubelet.dra.drivers import WORKS, DriverState
from scheduler_core.objects.devices import ResourceClaim
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.pod_claims import ClaimName, claim_name, made_for

REASON = "FailedPrepareDynamicResources"
FAILED = "Failed to prepare dynamic resources: prepare dynamic resources: %(error)s"


@dataclass(frozen=True, slots=True)
class PreparedClaim:
    """A claim that is prepared for a pod: its key (namespace/name), its UID, and its drivers."""

    key: str
    uid: str
    drivers: tuple[str, ...]


def failed(error: str) -> str:
    """The message of the FailedPrepareDynamicResources Event."""
    return FAILED % {"error": error}


def prepare_resources(
    pod: Pod, api: ApiServer, drivers: Mapping[str, DriverState], others_claims: Iterable[PreparedClaim]
) -> tuple[PreparedClaim, ...] | str:
    """The pod's prepared claims, or the first error. `others_claims` are those prepared for the node's
    other pods; their drivers must be registered but are not called again.
    """
    claims = cast("Mapping[str, ResourceClaim]", api.objects("ResourceClaim"))
    to_prepare: list[PreparedClaim] = []
    names = [claim_name(pod, entry) for entry in pod.spec.resource_claims]
    if pod.extended_claim_name:
        names.append(ClaimName(pod.extended_claim_name, generated=True))
    for named in names:
        if named.error:
            return named.error
        if named.name is None:
            continue
        claim = claims.get(f"{pod.namespace}/{named.name}")
        problem = _unusable(pod, named.name, claim, generated=named.generated)
        if problem or claim is None:
            return problem
        prepared = PreparedClaim(claim.meta.key, claim.meta.uid, _drivers_of(claim))
        absent = _not_registered(prepared.drivers, drivers)
        if absent:
            return absent
        to_prepare.append(prepared)
    ready = {prepared.uid for prepared in others_claims}
    for prepared in to_prepare:
        for driver in prepared.drivers if prepared.uid not in ready else ():
            error = drivers.get(driver, WORKS).error
            if error:
                name = prepared.key.rpartition("/")[2]
                return f"NodePrepareResources failed for ResourceClaim {name}: {error}"
    return tuple(to_prepare)


def _unusable(pod: Pod, name: str, claim: ResourceClaim | None, *, generated: bool) -> str:
    """Why the kubelet does not hand the claim to the drivers; "" when it does."""
    if claim is None:
        return f'fetch ResourceClaim {name}: resourceclaims.resource.k8s.io "{name}" not found'
    if generated and not made_for(claim, pod):
        return f"ResourceClaim {claim.meta.key} was not created for pod {pod.key} (pod is not owner)"
    if not claim.is_reserved_for(pod.uid, pod.spec.group):
        return f"pod {pod.name} ({pod.uid}) is not allowed to use ResourceClaim {name} ({claim.meta.uid})"
    return "" if claim.allocation is not None else f"ResourceClaim {name}: claim not allocated"


def _drivers_of(claim: ResourceClaim) -> tuple[str, ...]:
    devices = () if claim.allocation is None else claim.allocation.devices
    return tuple(sorted({device.id.driver for device in devices}))


def _not_registered(names: Sequence[str], drivers: Mapping[str, DriverState]) -> str:
    absent = next((name for name in names if not drivers.get(name, WORKS).registered), None)
    return "" if absent is None else f"DRA driver {absent} is not registered"


def unprepare_error(
    prepared: Iterable[PreparedClaim],
    drivers: Mapping[str, DriverState],
    others_claims: Iterable[PreparedClaim],
) -> str:
    """Why a pod's claims cannot be unprepared; "" when they can. A claim that is still prepared for another
    pod here (`others_claims`) stays as it is, and its drivers are not called.
    """
    shared = {claim.uid for claim in others_claims}
    for claim in prepared:
        error = "" if claim.uid in shared else _not_registered(claim.drivers, drivers)
        if error:
            return error
    return ""
