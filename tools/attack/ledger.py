"""What a server acknowledged, and whether it is true: every state equals that of a replay, no input is lost.

    python -m tools.attack.ledger < acknowledged.json

reads the database of $PODIUM_DATA, plays the runs again without the server, and prints what is wrong.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any


class Ledger:
    """Of each run: step → hash as it was told, and a text that stands in each input that was acknowledged."""

    def __init__(self) -> None:
        self.hashes: dict[str, dict[int, str]] = {}
        self.inputs: dict[str, list[str]] = {}
        self.heads: dict[str, int] = {}
        self.count = 0

    def state(self, run: str, step: int, state: str) -> str:
        """Notes a state; the answer says what contradicts it, "" for nothing."""
        before = self.hashes.setdefault(run, {}).setdefault(step, state)
        return "" if before == state else f"step {step} of a run had two hashes"

    def moved(self, run: str, reply: dict[str, Any], mark: str = "") -> str:
        """Notes an answer to a step or an input that moved the head; `mark` stands in the input."""
        self.heads[run] = max(self.heads.get(run, 0), reply["head"])
        if mark:
            self.count += 1
            self.inputs.setdefault(run, []).append(mark)
        return self.state(run, reply["to"], reply["hash"])

    def judge(self, data: Path, **more: str) -> list[str]:
        """What is wrong, by a replay of all runs in a process of its own. `more` are settings."""
        command = [
            [run, self.heads.get(run, 0), sorted(hashes.items()), self.inputs.get(run, [])]
            for run, hashes in self.hashes.items()
        ]
        environment = os.environ | {
            "PODIUM_DATA": str(data),
            "DJANGO_SETTINGS_MODULE": "playground.settings",
            **more,
        }
        done = subprocess.run(
            [sys.executable, "-m", "tools.attack.ledger"],
            env=environment,
            input=json.dumps(command),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return [str(sentence) for sentence in json.loads(done.stdout)]


def wrong_of(run: str, head: int, hashes: Iterable[tuple[int, str]], marks: Iterable[str]) -> Iterable[str]:
    from playground.runs import services
    from playground.workers.engine import make_recording
    from playground.workers.run_tasks import play_to

    standing = services.standing(run)
    if standing is None:
        yield f"run {run} is gone"
        return
    if standing.head < head:
        yield f"run {run} was acknowledged up to step {head}, and stands at {standing.head}"
    recipe = services.recipe(standing)
    given = "\n".join(text for _, text in recipe.inputs)
    for mark in marks:
        if mark not in given:
            yield f"run {run} has lost the input {mark}"
    recording = make_recording(recipe)
    for step, state in hashes:
        if step > standing.head:
            continue
        play_to(recording, step, float("inf"))
        if recording.hash(step) != state:
            yield f"run {run} has another hash at step {step} than was told"


def main() -> None:
    import django

    django.setup()
    json.dump([wrong for args in json.load(sys.stdin) for wrong in wrong_of(*args)], sys.stdout)


if __name__ == "__main__":
    main()
