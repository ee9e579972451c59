"""Completions for the end of a line: verbs, kinds, names, flags and their values."""

from __future__ import annotations

from collections.abc import Iterable

from playground.console.api import Api
from playground.console.execution import FILTERS
from playground.console.line import Flag
from playground.console.output import LineError
from playground.console.table import HIDDEN, VERBS, Verb

MOST = 200


def complete(api: Api, line: str) -> dict[str, object]:
    """`start` is the index of the completed word, `words` are the completions."""
    start = max(line.rfind(" "), line.rfind("|")) + 1
    before, part = line[:start], line[start:]
    try:
        candidates = _candidates(api, before, part)
    except LineError:
        candidates = []
    comma = part.rfind(",") + 1 if "=" not in part and "/" not in part else 0
    if comma:
        candidates = [part[:comma] + word for word in candidates]
    fitting = sorted({word for word in candidates if word.startswith(part)})
    return {"start": start, "words": fitting[:MOST]}


def _candidates(api: Api, before: str, part: str) -> Iterable[str]:
    if "|" in before:
        return FILTERS if before.rstrip().endswith("|") else ()
    words = before.split()
    if words and words[0] in ("kubectl", "k"):
        words = words[1:]
    verb = next((VERBS[word] for word in words if word in VERBS), None)
    if verb is None:
        return [*VERBS, "help", "use", "clear"] + ([] if words or before.strip() else ["kubectl"])
    behind = words[words.index(verb.name) + 1 :]
    last = behind[-1] if behind else ""
    namespace = _namespace(words)
    flag = _flag(verb, last)
    if flag is not None and flag.takes_value:
        return _values(api, flag)
    if part.startswith("-"):
        return _flags(api, verb, part)
    return _words(api, verb, _plain(verb, behind), part, namespace or api.namespace)


def _flag(verb: Verb, word: str) -> Flag | None:
    if word.startswith("--"):
        return verb.by_name.get(word[2:])
    return next((flag for flag in verb.by_name.values() if flag.short and word == f"-{flag.short}"), None)


def _values(api: Api, flag: Flag) -> Iterable[str]:
    return _names(api, "namespaces", "") if flag.values == "namespaces" else flag.values


def _flags(api: Api, verb: Verb, part: str) -> Iterable[str]:
    name, equals, _ = part.partition("=")
    flag = _flag(verb, name)
    if equals and flag is not None:
        return [f"{name}={value}" for value in _values(api, flag)]
    return [
        f"--{flag.name}{'=' if flag.takes_value else ''}"
        for flag in verb.by_name.values()
        if flag.name not in HIDDEN
    ]


def _namespace(words: list[str]) -> str:
    for at, word in enumerate(words):
        if word in ("-n", "--namespace") and at + 1 < len(words):
            return words[at + 1]
        if word.startswith("--namespace="):
            return word.partition("=")[2]
    return ""


def _plain(verb: Verb, words: list[str]) -> list[str]:
    """The words that are neither flags nor their values."""
    positional: list[str] = []
    skip = False
    for word in words:
        flag = _flag(verb, word)
        if not skip and not word.startswith("-"):
            positional.append(word)
        skip = flag is not None and flag.takes_value
    return positional


def _words(api: Api, verb: Verb, plain: list[str], part: str, namespace: str) -> Iterable[str]:
    if verb.words and not plain:
        return verb.words
    if verb.words:
        plain = plain[1:]
    if verb.takes == "node":
        return _names(api, "nodes", "")
    if verb.takes in ("pod", "kind") or verb.name in ("set",):
        if "/" in part:
            kind = part.partition("/")[0]
            return [f"{kind}/{name}" for name in _names(api, kind, namespace)]
        if verb.takes == "pod":
            return [f"pod/{name}" for name in _names(api, "pods", namespace)]
        if plain and "/" not in plain[0]:
            return _names(api, plain[0].partition(",")[0], namespace)
        return ["all", *(row.plural for row in api.kinds() if "list" in row.verbs), *_singular(api)]
    return ()


def _singular(api: Api) -> list[str]:
    return [
        f"{kind.kind.lower()}/" for kind in api.kinds() if "all" in kind.categories or kind.kind == "Node"
    ]


def _names(api: Api, kind: str, namespace: str) -> list[str]:
    row = api.kind_named(kind)
    code, answer = api.call("GET", row.path(namespace if row.namespaced else ""), query={"limit": str(MOST)})
    return [item["metadata"]["name"] for item in answer["items"]] if code == 200 else []
