"""A scheduler with an API server, act by act."""

from __future__ import annotations

from random import Random

from scheduler_core.apiserver import ApiServer
from scheduler_core.objects.manifest import Manifest
from scheduler_core.scheduler import Scheduler
from scheduler_core.scheduler.configuration.configuration import DEFAULT_CONFIGURATION, Configuration
from tests.core.cluster import load, new_server, stored


class Stage:
    """An API server and a scheduler, nobody else; the clock stands where it is put."""

    def __init__(self, configuration: Configuration = DEFAULT_CONFIGURATION) -> None:
        self.api: ApiServer = new_server()
        self.scheduler = Scheduler(configuration)
        self.now_ms = 0

    def make(self, kind: str, manifest: Manifest) -> None:
        stored(load(self.api, kind, manifest, self.now_ms))
        self.deliver()

    def deliver(self) -> None:
        for event in self.api.drain_watch_events():
            self.scheduler.observe(event, self.now_ms)

    def play(self) -> list[str]:
        """Acts until nothing is left to do now; `kind message-id` of each."""
        messages: list[str] = []
        while (due := self.scheduler.next_ms(self.now_ms)) is not None and due <= self.now_ms:
            act = self.scheduler.act(self.api, self.now_ms, Random(1))
            self.deliver()
            if act is not None:
                messages.append(f"{act.kind} {act.message.id}")
        return messages

    def events(self, name: str) -> list[tuple[str, str]]:
        return [(event.reason, event.message) for event in self.api.events_about("Pod", f"default/{name}")]
