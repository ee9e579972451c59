"""Where more pods would fit: the answer of the question `room` with the links and texts of its page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playground.texts import messages


def of_pod(value: Mapping[str, Any], url: Callable[[str], str]) -> dict[str, Any]:
    """`value` with the address of each node, and `count` as text; `url` makes the address from a name."""
    count = str(value["fits"])
    return {
        **value,
        "count": messages.say({"id": "condition.at_least", "args": {"n": count}})
        if value["stopped"]
        else count,
        "nodes": [{**node, "url": url(node["name"])} for node in value["nodes"]],
        "others": value["nodeCount"] - len(value["nodes"]),
        "resources": [
            {**resource, "refused_from": resource["shares"]["usable"] + resource["shares"]["remainders"]}
            for resource in value["resources"]
        ],
    }
