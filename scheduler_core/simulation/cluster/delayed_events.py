"""What was sent and has not arrived: watch events on slow ways, in the order in which they were sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.manifest import Json


@dataclass(frozen=True, slots=True)
class Letter:
    """`stream`: letters of one stream never overtake each other."""

    due_ms: int
    stream: str
    event: WatchEvent


@dataclass(slots=True)
class Mail:
    """Letters by the name of the actor they are for. `copy` shares them: a tuple is replaced, not changed."""

    boxes: dict[str, tuple[Letter, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.boxes)

    def send(self, name: str, event: WatchEvent, due_ms: int, stream: str = "") -> None:
        """Not before what is under way in the same stream already."""
        waiting = self.boxes.get(name, ())
        last = max((letter.due_ms for letter in waiting if letter.stream == stream), default=due_ms)
        self.boxes[name] = (*waiting, Letter(max(due_ms, last), stream, event))

    def waits_for(self, name: str, stream: str = "") -> bool:
        """Whether anything of the stream is under way to `name`."""
        return any(letter.stream == stream for letter in self.boxes.get(name, ()))

    def drop(self, name: str) -> None:
        """What was under way to `name` is lost."""
        self.boxes.pop(name, None)

    def open(self, name: str) -> list[WatchEvent]:
        """All that is under way to `name`, whenever it would arrive."""
        return [letter.event for letter in self.boxes.pop(name, ())]

    def next_ms(self) -> int | None:
        if not self.boxes:
            return None
        return min(letter.due_ms for letters in self.boxes.values() for letter in letters)

    def take(self, now_ms: int) -> list[tuple[str, WatchEvent]]:
        """What has arrived by `now_ms`, and for whom: by actor, each in the order of sending."""
        arrived: list[tuple[str, WatchEvent]] = []
        for name, letters in list(self.boxes.items()):
            due = [letter for letter in letters if letter.due_ms <= now_ms]
            if not due:
                continue
            arrived += [(name, letter.event) for letter in due]
            self._keep(name, (letter for letter in letters if letter.due_ms > now_ms))
        return arrived

    def _keep(self, name: str, letters: Iterable[Letter]) -> None:
        kept = tuple(letters)
        if kept:
            self.boxes[name] = kept
        else:
            del self.boxes[name]

    def copy(self) -> Mail:
        return Mail(dict(self.boxes))

    def fingerprint(self) -> Json:
        return {name: [_spelled(letter) for letter in letters] for name, letters in self.boxes.items()}


def _spelled(letter: Letter) -> Json:
    event = letter.event
    value = event.old if event.new is None else event.new
    version = "" if value is None else value.meta.resource_version
    return [letter.due_ms, letter.stream, event.type.value, event.kind, event.key, version]
