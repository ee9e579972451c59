"""What mails, chats and terminals put around the lines of a text: quote marks, list items with their
indentation, colours. Without it a manifest or a description stands at the margin again.

Lines keep their number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_COLOUR = re.compile(
    r"\x1b(?:\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]|\][^\x07\x1b]{0,400}(?:\x07|\x1b\\)|[()][0-9A-B])"
)
_STRAY_COLOUR = re.compile(r"\[(?:\d{1,3};){0,4}\d{0,3}m")
"""A colour of which the paste lost the escape character."""
_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?){1,9}")
_ITEM = re.compile(
    r"([ \t]*(?:\d{1,3}[.)]|[-*+\u2022\u2023\u2013])[ \t]+)(?=(?:Name:[ ]{2,}\S|\$[ \t]|kubectl[ \t]))"
)
_NUMBERED = re.compile(r"([ \t]*(?:\d{1,3}[.)]|[*+\u2022\u2023])[ \t]+)(?=(?:apiVersion|kind):[ ])")
_INDENTED = re.compile(r"([ \t]{1,40})(?:Name:[ ]{2,}\S+\s*\Z|\$[ \t]+\S|```|~~~)")
_TITLE = re.compile(r"[A-Z][\w /.-]{0,60}:(?:\s|\Z)")
_TAG = re.compile(r"</?[a-z]{1,12}(?:[ >])")
_OMISSION = re.compile(
    r"[ \t]*(?:#[ \t]*)?(?:[.…]{3,}|…"
    r"|[\[(<{]\s?(?:[.…]+|snip(?:ped)?|cut|omitted|truncated|trimmed)\s?[\])>}]"
    r"|[-=~\u2702 ]{2,}(?:snip|cut|\u2702)[-=~\u2702 ]{0,40})[ \t]*\Z",
    re.IGNORECASE,
)
_YAML = re.compile(
    r"(?:[-\w./$\"']{1,120}:(?:[ \t]|\Z)|-(?:[ \t]|--|\Z)|\.\.\.\Z|[{}\[\]#&*!|>%?]|\"[^\"]{1,120}\"[ \t]*:)"
)
LEAST_QUOTED = 3
"""Fewer lines with a quote mark are no mail: a shell writes the mark before a line that goes on."""
WORDS_OF_A_SENTENCE, WORDS_IN_A_PASTE = 4, 2
"""A line of so many words at the margin is a sentence: in any text, and in one with other signs of a
paste."""
_LONGEST = 400


def at_the_margin(lines: Sequence[str]) -> list[str]:
    """The lines without colours, quote marks and the indentation of list items."""
    plain = [_without_colours(line) for line in lines]
    return list(_without_indentation(_without_quotes(plain)))


def is_omission(line: str) -> bool:
    """Whether a line stands for others that were left out: `…`, `[...]`, `<snip>`."""
    return line != "..." and _OMISSION.match(line[:_LONGEST]) is not None


def is_prose(line: str, least_words: int) -> bool:
    """Whether a line at the margin is part of no YAML or JSON, but a sentence. A line with fewer words may be
    a key whose colon is missing."""
    head = line[:_LONGEST]
    if head.startswith("<"):
        return _TAG.match(head) is not None
    return not head[:1].isspace() and len(head.split()) >= least_words and _YAML.match(head) is None


def _without_colours(line: str) -> str:
    if "\x1b" in line:
        return _COLOUR.sub("", line)
    return _STRAY_COLOUR.sub("", line) if "[0m" in line else line


def _without_quotes(lines: Sequence[str]) -> list[str]:
    """The quoted lines of a mail without their marks."""
    marks = [_QUOTE.match(line[:_LONGEST]) for line in lines]
    if sum(mark is not None for mark in marks) < LEAST_QUOTED:
        return list(lines)
    return [line if mark is None else line[mark.end() :] for line, mark in zip(lines, marks, strict=True)]


def _without_indentation(lines: Sequence[str]) -> Iterator[str]:
    """Descriptions, fences and prompts of a list item at the margin, with what belongs to them below. A
    description at the margin has names in it as well, which stay where they are."""
    margin, described = 0, False
    for whole in lines:
        line = whole[:_LONGEST]
        item = _ITEM.match(line) or _NUMBERED.match(line)
        if item is not None:
            margin, described = len(item[1]), False
            yield whole[margin:]
            continue
        indentation = len(line) - len(line.lstrip())
        if line.strip() and indentation < margin:
            margin = 0
        if not margin and not described and (indented := _INDENTED.match(line)) is not None:
            margin = len(indented[1])
        if line.strip() and not indentation:
            described = line.startswith("Name:  ") or (
                described and (_TITLE.match(line) is not None or is_omission(line))
            )
        yield whole[margin:] if margin else whole
