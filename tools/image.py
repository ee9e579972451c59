"""Builds deploy/Containerfile and looks at what podium does in it.

python -m tools.image              with podman, docker or buildah, whichever is there
python -m tools.image --debian     the base image is made of Debian's packages (mmdebstrap, buildah, as root),
                                   where no registry of images can be reached

Looked at: who runs in it, and that it holds no key; that it serves with SQLite; that a server and a worker
of it step a run with PostgreSQL and Redis and write a backup; that all of them end in order.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.harness.postgres import Postgres
from tests.harness.redis_server import RedisServer
from tests.harness.server import ROOT, free_port
from tools.attack.report import Report
from tools.attack.visitor import Talk, Visitor
from tools.processes import below

FILE = ROOT / "deploy/Containerfile"
NAME = "localhost/podium:looked-at"
READY_SECONDS, END_SECONDS = 120.0, 45.0
SUITE = "bookworm"
PACKAGES = "python3,python3-venv,python3-pip,ca-certificates"
#: What says how this machine gets Python packages. The build needs it, and the image does not have it.
OF_THIS_MACHINE = ("/etc/pip.conf", "/etc/ssl/certs")


class Engine:
    """podman, docker or buildah. Containers use the network of this machine."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.name, self.folder = program, Path(program).name, folder
        self.options: list[str] = []
        if self.name == "buildah":
            (folder / "store").mkdir()
            self.options = [
                "--root",
                f"{folder}/store",
                "--runroot",
                f"{folder}/run",
                "--storage-driver",
                "vfs",
            ]

    def command(self, *words: str) -> list[str]:
        return [self.program, *self.options, *words]

    def say(self, *words: str) -> str:
        done = subprocess.run(self.command(*words), check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout.strip()

    def build(self) -> None:
        words = ["build", "-f", str(FILE), "-t", NAME]
        if self.name == "buildah":
            words += ["--isolation", "chroot"]
            for path in filter(os.path.exists, OF_THIS_MACHINE):
                words += ["-v", f"{path}:{path}:ro"]
        subprocess.run(self.command(*words, str(ROOT)), check=True)

    def base(self) -> None:
        """Makes the base image that the container file names, of Debian's packages."""
        archive = self.folder / "base.tar"
        subprocess.run(
            ["mmdebstrap", "--variant=apt", f"--include={PACKAGES}", SUITE, str(archive)], check=True
        )
        made = self.say("from", "scratch")
        self.say("add", "-q", made, str(archive), "/")
        as_upstream = "ln -sf python3 /usr/bin/python && rm -f /usr/lib/python3*/EXTERNALLY-MANAGED"
        self.say("run", "--isolation", "chroot", made, "--", "sh", "-c", as_upstream)
        for name in set(re.findall(r"^FROM (\S+)", FILE.read_text(), re.MULTILINE)):
            self.say("commit", "-q", made, name)
        archive.unlink()

    def run(self, words: Sequence[str], settings: dict[str, str], whole: bool = False) -> list[str]:
        """The command of a new container. `words` follow `podium`, or with `whole` are all of it."""
        given = [part for name, value in settings.items() for part in ("-e", f"{name}={value}")]
        if self.name == "buildah":
            made = self.say("from", NAME)
            own = [] if whole else ["podium"]
            return self.command("run", "--isolation", "chroot", *given, made, "--", *own, *words)
        entry = ["--entrypoint", words[0]] if whole else []
        return self.command(
            "run", "--rm", "--network", "host", *entry, *given, NAME, *(words[1:] if whole else words)
        )


def engine_here(debian: bool, folder: Path) -> Engine | None:
    for name in ("buildah",) if debian else ("podman", "docker", "buildah"):
        path = shutil.which(name)
        if path and subprocess.run([path, "info"], capture_output=True, timeout=60).returncode == 0:
            return Engine(path, folder)
    return None


class Container:
    """A podium that runs in the image until it is ended."""

    def __init__(self, engine: Engine, words: Sequence[str], **settings: str) -> None:
        command = engine.run(words, settings)
        self.log = engine.folder / f"{words[0]}.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def end(self) -> bool:
        """Sends SIGTERM to podium itself; whether it ended in time."""
        for pid in reversed(below(self.process.pid)):
            with suppress(OSError):
                if b"/podium\0" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"python", 1)[-1]:
                    os.kill(pid, signal.SIGTERM)
                    break
        else:
            self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        return self.process.poll() is not None

    def kill(self) -> None:
        for pid in (*below(self.process.pid), self.process.pid):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def wait_for(self, what: str, reached: bool) -> None:
        if not reached:
            raise RuntimeError(f"{what} did not come:\n{self.output()}")


@contextmanager
def running(engine: Engine, *words: str, **settings: str) -> Iterator[Container]:
    made = Container(engine, words, **settings)
    try:
        yield made
    finally:
        made.kill()


def ready(url: str, container: Container) -> bool:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and container.process.poll() is None:
        with suppress(OSError), urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
        time.sleep(0.2)
    return False


async def one_step(url: str) -> str:
    visitor = Visitor(url)
    run = await (await visitor.arrive()).fork()
    socket = await visitor.socket(run)
    talk = Talk(socket)
    await talk.hello()
    reply = await talk.step("act")
    await socket.close()
    return str(reply["type"])


def look(engine: Engine, report: Report) -> None:
    whole = ["sh", "-c", "id -u; ls -A /data | wc -l; find / -xdev -name secret.key 2>/dev/null | wc -l"]
    output = subprocess.run(engine.run(whole, {}, whole=True), check=True, stdout=subprocess.PIPE, text=True)
    report.say("user, files in /data, keys in the image", " ".join(output.stdout.split()), "10001 0 0")
    if output.stdout.split() != ["10001", "0", "0"]:
        report.fault("the image has what it should not have")
    port = free_port()
    url, here = f"http://127.0.0.1:{port}", {"HOST": "127.0.0.1", "PORT": str(port)}
    with running(engine, "serve", **here) as server:
        server.wait_for("/readyz", ready(url, server))
        report.say("with SQLite a step is answered with", asyncio.run(one_step(url)), "frames")
        report.say("it ends on SIGTERM", str(server.end()), "True")
    with ExitStack() as stack:
        postgres, redis = Postgres(), RedisServer()
        for program in (postgres, redis):
            stack.callback(program.remove)
            program.start()
        shared = {
            "PODIUM_DATABASE_URL": postgres.create("image"),
            "PODIUM_REDIS": redis.url,
            "PODIUM_WORKERS_REDIS": redis.url,
            "PODIUM_WORKERS_KEY": "a-key-of-this-look-alone",
            "PODIUM_SECRET_KEY": "another-key-of-this-look-alone-which-is-long-enough",
        }
        worker = stack.enter_context(running(engine, "worker", **shared))
        server = stack.enter_context(running(engine, "serve", **shared, **here))
        server.wait_for("/readyz", ready(url, server))
        report.say("with PostgreSQL, Redis and a worker", asyncio.run(one_step(url)), "frames")
        if "runs are stepped by workers" not in server.output():
            report.fault("the server did not find its worker")
        saved = engine.run(["sh", "-c", "podium backup /data/all && ls -l /data/all"], shared, whole=True)
        subprocess.run(saved, check=True, stdout=subprocess.DEVNULL)
        report.say("a backup of PostgreSQL", "written")
        ended = [process.end() for process in (server, worker)]
        report.say("server and worker end on SIGTERM", str(all(ended)), "True")
        if not all(ended):
            report.fault("something did not end on SIGTERM")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--debian", action="store_true", help="make the base image of Debian's packages")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="podium-image-") as folder:
        engine = engine_here(args.debian, Path(folder))
        if engine is None:
            print(
                "NOT BUILT: no container engine on this machine can build deploy/Containerfile",
                file=sys.stderr,
            )
            return 1
        if args.debian:
            engine.base()
        engine.build()
        report = Report()
        look(engine, report)
        return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
