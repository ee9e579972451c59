"""Whole numbers in texts from outside: parameters of requests, names that end in a number, revisions."""

from __future__ import annotations

MOST_DIGITS = 19
"""Those of the largest int64."""


def whole_number(text: str) -> int | None:
    """The number that ASCII digits stand for, with or without a minus sign; None for any other
    text. Python's `int` reads digits of all scripts, `str.isdigit` takes `²`, and 5 000 digits are an error.
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > MOST_DIGITS:
        return None
    return int(text)
