"""Writes the table of Kubernetes' fields from the official Python client: `python -m tools.kube_fields`.

Only names and types are taken, of the types that the table of kinds reaches.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from kubernetes.client import models

from scheduler_core.rest.resources import RESOURCES

FOLDER = Path(__file__).resolve().parent.parent / "scheduler_core/rest/schema"
WIDTH = 108
_PLAIN = {"str": "s", "int": "i", "float": "n", "bool": "b", "datetime": "t", "object": "o"}
_HEAD = '''"""Types of Kubernetes' API with their fields: made by tools/kube_fields.py, read by fields.py."""

TYPES = """
'''
OTHERS = ("V1Binding", "V1Scale", "V1DeleteOptions", "V1Eviction")


def model(name: str) -> Any:
    for prefix in ("", "Core", "Resource"):
        found = getattr(models, prefix + name, None)
        if found is not None:
            return found
    raise LookupError(name)


def shape(said: str) -> str:
    if found := re.fullmatch(r"[lL]ist\[(.*)\]", said):
        return f"[{shape(found[1])}]"
    if found := re.fullmatch(r"[dD]ict[(\[]str, (.*)[)\]]", said):
        return "{" + shape(found[1]) + "}"
    return _PLAIN.get(said) or short(said)


def short(name: str) -> str:
    return re.sub(r"^(Core|Resource|Events|Discovery)?V1(?=[A-Z])", "", name)


def main() -> None:
    roots = [f"V1{row.kind}" for row in RESOURCES if row.modelled]
    todo, types = [*roots, *OTHERS], {}
    todo[todo.index("V1ResourceClaim")] = "ResourceV1ResourceClaim"
    while todo:
        name = todo.pop()
        if short(name) in types:
            continue
        found = model(name)
        types[short(name)] = " ".join(
            f"{found.attribute_map[key]}:{shape(said)}" for key, said in found.openapi_types.items()
        )
        inner = (
            re.sub(r"[lL]ist\[|[dD]ict[(\[]str, |[\])]", "", said) for said in found.openapi_types.values()
        )
        todo += [each for each in inner if each not in _PLAIN]
    names = sorted(types)
    middle = len(names) // 2
    for file, part in (("types_first.py", names[:middle]), ("types_last.py", names[middle:])):
        lines = [line for name in part for line in wrapped(f"{name} {types[name]}")]
        (FOLDER / file).write_text(_HEAD + "\n".join(lines) + '\n"""\n', encoding="utf-8")


def wrapped(line: str) -> list[str]:
    """The line in pieces; those after the first begin with a blank."""
    pieces = [""]
    for word in line.split(" "):
        if pieces[-1] and len(pieces[-1]) + len(word) >= WIDTH:
            pieces.append("")
        pieces[-1] += f" {word}" if pieces[-1] or len(pieces) > 1 else word
    return pieces


if __name__ == "__main__":
    main()
