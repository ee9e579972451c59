"""A card as a picture in the size in which other sites show a link."""

from __future__ import annotations

from django.utils.translation import gettext as _

from playground.pictures import answer, raster
from playground.pictures.answer import Answer, Bar
from playground.pictures.palette import Theme
from playground.why.card import Card

PNG_ZOOM = 2.0


def svg(card: Card, theme: Theme, *, embedded: bool = True) -> str:
    """Without `embedded` fonts the reader's machine needs them."""
    return answer.svg(_drawn(card), theme, embedded=embedded)


def png(card: Card, theme: Theme) -> bytes:
    """Raises `raster.BusyError` when too many pictures are being rendered."""
    return raster.drawn("png", [svg(card, theme, embedded=False)], zoom=PNG_ZOOM)


def _drawn(card: Card) -> Answer:
    sections = []
    if card.nearest is not None:
        lacks = ["; ".join(filter(None, (lack.reason, *lack.sentences))) for lack in card.nearest.lacks]
        sections.append((f"{_('The nearest node')}: {card.nearest.node}", tuple(lacks)))
    if card.change is not None:
        change = card.change
        lines = [". ".join((*change.steps, change.outcome)), change.price]
        lines += [line.command for line in change.lines]
        sections.append((_("The smallest change that was tried and works"), tuple(filter(None, lines))))
    elif card.tried:
        sections.append((_("The smallest change that was tried and works"), (card.tried,)))
    doubts = [" ".join(filter(None, (doubt.sentence, doubt.command))) for doubt in card.doubts]
    if doubts:
        sections.append((_("What the answer lacks to be sure"), tuple(doubts)))
    bars = [
        Bar(row.text, row.count, float(row.percent.rstrip("%")) / 100, row.meaning) for row in card.reasons
    ]
    about = " · ".join(filter(None, (card.namespace, card.facts)))
    return Answer(
        card.headline, card.tag.words if card.tag else "", about, tuple(bars), card.notes, tuple(sections)
    )
