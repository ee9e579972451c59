"""A server's own plugins: the Python files of the directory that PODIUM_PLUGINS names (docs/plugins.md).

Only the operator can put files there; visitors cannot. The core reads no files, so they are loaded here and
passed to it, in the server and in each worker process alike."""

import functools
import hashlib
import os
import types
from collections.abc import Mapping
from pathlib import Path

from scheduler_core import OwnPlugin

VARIABLE = "PODIUM_PLUGINS"
FUNCTIONS = ("pre_enqueue", "pre_filter", "filter", "score", "normalize_score")


class PluginFileError(Exception):
    """A file of the directory is not a valid plugin. The server then does not start."""


@functools.cache
def own_plugins() -> Mapping[str, OwnPlugin]:
    """The plugins by name. Each process loads them once."""
    directory = os.environ.get(VARIABLE, "")
    return load(Path(directory)) if directory else {}


def load(directory: Path) -> dict[str, OwnPlugin]:
    """The plugins in all `*.py` of a directory. PluginFileError names the file and its problem."""
    if not directory.is_dir():
        raise PluginFileError(f"{VARIABLE} is {directory}, which is no directory")
    plugins: dict[str, OwnPlugin] = {}
    for path in sorted(directory.glob("*.py")):
        plugin = load_file(path)
        if plugin.name in plugins:
            raise PluginFileError(f"{path}: there is a plugin {plugin.name} already")
        plugins[plugin.name] = plugin
    return plugins


def load_file(path: Path) -> OwnPlugin:
    """One file: `NAME`, and the class `Plugin` or at least one of the functions of docs/plugins.md."""
    source = path.read_bytes()
    module = types.ModuleType(f"podium_plugin_{hashlib.sha256(source).hexdigest()[:12]}")
    module.__file__ = str(path)
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except Exception as error:
        raise PluginFileError(f"{path}: {type(error).__name__}: {error}") from error
    name = getattr(module, "NAME", None)
    if not isinstance(name, str) or not name.isidentifier():
        raise PluginFileError(f"{path}: NAME must be the plugin's name")
    functions = {
        function: getattr(module, function)
        for function in FUNCTIONS
        if callable(getattr(module, function, None))
    }
    plugin_class = getattr(module, "Plugin", None)
    try:
        return OwnPlugin(name, functions, plugin_class if isinstance(plugin_class, type) else None)
    except ValueError as error:
        raise PluginFileError(f"{path}: {error}") from error
