"""A worker on another machine: a network namespace with a cable to this one, which can be pulled out."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.playground import clusters
from tests.playground.workers.remote.machines import Machines, hash_at, hash_here, recipe_of, until

SMALL = recipe_of(clusters.small())


@dataclass(frozen=True)
class Other:
    """Another machine. `here` is the address of this one as it is seen there."""

    name: str
    cable: str
    here: str

    def plug(self, state: str) -> None:
        ip("link", "set", self.cable, state)


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, timeout=30)


@pytest.fixture
def other() -> Iterator[Other]:
    number = os.getpid() % 16_000
    net = f"10.203.{number // 64 % 256}.{number % 64 * 4}"
    first = net.rsplit(".", 1)[0]
    here, there = (f"{first}.{number % 64 * 4 + n}" for n in (1, 2))
    made = Other(f"podium-{os.getpid()}", f"pod{os.getpid()}a"[-15:], here)
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need root and the program ip (iproute2)")
    try:
        ip("netns", "add", made.name)
        far = f"pod{os.getpid()}b"[-15:]
        ip("link", "add", made.cable, "type", "veth", "peer", "name", far, "netns", made.name)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"this machine allows no network namespaces: {error.stderr.decode().strip()}")
    try:
        ip("addr", "add", f"{here}/30", "dev", made.cable)
        made.plug("up")
        ip("-n", made.name, "addr", "add", f"{there}/30", "dev", far)
        for device in (far, "lo"):
            ip("-n", made.name, "link", "set", device, "up")
        yield made
    finally:
        ip("netns", "del", made.name)


async def test_a_worker_on_another_machine_steps_runs_until_its_cable_is_pulled_out_and_again_after(
    machines: Machines, other: Other
) -> None:
    with machines.broker.client() as client:
        client.config_set("protected-mode", "no")
        client.config_set("bind", f"127.0.0.1 {other.here}")
    server = machines.server()
    address = f"redis://{other.here}:{machines.broker.port}/0"
    machines.worker(server, "ip", "netns", "exec", other.name, PODIUM_WORKERS_REDIS=address)
    expected = hash_here(9, SMALL)

    assert expected == await hash_at(server, "r", 9, SMALL)

    other.plug("down")
    await until(lambda: not server.link.roster.alive)
    assert expected == await hash_at(server, "r", 9, SMALL)

    other.plug("up")
    await until(lambda: server.link.roster.alive)
    assert expected == await hash_at(server, "r", 9, SMALL)
