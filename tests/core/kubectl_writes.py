"""Writes to one object as kubectl makes them, for tests without a whole run."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused, Result
from scheduler_core.inputs.kubectl_inputs import Cordon, Scale, SetLabels, Uncordon
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.inputs.untimed import Command
from scheduler_core.simulation.kubectl.api_requests import performed
from scheduler_core.simulation.kubectl.requests import request_of


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
    return request if isinstance(request, Refused) else performed(api, request.write, 0)
