"""Problems of an object that a client writes, worded as kube-apiserver words them.

Validation words numbers and quantities for people who read a file; these functions reword them for the REST
interface. Source: apimachinery api/validation, pkg/apis/core/validation, api/resource (v1.34).
"""

from __future__ import annotations

import re

from scheduler_core.objects.manifest import text
from scheduler_core.objects.problem import Problem

_LABELS = re.compile(r"((?:^|\.)(?:labels|matchLabels|nodeSelector))\[.*\]$")
_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
_TAINT = re.compile(r"^spec\.taints(?=\[)")
_OF_NODE = re.compile(r"^status\.(capacity|allocatable)\[(.+)\]$")
_AMOUNT = re.compile(r"^(?:.*\.)?(requests|limits|capacity|allocatable|hard)[.\[](.+?)\]?$")


def wording(problem: Problem) -> tuple[str, str]:
    """The path and the text of a problem, as kube-apiserver writes them. Those of a node's taints and amounts
    have paths of their own (`ValidateNode`).
    """
    path, words = _worded(problem)
    return _OF_NODE.sub(r"status.\1.\2", _TAINT.sub("metadata.taints", path)), words


def _worded(problem: Problem) -> tuple[str, str]:
    path, got = problem.path, text(problem.args.get("got"))
    match problem.code:
        case "negative":
            amount = _AMOUNT.search(path)
            if amount is None:
                return path, f"Invalid value: {got}: must be greater than or equal to 0"
            field = f"{path[: amount.start(2) - 1]}[{amount[2]}]" if path[-1] != "]" else path
            return field, f'Invalid value: "{got}": must be greater than or equal to 0'
        case "range" if "must be between" in problem.text:
            low, high = problem.args.get("low"), problem.args.get("high")
            return path, f"Invalid value: {got}: must be between {low} and {high}, inclusive"
        case "above_limit":
            above, _, name = path.rpartition(".")
            if path.endswith("]"):
                above, _, name = path[:-1].rpartition("[")
            words = f"must be less than or equal to {name} limit of {text(problem.args.get('limit'))}"
            return above, f'Invalid value: "{got}": {words}'
        case "percent":
            words = "a valid percent string must be a numeric string followed by an ending '%'"
            more = "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"
            return path, f"Invalid value: {got}: {words} {more}"
        case "label":
            return _LABELS.sub(r"\1", path), problem.text
        case _:
            return path, problem.text


def undecodable(problem: Problem) -> str:
    """The decoder's error for a value that is not of its type; "" for a problem of validation."""
    return _QUANTITY if problem.code == "quantity" else ""
