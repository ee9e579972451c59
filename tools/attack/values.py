"""Values that no program expects, and good values with something changed. All chance is from one seed."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31 - 1, 2**31, 2**53, 2**63, 10**30, -(10**30)),
    *(0.5, -0.0, 1e-300, 1e308, 5e-324),
    *("", " ", "\0", "a\0b", "\ud800", "\udfff\ud800", "٣", "١٢", "\u202e", "\ufeff", "\n", "\t", "\r\n"),
    *("-", ".", "..", "/", "//", "default/", "/p", "default/p/q", "a/b/c", "%00", "%", "%s", "{first}"),
    *("<script>alert(1)</script>", "'\"><img src=x>", "__proto__", "constructor", "toString", "None", "null"),
    *("0", "-1", "1e9", "1e400", "NaN", "Infinity", "1Ki", "1e3Ki", "-1m", "0.0000001", "9" * 400, "١m"),
    *("n1", "node/n1", "kubelet/n1", "api-server", "scheduler", "default/p", "Pod", "Node", "Deployment"),
    *("x" * 64, "x" * 254, "x" * 1000, "é" * 300, "a" * 63 + ".example.com/" + "b" * 63),
    *([], {}, [[]], [None], {"": None}, {"a": {}}, [{}], [1, "1", 1.0, True], {"kind": "Pod"}),
    *({"matchLabels": {"a": "b"}}, {"__proto__": {"x": 1}}, [["a"] * 20] * 20, {"\0": "\0"}),
)

DEEP = "nested: "
"""Begins a text that stands for a value of so many brackets."""
_DEEP = re.compile(DEEP.join(('"', r'([\[{])(\d+)"')))

Path = tuple[str | int, ...]


def odd(chance: random.Random) -> Any:
    if chance.random() < 0.03:
        return f"{DEEP}{chance.choice('[{')}{chance.choice((5, 50, 200, 900, 980, 3000))}"
    return copy.deepcopy(chance.choice(ODD))


def written(value: Any, **options: Any) -> str:
    """JSON text of a value, also where it is nested more deeply than Python writes."""

    def deep(match: re.Match[str]) -> str:
        times = int(match[2])
        return "[" * times + "]" * times if match[1] == "[" else '{"a":' * times + "1" + "}" * times

    return _DEEP.sub(deep, json.dumps(value, **options))


def places(value: Any, at: Path = ()) -> Iterator[Path]:
    """The paths of all values within a value, and of itself."""
    yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in inside:
        yield from places(entry, (*at, key))


def _holder(value: Any, at: Path) -> Any:
    for key in at[:-1]:
        value = value[key]
    return value


def changed(chance: random.Random, value: Any, times: int = 1) -> Any:
    """A copy with changes at `times` places: another value, none, more of the same, another field's name."""
    made = copy.deepcopy(value)
    for _ in range(times):
        at = chance.choice(list(places(made)))
        if not at:
            if chance.random() < 0.05:
                return odd(chance)
            continue
        holder, key = _holder(made, at), at[-1]
        match chance.randrange(6):
            case 0 | 1:
                holder[key] = odd(chance)
            case 2:
                del holder[key]
            case 3 if isinstance(holder, dict):
                holder[str(odd(chance))[:300]] = copy.deepcopy(holder[key])
            case 3:
                holder.extend([copy.deepcopy(holder[key])] * chance.choice((1, 2, 30)))
            case 4 if isinstance(holder, dict):
                holder[f"{key}{chance.choice(('x', ' ', chr(0), 'S'))}"] = holder.pop(key)
            case _:
                other = chance.choice(list(places(made)))
                moved = made
                for entry in other:
                    moved = moved[entry]
                holder[key] = copy.deepcopy(moved) if len(str(moved)) < 3000 else None
    return made
