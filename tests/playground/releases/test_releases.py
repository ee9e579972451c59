"""Databases and addresses of earlier releases: brought up to date they hold what they held, and links last.

`python -m tools.record_release NAME` records the next one.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection, migrations, models
from django.db.migrations.executor import MigrationExecutor
from django.test import Client as Browser
from django.test import override_settings

from playground.classroom.services import links, polls, rooms, seats
from playground.runs import access, questions, services
from playground.runs.models import RunInput
from playground.runs.retention import lifetimes
from playground.runs.versions import kept_moments
from tools.record_release import ADDRESSES, DATABASE, KEY, OWNER, RELEASES

Node = tuple[str, str]
NAMES = sorted(folder.name for folder in RELEASES.iterdir() if (folder / DATABASE).is_file())


Rows = sqlite3.Connection


@pytest.fixture(params=NAMES)
def release(request: pytest.FixtureRequest) -> Iterator[tuple[str, Rows]]:
    """The name of a release, and its database."""
    folder = RELEASES / request.param
    with closing(sqlite3.connect(":memory:")) as rows, override_settings(SECRET_KEY=KEY):
        rows.executescript(gzip.decompress((folder / DATABASE).read_bytes()).decode())
        yield str(request.param), rows


@pytest.fixture
def updated(release: tuple[str, Rows], transactional_db: None) -> dict[str, Any]:
    """The rows of a release in the database of the tests, SQLite or PostgreSQL, brought up to date; what its
    addresses showed.
    """
    name, rows = release
    executor = MigrationExecutor(connection)
    of_today, of_then = executor.loader.graph.leaf_nodes(), _newest(executor.loader, rows)
    executor.migrate(of_then)
    _copy(rows, executor.loader.project_state(of_then).apps)
    MigrationExecutor(connection).migrate(of_today)
    addresses: dict[str, Any] = json.loads((RELEASES / name / ADDRESSES).read_text())
    return addresses


def _had(rows: Rows) -> set[Node]:
    return set(rows.execute("SELECT app, name FROM django_migrations"))


def _newest(loader: Any, rows: Rows) -> list[Node]:
    """The last migration of each app that a release had."""
    had = _had(rows)
    followed = {
        parent.key
        for node in had
        for parent in loader.graph.node_map[node].parents
        if parent.key[0] == node[0]
    }
    return sorted(had - followed)


def _copy(rows: Rows, apps: Any) -> None:
    """All rows of the release, by its own models."""
    for model in _those_before_first(apps.get_models()):
        fields = model._meta.concrete_fields
        request = ", ".join(f'"{field.column}"' for field in fields)
        result = rows.execute(f'SELECT {request} FROM "{model._meta.db_table}"')
        model._base_manager.bulk_create(
            model(**{field.attname: _value(field, value) for field, value in zip(fields, row, strict=True)})
            for row in result
        )


def _value(field: models.Field[Any, Any], value: Any) -> Any:
    """A value as SQLite has it, as a model takes it."""
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(field, models.JSONField):
        return json.loads(value)
    if isinstance(field, models.DateTimeField):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return field.to_python(value)


def _those_before_first(models: list[Any]) -> list[Any]:
    """The models in an order in which each comes after those that it refers to."""
    ordered: list[Any] = []
    while len(ordered) < len(models):
        for model in models:
            needs = {field.related_model for field in model._meta.fields if field.related_model} - {model}
            if model not in ordered and needs <= set(ordered):
                ordered.append(model)
    return ordered


def test_the_data_of_a_release_is_there_after_an_update(updated: dict[str, Any]) -> None:
    room, own = updated["room"], updated["moments"][0]["run"]
    state = rooms.by_code(room["code"])
    assert state is not None
    poll = polls.current(room["id"])
    assert poll is not None

    assert room["id"] == state.id
    assert [room["seat"]] == [item.name for item in seats.listed(room["id"])]
    assert {item.pk for item in seats.listed(room["id"])} == polls.voters(poll)
    assert links.of_token(room["id"], room["token"]) is not None
    assert lifetimes.has_gone(updated["gone"])
    assert 2 == RunInput.objects.filter(run_id=own).count()


def test_every_shared_moment_of_a_release_shows_what_it_showed(updated: dict[str, Any]) -> None:
    lost = []
    for moment in updated["moments"]:
        run_state = services.standing(moment["run"])
        assert run_state is not None
        kept = kept_moments.shown(run_state, moment["at"], moment.get("core", ""))
        now = kept.hash if kept is not None else questions.text(run_state, "hash", moment["at"])
        if moment["hash"] != now and "core" in moment:  # 0.1.0 kept nothing
            lost.append(moment)

    assert [] == lost


def test_the_addresses_of_a_release_open(updated: dict[str, Any]) -> None:
    wrong = []
    for page in updated["pages"]:
        browser = Browser()
        if page.get("owner"):
            browser.cookies.load({access.OWNER_COOKIE: access.sign_owner(OWNER)})
        answer = browser.get(page["path"], follow=True)
        text = answer.content.decode()
        if answer.status_code != 200 or not all(say in text for say in page["says"]):
            wrong.append((page["path"], answer.status_code))

    assert [] == wrong


# --- while servers of both releases run ---------------------------------------------------------------

#: Operations after which code of the release before still works on the tables.
HARMLESS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RenameIndex,
    migrations.RemoveConstraint,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    migrations.RunPython,
)


def harm(operation: Any) -> str:
    """What an operation takes from servers of the release before, which go on meanwhile; "" for nothing."""
    if isinstance(operation, HARMLESS):
        return ""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        if field.null or field.has_db_default() or field.many_to_many:
            return ""
        return (
            f"{operation.model_name}.{operation.name}: they insert rows without it: null=True or db_default"
        )
    return f"{operation.describe()}: they still use what was there; this belongs into the release after"


@pytest.mark.django_db
@pytest.mark.parametrize("release", NAMES[-1:], indirect=True)
def test_migrations_after_the_newest_release_only_expand(release: tuple[str, Rows]) -> None:
    _, rows = release
    loader = MigrationExecutor(connection).loader
    new = [loader.graph.nodes[key] for key in sorted(set(loader.graph.nodes) - _had(rows))]
    results = [
        (str(item), result) for item in new for operation in item.operations if (result := harm(operation))
    ]

    assert [] == results


@pytest.mark.parametrize(
    ("operation", "harmful"),
    [
        (migrations.AddField("run", "x", models.TextField(null=True)), False),
        (migrations.AddField("run", "x", models.TextField(db_default="")), False),
        (migrations.AddField("run", "x", models.TextField(default="")), True),
        (migrations.RemoveField("run", "title"), True),
        (migrations.RenameField("run", "title", "name"), True),
        (migrations.DeleteModel("run"), True),
        (migrations.AlterField("run", "title", models.CharField(max_length=10)), True),
        (migrations.RunSQL("DROP TABLE runs_run"), True),
        (migrations.CreateModel("New", []), False),
    ],
)
def test_what_takes_something_from_the_release_before_is_found(operation: Any, harmful: bool) -> None:
    assert harmful == bool(harm(operation))
