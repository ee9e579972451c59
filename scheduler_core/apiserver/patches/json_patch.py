"""JSON Patch (RFC 6902), with the words of the library that kube-apiserver uses (evanphx/json-patch v4)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scheduler_core.objects.manifest import Json, Manifest, text

MOST_OPERATIONS = 10_000
MOST_COPIED = 3 * 1024 * 1024
"""The bytes that `copy` may add in one patch (JSONPatchMaxCopyBytes of k8s.io/apiserver, v0.34)."""
_INDEX = re.compile(r"([+-]?)0*([0-9]{1,9})")


class PatchError(ValueError):
    """A malformed patch, or one that does not fit the document. `applies` is False for a malformed patch,
    `too_large` True for a patch that makes the document too large. `code` is that of an answer which has
    these words alone.
    """

    def __init__(
        self, words: str, *, applies: bool = False, too_large: bool = False, code: int | None = None
    ) -> None:
        super().__init__(words)
        self.applies, self.too_large, self.code = applies, too_large, code


def json_patched(document: Json, patch: Json) -> Json:
    """The document after all operations of the patch."""
    if not isinstance(patch, (list, tuple)):
        raise PatchError("json: cannot unmarshal object into Go value of type jsonpatch.Patch")
    if len(patch) > MOST_OPERATIONS:
        raise PatchError(
            f"The allowed maximum operations in a JSON patch is {MOST_OPERATIONS}, got {len(patch)}",
            too_large=True,
        )
    copied = 0
    for operation in patch:
        if not isinstance(operation, Mapping):
            raise PatchError("json: cannot unmarshal a value into Go value of type jsonpatch.Operation")
        if operation.get("op") == "copy":
            copied += _size_of_source(document, operation, MOST_COPIED - copied)
            if copied > MOST_COPIED:
                raise PatchError(
                    "Unable to complete the copy, the accumulated size increase of copy is "
                    f"{copied}, exceeding the limit {MOST_COPIED}",
                    too_large=True,
                )
        document = _applied(document, operation)
    return document


def _size_of_source(document: Json, operation: Manifest, most: int) -> int:
    """The bytes of the value that a `copy` names, as JSON; 0 when the path leads nowhere. Counting stops
    above `most`, because parts of the value may stand in it many times.
    """
    source = text(operation.get("from"))
    size, rest = 0, list(_value_at(document, _steps(source, "copy")))
    while rest and size <= most:
        value = rest.pop()
        if isinstance(value, Mapping):
            size += 2 + sum(len(key) + 4 for key in value)
            rest.extend(value.values())
        elif isinstance(value, (list, tuple)):
            size += 2 + len(value)
            rest.extend(value)
        else:
            size += len(value.encode("utf-8", "surrogatepass")) + 2 if isinstance(value, str) else 4
    return size


def _applied(document: Json, operation: Manifest) -> Json:
    kind, path = text(operation.get("op")), operation.get("path")
    if not isinstance(path, str):
        raise PatchError(f"{kind} operation does not apply: missing path", applies=True)
    steps = _steps(path, kind)
    match kind:
        case "add":
            return _put(document, steps, operation.get("value"), kind, path, inserts=True)
        case "replace":
            _get(document, steps, kind, path, or_null=True)
            return _put(document, steps, operation.get("value"), kind, path, inserts=False)
        case "remove":
            _get(document, steps, kind, path)
            return _removed(document, steps)
        case "test":
            value = _get(document, steps, kind, path, or_null=True)
            if not _same(value, operation.get("value")):
                raise PatchError(f"testing value {path} failed", applies=True)
            return document
        case "move" | "copy":
            source = text(operation.get("from"))
            from_steps = _steps(source, kind)
            value = _get(document, from_steps, kind, source, or_null=kind == "copy")
            if kind == "move":
                if steps[: len(from_steps)] == from_steps and steps != from_steps:
                    raise PatchError(
                        f"move operation does not apply: {path} is inside of {source}", applies=True
                    )
                document = _removed(document, from_steps)
            return _put(document, steps, value, kind, path, inserts=True)
        case _:
            raise PatchError(f"Unexpected kind: {kind}", applies=True)


def _steps(path: str, kind: str) -> list[str]:
    if not path:
        return []
    if path[0] != "/":
        raise PatchError(
            f"{kind} operation does not apply: doc is missing path: {path}: missing value", applies=True
        )
    return [step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/")]


def _index(step: str, length: int) -> int | None:
    """The index that a step names in a list of `length` entries; None for any other step.

    The library reads it with strconv.Atoi and counts a negative one from the end
    (`SupportNegativeIndices`), so `01`, `+1` and `-1` are indexes, which RFC 6901 does not know.
    """
    match = _INDEX.fullmatch(step)
    if match is None:
        return None
    index = int(match[1] + match[2])
    index += length if index < 0 else 0
    return index if 0 <= index < length else None


def _value_at(document: Json, steps: Sequence[str]) -> tuple[Json, ...]:
    """The value at a path as a tuple of one; an empty tuple when the path leads nowhere."""
    for step in steps:
        if isinstance(document, Mapping) and step in document:
            document = document[step]
        elif isinstance(document, (list, tuple)) and (place := _index(step, len(document))) is not None:
            document = document[place]
        else:
            return ()
    return (document,)


def _get(document: Json, steps: Sequence[str], kind: str, path: str, *, or_null: bool = False) -> Json:
    """The value at a path, which must be there. With `or_null` the last key of a map may be missing, as in
    the library (`partialDoc.get`): its value is null.
    """
    values = _value_at(document, steps)
    if values:
        return values[0]
    if or_null and steps and any(isinstance(parent, Mapping) for parent in _value_at(document, steps[:-1])):
        return None
    raise _missing(kind, path)


def _missing(kind: str, path: str) -> PatchError:
    return PatchError(
        f"{kind} operation does not apply: doc is missing path: {path}: missing value", applies=True
    )


def _put(document: Json, steps: Sequence[str], value: Json, kind: str, path: str, *, inserts: bool) -> Json:
    """The document with the value at a path: inserted into a list with `inserts`, else put in place."""
    if not steps:
        return value
    head, rest = steps[0], steps[1:]
    if isinstance(document, Mapping):
        if rest and head not in document:
            raise _missing(kind, path)
        inner = _put(document[head], rest, value, kind, path, inserts=inserts) if rest else value
        return {**document, head: inner}
    if not isinstance(document, (list, tuple)):
        raise _missing(kind, path)
    entries = list(document)
    if not rest and inserts:
        place = len(entries) if head == "-" else _index(head, len(entries) + 1)
        if place is None:
            raise _missing(kind, path)
        return [*entries[:place], value, *entries[place:]]
    place = _index(head, len(entries))
    if place is None:
        raise _missing(kind, path)
    entries[place] = _put(entries[place], rest, value, kind, path, inserts=inserts)
    return entries


def _removed(document: Json, steps: Sequence[str]) -> Json:
    """The document without the value at a path that it has."""
    if not steps:
        return None
    head, rest = steps[0], steps[1:]
    if isinstance(document, Mapping):
        if rest:
            return {**document, head: _removed(document[head], rest)}
        return {key: value for key, value in document.items() if key != head}
    assert isinstance(document, (list, tuple))
    place = _index(head, len(document))
    assert place is not None
    if rest:
        return [*document[:place], _removed(document[place], rest), *document[place + 1 :]]
    return [*document[:place], *document[place + 1 :]]


def _same(left: Json, right: Json) -> bool:
    """Whether two values are the same JSON, as written (evanphx/json-patch v4, `lazyNode.equal`).

    Python alone takes 1, 1.0 and true for equal.
    """
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(_same(a, b) for a, b in zip(left, right, strict=True))
    return type(left) is type(right) and left == right
