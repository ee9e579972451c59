"""Build hooks of the wheel: its dependencies are requirements/run.in, its assets those of the checkout."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

#: Folders of the checkout that go into the package, and what in them does not.
ASSETS = ("templates", "static", "locale")
LEFT_OUT = ("static/vendor/build/",)


class RunRequirements(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        lines = (Path(self.root) / "requirements/run.in").read_text().splitlines()
        metadata["dependencies"] = [line for line in lines if line and not line.startswith("#")]


class Assets(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        sys.path.insert(0, self.root)
        from playground.texts.catalogues import compile_stale

        compile_stale()
        for path in sorted(p for folder in ASSETS for p in (root / folder).rglob("*") if p.is_file()):
            name = path.relative_to(root).as_posix()
            if not name.startswith(LEFT_OUT) and not name.endswith(".test.js"):
                build_data["force_include"][str(path)] = f"playground/_assets/{name}"
