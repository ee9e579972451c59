"""Runs that are asked what would be."""

import pytest
from django.test import Client

from playground.runs.models import Run
from tests.playground.small_gallery import run_of


@pytest.fixture
def gap(client: Client) -> Run:
    """The canonical run in which p waits 30 s for its victims."""
    return run_of("gap-and-reservation")
