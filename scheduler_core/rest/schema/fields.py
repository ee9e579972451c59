"""Whether a document keeps to the fields of Kubernetes' types (`objects/fields`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.objects.fields.table import TYPES
from scheduler_core.objects.manifest import Json

_SCALARS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "s": ((str, int, float), "string"),
    "q": ((str, int, float), "string"),
    "y": ((str, int, float), "string"),
    "t": ((str,), "Time"),
    "i": ((int,), "int32"),
    "n": ((int, float), "float64"),
    "b": ((bool,), "bool"),
}
_TEXTS = frozenset(
    (
        "annotations",
        "args",
        "command",
        "data",
        "image",
        "labels",
        "matchLabels",
        "name",
        "namespace",
        "nodeSelector",
    )
)
_TEXTS_OF = frozenset((("EnvVar", "value"), ("Toleration", "value"), ("Taint", "value")))
_GO_TYPES: Sequence[tuple[type, str]] = (
    (bool, "bool"),
    (str, "string"),
    (int, "number"),
    (float, "number"),
    (dict, "object"),
    (list, "array"),
)


def unknown_fields(kind: str, document: Json) -> list[str]:
    """The paths of the document's fields that its type lacks, as strict decoding names them."""
    return [path for path, wrong in _walk(kind, document, "", _Above(kind)) if not wrong]


def wrong_type(kind: str, document: Json) -> str:
    """The decoder's error for the first value of a wrong type; "" when there is none."""
    return next((wrong for _, wrong in _walk(kind, document, "", _Above(kind)) if wrong), "")


@dataclass(frozen=True, slots=True)
class _Above:
    """The Go struct that contains a value, and the path of its field without list indexes."""

    struct: str
    field: str = ""

    def below(self, struct: str, name: str) -> _Above:
        return _Above(struct, f"{self.field}.{name}" if self.field else name)


def _walk(shape: str, value: Json, path: str, above: _Above) -> Iterator[tuple[str, str]]:
    """Path and error of every value that does not fit its type; the error of an unknown field is ""."""
    if value is None or shape in "ox":
        return
    if shape in _SCALARS:
        fits, name = _SCALARS[shape]
        number = shape == "s" and not isinstance(value, str) and _only_text(above)
        if not isinstance(value, fits) or (isinstance(value, bool) and shape != "b") or number:
            yield path, _cannot(value, above, name)
        return
    if shape[0] == "[":
        if not isinstance(value, (list, tuple)):
            yield path, _cannot(value, above, f"[]{_go_name(shape[1:-1])}")
            return
        for place, entry in enumerate(value):
            yield from _walk(shape[1:-1], entry, f"{path}[{place}]", above)
        return
    if not isinstance(value, Mapping):
        yield path, _cannot(value, above, _go_name(shape))
        return
    if shape[0] == "{":
        for key, entry in value.items():
            yield from _walk(shape[1:-1], entry, f"{path}.{key}" if path else str(key), above)
        return
    fields = TYPES[shape]
    for key, entry in value.items():
        inner = f"{path}.{key}" if path else str(key)
        row = fields.get(key)
        if row is not None and not row.old:
            yield from _walk(row.shape, entry, inner, above.below(shape, str(key)))
        else:
            yield inner, ""


def _go_name(shape: str) -> str:
    if shape in _SCALARS:
        return _SCALARS[shape][1]
    return f"map[string]{_go_name(shape[1:-1])}" if shape[0] == "{" else f"v1.{shape.strip('[]')}"


def _only_text(above: _Above) -> bool:
    """Whether the decoder accepts strings only. A quantity or a port (IntOrString) may also be a number."""
    last = above.field.rpartition(".")[2]
    return last in _TEXTS or (above.struct, last) in _TEXTS_OF


def _cannot(value: Json, above: _Above, go_type: str) -> str:
    got = next((name for python_type, name in _GO_TYPES if isinstance(value, python_type)), "null")
    return f"json: cannot unmarshal {got} into Go struct field {above.struct}.{above.field} of type {go_type}"
