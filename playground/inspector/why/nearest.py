"""The node that lacks least for a waiting pod: what refuses it there, and by how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground.texts import messages


@dataclass(frozen=True, slots=True)
class Lack:
    """A refusal of the node: its reason and plugin in Kubernetes' words, and sentences with figures."""

    reason: str
    plugin: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nearest:
    """`more` is a sentence about other nodes that lack the same; "" without any."""

    node: str
    lacks: tuple[Lack, ...]
    more: str


def nearest(value: Mapping[str, Any] | None) -> Nearest | None:
    """Made from the question `nearest`; None where no node is nearest: there is none, or one fits."""
    if value is None or not value["node"]:
        return None
    n = value["more"]
    others = ngettext("{n} other node lacks the same.", "{n} other nodes lack the same.", n) if n else ""
    return Nearest(value["node"], tuple(_lacks(value)), messages.fill(others, {"n": n}) if others else "")


def _lacks(value: Mapping[str, Any]) -> Iterator[Lack]:
    for obstacle in value["obstacles"]:
        sentences = [messages.say(detail) for detail in obstacle["details"]]
        if obstacle["plugin"] == "NodeResourcesFit":
            sentences += [messages.say(lack) for lack in value["lacks"]]
        yield Lack(", ".join(obstacle["reasons"]), obstacle["plugin"] or "", tuple(sentences))


def lines(near: Nearest) -> Iterator[str]:
    """As plain text, one line for the node and one for each refusal."""
    yield f"{_('The nearest node')}: {near.node}"
    for lack in near.lacks:
        yield f"  {'; '.join((lack.reason, *lack.sentences))}"
    if near.more:
        yield f"  {near.more}"
