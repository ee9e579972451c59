"""`kubectl describe`: the parts that all kinds share, and the table of kinds.

Source: k8s.io/kubectl/pkg/describe (v0.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.apiserver.storage.events import Event
from scheduler_core.kubectl.describe.tab_writer import Tabbed, human_duration
from scheduler_core.objects.selection.selectors import Toleration


def listing(out: Tabbed, title: str, lines: Sequence[str]) -> None:
    """`Title:  first` with the other lines below it; `<none>` when there are none."""
    out.line(0, f"{title}:\t{lines[0] if lines else '<none>'}")
    for line in lines[1:]:
        out.line(0, f"\t{line}")


def label_lines(labels: Mapping[str, str]) -> list[str]:
    return [f"{key}={labels[key]}" for key in sorted(labels)]


def annotation_lines(annotations: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    for key in sorted(annotations):
        value = annotations[key].rstrip("\n")
        if "\n" in value:
            lines.append(f"{key}:")
            lines += [f"  {part}" for part in value.split("\n")]
        else:
            lines.append(f"{key}: {value}")
    return lines


def toleration_line(toleration: Toleration) -> str:
    """`key=value:effect for 30s`, without empty parts. Source: `printTolerationsMultilineWithIndent`."""
    line = toleration.key
    if toleration.value:
        line += f"={toleration.value}"
    if toleration.effect:
        line += f":{toleration.effect}"
    if toleration.operator == "Exists" and not toleration.value:
        line += " op=Exists" if line else "op=Exists"
    if toleration.toleration_seconds is not None:
        line += f" for {toleration.toleration_seconds}s"
    return line


def describe_events(out: Tabbed, events: Sequence[Event], now_ms: int) -> None:
    """The table of events at the end, the oldest first."""
    if not events:
        out.line(0, "Events:\t<none>")
        return
    out.flush()
    out.line(0, "Events:")
    out.line(1, "Type\tReason\tAge\tFrom\tMessage")
    out.line(1, "----\t------\t----\t----\t-------")
    for event in sorted(events, key=lambda event: event.last_ms):
        first, last = human_duration(now_ms - event.first_ms), human_duration(now_ms - event.last_ms)
        age = f"{last} (x{event.count} over {first})" if event.count > 1 else first
        out.line(1, f"{event.type}\t{event.reason}\t{age}\t{event.component}\t{_one_line(event.message)}")


def _one_line(message: str) -> str:
    return message.strip().replace("\t", " ")
