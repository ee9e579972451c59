"""Requests to the Kubernetes API of a run."""

from __future__ import annotations

import functools
import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from channels.testing import HttpCommunicator
from django.db import OperationalError

from playground.asgi import application
from playground.kubeapi.rights import token_for
from playground.runs import services
from playground.runs.models import Run
from tests.playground.conftest import owner_cookies

POD = {"kind": "Pod", "metadata": {"name": "new"}, "spec": {"containers": [{"name": "a", "image": "b"}]}}
PODS = "/api/v1/namespaces/default/pods"
UNAVAILABLE = {
    "kind": "Status",
    "status": "Failure",
    "reason": "ServiceUnavailable",
    "message": "the database of this server cannot be used now; please try again later",
    "details": {"retryAfterSeconds": 3},
    "code": 503,
}


@dataclass(frozen=True)
class Got:
    code: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


async def send(method: str, path: str, *, body: bytes = b"", host: str = "localhost", **headers: str) -> Got:
    sent = [(b"host", host.encode())]
    sent += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    result = await HttpCommunicator(application, method, path, body, sent).get_response(timeout=30)
    by_name = {name.decode().lower(): value.decode() for name, value in result["headers"]}
    return Got(result["status"], by_name, result["body"].decode())


def token(run: Run) -> str:
    run_state = services.standing(run.pk)
    assert run_state is not None
    return token_for(run_state, owner_cookies())


class NoDatabase:
    """Lets functions fail as with a database that is away, locked or full, as long as it is `away`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch, self.away = monkeypatch, True

    def fails(self, *names: str) -> None:
        for name in names:
            whole = pkgutil.resolve_name(name)
            self.monkeypatch.setattr(name.replace(":", "."), functools.partial(self._call, whole))

    def _call(self, whole: Any, *args: Any, **kwargs: Any) -> Any:
        if self.away:
            raise OperationalError("connection refused")
        return whole(*args, **kwargs)
