"""Claims, volumes and pods that use them."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.volume.attach_detach import AttachDetachController
from scheduler_core.controllers.volume.attachments import attach_running
from scheduler_core.controllers.volume.persistent_volumes import VolumeController
from scheduler_core.controllers.volume.pv_protection import PvProtectionController
from scheduler_core.controllers.volume.pvc_protection import PvcProtectionController
from tests.builders import api_object, pod
from tests.core.controllers.silence import Plane, node, plane

CSI = {"csi": {"driver": "csi.example.com", "volumeHandle": "disk"}}


def volume(source: dict[str, Any] = CSI, mode: str = "ReadWriteOnce", **metadata: Any) -> dict[str, Any]:
    return api_object(
        "PersistentVolume",
        "pv",
        metadata={**metadata},
        spec={"accessModes": [mode], "capacity": {"storage": "1Gi"}, **source},
    )


def claim(mode: str = "ReadWriteOnce", namespace: str = "default") -> dict[str, Any]:
    return api_object(
        "PersistentVolumeClaim",
        "c",
        metadata={"namespace": namespace, "annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
        spec={
            "accessModes": [mode],
            "resources": {"requests": {"storage": "1Gi"}},
            "volumeName": "pv",
        },
        status={"phase": "Bound"},
    )


def bound_disk() -> tuple[dict[str, Any], dict[str, Any]]:
    """A volume and the claim that is bound to it."""
    disk = {**volume(), "status": {"phase": "Bound"}}
    disk["spec"]["claimRef"] = {"namespace": "default", "name": "c"}
    return disk, claim()


def using(name: str, on: str = "", namespace: str = "default") -> dict[str, Any]:
    spec: dict[str, Any] = {"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "c"}}]}
    made: dict[str, Any] = pod(name, **spec, **({"nodeName": on} if on else {}))
    made["metadata"] = {"name": name, "namespace": namespace}
    if on:
        state = {"running": {"startedAt": "2030-01-01T00:00:00Z"}}
        made["status"] = {"phase": "Running", "containerStatuses": [{"name": "app", "state": state}]}
    return made


CLAIM, VOLUME = "PersistentVolumeClaim", "PersistentVolume"


def storage(*documents: dict[str, Any]) -> Plane:
    disk, bound = bound_disk()
    disk["spec"]["persistentVolumeReclaimPolicy"] = "Delete"
    actors = [
        PvcProtectionController(),
        PvProtectionController(),
        VolumeController(),
        AttachDetachController(),
    ]
    cluster = plane(actors, node("n1"), node("n2"), disk, bound, *documents)
    attach_running(cluster.api)
    cluster.play()
    return cluster


def delete(cluster: Plane, kind: str, key: str) -> None:
    cluster.do(lambda api, now: api.delete(kind, key, DeleteOptions(), now))


def there(cluster: Plane) -> tuple[bool, bool]:
    """Whether the claim and the volume still exist."""
    return cluster.api.get(CLAIM, "default/c") is not None, cluster.api.get(VOLUME, "pv") is not None
