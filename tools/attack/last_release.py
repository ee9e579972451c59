"""The core of the last release, from the history of this repository: does it read what is stored today?

While servers are brought up to date one after the other, those of the release before open the same runs. A
release is the commit that recorded its database in `tests/playground/releases`.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.record_release import DATABASE, RELEASES, ROOT

NEW = {"0.1.1": ('"verb":"report"', '"verb":"observe"')}
"""What a release does not have: inputs with such a text can be read by later ones alone. Whoever adds a word
to what is stored adds it here, and knows that servers of that release cannot open such a run while they are
replaced.
"""
READER = """
import json, sys
from dataclasses import replace
from scheduler_core import Problem, Run, Scenario, parse_input
for line in sys.stdin:
    asked = json.loads(line)
    told = {"wrong": [], "reached": 0}
    try:
        scenario = replace(Scenario.from_canonical(json.loads(asked["scenario"])), seed=asked["seed"])
        read = [(seq, parse_input(json.loads(text))) for seq, text in asked["inputs"]]
        for seq, value in read:
            if isinstance(value, Problem):
                told["wrong"].append(f"step {seq}: {value.path}: {value.code}")
        if not told["wrong"]:
            recording = Run(scenario, read)
            while recording.head_seq < asked["head"] and recording.reach(recording.head_seq + 1):
                pass
            told["reached"] = recording.head_seq
    except Exception as error:
        told["wrong"].append(f"{type(error).__name__}: {error}"[:300])
    print(json.dumps(told), flush=True)
"""


def newest() -> str:
    """The number of the last release."""
    names = [folder.name for folder in RELEASES.iterdir() if (folder / DATABASE).is_file()]
    return max(names, key=lambda name: [int(part) for part in name.split(".")])


def commit() -> str:
    """The commit of the last release; "" where the history of this folder does not have it."""
    path = (RELEASES / newest() / DATABASE).relative_to(ROOT)
    command = ["git", "log", "--diff-filter=A", "--format=%H", "-1", "--", str(path)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


class LastRelease:
    """A process of the last release's core, which reads runs. `folder` takes its code."""

    def __init__(self, folder: Path, at: str) -> None:
        packed = subprocess.run(
            ["git", "archive", at, "scheduler_core"], cwd=ROOT, capture_output=True, check=True
        )
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
            files.extractall(folder, filter="data")
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", READER],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def wrong_of(self, scenario: str, seed: int, inputs: Iterable[tuple[int, str]], head: int) -> list[str]:
        """What of a run that release cannot read. That it plays a run otherwise, or not to its head, is no
        fault: a run says by which code it was played.
        """
        inputs = list(inputs)
        if any(new in text for new in NEW.get(newest(), ()) for _, text in inputs):
            return []
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        question = {"scenario": scenario, "seed": seed, "inputs": inputs, "head": head}
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        reply: dict[str, Any] = json.loads(self._process.stdout.readline())
        return [str(sentence) for sentence in reply["wrong"]]

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()
