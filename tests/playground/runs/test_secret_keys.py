"""Two servers of one database that sign with different keys are found out."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client as Browser
from django.utils import timezone

from playground.runs import secret_keys
from playground.runs.models import SecretKey

pytestmark = pytest.mark.django_db(transaction=True)


def ready() -> tuple[int, bool]:
    answer = Browser().get("/readyz")
    return answer.status_code, "! secret key: another server of this database" in answer.content.decode()


def test_servers_with_one_key_are_well() -> None:
    assert [(200, False)] * 2 == [ready(), ready()]
    assert 1 == SecretKey.objects.count()


def test_both_servers_say_that_the_other_has_another_key(settings: Any) -> None:
    alone = ready()
    settings.SECRET_KEY = "another key"
    second = ready()

    assert [(200, False), (200, True)] == [alone, second]
    assert 2 == SecretKey.objects.count()


def test_a_key_that_was_changed_for_all_is_forgotten_after_a_while(settings: Any) -> None:
    ready()
    settings.SECRET_KEY = "another key"
    before = timezone.now() - timedelta(seconds=secret_keys.COUNTS_SECONDS)
    SecretKey.objects.update(seen=before)

    assert (200, False) == ready()
