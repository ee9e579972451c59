"""Wraps a user's plugin class, so that an exception in it fails the attempt and not the run.

The instance keeps its methods, and each method that the framework calls is wrapped. Where the framework
accepts a value that means an error, an exception becomes that value; elsewhere it becomes a
PluginFailedError, which ends the attempt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import MappingProxyType
from typing import Protocol, cast

from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.framework.binding import PreBindResult, ReserveResult
from scheduler_core.scheduler.framework.diagnosis.explanation import Note
from scheduler_core.scheduler.framework.events import EVERY_EVENT, Registration
from scheduler_core.scheduler.framework.interface import Plugin, PreFilterResult
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError
from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
from scheduler_core.scheduler.framework.reads import EVERYTHING, Reads
from scheduler_core.scheduler.framework.status import Code, Status, unresolvable

POINT_OF_METHOD: Mapping[str, str] = MappingProxyType(
    {
        "pre_enqueue": "preEnqueue",
        "sort_key": "queueSort",
        "pre_filter": "preFilter",
        "filter": "filter",
        "post_filter": "postFilter",
        "pre_score": "preScore",
        "score": "score",
        "reserve": "reserve",
        "pre_bind": "preBind",
        "bind": "bind",
    }
)
"""The methods that make a class a plugin → the extension point of each."""

_FAILS_ATTEMPT = (
    "pre_filter",
    "add_pod",
    "remove_pod",
    "filter",
    "filter_all",
    "post_filter",
    "pre_score",
    "score",
    "score_all",
    "scores_alike",
    "normalize_score",
    "trace_pre_filter",
    "trace_scores",
    "trace_dry_run",
)
_ANSWERS: Mapping[str, type] = MappingProxyType(
    {
        "pre_enqueue": Status,
        "pre_filter": PreFilterResult,
        "filter": Status,
        "post_filter": PostFilterOutcome,
        "pre_score": Status,
        "reserve": ReserveResult,
        "pre_bind": PreBindResult,
        "bind": Status,
    }
)
"""The type that a method must return."""


class _Instance(Protocol):
    """What is set on an instance of a user's class. The class itself may lack any of these."""

    name: str
    reads: Reads
    unreserve: Callable[..., None]
    events_to_register: Callable[[], Sequence[Registration]]


def guarded(name: str, kind: Callable[[Manifest], _Instance], args: Manifest) -> Plugin:
    """An instance of the class, created with `args`, under the plugin's name."""
    try:
        plugin = kind(args)
    except Exception as error:
        raise PluginFailedError(f'initializing plugin "{name}": {type(error).__name__}: {error}') from error
    plugin.name = name
    if not hasattr(plugin, "reads"):
        plugin.reads = EVERYTHING
    if hasattr(plugin, "reserve") and not hasattr(plugin, "unreserve"):
        plugin.unreserve = lambda handle, pod, node_name, reserved: None
    for method in _FAILS_ATTEMPT:
        _wrap(plugin, name, method, _raise)
    for method, value in _error_values(name).items():
        _wrap(plugin, name, method, value)
    _wrap_events(plugin, name)
    return cast(Plugin, plugin)


def _raise(text: str) -> object:
    raise PluginFailedError(text)


def _error_values(name: str) -> Mapping[str, Callable[[str], object]]:
    """The value that replaces an exception, made from its text."""

    def error(text: str) -> Status:
        return Status(Code.ERROR, (text,), name)

    return {
        "sort_key": lambda text: (),
        "pre_enqueue": lambda text: unresolvable(name, text),
        "explain": lambda text: (Note(text),),
        "reserve": lambda text: ReserveResult(error(text)),
        "unreserve": lambda text: None,
        "pre_bind": lambda text: PreBindResult(error(text)),
        "ready": lambda text: False,
        "bind": error,
    }


def _wrap(plugin: _Instance, name: str, method: str, on_error: Callable[[str], object]) -> None:
    plain: Callable[..., object] | None = getattr(plugin, method, None)
    if plain is None:
        return
    wrapped = plain

    @wraps(wrapped)
    def call(*args: object) -> object:
        try:
            answer = wrapped(*args)
        except PluginFailedError:
            raise
        except Exception as error:
            return on_error(f'running {method} of plugin "{name}": {type(error).__name__}: {error}')
        expected = _ANSWERS.get(method)
        if expected is not None and not isinstance(answer, expected):
            return on_error(
                f'running {method} of plugin "{name}": no {expected.__name__}, got {answer!r:.60}'
            )
        return answer

    setattr(plugin, method, call)


def _wrap_events(plugin: _Instance, name: str) -> None:
    """A class that names no events is registered for all of them; a hint that raises counts as "try
    again"."""
    if not hasattr(plugin, "events_to_register"):
        plugin.events_to_register = lambda: EVERY_EVENT
        return
    registered: Sequence[Registration] = plugin.events_to_register()
    safe = tuple(
        replace(
            entry,
            hint=None if entry.hint is None else _safe(entry.hint),
            cluster_hint=None if entry.cluster_hint is None else _safe(entry.cluster_hint),
        )
        for entry in registered
    )
    plugin.events_to_register = lambda: safe


def _safe(hint: Callable[..., bool]) -> Callable[..., bool]:
    """The hint, with True as its answer where it raises an exception."""

    def ask(*args: object) -> bool:
        try:
            return bool(hint(*args))
        except Exception:
            return True

    return ask
