"""What a card says about one word of Kubernetes."""

from __future__ import annotations

from dataclasses import dataclass

DOCUMENTATION = "https://kubernetes.io/docs"


def gettext_noop(text: str) -> str:
    """Marks a text for extraction. Django's own needs settings, and tools read lessons without them."""
    return text


COMPONENT = gettext_noop("Component of the cluster")
PLUGIN = gettext_noop("Plugin of the scheduler")
POINT = gettext_noop("Extension point")
QUEUE = gettext_noop("Scheduling queue")
STATUS = gettext_noop("Status that a filter gives")
FIELD = gettext_noop("Field")
VALUE = gettext_noop("Value")
KIND = gettext_noop("Kind of object")
CONDITION = gettext_noop("Condition")
CONDITION_REASON = gettext_noop("Reason of a condition")
TAINT = gettext_noop("Taint")
EVENT = gettext_noop("Reason of an Event")
KINDS = (
    COMPONENT,
    PLUGIN,
    POINT,
    QUEUE,
    STATUS,
    FIELD,
    VALUE,
    KIND,
    CONDITION,
    CONDITION_REASON,
    TAINT,
    EVENT,
)
"""What a word can be, in the order in which lists show them."""


@dataclass(frozen=True, slots=True)
class CardWords:
    """`kind` is one of `KINDS`. `rule` is in English; "" where the texts of an Event say it.

    `page` is the path of upstream's page below `DOCUMENTATION`, or a whole address. `formula` is "" where no
    number is shown. `also` are other spellings of the word. `shows` are names that a scenario shows when it
    is an example (`gallery.searching.showing`), `plugin` is the plugin that reads the word, "" for none.
    """

    kind: str
    rule: str
    page: str
    formula: str = ""
    also: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    plugin: str = ""

    @property
    def address(self) -> str:
        return self.page if self.page.startswith("https:") else DOCUMENTATION + self.page
