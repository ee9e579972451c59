"""What was found before, sent again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playground.runs.protocol import PROTOCOL
from tests.harness.server import ROOT
from tools.attack import fuzz_socket, fuzz_text
from tools.attack.oracle import Oracle
from tools.attack.target import Target
from tools.attack.visitor import Visitor

FOLDER = Path(__file__).resolve().parent / "corpus"


def entries(name: str) -> list[Any]:
    """What was sent, in the order of the file."""
    return [case["sent"] for case in json.loads((FOLDER / f"{name}.json").read_text())]


def whole(value: Any) -> Any:
    """A value with what stands for long texts written out."""
    if isinstance(value, dict):
        if "repeat" in value:
            return value["repeat"] * value["times"] + value.get("then", "") * value["times"]
        if "file" in value:
            return (ROOT / value["file"]).read_text()
        return {key: whole(part) for key, part in value.items()}
    return [whole(part) for part in value] if isinstance(value, list) else value


async def again(target: Target, oracle: Oracle) -> None:
    visitor = await Visitor(target.url, target.address(0)).arrive()
    run = await visitor.fork()
    await _socket(visitor, run, oracle)
    for sent in entries("http"):
        body = whole(sent["body"])
        data = visitor.written(
            sent["method"],
            sent["path"].replace("{run}", run),
            None if body is None else body.encode(),
            [("Content-Type", sent["type"])] if sent["type"] else [],
        )
        oracle.answered(await visitor.raw(data), f"{sent['method']} {sent['path']}", sent)
    for sent in entries("texts"):
        for door in ("lint", "check", "import", "lesson"):
            answer = await fuzz_text.bring(visitor, door, whole(sent).encode())
            oracle.answered(answer, f"a text ({door})", sent)
    lesson = await visitor.get("/learn/basic-preemption/1")
    if lesson.status != 200:
        oracle.fault("a lesson left the course", "basic-preemption")


async def _socket(visitor: Visitor, run: str, oracle: Oracle) -> None:
    async with visitor.socket(run) as socket:
        hello = {"id": 0, "do": "hello", "protocol": PROTOCOL}
        reply = await fuzz_socket.ask(socket, json.dumps(hello), oracle)
        for number, sent in enumerate(entries("socket"), 1):
            value = {"id": number, **sent, "from": (reply.get("run") or reply)["head"]}
            text = json.dumps(value)
            if "repeat" in text:  # brackets, not a text of them
                text = text.replace(
                    json.dumps(value["input"]["documents"]), whole(value["input"]["documents"])
                )
            reply = await fuzz_socket.ask(socket, text, oracle)
            if reply.get("type") == "frames":
                oracle.fault("an input that is none happened", sent)
