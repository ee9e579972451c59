"""`kubectl describe`: the parts that all kinds share.

Source: k8s.io/kubectl/pkg/describe (v0.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from scheduler_core.apiserver.storage.events import Event
from scheduler_core.kubectl.describe.tab_writer import Tabbed, human_duration
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.meta import ObjectMeta
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity
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


def formatted_labels(labels: Mapping[str, str]) -> str:
    """`a=1,b=2`, or `<none>`. Source: apimachinery `labels.FormatLabels`."""
    return ",".join(label_lines(labels)) or "<none>"


def bracketed(names: Sequence[str]) -> str:
    """A list as Go prints it: `[a b]`."""
    return f"[{' '.join(names)}]"


def quantity_text(value: Json) -> str:
    """The canonical form of a stored quantity; `0` without one."""
    return str(parse_resource_list({"storage": value}).get("storage", Quantity(0)))


def status_line(meta: ObjectMeta, phase: str, now_at: int) -> str:
    """`Status:` with the phase, or since when the object is being deleted at `now_at`, in milliseconds
    since 1970."""
    if meta.deletion_at is None:
        return f"Status:\t{phase}"
    return f"Status:\tTerminating (lasts {human_duration(now_at - meta.deletion_at)})"


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


Events: TypeAlias = Sequence[Event] | None
"""The Events about an object; None where they are not shown."""


def describe_events(out: Tabbed, events: Events, now_ms: int) -> None:
    """The table of events at the end, the oldest first."""
    if events is None:
        return
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
