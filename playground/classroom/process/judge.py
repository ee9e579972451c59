"""Sandboxes of the seats of this process: how each stands, at most once a second."""

from __future__ import annotations

import json
from typing import Any, Protocol

from django.utils import timezone

from playground import limits
from playground.classroom.process.shelf import Tick
from playground.classroom.protocol import said
from playground.classroom.services import sandboxes
from playground.classroom.services.sandboxes import SandboxState
from playground.classroom.translations import pages
from playground.lessons import services as lessons
from playground.lessons.ways import taken
from playground.runs import services as runs
from playground.runs import stepper
from playground.runs.services import Standing
from playground.runs.stepper import ask
from playground.server.database_threads import database_sync_to_async
from playground.workers import pool as workers
from playground.workers.answers import Ok


class Watcher(Protocol):
    """Who hears of runs and tells what was found: the hub. `presented_anywhere`: the room has a presenter."""

    room: str

    @property
    def presented_anywhere(self) -> bool: ...
    async def publish(self, event: dict[str, Any]) -> None: ...
    async def listen(self, run: str) -> None: ...
    async def listen_no_more(self, run: str) -> None: ...


class Judge:
    """`task` is the open task of the room, None without one."""

    def __init__(self, hub: Watcher) -> None:
        self.hub = hub
        self.task: dict[str, Any] | None = None
        self._ticks: dict[str, Tick] = {}
        self._seats: dict[int, str] = {}
        """Seat → the run that is watched for it."""

    def close(self) -> None:
        for tick in self._ticks.values():
            tick.cancel()

    def runs(self) -> list[str]:
        return list(self._ticks)

    async def watch(self, seat: int, run: str) -> None:
        """Follows the sandbox of a seat from now on, instead of the one before."""
        before = self._seats.get(seat)
        if before == run:
            return
        if before is not None:
            self._ticks.pop(before).cancel()
            await self.hub.listen_no_more(before)
        self._seats[seat] = run

        async def judge() -> None:
            await self.judge(run)

        self._ticks[run] = Tick(limits.ROOM_TICK_SECONDS, judge)
        await self.hub.listen(run)
        self._ticks[run].mark()

    def moved(self, run: str) -> None:
        if run in self._ticks:
            self._ticks[run].mark()

    async def judge(self, run: str) -> None:
        """How a sandbox stands, kept and told."""
        box = await database_sync_to_async(sandboxes.of_run)(self.hub.room, run)
        known = await database_sync_to_async(runs.standing)(run)
        if box is None or known is None:
            return
        try:
            told = await self.checked(box, known)
            tile = await tile_of(known, box, told) if self.hub.presented_anywhere else None
        except (workers.BoundedError, workers.BusyError):
            self._ticks[run].mark()
            return
        await self.hub.publish(
            {
                "type": "room.checks",
                "seat": box.seat,
                "done": bool(told and told["done"]),
                "checks": said("checks", **told) if told else "",
                "tile": said("wall", tiles=[tile]) if tile else "",
            }
        )

    async def checked(self, box: SandboxState, known: Standing) -> dict[str, Any] | None:
        """The members of a `checks` message; None where the sandbox is not one of the open task."""
        task = self.task
        if task is None or box.task != task["number"]:
            return None
        conditions = [each["holds"] for each in task["checks"]]
        talk = stepper.one("judge", seq=known.head, conditions=conditions, stop=task["judged"])
        answer = await ask(known, talk)
        if not isinstance(answer, Ok):
            return None
        found = json.loads(answer.text)
        checks = [
            {"name": each["name"], "holds": verdict["holds"], "said": verdict["said"]}
            for each, verdict in zip(task["checks"], found["verdicts"], strict=True)
        ]
        failed = {each["name"] for each in checks if not each["holds"]}
        result = {
            "judged": bool(found["judged"]),
            "done": bool(found["judged"]) and not failed,
            "at": known.head,
            "inputs": known.inputs - box.given,
            "checks": checks,
            "way": None,
        }
        if found["judged"] and failed:
            result["way"] = await database_sync_to_async(way_of)(task, box, failed)
        if result != box.result:
            box = await database_sync_to_async(sandboxes.judged)(known.run, result) or box
        return {"seat": box.seat, "run": known.run, "seconds": seconds(box), **result}


def way_of(task: dict[str, Any], box: SandboxState, failed: set[str]) -> dict[str, str] | None:
    """Why the known wrong way of the lesson that a learner took does not work, as a said text; None where no
    known way is like what the learner did.
    """
    kept = lessons.kept(task["digest"]) if task.get("digest") else None
    if kept is None or kept.lesson.task is None:
        return None
    way = taken(kept.lesson.task, failed, sandboxes.inputs_of(box.run)[box.given :])
    return pages(way.because) if way else None


def seconds(box: SandboxState) -> int:
    """How long a learner has worked, or worked until it passed."""
    return max(0, round(((box.done or timezone.now()) - box.created).total_seconds()))


async def tile_of(known: Standing, box: SandboxState, told: dict[str, Any] | None) -> dict[str, Any]:
    """A board, small: nodes with their pods, and the pods that wait."""
    answer = await ask(known, stepper.one("snapshot", seq=known.head))
    assert isinstance(answer, Ok)
    board = json.loads(answer.text)
    nodes: dict[str, dict[str, Any]] = {
        each["name"]: {"name": each["name"], "cpu": each["cpu"], "pods": []} for each in board["nodes"]
    }
    waiting = []
    for pod in board["pods"]:
        small = {"name": pod["name"], "band": pod["band"], "state": pod["state"]}
        node = nodes.get(pod["node"])
        if node is not None:
            share = round(pod["cpu"] / node["cpu"], 3) if node["cpu"] else 0
            node["pods"].append({**small, "share": share})
        elif pod["node"] is None:
            waiting.append(small)
    for node in nodes.values():
        del node["cpu"]
    failed = [each["name"] for each in told["checks"] if not each["holds"]] if told else []
    return {
        "seat": box.seat,
        "run": known.run,
        "head": known.head,
        "t": board["t"],
        "done": bool(told and told["done"]),
        "failed": failed,
        "way": told.get("way") if told else None,
        "seconds": seconds(box),
        "inputs": known.inputs - box.given,
        "nodes": list(nodes.values()),
        "waiting": waiting,
    }


async def wall(room: str, task: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Tiles of all sandboxes, for a presenter that comes in."""
    number = task["number"] if task else None
    tiles = []
    for box in await database_sync_to_async(sandboxes.of_task)(room, number):
        known = await database_sync_to_async(runs.standing)(box.run)
        if known is not None:
            tiles.append(await tile_of(known, box, box.result))
    return tiles
