"""Runs that are looked into."""

import pytest
from django.test import Client

from playground.runs.models import Run
from tests.playground.small_gallery import run_of


@pytest.fixture
def run(client: Client) -> Run:
    return run_of()
