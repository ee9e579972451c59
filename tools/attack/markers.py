"""A cluster is imported that has a marker in every text that must not be kept. The markers are looked for in
all files of the server's data, in the rows of its database, in pages, films and states.
"""

from __future__ import annotations

import asyncio
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import yaml

from tests.playground.imports.markers import PLANTED, Planting, dump
from tools.attack.report import Report
from tools.attack.target import Target
from tools.attack.visitor import Talk, Visitor

PAGES = ("", "/report", "/film.json", "/nodes", "/faults", "/faults?node=n1")
OBJECTS = ("pods/default/p", "pods/default/mapped", "nodes/n1", "services/default/s")
TABS = ("why", "describe", "events", "yaml")


def search(target: Target, report: Report) -> None:
    planting = Planting()
    text = yaml.safe_dump_all([planting.plant(document) for document in dump()], allow_unicode=True)
    texts = asyncio.run(_texts(target, text))
    if "mapped" not in texts:
        report.fault("the cluster with markers is not told of at all")
    places = {"pages and messages": texts}
    if target.data is not None:
        places |= dict(_kept(target.data))
    for where, kept in places.items():
        for mark in sorted(set(PLANTED.findall(kept))):
            report.fault(f"{mark} of {planting.planted} markers stands in {where}")
    megabytes = sum(map(len, places.values())) / 1e6
    report.did(planting.planted)
    report.say("markers planted; looked through", f"{planting.planted}; {megabytes:.1f} MB", "none found")


async def _texts(target: Target, text: str) -> str:
    """What pages and sockets say of the cluster, to its owner and to a reader."""
    owner = await Visitor(target.url, target.address(4)).arrive()
    reader = Visitor(target.url, target.address(5))
    run = await owner.bring(text)
    texts = []
    for visitor in (owner, reader):
        for page in (*PAGES, *(f"/{pod}/{tab}" for pod in OBJECTS for tab in TABS)):
            texts.append((await visitor.get(f"/r/{run}{page}")).text)
        async with visitor.socket(run) as socket:
            talk = Talk(socket)
            texts.append(str(await talk.hello(at=0)))
            texts.append(str(await talk.ask("step", **{"from": 0, "size": "quiet", "limit": 100})))
    copy = await owner.fork(run)
    texts.append((await owner.get(f"/r/{copy}")).text)
    return "\n".join(texts)


def _kept(data: Path) -> Iterator[tuple[str, str]]:
    """The files of a data folder, and the rows of its database, also those that are stored compressed."""
    for path in sorted(data.rglob("*")):
        if path.is_file() and "static" not in path.parts:
            yield str(path.relative_to(data)), path.read_bytes().decode("latin-1")
    for path in data.glob("*.sqlite3"):
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")]
            for table in tables:
                rows = database.execute(f'SELECT * FROM "{table}"')
                yield f"table {table}", "\n".join(_plain(value) for row in rows for value in row)


def _plain(value: object) -> str:
    if not isinstance(value, bytes):
        return str(value)
    try:
        return zlib.decompress(value).decode("utf-8", "replace")
    except zlib.error:
        return value.decode("latin-1")
