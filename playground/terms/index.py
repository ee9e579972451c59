"""All words that have a card, by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.utils.translation import gettext as _

import scheduler_core as core
from playground.terms.card import CardWords
from playground.terms.components import COMPONENTS
from playground.terms.conditions import CONDITIONS
from playground.terms.events import EVENTS
from playground.terms.fields import FIELDS
from playground.terms.kinds import KINDS
from playground.terms.lifecycle import LIFECYCLE
from playground.terms.meanings import MEANINGS
from playground.terms.plugins import PLUGINS, POINTS
from playground.terms.queue import QUEUES
from playground.terms.resources import RESOURCES
from playground.terms.spread import SPREAD
from playground.terms.storage import STORAGE
from playground.terms.taints import TAINTS
from playground.terms.workloads import WORKLOADS

CARDS: Mapping[str, CardWords] = {
    **COMPONENTS,
    **PLUGINS,
    **POINTS,
    **QUEUES,
    **FIELDS,
    **SPREAD,
    **RESOURCES,
    **LIFECYCLE,
    **WORKLOADS,
    **STORAGE,
    **KINDS,
    **CONDITIONS,
    **TAINTS,
    **EVENTS,
}
NAMES: Mapping[str, str] = {
    **{spelling: name for name, words in CARDS.items() for spelling in words.also},
    **{name: name for name in CARDS},
}
"""From each spelling to the name of its card."""


@cache
def texts_of(reason: str) -> tuple[core.KnownText, ...]:
    """What an Event of this reason can say."""
    return tuple(text for text in core.known_texts() if text.event == reason)


def rule_of(name: str) -> str:
    """The rule of a card in the active language; of an Event's reason with one text what this text means."""
    rule = CARDS[name].rule
    return _(rule or MEANINGS[texts_of(name)[0].template])
