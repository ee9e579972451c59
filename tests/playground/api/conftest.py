"""A run with the token of its edit link, and a client that speaks JSON."""

import json
from typing import Any

import pytest
from django.test import Client

from playground.runs import edit_links, services
from playground.runs.models import Run


class Api:
    """A program without cookies. `token` "" asks as a stranger."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.client = Client(enforce_csrf_checks=True)

    def get(self, path: str) -> tuple[int, Any]:
        answer = self.client.get(f"/api/v1{path}", headers=self.headers)
        return answer.status_code, answer.json()

    def post(self, path: str, body: Any, kind: str = "application/json") -> tuple[int, Any]:
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        answer = self.client.post(f"/api/v1{path}", text, content_type=kind, headers=self.headers)
        return answer.status_code, answer.json()

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


@pytest.fixture
def api(run: Run) -> Api:
    run_state = services.standing(run.pk)
    assert run_state is not None
    return Api(edit_links.token_of(run_state))


@pytest.fixture
def stranger(transactional_db: None) -> Api:
    return Api("")
