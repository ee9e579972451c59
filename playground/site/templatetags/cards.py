"""Filters that link Kubernetes words to their cards."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from playground.texts.terms import links

register = template.Library()


@register.filter
def card(word: object) -> SafeString:
    """A word with the link to its card; a word without a card stays plain text."""
    return links.link(str(word))


@register.filter
def cards(text: object) -> SafeString:
    """A sentence with links to the cards of its words, the first occurrence of each."""
    return links.linked(str(text))


@register.filter
def every_card(text: object) -> SafeString:
    """A text of Kubernetes with such links, also from words such as Ready."""
    return links.linked(str(text), every=True)
