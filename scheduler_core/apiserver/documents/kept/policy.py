"""Policies, which list the parts of a value that are stored, and the keeper that applies them.

A policy is an allow list: a field that it does not name is dropped. A value of another type than the policy
expects becomes an empty value of its own type, so that validation reports it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from scheduler_core.objects.manifest import Json, Manifest, is_map

_MAX_PATH = 200
_KEY = re.compile(r"\[([^\]]+)\]")
_PLACE = re.compile(r"\[\d+\]")
_PLAIN = frozenset((int, float, bool, type(None)))


@dataclass(frozen=True, slots=True)
class Leaf:
    """A text, a number or a flag. With a `shape` a text is kept only where the whole of it matches. `name`
    means that the text is a name from the user's cluster; it is replaced when names are hidden.
    """

    shape: re.Pattern[str] | None = None
    name: bool = False


@dataclass(frozen=True, slots=True)
class Fields:
    """A map of which the named fields are kept, each by its own policy."""

    fields: Mapping[str, Policy]


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list, each entry by the same policy."""

    entry: Policy


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map with keys of the owner's choice, each value by the same policy. `names`: the keys are names."""

    value: Policy
    names: bool = False


@dataclass(frozen=True, slots=True)
class Keyed:
    """A map with keys of the owner's choice of which some are kept: `keeps` gives the policy of a key, None
    for one that goes.
    """

    keeps: Callable[[str], Policy | None]
    renamed: Callable[[str, Callable[[str], str]], str] | None = None
    """The key with the names in it replaced; None: keys hold no names."""


@dataclass(frozen=True, slots=True)
class Variables:
    """The list `env`, each variable by the same policy. The names of variables that lose their value are
    reported. A map in its place is dropped whole.
    """

    entry: Policy


@dataclass(frozen=True, slots=True)
class Replaced:
    """A value of which only the result of `made` is kept: `made` maps the value to that part, or to None to
    drop it. `name` is that of a `Leaf`.
    """

    made: Callable[[Json], Json]
    name: bool = False


Policy: TypeAlias = Leaf | Fields | ListOf | MapOf | Keyed | Variables | Replaced

KEPT = Leaf()
NAME = Leaf(name=True)


def shaped(pattern: str, *, name: bool = False) -> Leaf:
    """A leaf that is kept only where the pattern matches the whole text."""
    return Leaf(re.compile(pattern), name)


@dataclass(slots=True)
class Memory:
    """What keepers remember of the maps and lists of one text, by policy, identity and path: which were met,
    and for those that were met twice what is kept of them. Equal blocks of a YAML text are one value.
    """

    met: set[_Place] = field(default_factory=set)
    results: dict[_Place, tuple[Keeper, Json]] = field(default_factory=dict)


_Place: TypeAlias = tuple[int, int, str]
_INSIDE = frozenset((dict, list))


@dataclass(slots=True)
class Keeper:
    """Carries policies out.

    `gone` are the paths of what was left out, without the places in lists, each once; `variables` are the
    lists of variables, with the names of those that lost a value. `rename` gives the name that stands in
    place of another one, None where names stay. `memory` is shared by those that look at one text.
    """

    rename: Callable[[str], str] | None = None
    memory: Memory | None = None
    gone: dict[str, None] = field(default_factory=dict)
    variables: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def keep(self, policy: Policy, value: Json, path: str) -> Json:
        """What is kept of a value; the value itself where that is all of it."""
        if isinstance(policy, Leaf):
            return self._leaf(policy, value, path)
        if value is None:
            return None
        if isinstance(policy, Replaced):
            return self._replaced(policy, value, path)
        if isinstance(policy, Variables):
            return self._variables(policy.entry, value, path)
        if isinstance(policy, ListOf):
            if isinstance(value, (list, tuple)):
                entry = policy.entry
                result = [self.keep(entry, item, f"{path}[{place}]") for place, item in enumerate(value)]
                return _same(value, result)
            return self._emptied(value, path)
        if not is_map(value):
            return self._emptied(value, path)
        if isinstance(policy, Fields):
            return self._fields(policy.fields, value, path)
        return self._entries(policy, value, path)

    def _fields(self, fields: Mapping[str, Policy], value: Manifest, path: str) -> Json:
        kept: dict[str, Json] = {}
        same = True
        for name, entry in value.items():
            policy = fields.get(name)
            if policy is None:
                same = False
                self._goes(entry, path, name)
                continue
            if policy.__class__ is Leaf and entry.__class__ in _PLAIN:
                kept[name] = entry
                continue
            here = f"{path}.{name}" if path else name
            inside = self.memory is not None and entry.__class__ in _INSIDE
            made = self._again(policy, entry, here) if inside else self.keep(policy, entry, here)
            if made is _NOTHING:
                same = False
                continue
            same = same and made is entry
            kept[name] = made
        return value if same else kept

    def _again(self, policy: Policy, value: Json, path: str) -> Json:
        """As `keep`, of a map or list that may stand in many objects: from the third time on its result is
        known."""
        assert self.memory is not None
        key = id(policy), id(value), path
        remembered = self.memory.results.get(key)
        if remembered is None:
            if key not in self.memory.met:
                self.memory.met.add(key)
                return self.keep(policy, value, path)
            inner = Keeper(self.rename, self.memory)
            remembered = self.memory.results[key] = inner, inner.keep(policy, value, path)
        keeper, made = remembered
        self.gone.update(keeper.gone)
        self.variables += keeper.variables
        return made

    def _entries(self, policy: MapOf | Keyed, value: Manifest, path: str) -> Json:
        kept: dict[str, Json] = {}
        for name, entry in value.items():
            inner = policy.value if isinstance(policy, MapOf) else policy.keeps(name)
            if inner is None:
                self._goes(entry, path, name, key=True)
                continue
            result = self.keep(inner, entry, f"{path}[{name}]")
            if result is not _NOTHING:
                kept[self._key(policy, name)] = result
        same = kept.keys() == value.keys() and all(kept[name] is entry for name, entry in value.items())
        return value if same else kept

    def _key(self, policy: MapOf | Keyed, name: str) -> str:
        if self.rename is None:
            return name
        if isinstance(policy, Keyed):
            return name if policy.renamed is None else policy.renamed(name, self.rename)
        return self.rename(name) if policy.names else name

    def _leaf(self, leaf: Leaf, value: Json, path: str) -> Json:
        if isinstance(value, str):
            if leaf.shape is not None and value and leaf.shape.fullmatch(value) is None:
                self._note(path)
                return _NOTHING
            return self.rename(value) if leaf.name and self.rename is not None else value
        if value is None or isinstance(value, (int, float)):
            return value
        return self._emptied(value, path)

    def _variables(self, entry: Policy, value: Json, path: str) -> Json:
        if isinstance(value, Mapping):
            self._lose(path, value)
            return []
        if not isinstance(value, (list, tuple)):
            return self._emptied(value, path)
        result: list[Json] = []
        names: list[str] = []
        for place, variable in enumerate(value):
            plain = variable
            if isinstance(variable, Mapping) and variable.get("value") not in (None, ""):
                names.append(str(variable.get("name", place)))
                plain = {name: inner for name, inner in variable.items() if name != "value"}
            result.append(self.keep(entry, plain, f"{path}[{place}]"))
        self._lose(path, names)
        return _same(value, result)

    def _lose(self, path: str, names: Iterable[str]) -> None:
        lost = tuple(self.rename(name) if self.rename is not None else name for name in names)
        if lost:
            self.variables.append((path, lost))

    def _replaced(self, policy: Replaced, value: Json, path: str) -> Json:
        made = policy.made(value)
        if made != value:
            self._note(path)
        if made is None:
            return _NOTHING
        if policy.name and self.rename is not None and isinstance(made, str):
            return self.rename(made)
        return value if made == value else made

    def _emptied(self, value: Json, path: str) -> Json:
        """A value of the wrong type: its type, without its content."""
        if value.__class__ in _PLAIN or not value:
            return value
        self._note(path)
        return "" if isinstance(value, str) else {} if isinstance(value, Mapping) else []

    def _goes(self, value: Json, path: str, name: str, *, key: bool = False) -> None:
        if value is None or value == "" or value == {} or value == []:
            return
        self._note(f"{path}[{name}]" if key else f"{path}.{name}" if path else name)

    def _note(self, path: str) -> None:
        path = _PLACE.sub("[]", path)
        if self.rename is not None and "[" in path:
            rename = self.rename
            path = _KEY.sub(lambda key: f"[{rename(key[1])}]", path)
        self.gone[path if len(path) <= _MAX_PATH else path[:_MAX_PATH] + "…"] = None


class _Nothing:
    """Stands for a value that goes with its name."""


_NOTHING: Json = _Nothing()  # type: ignore[assignment]


def _same(value: Sequence[Json], made: list[Json]) -> Json:
    kept = [item for item in made if item is not _NOTHING]
    if len(kept) == len(value) and all(new is old for new, old in zip(kept, value, strict=True)):
        return value
    return kept
