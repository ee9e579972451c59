"""Writes to one object as kubectl makes them, for tests without a whole run."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok, Refused, Result
from scheduler_core.inputs.kubectl_inputs import Cordon, Rollback, Scale, SetLabels, Uncordon
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.inputs.untimed import Command
from scheduler_core.objects.manifest import Manifest
from scheduler_core.simulation.kubectl.api_requests import performed
from scheduler_core.simulation.kubectl.apply import apply_request
from scheduler_core.simulation.kubectl.requests import request_of


def apply(api: ApiServer, document: Manifest, now_ms: int = 0) -> Result:
    return performed(api, apply_request(api, document), now_ms)


def roll_back(api: ApiServer, kind: str, key: str, to_revision: int) -> Result:
    return _written(api, Rollback(_target(kind, key), to_revision))


def label(api: ApiServer, kind: str, key: str, labels: Mapping[str, str | None]) -> Result:
    return _written(api, SetLabels(_target(kind, key), labels))


def scale(api: ApiServer, kind: str, key: str, replicas: int) -> Result:
    return _written(api, Scale(_target(kind, key), replicas))


def cordon(api: ApiServer, node: str, on: bool = True) -> Result:
    return _written(api, Cordon(node) if on else Uncordon(node))


def _target(kind: str, key: str) -> ObjectRef:
    namespace, _, name = key.rpartition("/")
    return ObjectRef(kind, namespace, name)


def _written(api: ApiServer, command: Command) -> Result:
    request = request_of(api, command)
    if request is None:
        stored = api.get(command.target.kind, command.target.key)  # type: ignore[attr-defined]
        return Ok(stored, changed=False)
    return request if isinstance(request, Refused) else performed(api, request.write, 0)
