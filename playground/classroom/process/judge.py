"""Judges the sandboxes of this process's seats, each at most once a second."""

from __future__ import annotations

import json
from typing import Any

from django.utils import timezone

import scheduler_core as core
from playground import limits
from playground.classroom.process.attendance import Attendance
from playground.classroom.process.members import Event, Member
from playground.classroom.process.shelf import Tick
from playground.classroom.process.subscription import Subscription
from playground.classroom.protocol import message_text
from playground.classroom.services import sandboxes
from playground.classroom.services.sandboxes import SandboxState
from playground.classroom.translations import pages
from playground.lessons import services as lessons
from playground.lessons.check_words import plain
from playground.lessons.lesson import Task
from playground.lessons.ways import conditional, taken
from playground.runs import services as runs
from playground.runs import stepper
from playground.runs.services import Standing
from playground.runs.stepper import ask
from playground.server.database_threads import database_sync_to_async
from playground.workers import pool as workers
from playground.workers.answers import Ok


class Judge:
    """`task` is the room's open task; None without one."""

    def __init__(self, subscription: Subscription, attendance: Attendance) -> None:
        self.subscription, self.attendance = subscription, attendance
        self.room = subscription.room
        self.task: dict[str, Any] | None = None
        self._ticks: dict[str, Tick] = {}
        self._seats: dict[int, str] = {}
        """Seat → its watched run."""

    def close(self) -> None:
        for tick in self._ticks.values():
            tick.cancel()

    async def watch(self, seat: int, run: str) -> None:
        """Follows this run as the sandbox of a seat, in place of the seat's previous one."""
        before = self._seats.get(seat)
        if before == run:
            return
        if before is not None:
            self._ticks.pop(before).cancel()
            await self.subscription.listen_no_more(before)
        self._seats[seat] = run

        async def judge() -> None:
            await self.judge(run)

        self._ticks[run] = Tick(limits.ROOM_TICK_SECONDS, judge)
        await self.subscription.listen(run)
        self._ticks[run].mark()

    async def on_run_moved(self, event: Event) -> None:
        """Judges a watched sandbox soon after its run has moved."""
        if event["run"] in self._ticks:
            self._ticks[event["run"]].mark()

    async def judge(self, run: str) -> None:
        """Judges a sandbox, stores the result and publishes it."""
        box = await database_sync_to_async(sandboxes.of_run)(self.room, run)
        standing = await database_sync_to_async(runs.standing)(run)
        if box is None or standing is None:
            return
        try:
            result = await self.checked(box, standing)
            tile = await tile_of(standing, box, result) if self.attendance.presented_anywhere else None
        except (workers.BoundedError, workers.BusyError):
            self._ticks[run].mark()
            return
        await self.subscription.publish(
            {
                "type": "room.checks",
                "seat": box.seat,
                "done": bool(result and result["done"]),
                "checks": message_text("checks", **result) if result else "",
                "tile": message_text("wall", tiles=[tile]) if tile else "",
            }
        )

    async def checked(self, box: SandboxState, standing: Standing) -> dict[str, Any] | None:
        """The members of a `checks` message; None when the sandbox does not belong to the open task."""
        task = self.task
        if task is None or box.task != task["number"]:
            return None
        conditions = [check["holds"] for check in task["checks"]]
        talk = stepper.question("judge", seq=standing.head, conditions=conditions, stop=task["judged"])
        answer = await ask(standing, talk)
        if not isinstance(answer, Ok):
            return None
        judgement = json.loads(answer.text)
        checks = [
            {"name": check["name"], "holds": verdict["holds"], "said": plain(verdict["said"])}
            for check, verdict in zip(task["checks"], judgement["verdicts"], strict=True)
        ]
        failed = {check["name"] for check in checks if not check["holds"]}
        result = {
            "judged": bool(judgement["judged"]),
            "done": bool(judgement["judged"]) and not failed,
            "at": standing.head,
            "inputs": standing.inputs - box.given,
            "checks": checks,
            "way": None,
        }
        if judgement["judged"] and failed:
            result["way"] = await self.way(task, box, standing, failed)
        if result != box.result:
            box = await database_sync_to_async(sandboxes.judged)(standing.run, result) or box
        return {"seat": box.seat, "run": standing.run, "seconds": seconds(box), **result}

    async def way(
        self, task: dict[str, Any], box: SandboxState, standing: Standing, failed: set[str]
    ) -> dict[str, str] | None:
        """Why the lesson's known wrong way that the learner took does not work, in all languages; None when
        the learner's inputs match no known wrong way."""
        lesson_task = await database_sync_to_async(task_of)(task)
        if lesson_task is None:
            return None
        named = conditional(lesson_task, failed)
        holding: list[str] = []
        if named:
            conditions, stop = [condition.to_json() for _, condition in named], core.Stop(step=0).to_json()
            talk = stepper.question("judge", seq=standing.head, conditions=conditions, stop=stop)
            answer = await ask(standing, talk)
            verdicts = json.loads(answer.text)["verdicts"] if isinstance(answer, Ok) else []
            holding = [name for (name, _), verdict in zip(named, verdicts, strict=False) if verdict["holds"]]
        inputs = await database_sync_to_async(sandboxes.inputs_of)(box.run)
        way = taken(lesson_task, failed, inputs[box.given :], holding)
        return pages(way.because) if way else None

    # --- messages about them -----------------------------------------------------------------------

    async def on_room_task(self, event: Event) -> None:
        """Takes over a task that was opened; None after one was closed."""
        self.attendance.roster.changed |= self.attendance.roster.done
        self.attendance.roster.done = set()
        self.task = event["task"]
        self.attendance.roster_tick.mark()
        for member in list(self.attendance.members.values()):
            if member.greeted:
                await member.say(event["text"])

    async def on_room_sandbox(self, event: Event) -> None:
        """Watches a seat's new sandbox, in the process that has the seat's socket."""
        sockets = self.attendance.places(event["seat"])
        if sockets:
            await self.watch(event["seat"], event["run"])
        for member in sockets:
            if member.channel_name != event["but"]:
                await member.say(event["text"])
        self.attendance.roster.done.discard(event["seat"])
        self.attendance.roster.changed.add(event["seat"])
        self.attendance.roster_tick.mark()

    async def on_room_ask_show(self, event: Event) -> None:
        """Remembers that a presenter asked to show a seat's board; the seat's next `allow` shows it."""
        for member in self.attendance.places(event["seat"]):
            member.wants_show = True
            await member.say(event["text"])

    async def on_room_checks(self, event: Event) -> None:
        """Sends the result of a sandbox to its seat and to the presenters, who also see it on the wall."""
        if event["done"] and event["seat"] not in self.attendance.roster.done:
            self.attendance.roster.done.add(event["seat"])
            self.attendance.roster.changed.add(event["seat"])
            self.attendance.roster_tick.mark()
        for member in list(self.attendance.members.values()):
            if not member.greeted or member.full:
                continue
            if member.presenter:
                if event["tile"]:
                    await member.say(event["tile"])
                if event["checks"]:
                    await member.say(event["checks"])
            elif member.number == event["seat"] and event["checks"]:
                await member.say(event["checks"])

    async def tell_wall(self, member: Member) -> None:
        """Sends all tiles to a presenter who has just come in."""
        tiles = await wall(self.room, self.task)
        if tiles:
            await member.say(message_text("wall", tiles=tiles))


def task_of(task: dict[str, Any]) -> Task | None:
    """The task of the room's lesson; None for a task that the presenter has written."""
    stored = lessons.by_digest(task["digest"]) if task.get("digest") else None
    return stored.lesson.task if stored is not None else None


def seconds(box: SandboxState) -> int:
    """How long the learner has worked, up to the moment when the sandbox passed."""
    return max(0, round(((box.done or timezone.now()) - box.created).total_seconds()))


async def tile_of(standing: Standing, box: SandboxState, result: dict[str, Any] | None) -> dict[str, Any]:
    """A small picture of a board: its nodes with their pods, and the pending pods."""
    board = json.loads(await stepper.text_of(standing, "snapshot", standing.head))
    nodes: dict[str, dict[str, Any]] = {
        row["name"]: {"name": row["name"], "cpu": row["cpu"], "pods": []} for row in board["nodes"]
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
    failed = [check["name"] for check in result["checks"] if not check["holds"]] if result else []
    return {
        "seat": box.seat,
        "run": standing.run,
        "head": standing.head,
        "t": board["t"],
        "done": bool(result and result["done"]),
        "failed": failed,
        "way": result.get("way") if result else None,
        "seconds": seconds(box),
        "inputs": standing.inputs - box.given,
        "nodes": list(nodes.values()),
        "waiting": waiting,
    }


async def wall(room: str, task: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Tiles of all sandboxes, for a presenter who comes in."""
    number = task["number"] if task else None
    tiles = []
    for box in await database_sync_to_async(sandboxes.of_task)(room, number):
        standing = await database_sync_to_async(runs.standing)(box.run)
        if standing is not None:
            tiles.append(await tile_of(standing, box, box.result))
    return tiles
