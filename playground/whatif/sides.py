"""What can stand beside a run: another run, or the same one with one value changed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext

import scheduler_core as core
from playground.runs import questions
from playground.runs.http.requests import run_or_404
from playground.runs.services import Standing
from playground.texts import releases
from playground.whatif.chips import line_of
from playground.whatif.views import document_of

CHIPS = "chips"
"""What stands before the chips of a side, in an address."""
MOST = 2
"""How many runs may stand beside a run."""
_ADDRESS = re.compile(r"/r/([A-Za-z0-9_-]{1,64})")
_NAMES = {
    "grace": "terminationGracePeriodSeconds {value}",
    "maxSkew": "maxSkew {value}",
    "replicas": "replicas {value}",
    "scoring": "scoringStrategy {value}",
}
"""Names of Kubernetes fields, which are the same in all languages."""


@dataclass(frozen=True, slots=True)
class Side:
    """`address` is its name in an address: a run's name, or `seed:17`. `run` is None for a variant."""

    address: str
    run: Standing | None
    what: str = ""
    value: str = ""

    @property
    def label(self) -> str:
        if self.run is not None:
            return title_of(self.run)
        if self.what == CHIPS:
            return _label(self.value)
        if self.what == "seed":
            return gettext("seed %(value)s") % {"value": self.value}
        if self.what == "nodes":
            return gettext("number of nodes: %(value)s") % {"value": self.value}
        if self.what == core.VERSION:
            version, _, gates = self.value.partition(",")
            named = f"Kubernetes {version if version == 'proposal' else 'v' + version}"
            return f"{named} · {gates.replace(',', ', ')}" if gates else named
        return _NAMES[self.what].format(value=self.value)


def _label(link: str) -> str:
    """The first change of a side, and the number of the others."""
    chips = core.read_chips(link)
    counted = () if isinstance(chips, core.Problem) else [chip for chip in chips if not chip.off]
    if not counted:
        return gettext("with changes")
    more = len(counted) - 1
    return line_of(counted[0]) + (f" (+{more})" if more else "")


def title_of(standing: Standing) -> str:
    return gettext(standing.title) if standing.title else gettext("Your cluster")


def side_of(name: str) -> Side:
    """The side that a text names: a run, the address of a run, or `what:value`. Raises Http404."""
    what, colon, value = name.partition(":")
    if what == CHIPS and colon and value:
        return Side(name, None, what, value)
    longest = releases.GATES_CHARACTERS if what == core.VERSION else 20
    if colon and what in core.VARIANTS and len(value) <= longest:
        return Side(name, None, what, value)
    match = _ADDRESS.search(name[:2_000])
    standing = run_or_404(match[1] if match else name[:64])
    return Side(standing.run, standing)


def sides_of(names: list[str]) -> list[Side]:
    """The sides that an address names, without duplicates and at most MOST. Raises Http404."""
    sides = (side_of(text.strip()) for text in names if text.strip())
    return list({side.address: side for side in sides}.values())[:MOST]


def text_of(standing: Standing, side: Side) -> str:
    """The document of a side; "" when it is too long. Raises Http404 when the run has no such value."""
    if side.run is not None:
        return document_of(side.run)
    answer = questions.value(standing, "varied", 0, what=side.what, value=side.value)
    if answer is None:
        raise Http404("variant")
    text: str = answer["text"]
    return text


def offered(standing: Standing) -> list[Side]:
    """Variants of a run that are worth a look: scoring strategies, a seed."""
    values = [
        *(("scoring", strategy) for strategy in core.STRATEGIES),
        ("seed", str(standing.seed + 1)),
    ]
    return [Side(f"{what}:{value}", None, what, value) for what, value in values]
