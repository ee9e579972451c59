"""Copies of values, which the simulation makes many times in each act: `replace` of immutable values,
`State.copy` and `twin_of` of what actors change.

`dataclasses.replace` calls `__init__` with all fields by name. Values of a frozen dataclass with slots are
copied slot by slot here, which takes about a third of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace
else:
    import dataclasses

    def replace(value, /, **changes):
        """The same value with `changes`, as `dataclasses.replace` makes it."""
        kind = value.__class__
        shape = _SHAPES.get(kind) or _shape(kind)
        if shape is _OTHER:
            return dataclasses.replace(value, **changes)
        read, all_setters, setters = shape
        copy = _new(kind)
        for write, entry in zip(all_setters, read(value), strict=True):
            write(copy, entry)
        for name, entry in changes.items():
            setters[name](copy, entry)
        return copy


_Shape = tuple[
    Callable[[object], tuple[object, ...]],
    tuple[Callable[[object, object], None], ...],
    dict[str, Callable[[object, object], None]],
]

_new = object.__new__
# By class: how its fields are read and written. `_OTHER` stands for classes whose values cannot be copied
# slot by slot: without slots, with one field only, or with something to do when a value is made.
_OTHER: _Shape = (lambda _: (), (), {})
_SHAPES: dict[type, _Shape] = {}


def _shape(kind: type) -> _Shape:
    """How values of a class are read and written, worked out once."""
    names = [field.name for field in fields(kind) if field.init]
    whole = len(names) == len(fields(kind)) and len(names) > 1
    slotted = all(hasattr(getattr(kind, name, None), "__set__") for name in names)
    if not (whole and slotted) or hasattr(kind, "__post_init__"):
        _SHAPES[kind] = _OTHER
        return _OTHER
    setters = {name: getattr(kind, name).__set__ for name in names}
    _SHAPES[kind] = attrgetter(*names), tuple(setters.values()), setters
    return _SHAPES[kind]


T = TypeVar("T")


def twin_of(value: T) -> T:
    """A copy of a value without slots that shares all attributes with it, as `copy.copy` makes it, which
    takes several times as long."""
    twin: T = _new(type(value))
    twin.__dict__.update(value.__dict__)
    return twin


_TABLES = frozenset((dict, list, set))


class State:
    """What an actor changes. A copy has its own dicts, lists and sets, and its own copies of parts that are
    `State` too; all else it holds are immutable values, which both share.

    A class overrides `copy` for tables that hold tables, and for what follows from the rest and is not kept.
    """

    def copy(self) -> Self:
        """A checkpoint of the state."""
        twin = _new(self.__class__)
        attributes = twin.__dict__
        for name, value in self.__dict__.items():
            own = value.__class__ in _TABLES or isinstance(value, State)
            attributes[name] = value.copy() if own else value
        return twin


__all__ = ["State", "replace", "twin_of"]
