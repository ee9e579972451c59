"""Removes what is never stored, shown or logged. Of an object of a kind of the model the fields remain that
decide or are shown (`kept`); elsewhere the data of Secrets and ConfigMaps go, the values of environment
variables wherever they stand, and the annotation in which kubectl keeps a copy of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.documents.kept.kinds import POLICIES
from scheduler_core.apiserver.documents.kept.policy import Keeper, Memory
from scheduler_core.apiserver.documents.listed import with_kind
from scheduler_core.objects.manifest import Json, Manifest, is_map, mapping, text

LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_DATA = {
    "Secret": ("dropped.secret_data", ("data", "stringData")),
    "ConfigMap": ("dropped.config_data", ("data", "binaryData")),
}
_LAST_APPLIED_PATH = f"[{LAST_APPLIED}]"
_MANAGED_FIELDS = "metadata.managedFields"
_MAX_DEPTH = 60
_PLAIN = frozenset((str, int, float, bool, type(None)))


@dataclass(frozen=True, slots=True)
class Dropped:
    """One place from which data was removed. `code` is that of the report, `path` starts at the document,
    `names` are the removed keys (never values), and `owner` is the path of the object around it, "" for the
    document itself.
    """

    code: str
    path: str
    names: tuple[str, ...]
    owner: str = ""

    @property
    def args(self) -> Mapping[str, Json]:
        return {"count": len(self.names), "names": list(self.names)}


def drop_secrets(
    document: Json, rename: Callable[[str], str] | None = None
) -> tuple[Json, tuple[Dropped, ...]]:
    """A document (or a list of them) without secret data, and a list of what was removed, place by place.

    The argument is not changed, and parts without secret data are shared with it. Keys stay where they tell
    something harmless (an env variable keeps its name, a Secret its `type`). Doing it twice removes nothing
    more. With `rename` names of the cluster's owner are replaced too, and of an object of another kind than
    the model's only its kind and name are left.
    """
    cleaner = _Cleaner(rename)
    return cleaner.document(document, ""), tuple(cleaner.dropped)


class _Cleaner:
    def __init__(self, rename: Callable[[str], str] | None) -> None:
        self.rename = rename
        self.dropped: list[Dropped] = []
        self._clean: dict[int, int] = {}
        """By identity of maps and lists without secret data: the greatest depth at which they were found."""
        self._memory = Memory()
        self._shared_fields: dict[tuple[str, ...], tuple[str, ...]] = {}
        """Lists of fields that went. Thousands of pods lose the same, and share one."""

    def document(self, value: Json, path: str, depth: int = 0) -> Json:
        """Cleans a whole object: a document, or an item of a list of objects."""
        if isinstance(value, (list, tuple)):
            return _changed(
                value, [self.document(entry, f"{path}[{i}]", depth + 1) for i, entry in enumerate(value)]
            )
        return self._any(value, path, path, depth)

    def _any(self, value: Json, path: str, owner: str, depth: int) -> Json:
        """Cleans a value inside an object at `owner`; the value itself where nothing is removed."""
        if not isinstance(value, (dict, list, tuple, Mapping)):
            return value
        if depth > _MAX_DEPTH:
            # Deeper than any object of Kubernetes: the value is not searched, hence not kept.
            return None
        if path != owner and self._clean.get(id(value), -1) >= depth:
            return value
        before = len(self.dropped)
        made: Json
        if is_map(value) and _is_object(value, path, owner):
            made = self._object(value, path, owner)
        elif self.rename is not None and path == owner and _is_foreign(value):
            made = self._named_only(mapping(value))
        elif isinstance(value, (list, tuple)):
            made = _changed(
                value, [self._any(entry, f"{path}[{i}]", owner, depth + 1) for i, entry in enumerate(value)]
            )
        else:
            made = self._map(value, path, owner, depth)
        if made is value and len(self.dropped) == before:
            self._clean[id(value)] = depth
        return made

    def _named_only(self, value: Manifest) -> Json:
        rename = self.rename or str
        metadata = mapping(value.get("metadata"))
        named: dict[str, Json] = {
            name: rename(text(metadata.get(name))) for name in ("namespace", "name") if metadata.get(name)
        }
        return {
            "apiVersion": rename(text(value.get("apiVersion"))),
            "kind": text(value.get("kind")),
            "metadata": named,
        }

    def _object(self, value: Manifest, path: str, owner: str) -> Json:
        """An object of a kind of the model: what the policy of its kind keeps."""
        keeper = Keeper(self.rename, self._memory)
        made = keeper.keep(POLICIES[text(value.get("kind"))], value, "")
        for place, names in keeper.variables:
            self._drop("dropped.env_value", _below(path, place), names, owner)
        gone: list[str] = []
        for place in keeper.gone:
            if place == _MANAGED_FIELDS:
                self._drop("dropped.managed_fields", _below(path, place), (), owner)
            elif place.endswith(_LAST_APPLIED_PATH):
                where = _below(path, place.removesuffix(_LAST_APPLIED_PATH))
                self._drop("dropped.last_applied", where, (LAST_APPLIED,), owner)
            else:
                gone.append(place)
        if gone:
            fields = tuple(gone)
            self._drop("dropped.fields", path, self._shared_fields.setdefault(fields, fields), owner)
        return made

    def _map(self, value: Manifest, path: str, owner: str, depth: int) -> Json:
        changed: dict[str, Json] = {}
        dropped: set[str] = set()
        code, secret = _DATA.get(text(value.get("kind")), ("", ()))
        clean = self._clean
        for name, entry in value.items():
            if name not in secret and (
                entry.__class__ in _PLAIN or (name != "items" and clean.get(id(entry), -1) > depth)
            ):
                continue
            here = f"{path}.{name}" if path else name
            if name in secret:
                dropped.add(name)
                if entry:
                    self._drop(code, here, tuple(map(str, mapping(entry))), owner)
            elif name == "env" and isinstance(entry, (list, tuple)):
                changed[name] = self._any(self._without_values(entry, here, owner), here, owner, depth + 1)
            elif name == "env" and is_map(entry) and entry:
                self._drop("dropped.env_value", here, tuple(map(str, entry)), owner)
                changed[name] = {}
            elif name == "annotations" and is_map(entry) and LAST_APPLIED in entry:
                changed[name] = {key: note for key, note in entry.items() if key != LAST_APPLIED}
                self._drop("dropped.last_applied", here, (LAST_APPLIED,), owner)
            elif name == "items" and path == owner and isinstance(entry, (list, tuple)):
                entries = _changed(entry, [with_kind(item, value) for item in entry])
                changed[name] = self.document(entries, here, depth + 1)
            else:
                changed[name] = self._any(entry, here, owner, depth + 1)
        if not dropped and all(made is value[name] for name, made in changed.items()):
            return value
        return {name: changed.get(name, entry) for name, entry in value.items() if name not in dropped}

    def _without_values(self, entries: Sequence[Json], path: str, owner: str) -> Sequence[Json]:
        names = tuple(
            str(mapping(entry).get("name", place)) for place, entry in enumerate(entries) if _has_value(entry)
        )
        if not names:
            return entries
        self._drop("dropped.env_value", path, names, owner)
        return [
            {name: inner for name, inner in mapping(entry).items() if name != "value"}
            if _has_value(entry)
            else entry
            for entry in entries
        ]

    def _drop(self, code: str, path: str, names: tuple[str, ...], owner: str) -> None:
        self.dropped.append(Dropped(code, path, names, owner))


def _is_object(value: Manifest, path: str, owner: str) -> bool:
    """Whether a map is an object of a kind of the model: as a document, or inside one, such as among the
    inputs of a script; there it has metadata, and references to objects have none.
    """
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in POLICIES:
        return False
    return path == owner or is_map(value.get("metadata"))


def _is_foreign(value: Json) -> bool:
    """Whether a document is an object of a kind that the model does not know; a list of objects is none."""
    kind = text(mapping(value).get("kind"))
    return bool(kind) and not kind.endswith("List")


def _below(path: str, inner: str) -> str:
    return f"{path}.{inner}" if path else inner


def _has_value(variable: Json) -> bool:
    return is_map(variable) and variable.get("value") not in (None, "")


def _changed(value: Sequence[Json], made: list[Json]) -> Sequence[Json]:
    """`made`, or `value` itself where every entry is still the same."""
    return value if all(new is old for new, old in zip(made, value, strict=True)) else made
