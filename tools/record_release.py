"""Records a release: a small database as this code makes it, and addresses with what they show.

`python -m tools.record_release 0.2.0` writes `tests/playground/releases/0.2.0/`. The tests there bring each
recorded database up to date, and open its addresses: what was shared then has to show the same for ever.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RELEASES = ROOT / "tests" / "playground" / "releases"
DATABASE, ADDRESSES = "podium.sql.gz", "addresses.json"
KEY = "the key of all recorded releases"
"""With which cookies and tokens of the recorded visitors are signed."""
OWNER = "the-owner-of-the-recorded-runs"
SCENARIOS = ("gap-and-reservation", "hard-eviction")
LESSON = "11-prestop-budget"
MANIFESTS = (
    "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n"
    "status: {allocatable: {cpu: '2', memory: 4Gi, pods: '10'}}\n---\n"
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n"
    "spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 500m}}}]}\n"
)


def main() -> int:
    if len(sys.argv) != 2 or not (name := sys.argv[1]).replace(".", "").isalnum():
        print("usage: python -m tools.record_release NAME    (the number of the release, as 0.2.0)")
        return 2
    folder = RELEASES / name
    if folder.exists():
        print(f"{folder.relative_to(ROOT)} is there already: what a release left behind never changes")
        return 1
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {
            "PODIUM_DATA": data,
            "PODIUM_SECRET_KEY": KEY,
            "PODIUM_WORKERS": "0",
            "DJANGO_SETTINGS_MODULE": "playground.settings",
        }
        os.environ.pop("PODIUM_DATABASE_URL", None)
        addresses = recorded(Path(data))
        folder.mkdir(parents=True)
        (folder / DATABASE).write_bytes(packed(Path(data) / "podium.sqlite3"))
    (folder / ADDRESSES).write_text(json.dumps(addresses, indent=1, sort_keys=True) + "\n")
    print(f"recorded {folder.relative_to(ROOT)}: {len(addresses['pages'])} addresses")
    return 0


def packed(database: Path) -> bytes:
    """The statements that make the database, compressed; the same content gives the same bytes."""
    with closing(sqlite3.connect(database)) as connection:
        text = "\n".join(connection.iterdump())
    return gzip.compress(text.encode(), 9, mtime=0)


def recorded(data: Path) -> dict[str, Any]:
    """Fills a new database, and says what its addresses show."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    load(data)
    moments = runs_of_a_visitor()
    room = a_room(moments[0]["run"])
    return {"moments": moments, "room": room, "pages": pages(moments, room), "gone": a_run_that_went()}


def load(data: Path) -> None:
    """Two scenarios of the gallery and a lesson of the course."""
    from playground.gallery.loader import FOLDER, load_gallery
    from playground.lessons.files import COURSE
    from playground.lessons.loader import load_course

    for source, names, put in ((FOLDER, SCENARIOS, load_gallery), (COURSE, (LESSON,), load_course)):
        some = data / source.name
        some.mkdir()
        for name in names:
            shutil.copy(source / f"{name}.yaml", some)
        read: Callable[[Path], object] = put
        read(some)


def runs_of_a_visitor() -> list[dict[str, Any]]:
    """Moments of runs, each with the hash of its state: a fork that was acted on, and an import."""
    from playground.gallery import services as gallery
    from playground.imports import services as imports
    from playground.runs import new_runs, services
    from playground.runs.changes import moves
    from playground.runs.changes.input_text import InputText
    from playground.texts.manifests import importer

    canonical = gallery.named(SCENARIOS[0])
    assert canonical is not None
    made = new_runs.fork(str(canonical.canonical_run_id), at=5, owner=OWNER)
    assert isinstance(made, services.Standing)
    for at, kind in ((5, "cordon"), (6, "uncordon")):
        cordon = InputText(json.dumps({"kind": kind, "node": "n2"}))
        moves.move_and_wait(made, moves.give(cordon), start=at)
    played(made.run, 15)
    again = new_runs.fork(made.run, at=9, owner=OWNER)
    assert isinstance(again, services.Standing)
    imported = importer.import_text(MANIFESTS.encode(), add_nodes=False, with_source=True)
    own = imports.store_run(imported, owner=OWNER)
    played(own.pk, 4)
    named = {made.run: (5, 7, 15), again.run: (9,), own.pk: (1, 4), str(canonical.canonical_run_id): (12,)}
    return [moment(run, at) for run, steps in named.items() for at in steps]


def played(run: str, to: int) -> None:
    """Plays a run on, as far as it goes."""
    from playground.runs import services
    from playground.takeaway.full_link import _played

    standing = services.standing(run)
    assert standing is not None
    _played(standing, to, math.inf)


def moment(run: str, at: int) -> dict[str, Any]:
    """A step of a run that is shared, and the hash of what it shows."""
    from playground.runs import questions, services, state_marks
    from playground.runs.versions import kept_moments

    standing = services.standing(run)
    assert standing is not None
    snapshot = questions.value(standing, "snapshot", min(at, standing.head))
    assert kept_moments.keep(standing, snapshot["seq"])
    return {"run": run, "at": snapshot["seq"], "hash": snapshot["hash"], "core": state_marks.core()}


def a_room(run: str) -> dict[str, Any]:
    """A room with a seat, a question and a vote."""
    from playground.classroom.services import polls, rooms, seats
    from playground.runs import services

    standing = services.standing(run)
    assert standing is not None
    opened = rooms.open_on_run(standing, 7, "A room of this release")
    assert isinstance(opened, rooms.Opened)
    seat = seats.take(opened.room.id, OWNER, "Ada")
    assert isinstance(seat, seats.SeatState)
    question = {"question": "Where?", "choices": ["n1", "n2"], "many": False, "number": None, "unit": ""}
    poll = polls.open_poll(opened.room.id, "choice", question, {})
    assert isinstance(poll, polls.PollState)
    cast = polls.Cast(seat=seat.pk, poll=poll.number, round=1, choice=1, choices=None, number=None)
    assert polls.cast(opened.room.id, [cast]) == [None]
    return {"id": opened.room.id, "code": opened.room.code, "token": opened.token, "seat": "Ada"}


def a_run_that_went() -> str:
    from playground.gallery import services as gallery
    from playground.runs import new_runs, services
    from playground.runs.retention import lifetimes

    scenario = gallery.named(SCENARIOS[1])
    assert scenario is not None
    made = new_runs.fork(str(scenario.canonical_run_id), at=2, owner=OWNER)
    assert isinstance(made, services.Standing)
    assert lifetimes.remove(made.run)
    return made.run


def pages(moments: list[dict[str, Any]], room: dict[str, Any]) -> list[dict[str, Any]]:
    """Addresses that somebody may have kept, and what has to stand on each page. `owner`: opened by the
    visitor whose runs they are.
    """
    own = moments[0]["run"]
    lesson = LESSON.partition("-")[2]
    return [
        {"path": f"/s/{SCENARIOS[0]}?at=12", "says": ["gap"]},
        {"path": f"/s/{SCENARIOS[0]}.yaml", "says": ["apiVersion"]},
        {"path": f"/learn/{lesson}", "says": ["preStop"]},
        {"path": f"/r/{own}?at=7", "says": [own]},
        {"path": f"/r/{own}/take?at=7", "says": ["/open#run="]},
        {"path": f"/r/{own}/embed?at=7", "says": ["picture.svg"]},
        {"path": f"/r/{own}/edit-link", "owner": True, "says": ["/e/"]},
        {"path": "/runs", "owner": True, "says": [own, moments[4]["run"]]},
        {"path": f"/join/{room['code']}", "says": ["A room of this release"]},
    ]


if __name__ == "__main__":
    sys.exit(main())
