"""A real server process and real websockets: goodbye, kills at bad moments, origins, sizes."""

import asyncio
import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from playground import limits
from tests.builders import pod
from tests.harness.series import sampled
from tests.harness.server import ROOT, Server
from tests.harness.site import Site, Talk

WORK = {"kind": "apply", "documents": [pod(f"work{n:03}", "10m", "64Mi") for n in range(200)]}


def children(pid: int) -> list[int]:
    """The processes below one, workers and their fork server."""
    result = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(line.split()[0]): int(line.split()[1]) for line in result.splitlines()}
    below, more = [pid], True
    while more:
        new = [child for child, parent in parents.items() if parent in below and child not in below]
        below, more = below + new, bool(new)
    return below[1:]


SET_CLOCK = """
import runpy, sys, time
from pathlib import Path
from tests.harness.series import sampled

if __name__ == "__main__":
    read, days = time.time, Path(sys.argv.pop(1))
    time.time = lambda: read() + 86_400 * float(days.read_text() or 0)
    runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""
"""Runs a program whose clock is set by as many days as a file says."""


async def test_a_clock_that_is_set_days_ahead_ends_no_socket(prepared: Path, tmp_path: Path) -> None:
    shutil.copytree(prepared, tmp_path / "podium")
    days, program = tmp_path / "days", tmp_path / "set_clock.py"
    days.write_text("")
    program.write_text(SET_CLOCK)
    command = (str(program), str(days), str(ROOT / "manage.py"), "serve", "--no-prepare")
    server = Server(tmp_path / "podium", command, PYTHONPATH=str(ROOT))
    server.start()
    try:
        site = Site(server)
        async with site.socket(site.fork()) as socket:
            talk = Talk(socket)
            await talk.hello()
            days.write_text("2")
            await asyncio.sleep(5)  # Daphne looks every 2 s
            answer = await talk.ask("ping")
            page = await asyncio.to_thread(site.request, "GET", "/healthz")
    finally:
        server.kill()

    assert ("pong", 200) == (answer["type"], page[0])


async def test_two_real_clients_see_the_same_frames(server: Server) -> None:
    site = Site(server)
    run = site.fork()
    async with site.socket(run) as first, Site(server).socket(run) as second:
        one, two = Talk(first), Talk(second)
        mine, theirs = await one.hello(), await two.hello()
        assert (True, False) == (mine["run"]["canAct"], theirs["run"]["canAct"])

        for _ in range(5):
            at = mine["run"]["head"] if "run" in mine else mine["to"]
            mine = await one.ask("step", **{"from": at, "size": "cycle"})
            theirs = await two.hear()

            assert mine["frames"] == theirs["frames"]
            assert mine["hash"] == theirs["hash"]


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "http://127.0.0.1", None])
async def test_a_foreign_or_missing_origin_is_refused(server: Server, origin: Any) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await Site(server).socket("x" * 12, origin=origin).__aenter__()

    assert 403 == refused.value.response.status_code


async def test_what_the_server_says_may_be_larger_than_what_it_takes(server: Server) -> None:
    site = Site(server)
    async with site.socket(site.fork()) as socket:
        talk = Talk(socket)
        await talk.hello()
        given = await talk.ask("input", **{"from": 0, "input": WORK})
        await socket.send('{"id":99,"do":"step","from":1,"size":"quiet","limit":400}')
        text = await asyncio.wait_for(socket.recv(), 30)
        while json.loads(text)["type"] in {"coming", "working"}:
            text = await asyncio.wait_for(socket.recv(), 30)

    assert "frames" == given["type"]
    assert len(text) > limits.SOCKET_TRANSPORT_BYTES
    assert 400 == len(json.loads(text)["frames"])


async def test_a_large_message_is_deflated_beside_the_others_and_none_overtakes_it(server: Server) -> None:
    site = Site(server)
    async with site.socket(site.fork()) as socket:
        talk = Talk(socket)
        await talk.hello()
        await talk.ask("input", **{"from": 0, "input": WORK})
        for message in 2 * ('{"id":9,"do":"seek","to":1}', '{"id":9,"do":"ping"}'):
            await socket.send(message)
        received = [await talk.hear() for _ in range(4)]

    assert ["snapshot", "pong", "snapshot", "pong"] == [item["type"] for item in received]
    assert len(json.dumps(received[0])) > limits.SOCKET_LARGE_CHARACTERS
    assert received[0]["snapshot"] == received[2]["snapshot"]


async def test_a_client_that_reads_late_gets_everything_it_asked_for(server: Server) -> None:
    site = Site(server)
    async with site.socket(site.fork(), compression=None) as socket:
        talk = Talk(socket)
        await talk.hello()
        await talk.ask("input", **{"from": 0, "input": WORK})
        socket.transport.pause_reading()
        for number in range(20):
            await socket.send(f'{{"id":{number},"do":"seek","to":1}}')
        async with site.socket(site.fork()) as other:
            another = await Talk(other).hello()
        socket.transport.resume_reading()
        received = [await talk.hear() for _ in range(20)]

    assert "hello" == another["type"]
    assert list(range(20)) == [item["re"] for item in received]


async def test_a_client_that_floods_is_cut_off_even_with_pings(server: Server) -> None:
    site = Site(server)
    run = site.fork()
    async with site.socket(run) as socket:
        await Talk(socket).hello()
        with contextlib.suppress(ConnectionClosed):
            for _ in range(20 * limits.SOCKET_FLOOD_BURST):
                await socket.ping()
        await asyncio.wait_for(socket.wait_closed(), 10)
    async with site.socket(run) as socket:
        assert "hello" == (await Talk(socket).hello())["type"]


async def test_messages_are_deflated_for_clients_that_offer_it_and_a_repeated_one_costs_little(
    server: Server,
) -> None:
    site = Site(server)
    run = site.fork()
    sizes = []
    async with site.socket(run) as socket:
        talk = Talk(socket)
        await talk.hello()
        arrives = socket.data_received

        def count(data: bytes) -> None:
            sizes.append(len(data))
            arrives(data)

        socket.data_received = count  # type: ignore[method-assign]
        answer = await talk.ask("seek", to=0)
        assert socket.response is not None
        extensions = socket.response.headers["Sec-WebSocket-Extensions"]
    async with site.socket(run, compression=None) as plain:
        assert "hello" == (await Talk(plain).hello())["type"]
        assert plain.response is not None
        assert "Sec-WebSocket-Extensions" not in plain.response.headers

    assert extensions.startswith("permessage-deflate")
    assert 0 < sum(sizes) * 20 < len(json.dumps(answer))


async def test_a_message_above_the_limit_gets_words_and_one_far_above_a_close(server: Server) -> None:
    site = Site(server)
    run = site.fork()
    async with site.socket(run) as socket:
        talk = Talk(socket)
        before = await talk.hello()
        await socket.send("x" * 70_000)
        assert "protocol.too_big" == (await talk.hear())["message"]["id"]
        await socket.send("x" * 400_000)
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(socket.recv(), 10)
        assert 1009 == socket.close_code
    async with site.socket(run) as socket:
        assert before["snapshot"]["hash"] == (await Talk(socket).hello())["snapshot"]["hash"]


@pytest.mark.parametrize("how", sampled([signal.SIGTERM, signal.SIGINT]))
async def test_the_server_says_goodbye_and_ends_well(server: Server, how: signal.Signals) -> None:
    site = Site(server)
    run = site.fork()
    sockets = [await site.socket(run) for _ in range(10)]
    for socket in sockets:
        await Talk(socket).hello()
    below = children(server.pid)

    ending = asyncio.ensure_future(asyncio.to_thread(server.stop, how))
    last = [json.loads(await asyncio.wait_for(socket.recv(), 10)) for socket in sockets]
    await asyncio.gather(*(socket.wait_closed() for socket in sockets))

    assert [{"type": "bye", "reason": "restart"}] * 10 == last
    assert {4012} == {socket.close_code for socket in sockets}
    assert 0 == await ending
    assert "Traceback" not in server.output()
    await gone(below)


async def gone(pids: list[int]) -> None:
    for _ in range(1_000):
        if not [pid for pid in pids if os.path.exists(f"/proc/{pid}")]:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"still there: {pids}")


async def test_after_a_kill_between_acknowledgement_and_next_step_the_state_is_the_same(
    server: Server,
) -> None:
    site = Site(server)
    run = site.fork()
    async with site.socket(run) as socket:
        talk = Talk(socket)
        await talk.hello()
        given = await talk.ask("input", **{"from": 0, "input": WORK})
        assert "frames" == given["type"], given
        acknowledged = await talk.ask("step", **{"from": given["to"], "size": "quiet", "limit": 30})
        below = children(server.pid)
        server.kill()
    await gone(below)  # a killed server leaves no workers behind

    server.start()

    async with site.socket(run) as socket:
        talk = Talk(socket)
        back = await talk.hello(have={"seq": acknowledged["to"], "hash": acknowledged["hash"]})
        assert (True, []) == (back.get("resumed"), back.get("frames"))
        assert acknowledged["to"] == back["run"]["head"]
        assert True is back["run"]["canAct"]
        there = await talk.ask("seek", to=acknowledged["to"])
        assert acknowledged["hash"] == there["snapshot"]["hash"]


async def test_a_worker_killed_in_mid_step_is_replaced_and_the_step_arrives(server: Server) -> None:
    site = Site(server)
    run, twin = site.fork(), site.fork()
    ends = []
    for name, kill in ((run, True), (twin, False)):
        async with site.socket(name) as socket:
            talk = Talk(socket)
            await talk.hello()
            given = await talk.ask("input", **{"from": 0, "input": WORK})
            assert "frames" == given["type"], given
            workers = workers_of(server)
            assert workers
            stepping = asyncio.ensure_future(
                talk.ask("step", **{"from": given["to"], "size": "quiet", "limit": 500})
            )
            if kill:
                await asyncio.sleep(0.03)
                assert not stepping.done()
                for pid in workers:
                    os.kill(pid, signal.SIGKILL)
            message = await stepping
            assert "frames" == message["type"], message
            ends.append(message["to"])
    # A worker answers with what it has done in its time, so that the two may have come differently far.
    hashes = []
    for name in (run, twin):
        async with site.socket(name) as socket:
            talk = Talk(socket)
            await talk.hello()
            hashes.append((await talk.ask("seek", to=min(ends)))["snapshot"]["hash"])

    assert hashes[0] == hashes[1]
    assert min(ends) > given["to"]


def workers_of(server: Server) -> list[int]:
    """The processes that were forked by the fork server, whose parent is the server itself."""
    at_once = {pid for pid in children(server.pid) if parent_of(pid) == server.pid}
    return [pid for pid in children(server.pid) if parent_of(pid) in at_once]


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere multiprocessing starts its fork server")
async def test_workers_have_the_core_from_the_server_that_started_and_come_back_without_their_fork_server(
    server: Server,
) -> None:
    site = Site(server)
    async with site.socket(site.fork()) as socket:
        talk = Talk(socket)
        await talk.hello()
        first = workers_of(server)
        assert first
        commands = {Path(f"/proc/{pid}/cmdline").read_bytes() for pid in (server.pid, *first)}
        for pid in {parent_of(pid) for pid in first} | set(first):
            os.kill(pid, signal.SIGKILL)
        answer = await talk.ask("step", **{"from": 0, "size": "cycle"})
    again = workers_of(server)
    server.stop()

    assert 1 == len(commands)
    assert "frames" == answer["type"]
    assert again, "multiprocessing has started a fork server of its own"
    await gone([*first, *again])


def test_a_port_in_use_is_said_in_one_sentence(server: Server, tmp_path: Path) -> None:
    environment = os.environ | {"PODIUM_DATA": str(tmp_path), "PORT": str(server.port), "HOST": "127.0.0.1"}

    ended = subprocess.run(
        [sys.executable, "manage.py", "serve", "--no-prepare"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert 1 == ended.returncode
    assert f"podium cannot listen on 127.0.0.1:{server.port}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_secret_key_is_made_once_and_is_nobody_elses_business(server: Server) -> None:
    key = server.log.parent / "secret.key"

    assert 0o600 == key.stat().st_mode & 0o777
    assert len(key.read_text()) > 40


def exchanged(server: Server, data: bytes) -> tuple[int, dict[str, str], bytes]:
    """Sends bytes to a server and reads until it ends the connection: status, headers and body."""
    where = urlsplit(server.url)
    with create_connection((where.hostname, where.port), timeout=20) as line:
        line.sendall(data)
        answer = http.client.HTTPResponse(line)
        answer.begin()
        body = answer.read()
        assert b"" == line.recv(1), "the server has not ended the connection"
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def get(path: str, *headers: str, host: str = "Host: localhost") -> bytes:
    lines = [f"GET {path} HTTP/1.1", *([host] if host else []), "Connection: close", *headers]
    return "\r\n".join([*lines, "\r\n"]).encode("latin1")


UNREADABLE = {
    "a line of 20 kB": (414, lambda path: get(f"{path}?{'a' * 20_000}")),
    "a line of 200 kB": (414, lambda path: get(f"{path}?{'a' * 200_000}")),
    "a line of 200 kB without an end": (414, lambda path: f"GET {path}?{'a' * 200_000}".encode()),
    "a header of 20 kB": (431, lambda path: get(path, f"X-Long: {'a' * 20_000}")),
    "a header of 200 kB": (431, lambda path: get(path, f"X-Long: {'a' * 200_000}")),
    "headers of 100 kB": (431, lambda path: get(path, *[f"X-{n}: {'a' * 1000}" for n in range(100)])),
    "1 000 headers": (431, lambda path: get(path, *[f"X-{n}: a" for n in range(1_000)])),
    "no Host": (400, lambda path: get(path, host="")),
    "two Hosts": (400, lambda path: get(path, "Host: example.org")),
    "a header without a colon": (400, lambda path: get(path, "no header")),
    "a header with a strange name": (400, lambda path: get(path, "X(y): a")),
    "two lengths": (400, lambda path: get(path, "Content-Length: 1", "Content-Length: 2")),
}
MEDIA_TYPES = {
    "/r/aaaaaaaaaaaa/k8s/api/v1/pods": "application/json",
    "/api/v1/runs": "application/json",
    "/": "text/html; charset=utf-8",
}


@pytest.mark.parametrize("path", MEDIA_TYPES)
@pytest.mark.parametrize("what", sampled(list(UNREADABLE)))
def test_a_request_that_cannot_be_read_is_refused_in_the_form_of_its_address(
    server: Server, what: str, path: str
) -> None:
    status, data = UNREADABLE[what]
    got, headers, body = exchanged(server, data(path))

    assert (status, MEDIA_TYPES[path]) == (got, headers["content-type"])
    if "k8s" in path:
        assert ("Status", "Failure", status) == tuple(
            json.loads(body)[key] for key in ("kind", "status", "code")
        )
    elif path != "/":
        assert {"code", "message", "path", "line"} == json.loads(body).keys()
    else:
        page = body.decode()
        assert [1, 4, 1] == [page.count(part) for part in (f">{status}<", "<p lang=", "css/pages.css")]


@pytest.mark.parametrize(
    "data", [b"\x16\x03\x01\x02\x00\x01\x00", b"\0" * 100, b"\xff\xfe\r\n\r\n", b"hello\r\n\r\n"]
)
def test_bytes_that_are_no_request_are_refused_at_once(server: Server, data: bytes) -> None:
    status, _, body = exchanged(server, data)

    assert (400, "This is not a request of HTTP/1.1.") == (status, body.decode().splitlines()[1])


def test_a_request_that_is_as_long_as_it_may_be_is_answered(server: Server) -> None:
    line = get(f"/healthz?{'a' * (limits.REQUEST_LINE_BYTES - 50)}", *[f"X-{n}: a" for n in range(190)])

    assert 200 == exchanged(server, line)[0]
