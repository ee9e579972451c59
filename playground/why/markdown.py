"""A card as Markdown, for an issue or a post-mortem."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from playground.inspector.advice_view import Advice
from playground.why.card import Card

_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|"})


def markdown(card: Card, link: str = "") -> str:
    """`link` is the address of the card; "" leaves it out."""
    return "\n\n".join(_parts(card, link)) + "\n"


def _parts(card: Card, link: str) -> Iterator[str]:
    yield f"# {marked(card.headline)}"
    yield f"`{card.key}`" + (f": {marked(card.facts)}" if card.facts else "")
    if link:
        yield f"[{marked(_('The answer in podium'))}]({link})"
    if card.message:
        yield f"```text\n{card.message}\n```"
    if card.reasons:
        yield f"## {_('Reasons')}"
        yield "\n".join(_reasons(card))
    yield from map(marked, card.notes)
    if card.nearest is not None:
        yield f"## {_('The nearest node')}: `{card.nearest.node}`"
        lacks = ("; ".join(filter(None, (lack.reason, *lack.sentences))) for lack in card.nearest.lacks)
        yield "\n".join(f"- {marked(lack)}" for lack in lacks)
        if card.nearest.more:
            yield marked(card.nearest.more)
    if card.changes or card.tried:
        yield f"## {_('The smallest change that was tried and works')}"
    for number, change in enumerate(card.changes or (), 1):
        yield _change(number, change)
    yield from map(marked, filter(None, (card.tried, *card.remarks)))
    if card.doubts or card.left_out:
        yield f"## {_('What the answer lacks to be sure')}"
    for doubt in card.doubts:
        yield marked(doubt.sentence) + (f"\n\n```sh\n{doubt.command}\n```" if doubt.command else "")
    if card.left_out:
        yield "\n".join(f"- `{field.path}` {marked(field.words)}" for field in card.left_out)


def _reasons(card: Card) -> Iterator[str]:
    for reason in card.reasons:
        count = f"**{reason.count}** " if reason.count else ""
        plugin = f" ({reason.plugin})" if reason.plugin else ""
        meaning = f": {marked(reason.meaning)}" if reason.meaning else ""
        yield f"- {count}{marked(reason.text)}{plugin}{meaning}"
    if card.more_reasons:
        yield f"- {card.more_reasons}"


def _change(number: int, change: Advice) -> str:
    words = ". ".join((*change.steps, change.outcome))
    lines = [f"{number}. {marked(words)}"]
    lines += [f"   {marked(text)}" for text in (change.price, change.note) if text]
    for line in change.lines:
        shown = "\n".join(filter(None, (line.command, line.manifests.rstrip())))
        lines += ["", "   ```sh", *(f"   {row}" for row in shown.splitlines()), "   ```"]
    return "\n".join(lines)


def marked(text: str) -> str:
    """The text with all Markdown and HTML escaped."""
    return text.replace("\n", " ").translate(_MARKS)
