"""The Why of a pod as plain text: the values of the page, one line for each fact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from playground.inspector import advice_view
from playground.inspector.why import nearest as nearest_view
from playground.inspector.why import scores, view
from playground.inspector.why.nodes import NodeRow
from playground.texts import messages

INDENT = "  "


def lines(
    key: str,
    value: Mapping[str, Any],
    advice: Sequence[Mapping[str, Any]],
    near: Mapping[str, Any] | None = None,
) -> Iterator[str]:
    """`value` comes from the question `why`, `advice` from `advice`, `near` from `nearest`; None leaves the
    nearest node out."""
    why = view.of_pod(key, value)
    tag = why.decided.heading.tag if why.decided else None
    yield ": ".join(part for part in (why.name, tag.words if tag else "") if part)
    yield from _indented(why.facts, why.waits, *why.end, why.untried, why.added)
    if why.decided is not None:
        yield from _of_decision(why.decided)
    nearest = nearest_view.nearest(near)
    if nearest is not None and why.decided is not None and why.decided.groups:
        yield from (f"{INDENT}{line}" for line in nearest_view.lines(nearest))
    yield from _indented(*why.hints, why.recorded, why.doubt)
    for left_out in why.left_out:
        yield f"{INDENT}{_('Not modelled here')}: {left_out.path} {left_out.words}"
    yield from _of_advice(advice_view.advices(advice, why.name))


def _of_advice(advice: Sequence[advice_view.Advice]) -> Iterator[str]:
    changes = [change for change in advice if change.helps]
    if changes:
        yield ""
        yield f"{_('What would make it fit')}:"
    for number, change in enumerate(changes, 1):
        yield f"{number:>3}. {'. '.join((*change.steps, change.outcome))}"
        yield from (f"{INDENT * 3}{text}" for text in (change.price, change.note) if text)
        for line in change.lines:
            yield f"{INDENT * 3}{line.command}"
            yield from (f"{INDENT * 4}{text}" for text in line.manifests.splitlines())
    for remark in advice:
        if not remark.helps:
            yield from _indented(*remark.steps)


def _of_decision(decided: view.Decided) -> Iterator[str]:
    yield from _indented(decided.message, decided.prefilter, decided.only)
    for group in decided.groups:
        yield f"{INDENT}{group.count:>6}  {group.reason} ({group.plugin}): {group.nodes}"
    width = max((len(row.node) for row in decided.rows), default=0)
    for row in decided.rows:
        yield f"{INDENT}{row.node:<{width}}  {_of_node(row)}".rstrip()
    if decided.scores is not None:
        yield from _of_scores(decided.value)
    if decided.preemption is not None:
        yield from _of_preemption(decided)


def _of_node(row: NodeRow) -> str:
    sentence = _("fits") if row.fits else row.reasons or (row.shared.reasons if row.shared else "")
    plugin = row.plugin or (row.shared.plugin if row.shared else "")
    skews = [
        f"{skew.prefix}{skew.name} {skew.sum}" if skew.sum else skew.no_key for skew in row.missing.skews
    ]
    parts = [*row.missing.resources, *skews, *row.missing.notes, *row.nominated]
    how = f" ({plugin})" if plugin and not row.fits else ""
    return "; ".join([f"{sentence}{how}", *(() if row.fits else parts)])


def _of_scores(decision: Mapping[str, Any]) -> Iterator[str]:
    names = scores.ranked(decision)
    width = max((len(name) for name in names), default=0)
    for node in names:
        parts = [f"{plugin} {row[2]}" for plugin, row in decision["scores"][node].items()]
        yield f"{INDENT}{node:<{width}} {decision['totals'][node]:>6} = {' + '.join(parts)}"


def _of_preemption(decided: view.Decided) -> Iterator[str]:
    preemption = decided.preemption
    if preemption is None:
        return
    yield from _indented(preemption.title, preemption.reason, preemption.only)
    for candidate in preemption.candidates:
        pods = messages.listed(
            messages.fill(_("{pod} (priority {value})"), {"pod": pod.name, "value": pod.priority})
            for pod in candidate.victims.pods
        )
        mark = "*" if candidate.chosen else " "
        end = f"; {candidate.out_at}" if candidate.out_at else ""
        yield f"{INDENT}{mark} {candidate.node}: {pods}{end}"


def _indented(*texts: str) -> Iterator[str]:
    yield from (f"{INDENT}{text}" for text in texts if text)
