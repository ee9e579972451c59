"""Explores what a run promises (`durable_machine`) on a database of its own, and prints JSON.

python -m tools.attack.durability --examples 200 --seed 7
PODIUM_DATABASE_URL=postgres://… python -m tools.attack.durability

Without $PODIUM_DATABASE_URL the database is SQLite's in the folder $PODIUM_DATA.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.harness.postgres import Postgres
from tests.harness.server import ROOT
from tools.attack import last_release
from tools.attack.report import Report

STEPS = 25
"""Acts of an example at most."""


def explore(report: Report, examples: int, seed: int, seconds: float) -> None:
    """Half of the examples on SQLite, half on PostgreSQL."""
    with ExitStack() as stack:
        postgres = Postgres()
        stack.callback(postgres.remove)
        postgres.start()
        for name, url in (("SQLite", ""), ("PostgreSQL", postgres.url())):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="podium-model-"))
            reply = explored(Path(folder), url, -(-examples // 2), seed, seconds / 2)
            for wrong in reply["wrong"]:
                report.fault(f"{name}: {wrong}")
            figure = f"{reply['examples']}; {reply['acts']}"
            report.say(f"examples of the model on {name}; acts in them", figure, "nothing lost")
            report.did(reply["examples"], [reply["longest"]])
            report.say("read by the core of the last release", reply["release"])


def explored(folder: Path, url: str, examples: int, seed: int, seconds: float) -> dict[str, Any]:
    """Explores in a process of its own, which has its database in `folder` or at `url`."""
    command = [sys.executable, "-m", "tools.attack.durability", f"--examples={examples}", f"--seed={seed}"]
    environment = os.environ | {"PODIUM_DATA": str(folder), "PODIUM_WORKERS": "0", "PODIUM_DATABASE_URL": url}
    environment |= {"DJANGO_SETTINGS_MODULE": "playground.settings"}
    for name in ("PODIUM_REDIS", "PODIUM_WORKERS_REDIS", "PODIUM_KEEP_DAYS", "PODIUM_KEEP_SHARED_DAYS"):
        environment.pop(name, None)
    command.append(f"--seconds={seconds}")
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    reply: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return reply


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1800, help="after which no further example begins")
    args = parser.parse_args(arguments)
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "playground.settings")
    django.setup()
    import logging

    from django.core.management import call_command

    logging.disable(logging.WARNING)  # accidents are logged by those that meet them
    call_command("migrate", interactive=False, verbosity=0)
    with ExitStack() as stack:
        at = last_release.commit()
        release = None
        if at:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="podium-release-"))
            release = last_release.LastRelease(Path(folder), at)
            stack.callback(release.close)
        reply = examined(args.examples, args.seed, time.monotonic() + args.seconds, release)
    reply["release"] = (
        f"{last_release.newest()} ({at[:8]})" if at else "not read: its commit is not in the history"
    )
    print(json.dumps(reply))
    return 0


def examined(
    examples: int, seed: int, until: float, release: last_release.LastRelease | None
) -> dict[str, Any]:
    import hypothesis
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis.stateful import run_state_machine_as_test

    from tools.attack.durable_machine import Durability
    from tools.attack.two_servers import apart

    class Machine(Durability):
        pass

    Machine.release, Machine.until = release, until
    many = settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    wrong: list[str] = []
    try:
        with apart():
            run_state_machine_as_test(hypothesis.seed(seed)(Machine), settings=many)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        traceback.print_exception(error)
        wrong = groups_in(error)
    return {
        "examples": Machine.examples,
        "acts": Machine.acts,
        "wrong": wrong,
        "longest": Machine.longest,
        "outcomes": dict(Machine.outcomes),
    }


def groups_in(error: BaseException) -> list[str]:
    """Each thing that was found, and the acts that lead there."""
    if isinstance(error, BaseExceptionGroup):
        return [message for inner in error.exceptions for message in groups_in(inner)]
    acts = " ".join(getattr(error, "__notes__", [])).replace(
        "state.the_inputs_have_one_order_and_are_readable()", ""
    )
    return [f"{type(error).__name__}: {str(error)[:600]} | {' '.join(acts.split())[:3000]}"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
