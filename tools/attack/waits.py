"""Commands that wait, of the console and of kubectl, while others read the same run and change it. Each has
to end, and nobody may be kept waiting: a run stands under a lock while it is asked, so one request without
an answer would stop all that concern its run.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from tools.attack.report import Report, share
from tools.attack.target import Target
from tools.attack.visitor import Answer, SilentError, Talk, Visitor

PATIENCE = 10.0
"""Seconds after which an answer is said not to come."""
END_SECONDS = 60.0
"""Seconds that a command may take; the pods of these runs have a grace period of one second."""
AT_ONCE = 7
LOOKS = 12
"""Looks of a command that does not end by itself, after which it is ended as Ctrl-C does."""
PAUSE = 0.3
SPEED = 4.0
"""Seconds of the run a second."""
PODS = "/api/v1/namespaces/default/pods"
NODES = "---\n".join(
    f"""apiVersion: v1
kind: Node
metadata: {{name: {name}}}
status:
  capacity: {{cpu: "8", memory: 16Gi, pods: "110"}}
  allocatable: {{cpu: "8", memory: 16Gi, pods: "110"}}
  conditions: [{{type: Ready, status: "True"}}]
"""
    for name in ("n1", "n2")
)
MANIFEST = """apiVersion: v1
kind: Pod
metadata: {{name: {name}, labels: {{app: wait}}}}
spec:
  nodeName: n1
  terminationGracePeriodSeconds: 1
  containers: [{{name: c, image: app, resources: {{requests: {{cpu: 10m}}}}}}]
"""
DAEMONS = """apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {terminationGracePeriodSeconds: 1, containers: [{name: c, image: app}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: store}
spec:
  replicas: 2
  serviceName: store
  selector: {matchLabels: {app: store}}
  template:
    metadata: {labels: {app: store}}
    spec: {terminationGracePeriodSeconds: 1, containers: [{name: c, image: app}]}
"""


@dataclass
class Waits:
    """A visitor, who waits on a run of its own with so many pods, and what that led to."""

    visitor: Visitor
    report: Report
    pods: int
    run: str = ""
    base: str = ""
    """The address of the Kubernetes API for whoever may change the run."""
    name: str = ""
    times: list[float] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return [f"w{number}" for number in range(self.pods)]

    @property
    def places(self) -> str:
        return " ".join(f"pod/{name}" for name in self.names)

    def fault(self, what: str) -> None:
        self.report.fault(f"{self.name}, pods {self.pods}: {what}")

    # --- requests ---------------------------------------------------------------------------------

    async def prepare(self) -> None:
        self.run = await (await self.visitor.arrive()).bring(NODES, patience=END_SECONDS)
        config = (await self.visitor.get(f"/r/{self.run}/kubeconfig", patience=PATIENCE)).text
        match = re.search(r"server: \S+?(/r/\S+)", config)
        assert match, config
        self.base = match[1]
        async with self.visitor.socket(self.run) as socket:
            talk = Talk(socket, patience=PATIENCE)
            await talk.hello()
            await talk.ask("pace", speed=SPEED)
        await self.play("apply -f -", "---\n".join(MANIFEST.format(name=name) for name in self.names))

    async def answered(self, work: Awaitable[Answer], what: str) -> Answer:
        answer = await work
        self.times.append(answer.seconds)
        if answer.status >= 500 and not answer.header("Retry-After"):
            self.fault(f"{what} was answered {answer.status}")
        return answer

    async def play(self, line: str, text: str = "") -> dict[str, Any]:
        """What one line of the console is answered; {} when there is no answer of a console."""
        fields = {"line": line, "text": text}
        work = self.visitor.post(f"/r/{self.run}/console/play", fields, patience=PATIENCE)
        answer = await self.answered(work, line)
        return dict(json.loads(answer.body)) if answer.status == 200 else {}

    async def api(self, method: str, path: str, value: Any = None, kind: str = "application/json") -> Answer:
        body = None if value is None else json.dumps(value).encode()
        headers = [("Content-Type", kind), ("User-Agent", "kubectl/v1.34.1")]
        work = self.visitor.request(method, self.base + path, body, headers, patience=PATIENCE)
        return await self.answered(work, f"{method} {path}")

    # --- what waits -------------------------------------------------------------------------------

    async def command(self, line: str) -> bool:
        """Types a line, and asks again as the console does. False: it is given up before its end."""
        until, next_line = time.monotonic() + END_SECONDS, line
        while time.monotonic() < until:
            reply = await self.play(next_line)
            next_line = reply.get("next", next_line if not reply else "")
            if not next_line:
                if reply.get("code"):
                    self.fault(f"it ended with {reply['lines']}")
                return True
            await asyncio.sleep(PAUSE)
        return False

    async def looks(self, line: str) -> bool:
        """A command that goes on until Ctrl-C."""
        for _ in range(LOOKS):
            reply = await self.play(line)
            if not (line := reply.get("next", "")):
                self.fault(f"it ended by itself: {reply.get('lines')}")
                break
            await asyncio.sleep(PAUSE)
        return True

    @asynccontextmanager
    async def watch(self, name: str) -> AsyncIterator[asyncio.StreamReader]:
        """A watch of one pod, as kubectl has it while it waits."""
        path = f"{self.base}{PODS}?watch=1&fieldSelector={quote(f'metadata.name={name}')}"
        local = (self.visitor.address, 0) if self.visitor.address else None
        reader, writer = await asyncio.open_connection(self.visitor.host, self.visitor.port, local_addr=local)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {self.visitor.netloc}\r\n\r\n".encode())
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.split(b"\r\n")[0]:
                self.fault(f"a watch was answered {head[:60]!r}")
            yield reader
        finally:
            writer.close()

    async def hears(self, name: str, until: Callable[[dict[str, Any]], bool]) -> bool:
        """Watches a pod until an event; False when it does not come."""
        try:
            async with self.watch(name) as reader, asyncio.timeout(END_SECONDS):
                while line := await reader.readline():
                    if line.startswith(b"{") and until(json.loads(line)):
                        return True
        except TimeoutError:
            pass
        return False

    async def watched_deletion(self) -> bool:
        """`kubectl delete pod`: it watches until the pod is gone."""
        watching = [
            asyncio.ensure_future(self.hears(name, lambda event: event["type"] == "DELETED"))
            for name in self.names
        ]
        await asyncio.sleep(PAUSE)
        for name in self.names:
            await self.api("DELETE", f"{PODS}/{name}", {})
        return all(await asyncio.gather(*watching))

    async def watched_readiness(self) -> bool:
        """`kubectl wait --for=condition=Ready`."""

        def ready(event: dict[str, Any]) -> bool:
            conditions = event["object"].get("status", {}).get("conditions", ())
            return any(entry["type"] == "Ready" and entry["status"] == "True" for entry in conditions)

        return all(await asyncio.gather(*(self.hears(name, ready) for name in self.names)))

    async def polled_eviction(self) -> bool:
        """`kubectl drain`: it evicts pods, and asks for each again and again."""
        for name in self.names:
            value = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}}
            await self.api("POST", f"{PODS}/{name}/eviction", value)
        return all(await asyncio.gather(*map(self._gone, self.names)))

    async def _gone(self, name: str) -> bool:
        until = time.monotonic() + END_SECONDS
        while time.monotonic() < until:
            if (await self.api("GET", f"{PODS}/{name}")).status == 404:
                return True
            await asyncio.sleep(PAUSE)
        return False

    # --- who comes meanwhile ----------------------------------------------------------------------

    async def read_beside(self) -> None:
        number = 0
        while True:
            number += 1
            path = (f"/r/{self.run}/k8s{PODS}", f"/r/{self.run}/nodes", f"/r/{self.run}")[number % 3]
            await self.answered(self.visitor.get(path, patience=PATIENCE), "a read beside it")
            await asyncio.sleep(PAUSE / 2)

    async def give_beside(self) -> None:
        number = 0
        while True:
            number += 1
            body = {"metadata": {"labels": {"turn": str(number)}}}
            answer = await self.api("PATCH", "/api/v1/nodes/n2", body, "application/merge-patch+json")
            if answer.status not in (200, 409, 429, 503):
                self.fault(f"an input beside it was answered {answer.status}")
            await asyncio.sleep(PAUSE)

    async def make_beside(self) -> None:
        """The pods for which somebody waits come into being."""
        await asyncio.sleep(2 * PAUSE)
        await self.play("apply -f -", "---\n".join(MANIFEST.format(name=f"x{number}") for number in range(2)))


Act = Callable[[Waits], Awaitable[bool]]


def typed(*lines: str, text: str = "") -> Act:
    """The last of some lines waits until it ends. `{names}` and `{places}` are the pods; `text` is applied
    first.
    """

    async def act(waits: Waits) -> bool:
        if text:
            await waits.play("apply -f -", text)
        *before, line = [
            line.format(names=" ".join(waits.names), places=waits.places, pods=waits.pods) for line in lines
        ]
        for cluster in before:
            await waits.play(cluster)
        return await waits.command(line)

    return act


def looked(line: str) -> Act:
    return lambda waits: waits.looks(line)


async def created(waits: Waits) -> bool:
    making = asyncio.ensure_future(waits.make_beside())
    ended = await waits.command("wait --for=create pod/x0 pod/x1")
    await making
    return ended


WEB = "create deployment web --image=app --replicas={pods}"
CASES: dict[str, Act] = {
    "drain": typed("drain n1 --force"),
    "drain of two nodes": typed(
        "run box --image=app", "wait --for=condition=Ready pod/box", "drain n1 n2 --force --grace-period=1"
    ),
    "drain --disable-eviction": typed("drain n1 --force --disable-eviction --grace-period=2"),
    "delete --all": typed("delete pods --all"),
    "delete pods": typed("delete pods {names}"),
    "delete namespace": typed(
        "create namespace shop",
        "run box --image=app -n shop",
        "delete pod box -n shop --grace-period=1 --wait=false",
        "delete namespace shop",
    ),
    "delete --cascade=foreground": typed(WEB, "delete deployment web --cascade=foreground"),
    "wait --for=delete": typed("delete pods --all --wait=false", "wait --for=delete {places}"),
    "wait --for=create": created,
    "wait --for=condition": typed("wait --for=condition=Ready {places}"),
    "wait --for=jsonpath": typed("wait --for=jsonpath={{.status.phase}}=Running {places}"),
    "rollout status": typed(WEB, "rollout status deployment/web"),
    "rollout restart": typed(WEB, "rollout restart deployment/web", "rollout status deployment/web"),
    "rollout status of a daemon set": typed("rollout status daemonset/agent", text=DAEMONS),
    "rollout status of a stateful set": typed("rollout status statefulset/store", text=DAEMONS),
    "get --watch": looked("get pods -w"),
    "get --watch-only": looked("get pods --watch-only"),
    "get --watch of a name": looked("get pod w0 -w"),
    "kubectl delete": Waits.watched_deletion,
    "kubectl wait": Waits.watched_readiness,
    "kubectl drain": Waits.polled_eviction,
}
"""Whatever waits, by name. Each returns whether it came to its end."""


async def wait_once(target: Target, report: Report, number: int, pods: int, name: str) -> list[float]:
    """One command, with reads and inputs beside it; afterwards its run is free. Returns the seconds of all
    answers.
    """
    waits = Waits(Visitor(target.url, target.address(number)), report, pods, name=name)
    beside: list[asyncio.Future[None]] = []
    try:
        await waits.prepare()
        beside = [asyncio.ensure_future(wait()) for wait in (waits.read_beside, waits.give_beside)]
        if not await CASES[name](waits):
            waits.fault("it did not end")
        if (await waits.api("GET", PODS)).status != 200:
            waits.fault("afterwards its run is not free")
    except (SilentError, OSError, TimeoutError) as error:
        waits.fault(str(error) or type(error).__name__)
    for task in beside:
        if task.done() and (wrong := task.exception()) is not None:
            waits.fault(f"beside it: {wrong}")
        task.cancel()
    await asyncio.gather(*beside, return_exceptions=True)
    return waits.times


async def wait_all(
    target: Target, report: Report, count: int, at_once: int, until: float, names: Sequence[str] = ()
) -> int:
    """So many commands, with one pod and with two in turn, or as many as there is time for until a second of
    the monotonic clock. Returns how many there were.
    """
    chosen = [(pods, name) for name in names or CASES for pods in (2, 1)]
    numbers, times = iter(range(count)), []
    done = 0

    async def some() -> None:
        nonlocal done
        for number in numbers:
            if time.monotonic() > until:
                return
            pods, name = chosen[number % len(chosen)]
            times.extend(await wait_once(target, report, number, pods, name))
            done += 1

    await asyncio.gather(*(some() for _ in range(at_once)))
    report.did(done, times)
    report.say("commands that wait", f"{done}, with {len(times)} answers")
    figure = f"{share(times, 0.5) * 1000:.0f}, {share(times, 0.99) * 1000:.0f} ms"
    report.say("  time of an answer, p50 and p99", figure)
    return done
